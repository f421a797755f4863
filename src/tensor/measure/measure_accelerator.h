// Measures an accelerator through its plugin: a device type with tables, as `motley probe` writes
// it.
//
//   core::DeviceType gpu = measure_accelerator({.run = {.device = device}});
//   gpu.flops_per_second              // of the best float32 product
//   gpu.product_rates                 // of the best products in tf32 and bf16
//   gpu.measured                      // product.nn (float32 at the run's precision, by default
//                                     // tf32), product.nn.f32, product.nn.bf16,
//                                     // conv.forward.plain, memory.read, memory.write,
//                                     // launch (a program), dispatch (one more kernel of it),
//                                     // transfer.to_device, transfer.from_device
//
// Runs are enqueued back to back and waited for once, so that throughput is measured, not the
// latency of one run. About ten seconds if compilation is fast.
#pragma once

#include <functional>

#include "core/cluster/cluster.h"
#include "tensor/run/device_compile.h"

namespace motley::tensor {

struct AcceleratorMeasureSettings {
  DeviceRunSettings run;
  double seconds = 0.05;  // of runs per case
  bool is_small = false;  // small cases only: for test devices
  std::function<void(size_t done, size_t all)> on_progress = {};
};

core::DeviceType measure_accelerator(const AcceleratorMeasureSettings& settings);

}  // namespace motley::tensor
