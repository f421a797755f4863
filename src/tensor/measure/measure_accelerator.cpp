#include "tensor/measure/measure_accelerator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/trace/trace.h"
#include "tensor/measure/case_programs.h"
#include "tensor/measure/measure_cases.h"
#include "tensor/run/device_executable.h"

namespace motley::tensor {
namespace {

constexpr const char* kCases = R"(
launch: map negate rows=1 columns=16 count=1
product.nn: product mk,kn->mn m=256|2048|8192 n=256|2048|8192 k=256|2048|8192
conv.forward.plain: convolution forward batch=32 extent=14|56 in=64|256 out=64|256 window=3 stride=1
memory.read: sum mn-> m=1024|16384|262144 n=1024
memory.write: map negate rows=1024|16384|262144 columns=1024 count=1
)";
constexpr const char* kSmallCases = R"(
launch: map negate rows=1 columns=16 count=1
product.nn: product mk,kn->mn m=16|32 n=16|32 k=16|32
memory.read: sum mn-> m=16 n=64
memory.write: map negate rows=16 columns=64 count=1
)";

double rounded(double x) { return std::stod(fmt::format("{:.4g}", x)); }

Literal filled(const TensorType& type, ValueRange range) {
  constexpr int64_t kDrawn = 4099;  // some, and then the same again
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
  double seconds = 0, spread = 0;  // the median of a few rounds
};

Times median_of(std::vector<double> times) {
  std::ranges::sort(times);
  const double middle = times[times.size() / 2];
  return {middle, (times[times.size() * 3 / 4] - times[times.size() / 4]) / middle};
}

constexpr int kRounds = 5;

Times time_case(const BenchCase& bench, const AcceleratorMeasureSettings& settings) {
  DeviceExecutable program(bench.program, settings.run, bench.updates);
  for (size_t i = 0; i < bench.ranges.size(); ++i) {
    const Literal value =
        filled(bench.program.type(bench.program.body.arguments[i]), bench.ranges[i]);
    program.set_argument(static_cast<int>(i), value.bytes());
    program.wait();
  }
  const auto time = [&](int runs) {
    const double begin = core::Trace::steady_seconds();
    for (int i = 0; i < runs; ++i) program.run();
    program.wait();
    return (core::Trace::steady_seconds() - begin) / runs;
  };
  time(2);
  const int runs = std::clamp(static_cast<int>(settings.seconds / kRounds / time(1)), 1, 2000);
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) times.push_back(time(runs));
  return median_of(std::move(times));
}

// What a row of this kind counts, and by which size.
core::MeasuredRow row_of(const MeasureCase& c, const BenchCase& bench, const Times& times) {
  core::MeasuredRow row{.rate = 0, .spread = rounded(times.spread)};
  double amount = bench.flops;
  if (c.kind == "launch") {
    amount = 1;
  } else if (c.kind == "product.nn") {
    for (const char* letter : {"m", "n", "k"})
      row.size.push_back(static_cast<double>(c.line.number(letter)));
  } else if (c.kind.starts_with("conv.")) {
    for (const char* name : {"extent", "in", "out"})
      row.size.push_back(static_cast<double>(c.line.number(name)));
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

// Between host memory, pinned where that is offered, and the device's.
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
      const double begin = core::Trace::steady_seconds();
      core::pjrt::Event read;
      const auto buffer = device.upload(host, core::pjrt::BufferType::kU8, dims, &read);
      read.wait("a copy", limit);
      const double middle = core::Trace::steady_seconds();
      buffer.download(host, 1).wait("a copy", limit);
      const double end = core::Trace::steady_seconds();
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
                          "does not tell how much memory its device has: write the cluster's file "
                          "by hand (docs/formats.md)");
  }
  type.memory_bytes = *memory->limit_bytes;
  const auto cases = parse_measure_cases(settings.is_small ? kSmallCases : kCases, 1);
  for (size_t i = 0; i < cases.size(); ++i) {
    const BenchCase bench = make_case(cases[i].line);
    add(type.measured, cases[i].kind, row_of(cases[i], bench, time_case(bench, settings)));
    if (settings.on_progress) settings.on_progress(i + 1, cases.size());
  }
  measure_transfers(settings, type.measured);
  type.flops_per_second = best_rate(type, "product.nn");
  type.memory_bytes_per_second =
      std::max(best_rate(type, "memory.read"), best_rate(type, "memory.write"));
  return type;
}

}  // namespace motley::tensor
