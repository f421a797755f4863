// Measures the engine's kernels on this machine: from the list of cases to a device type with tables.
//
//   core::DeviceType cpu = measure_cpu({.num_threads = 2});
//   cpu.flops_per_second                                       // 230e9, multiply-adds from registers
//   cpu.measured[3]      // {"product.nn", {{.size = {16, 16, 16}, .rate = 21e9, .spread = 0.02}, ...}}
//
// Each case is a Program that is compiled and run as any other. Its kernels tell the parts of their
// work; what the parts that are known already take is subtracted from its time, and the rest is what
// the kind that the case is there for takes. A minute or two.
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
  std::function<void(size_t done, size_t all)> on_progress = {};
};

core::DeviceType measure_cpu(const MeasureSettings& settings);

// The tables alone, of any list. A case whose kernels do nothing of its kind has no row: the engine
// does that otherwise.
std::vector<core::MeasuredTable> measure(const std::vector<MeasureCase>& cases,
                                         const MeasureSettings& settings);

}  // namespace motley::tensor
