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

constexpr double kMaxFlops = 1.3e9;       // of a case
constexpr int64_t kMaxBytes = 1LL << 30;  // of a case's arguments

// Random numbers are slow to generate: generate a few and repeat them.
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

// Kinds with a single row or a few rows, on which many others depend; the other kinds are grids
// whose rows check each other.
bool has_few_rows(const std::string& kind) {
  return !kind.starts_with("product.") && !kind.starts_with("conv.") &&
         !kind.starts_with("taps.") && !kind.starts_with("attention.");
}

bool is_affordable(const BenchCase& c) {
  int64_t bytes = 0;
  for (ValueId v : c.program.body.arguments) bytes += c.program.type(v).num_bytes();
  return c.flops <= kMaxFlops && bytes <= kMaxBytes;
}

// The amount of the calibrated kind in a case, and the seconds of all other work in it.
struct Calibration {
  double amount = 0;
  std::vector<double> size;
  double others = 0;
};

Calibration calibration_of(const CaseTiming& c, const DeviceTables& known) {
  Calibration calibration;
  double largest = 0;
  for (const WorkPart& part : c.work) {
    if (part.kind != c.kind) {
      calibration.others += known.seconds(part).value_or(0);
      continue;
    }
    calibration.amount += part.amount;
    if (part.amount <= largest) continue;
    largest = part.amount;
    calibration.size = part.size;
  }
  return calibration;
}

// Kernels do not report memory traffic: count the bytes read, or written, by footprint.
Calibration memory_calibration(const CaseTiming& c, const DeviceTables& known) {
  const std::vector<double> size = {c.bytes_read + c.bytes_written};
  double others = 0;  // loops overlap with memory traffic
  for (const WorkPart& part : c.work)
    if (part.kind == "dispatch" || part.kind == "call.threads")
      others += known.seconds(part).value_or(0);
  if (c.kind == "memory.read") return {c.bytes_read, size, others};
  others += known.seconds({"memory.read", c.bytes_read, size}).value_or(0);
  return {c.bytes_written, size, others};
}

std::optional<CaseTiming> time_case(const MeasureCase& c, const MeasureSettings& settings) {
  const BenchCase bench = make_case(c.line);
  if (!is_affordable(bench)) return std::nullopt;
  CompiledProgram compiled =
      compile(bench.program, {.num_threads = settings.num_threads, .updates = bench.updates});
  CaseTiming timed{.kind = c.kind};
  for (const KernelStep& step : compiled.steps) {
    timed.work.push_back({"dispatch", 1});
    timed.work.insert(timed.work.end(), step.kernel.work.begin(), step.kernel.work.end());
    for (const Place& p : step.operands) timed.bytes_read += static_cast<double>(p.bytes);
    for (const Place& p : step.results) timed.bytes_written += static_cast<double>(p.bytes);
  }
  const auto is_calibrated = [&](const WorkPart& part) { return part.kind == c.kind; };
  if (!c.kind.starts_with("memory.") && std::ranges::none_of(timed.work, is_calibrated))
    return std::nullopt;
  Executable executable(std::move(compiled));
  for (size_t i = 0; i < bench.ranges.size(); ++i)
    fill(executable.argument(static_cast<int>(i)), executable.compiled().arguments[i],
         bench.ranges[i]);
  TimingLimits limits = has_few_rows(c.kind) ? settings.few_rows_limits : settings.limits;
  limits.with_neighbours = settings.with_neighbours;
  timed.timing = time_runs(executable, limits);
  return timed;
}

// Cases with equal partitioning have the same size: the later one wins.
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

bool is_better(const Timing& a, const Timing& b) {
  if (a.disturbed != b.disturbed) return !a.disturbed;
  return a.seconds < b.seconds;
}

}  // namespace

std::vector<core::MeasuredTable> tables_of(const std::vector<CaseTiming>& timings) {
  core::DeviceType device;
  constexpr double kMinOwnShare = 0.3;  // the subtracted time is only known to within a few percent
  const auto rounded = [](double x) { return std::stod(fmt::format("{:.4g}", x)); };
  for (const CaseTiming& c : timings) {
    const DeviceTables known(device);
    const Calibration calibration =
        c.kind.starts_with("memory.") ? memory_calibration(c, known) : calibration_of(c, known);
    if (calibration.amount == 0) continue;
    const double own =
        std::max(c.timing.seconds - calibration.others, kMinOwnShare * c.timing.seconds);
    add_row(device.measured, c.kind,
            {calibration.size, rounded(calibration.amount / own), rounded(c.timing.spread)});
  }
  return device.measured;
}

std::vector<CaseTiming> time_cases(const std::vector<MeasureCase>& cases,
                                   const MeasureSettings& settings) {
  std::vector<std::vector<CaseTiming>> rounds(cases.size());
  size_t done = 0;
  for (int round = 0; round < settings.num_rounds; ++round) {
    for (size_t i = 0; i < cases.size(); ++i) {
      if (settings.on_progress) settings.on_progress(++done, settings.num_rounds * cases.size());
      if (round > 0 && rounds[i].empty()) continue;
      if (std::optional<CaseTiming> timed = time_case(cases[i], settings))
        rounds[i].push_back(std::move(*timed));
    }
  }
  std::vector<CaseTiming> timings;
  for (std::vector<CaseTiming>& each : rounds) {
    if (each.empty()) continue;
    std::ranges::stable_sort(each, is_better, &CaseTiming::timing);
    timings.push_back(std::move(each[settings.with_neighbours ? each.size() / 2 : 0]));
  }
  return timings;
}

core::DeviceType measure_cpu(const MeasureSettings& settings) {
  core::DeviceType type{.name = "cpu", .memory_bytes = core::machine_memory_bytes()};
  const auto rounded = [](double x) { return std::stod(fmt::format("{:.4g}", x)); };
  type.flops_per_second = rounded(core::measure_peak_flops(settings.num_threads, 0.3));
  type.memory_bytes_per_second = rounded(core::measure_copy_bandwidth(settings.num_threads, 0.3));
  type.threads = settings.num_threads;
  type.measured = tables_of(time_cases(measure_cases(settings.num_threads), settings));
  return type;
}

}  // namespace motley::tensor
