// Measures the engine's kernels on this machine: from the list of cases to a device type with
// tables.
//
//   core::DeviceType cpu = measure_cpu({.num_threads = 2});
//   cpu.flops_per_second                                       // 230e9, multiply-adds from
//   registers cpu.measured[3]      // {"product.nn", {{.size = {16, 16, 16}, .rate = 21e9, .spread
//   = 0.02}, ...}}
//
// Each case is a Program that is compiled and run as any other. Its kernels tell the parts of their
// work; what the parts that are known already take is subtracted from its time, and the rest is
// what the kind that the case is there for takes. A minute or two.
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
  // For kinds with few rows: longer than others keep a core at a time.
  TimingLimits ground = {.fewest_runs = 20, .seconds = 0.05, .most_seconds = 0.5};
  int num_rounds = 3;  // through all cases: what disturbs one round may be gone in the next
  // Other ranks of the job measure on this host at the same time (timing.h).
  bool with_neighbours = false;
  std::function<void(size_t done, size_t all)> on_progress = {};
};

core::DeviceType measure_cpu(const MeasureSettings& settings);

// What was seen of one case: what its kernels say that they do, and how long that took.
struct CaseTiming {
  std::string kind;            // that it teaches
  std::vector<WorkPart> work;  // of all its kernels, dispatch included
  double bytes_read = 0, bytes_written = 0;
  Timing timing;
};

// Cases that are too large are left out, and those whose kernels do nothing of their kind: the
// engine does that otherwise. Each case counts with the best of all rounds, minutes or seconds
// apart; with neighbours, with the middle one.
std::vector<CaseTiming> time_cases(const std::vector<MeasureCase>& cases,
                                   const MeasureSettings& settings);

// One after the other; no clock, no machine.
std::vector<core::MeasuredTable> tables_of(const std::vector<CaseTiming>& timings);

}  // namespace motley::tensor
