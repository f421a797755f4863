// Measures an accelerator through its plugin: a device type with tables, as a probe writes it.
//
//   core::DeviceType gpu = measure_accelerator({.run = {.device = device}});
//   gpu.flops_per_second              // of the best product, at the run's precision
//   gpu.measured                      // product.nn, conv.forward.plain, memory.read, memory.write,
//                                     // launch (a program), dispatch (one more kernel of it),
//                                     // transfer.to_device, transfer.from_device
//
// Runs are begun one after the other and waited for once, so that what counts is how fast the
// device goes on, not how long one run is under way. Some ten seconds where compiling is quick.
#pragma once

#include <functional>

#include "core/cluster/cluster.h"
#include "tensor/run/device_compile.h"

namespace motley::tensor {

struct AcceleratorMeasureSettings {
  DeviceRunSettings run;
  double seconds = 0.05;  // of runs of each case
  bool is_small = false;  // small cases alone: for devices that are none
  std::function<void(size_t done, size_t all)> on_progress = {};
};

core::DeviceType measure_accelerator(const AcceleratorMeasureSettings& settings);

}  // namespace motley::tensor
