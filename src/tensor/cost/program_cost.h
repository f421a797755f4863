// The time of a compiled Program on a device type, kernel by kernel; nothing is run.
//
//   const ProgramCost cost = cost_of(compile(step, {.num_threads = 2}), cluster.device_types[0]);
//   cost.seconds                                 // 0.412
//   by_class(cost)[0]                            // {"product", 51 kernels, 34.1 Gflop, 0.201 s}
//
// A kernel tells the parts of its work (tensor/kernels/kernel_work.h). Where the device has
// measured tables of them:
//
//   seconds = dispatch + sum of parts that do not stream + max(sum of those that do, memory)
//   seconds = dispatch + sum of parts + (memory - memory where all was just touched)
//                                                                      where no part streams
//   memory  = operands and results that the kernel goes through, by how long ago they were touched
//
// Where it has none, the roofline: flops at a share of the published peak or bytes at a share of
// the published bandwidth, whichever takes longer.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/roofline.h"
#include "tensor/compile/compiled_program.h"
#include "tensor/cost/device_tables.h"

namespace motley::tensor {

struct KernelCost {
  std::string op_class;  // "product", "convolution", "attention", "elementwise", ...
  std::string kernel;    // "dot.gemm"
  double flops = 0, bytes = 0;
  double seconds = 0;
  bool measured = false;  // by tables, not by the roofline
};

struct ProgramCost {
  std::vector<KernelCost> kernels;  // beside the compiled steps; bodies count as one turn
  double seconds = 0;
};

ProgramCost cost_of(const CompiledProgram& compiled, const DeviceTables& device,
                    const core::RooflineShares& shares = {});

struct ClassCost {
  std::string op_class;
  int64_t num_kernels = 0;
  double flops = 0, bytes = 0, seconds = 0;
};
std::vector<ClassCost> by_class(const ProgramCost& cost);  // the longest first

}  // namespace motley::tensor
