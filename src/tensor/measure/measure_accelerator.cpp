#include "tensor/measure/measure_accelerator.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <exception>
#include <memory>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/statistics.h"
#include "core/base/threads.h"
#include "core/trace/trace.h"
#include "tensor/ir/builder.h"
#include "tensor/measure/case_programs.h"
#include "tensor/measure/measure_cases.h"
#include "tensor/run/device_executable.h"

namespace motley::tensor {
namespace {

constexpr const char* kAcceleratorCases = R"(
launch: map negate rows=1 columns=16 count=1
product.nn: product mk,kn->mn m=256|2048|8192 n=256|2048|8192 k=256|2048|8192
product.nn.bf16: product mk,kn->mn m=256|2048|8192 n=256|2048|8192 k=256|2048|8192 type=bf16
product.nn.f32: product mk,kn->mn m=512|4096 n=512|4096 k=512|4096
conv.forward.plain: convolution forward batch=32 extent=14|56 in=64|256 out=64|256 window=3 stride=1
memory.read: sum mn-> m=1024|16384|262144 n=1024
memory.write: map add rows=256|2048|16384|262144 columns=1024 count=1
)";
constexpr const char* kSmallCases = R"(
launch: map negate rows=1 columns=16 count=1
product.nn: product mk,kn->mn m=16|32 n=16|32 k=16|32
product.nn.bf16: product mk,kn->mn m=16|32 n=16|32 k=16|32 type=bf16
product.nn.f32: product mk,kn->mn m=16|32 n=16|32 k=16|32
memory.read: sum mn-> m=16 n=64
memory.write: map add rows=16 columns=64 count=1
)";

constexpr const char* kBf16 = "product.nn.bf16";
constexpr const char* kMemoryWrite = "memory.write";
constexpr const char* kFullFloat = "product.nn.f32";  // float32 that is not rounded to TF32

double rounded(double x) { return std::stod(fmt::format("{:.4g}", x)); }

Literal filled(const TensorType& type, ValueRange range) {
  constexpr int64_t kDrawn = 4099;  // generated once, then repeated
  Literal value = Literal::zeros(type);
  const int64_t size = byte_size(type.element), count = type.num_elements();
  for (int64_t i = 0; i < std::min(count, kDrawn); ++i) {
    const double t = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
    value.set_from_double(i, range.low + (range.high - range.low) * t);
  }
  for (int64_t i = kDrawn; i < count; i += kDrawn)
    std::memcpy(value.data() + i * size, value.data(), std::min(kDrawn, count - i) * size);
  return value;
}

struct Times {
  double seconds = 0, spread = 0;  // median of a few rounds
};

Times median_of(std::vector<double> times) {
  const core::Spread spread = core::spread_of(std::move(times));
  return {spread.median, spread.relative};
}

constexpr int kRounds = 5;

// Time per run, with runs enqueued back to back.
Times time_case(const BenchCase& bench, DeviceExecutable& program,
                const AcceleratorMeasureSettings& settings) {
  for (size_t i = 0; i < bench.ranges.size(); ++i) {
    const Literal value =
        filled(bench.program.type(bench.program.body.arguments[i]), bench.ranges[i]);
    program.set_argument(static_cast<int>(i), value.bytes());
    program.wait();
  }
  const auto time = [&](int runs) {
    const double begin = core::now_seconds();
    for (int i = 0; i < runs; ++i) program.run();
    program.wait();
    return (core::now_seconds() - begin) / runs;
  };
  time(2);
  const int runs = std::clamp(static_cast<int>(settings.seconds / kRounds / time(1)), 1, 2000);
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) times.push_back(time(runs));
  return median_of(std::move(times));
}

// Dependent matrix products, so that no compiler can merge them into one kernel.
BenchCase product_chain(int count) {
  const TensorType type{ElementType::kF32, {64, 64}};
  ProgramBuilder b("chain");
  ValueId x = b.argument(type);
  const ValueId w = b.argument(type);
  const DotAttrs product{
      .lhs_batch = {}, .rhs_batch = {}, .lhs_contracting = {1}, .rhs_contracting = {0}};
  for (int i = 0; i < count; ++i) x = b.add_one(OpCode::kDotGeneral, {x, w}, product);
  return {.program = std::move(b).finish({x}), .ranges = {{-0.1, 0.1}, {-0.1, 0.1}}};
}

// Several products of one size on operands of their own, so that starting the program, which takes
// longer than a small product, is a small part of its time.
BenchCase independent_products(const CaseLine& line, ElementType element, Precision precision) {
  const int64_t m = line.number("m"), n = line.number("n"), k = line.number("k");
  constexpr int64_t kLarge = int64_t{1} << 31;
  const int count = m * n * k < kLarge ? 32 : 2;
  ProgramBuilder b("products");
  const DotAttrs product{.lhs_batch = {},
                         .rhs_batch = {},
                         .lhs_contracting = {1},
                         .rhs_contracting = {0},
                         .element = element,
                         .precision = {precision, precision}};
  BenchCase bench;
  std::vector<std::pair<ValueId, ValueId>> operands;
  for (int i = 0; i < count; ++i) {
    const ValueId lhs = b.argument({element, {m, k}});
    operands.emplace_back(lhs, b.argument({element, {k, n}}));
    bench.ranges.insert(bench.ranges.end(), 2, {-0.1, 0.1});
  }
  std::vector<ValueId> results;
  for (const auto& [lhs, rhs] : operands)
    results.push_back(b.add_one(OpCode::kDotGeneral, {lhs, rhs}, product));
  bench.program = std::move(b).finish(results);
  bench.flops = 2.0 * static_cast<double>(m * n * k) * count;
  return bench;
}

// Additions one after the other, for the same reason; a barrier keeps each a kernel of its own.
BenchCase dependent_additions(const CaseLine& line) {
  const TensorType type{ElementType::kF32, {line.number("rows"), line.number("columns")}};
  constexpr int64_t kLarge = int64_t{1} << 26;
  const int count = type.num_elements() < kLarge ? 32 : 2;
  ProgramBuilder b("additions");
  ValueId x = b.argument(type);
  const ValueId y = b.argument(type);
  for (int i = 0; i < count; ++i) {
    if (i > 0) x = b.add_one(OpCode::kOptimizationBarrier, {x});
    x = b.add_one(OpCode::kAdd, {x, y});
  }
  return {.program = std::move(b).finish({x}), .ranges = {{-0.1, 0.1}, {-0.1, 0.1}}};
}

BenchCase make_accelerator_case(const MeasureCase& c) {
  if (c.kind == kMemoryWrite) return dependent_additions(c.line);
  if (!c.kind.starts_with("product.nn")) return make_case(c.line);
  return independent_products(c.line, c.kind == kBf16 ? ElementType::kBF16 : ElementType::kF32,
                              c.kind == kFullFloat ? Precision::kHighest : Precision::kDefault);
}

// Compiles in parallel: an autotuning compiler takes seconds per case.
std::vector<std::unique_ptr<DeviceExecutable>> compiled(const std::vector<BenchCase>& cases,
                                                        const DeviceRunSettings& settings) {
  const auto count = static_cast<int64_t>(cases.size());
  std::vector<std::unique_ptr<DeviceExecutable>> programs(cases.size());
  std::vector<std::exception_ptr> failures(cases.size());
  std::atomic<int64_t> next = 0;
  core::parallel_for(
      std::min<int64_t>(core::num_cores(), count), count, [&](int64_t, int64_t, int) {
        for (int64_t i = next++; i < count; i = next++) {
          try {
            programs[i] = std::make_unique<DeviceExecutable>(
                cases[i].program, settings, DeviceArguments{.updates = cases[i].updates});
          } catch (...) {
            failures[i] = std::current_exception();
          }
        }
      });
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return programs;
}

// The amount and the size that a row of this kind records.
core::MeasuredRow row_of(const MeasureCase& c, const BenchCase& bench, const Times& times) {
  core::MeasuredRow row{.rate = 0, .spread = rounded(times.spread)};
  double amount = bench.flops;
  if (c.kind == "launch") {
    amount = 1;
  } else if (c.kind.starts_with("product.nn")) {
    for (const char* letter : {"m", "n", "k"})
      row.size.push_back(static_cast<double>(c.line.number(letter)));
  } else if (c.kind.starts_with("conv.")) {
    for (const char* name : {"extent", "in", "out"})
      row.size.push_back(static_cast<double>(c.line.number(name)));
  } else if (c.kind == kMemoryWrite) {  // two operands and a result for each addition
    const Program& program = bench.program;
    row.size = {3 * static_cast<double>(program.type(program.body.results[0]).num_bytes())};
    amount = row.size[0] *
             static_cast<double>(std::ranges::count(program.body.ops, OpCode::kAdd, &Op::code));
  } else {
    const Region& body = bench.program.body;
    double read = 0, written = 0;
    for (ValueId v : body.arguments) read += static_cast<double>(bench.program.type(v).num_bytes());
    for (ValueId v : body.results)
      written += static_cast<double>(bench.program.type(v).num_bytes());
    row.size = {read + written};
    amount = read + written;
  }
  row.rate = rounded(amount / times.seconds);
  return row;
}

void add(std::vector<core::MeasuredTable>& tables, const std::string& kind, core::MeasuredRow row) {
  auto table = std::ranges::find(tables, kind, &core::MeasuredTable::kind);
  if (table == tables.end()) table = tables.insert(tables.end(), core::MeasuredTable{kind, {}});
  table->rows.push_back(std::move(row));
}

// Copies between host memory, pinned if supported, and device memory.
void measure_transfers(const AcceleratorMeasureSettings& settings,
                       std::vector<core::MeasuredTable>& tables) {
  const core::pjrt::Device& device = *settings.run.device;
  const double limit = settings.run.stall_limit_seconds;
  const std::vector<int64_t> sizes = settings.is_small
                                         ? std::vector<int64_t>{1 << 16}
                                         : std::vector<int64_t>{1 << 16, 1 << 20, 1 << 26};
  for (const int64_t bytes : sizes) {
    std::vector<std::byte> host(bytes);
    const core::pjrt::Pinned pinned(settings.run.device, host);
    const std::vector<int64_t> dims = {bytes};
    std::vector<double> to, from;
    for (int round = 0; round <= kRounds; ++round) {
      const double begin = core::now_seconds();
      core::pjrt::Event read;
      const auto buffer = device.upload(host, core::pjrt::BufferType::kU8, dims, &read);
      read.wait("a copy", limit);
      const double middle = core::now_seconds();
      buffer.download(host, 1).wait("a copy", limit);
      const double end = core::now_seconds();
      if (round == 0) continue;
      to.push_back(middle - begin);
      from.push_back(end - middle);
    }
    const auto size = static_cast<double>(bytes);
    for (const auto& [kind, times] : {std::pair("transfer.to_device", median_of(to)),
                                      {"transfer.from_device", median_of(from)}})
      add(tables, kind, {{size}, rounded(size / times.seconds), rounded(times.spread)});
  }
}

double best_rate(const core::DeviceType& type, std::string_view kind) {
  double best = 0;
  for (const core::MeasuredTable& table : type.measured) {
    if (table.kind != kind) continue;
    for (const core::MeasuredRow& row : table.rows) best = std::max(best, row.rate);
  }
  return best;
}

}  // namespace

core::DeviceType measure_accelerator(const AcceleratorMeasureSettings& settings) {
  const core::pjrt::Device& device = *settings.run.device;
  core::DeviceType type{.name = device.name().platform, .device = device.name().to_string()};
  const auto memory = device.memory();
  if (!memory || !memory->limit_bytes) {
    throw core::UserError({device.plugin().file()},
                          "does not report how much memory its device has: write the cluster "
                          "file by hand (docs/formats.md)");
  }
  type.memory_bytes = *memory->limit_bytes;
  constexpr int kChain = 65;
  const auto cases = parse_measure_cases(settings.is_small ? kSmallCases : kAcceleratorCases, 1);
  std::vector<BenchCase> benches = {product_chain(1), product_chain(kChain)};
  for (const MeasureCase& c : cases) benches.push_back(make_accelerator_case(c));
  auto programs = compiled(benches, settings.run);
  std::vector<Times> times;
  for (size_t i = 0; i < benches.size(); ++i) {
    times.push_back(time_case(benches[i], *programs[i], settings));
    programs[i].reset();  // frees its arguments
    if (settings.on_progress) settings.on_progress(i + 1, benches.size());
  }
  // The time of each additional kernel of a program, with almost no work in it.
  const double further = std::max(1e-9, times[1].seconds - times[0].seconds) / (kChain - 1);
  add(type.measured, "dispatch", {{}, rounded(1 / further), rounded(times[1].spread)});
  for (size_t i = 0; i < cases.size(); ++i)
    add(type.measured, cases[i].kind, row_of(cases[i], benches[i + 2], times[i + 2]));
  measure_transfers(settings, type.measured);
  // Of float32 itself; a run at a precision of its own has no other.
  const bool has_precision = settings.run.precision.has_value();
  type.flops_per_second = best_rate(type, has_precision ? "product.nn" : kFullFloat);
  type.product_rates[core::NumberFormat::kTF32] = best_rate(type, "product.nn");
  type.product_rates[core::NumberFormat::kBF16] = best_rate(type, kBf16);
  type.memory_bytes_per_second =
      std::max(best_rate(type, "memory.read"), best_rate(type, "memory.write"));
  return type;
}

}  // namespace motley::tensor
