#include "tensor/measure/measure.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/memory.h"
#include "core/base/peak.h"
#include "tensor/cost/device_tables.h"
#include "tensor/measure/case_programs.h"

namespace motley::tensor {

namespace {

constexpr double kMostFlops = 4e9;        // of a case
constexpr int64_t kMostBytes = 1LL << 30;  // of a case's arguments

// Random numbers are slow to draw: some, and then the same again.
void fill(std::span<std::byte> bytes, const TensorType& type, ValueRange range) {
  constexpr int64_t kDrawn = 4099;
  const int64_t size = byte_size(type.element), count = type.num_elements();
  Literal few = Literal::zeros({type.element, {std::min(count, kDrawn)}});
  for (int64_t i = 0; i < few.num_elements(); ++i) {
    const double t = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
    few.set_from_double(i, range.low + (range.high - range.low) * t);
  }
  for (int64_t i = 0; i < count; i += kDrawn)
    std::memcpy(bytes.data() + i * size, few.data(), std::min(kDrawn, count - i) * size);
}

bool is_affordable(const BenchCase& c) {
  int64_t bytes = 0;
  for (ValueId v : c.program.body.arguments) bytes += c.program.type(v).num_bytes();
  return c.flops <= kMostFlops && bytes <= kMostBytes;
}

// What a case's kernels do of its own kind, and how long all else takes.
struct Lesson {
  double amount = 0;
  std::vector<double> size;
  double others = 0;
};

Lesson lesson_of(const std::string& kind, const CompiledProgram& compiled,
                 const DeviceTables& known) {
  Lesson lesson;
  double largest = 0;
  std::vector<WorkPart> parts;
  for (const KernelStep& step : compiled.steps) {
    parts.push_back({"dispatch", 1});
    parts.insert(parts.end(), step.kernel.work.begin(), step.kernel.work.end());
  }
  for (const WorkPart& part : parts) {
    if (part.kind != kind) {
      lesson.others += known.seconds(part).value_or(0);
      continue;
    }
    lesson.amount += part.amount;
    if (part.amount <= largest) continue;
    largest = part.amount;
    lesson.size = part.size;
  }
  return lesson;
}

// Memory is no part that kernels tell: the bytes read, or written, by the footprint.
Lesson memory_lesson(const std::string& kind, const CompiledProgram& compiled,
                     const DeviceTables& known) {
  double read = 0, written = 0;
  for (const KernelStep& step : compiled.steps) {
    for (const Place& p : step.operands) read += static_cast<double>(p.bytes);
    for (const Place& p : step.results) written += static_cast<double>(p.bytes);
  }
  const std::vector<double> size = {read + written};
  if (kind == "memory.read") return {read, size, 0};
  return {written, size, known.seconds({"memory.read", read, size}).value_or(0)};
}

std::optional<core::MeasuredRow> measure_case(const MeasureCase& c, const MeasureSettings& settings,
                                              const DeviceTables& known) {
  const BenchCase bench = make_case(c.line);
  if (!is_affordable(bench)) return std::nullopt;
  CompiledProgram compiled =
      compile(bench.program, {.num_threads = settings.num_threads, .updates = bench.updates});
  const Lesson lesson = c.kind.starts_with("memory.") ? memory_lesson(c.kind, compiled, known)
                                                      : lesson_of(c.kind, compiled, known);
  if (lesson.amount == 0) return std::nullopt;
  Executable executable(std::move(compiled));
  for (size_t i = 0; i < bench.ranges.size(); ++i)
    fill(executable.argument(static_cast<int>(i)), executable.compiled().arguments[i],
         bench.ranges[i]);
  const Timing timing = time_runs(executable, settings.limits);
  constexpr double kLeast = 0.1;  // what is subtracted is known to some percent only
  const double own = std::max(timing.seconds - lesson.others, kLeast * timing.seconds);
  const auto rounded = [](double x) { return std::stod(fmt::format("{:.4g}", x)); };
  return core::MeasuredRow{lesson.size, rounded(lesson.amount / own), rounded(timing.spread)};
}

// Two cases that are cut alike have one size: the later one counts.
void add_row(std::vector<core::MeasuredTable>& tables, const std::string& kind,
             core::MeasuredRow row) {
  auto table = std::ranges::find(tables, kind, &core::MeasuredTable::kind);
  if (table == tables.end()) table = tables.insert(tables.end(), core::MeasuredTable{kind, {}});
  const auto same = std::ranges::find(table->rows, row.size, &core::MeasuredRow::size);
  if (same == table->rows.end()) {
    table->rows.push_back(std::move(row));
  } else {
    *same = std::move(row);
  }
}

}  // namespace

std::vector<core::MeasuredTable> measure(const std::vector<MeasureCase>& cases,
                                         const MeasureSettings& settings) {
  core::DeviceType so_far;
  for (size_t i = 0; i < cases.size(); ++i) {
    const DeviceTables known(so_far);
    if (auto row = measure_case(cases[i], settings, known))
      add_row(so_far.measured, cases[i].kind, std::move(*row));
    if (settings.on_progress) settings.on_progress(i + 1, cases.size());
  }
  return so_far.measured;
}

core::DeviceType measure_cpu(const MeasureSettings& settings) {
  core::DeviceType type{.name = "cpu", .memory_bytes = core::machine_memory_bytes()};
  const auto rounded = [](double x) { return std::stod(fmt::format("{:.4g}", x)); };
  type.flops_per_second = rounded(core::measure_peak_flops(settings.num_threads, 0.3));
  type.memory_bytes_per_second = rounded(core::measure_copy_bandwidth(settings.num_threads, 0.3));
  type.threads = settings.num_threads;
  type.measured = measure(measure_cases(settings.num_threads), settings);
  return type;
}

}  // namespace motley::tensor
