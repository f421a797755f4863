// Measures the cpu engine's kernels on this machine: runs the list of cases and builds a device
// type with tables.
//
//   core::DeviceType cpu = measure_cpu({.num_threads = 2});
//   cpu.flops_per_second       // 230e9, multiply-adds from registers
//   cpu.measured[3]            // {"product.nn", {{.size = {16, 16, 16}, .rate = 21e9,
//                              //                  .spread = 0.02}, ...}}
//
// Each case is a Program, compiled and run like any other. Its kernels report their work by kind.
// The predicted time of the kinds already calibrated is subtracted from the measured time; the rest
// is attributed to the kind that the case calibrates. Takes a minute or two.
#pragma once

#include <functional>
#include <string>

#include "core/cluster/cluster.h"
#include "tensor/measure/measure_cases.h"
#include "tensor/measure/timing.h"

namespace motley::tensor {

struct MeasureSettings {
  int num_threads = 1;
  TimingLimits limits = {};
  // For kinds with few rows: longer than a scheduler time slice of other processes.
  TimingLimits few_rows_limits = {.min_runs = 20, .seconds = 0.05, .max_seconds = 0.5};
  int num_rounds = 3;  // through all cases: a disturbance in one round may be gone in the next
  // Other ranks of the job measure on this host at the same time (timing.h).
  bool with_neighbours = false;
  std::function<void(size_t done, size_t all)> on_progress = {};
};

core::DeviceType measure_cpu(const MeasureSettings& settings);

// The timing of one case, and the work its kernels report.
struct CaseTiming {
  std::string kind;            // that it calibrates
  std::vector<WorkPart> work;  // of all its kernels, dispatch included
  double bytes_read = 0, bytes_written = 0;
  Timing timing;
};

// Skips cases that are too large and cases whose kernels do no work of their kind, which the engine
// implements differently. Each case keeps the best of all rounds, which are seconds or minutes
// apart; with neighbours, the median.
std::vector<CaseTiming> time_cases(const std::vector<MeasureCase>& cases,
                                   const MeasureSettings& settings);

// Processes the cases in order; a pure function of the timings.
std::vector<core::MeasuredTable> tables_of(const std::vector<CaseTiming>& timings);

}  // namespace motley::tensor
