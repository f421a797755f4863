// Predicts the time of a compiled Program on a device type, kernel by kernel; nothing is run.
//
//   const ProgramCost cost = cost_of(compile(step, {.num_threads = 2}), cluster.device_types[0]);
//   cost.seconds                                 // 0.412
//   by_class(cost)[0]                            // {"product", 51 kernels, 34.1 Gflop, 0.201 s}
//
// A kernel reports the parts of its work (tensor/kernels/kernel_work.h). If the device has measured
// tables for them:
//
//   seconds = dispatch + sum of non-streaming parts + max(sum of streaming parts, memory)
//   seconds = dispatch + sum of parts + (memory - memory if all operands were in cache)
//                                                                      if no part streams
//   memory  = the operands and results the kernel touches, priced by their reuse distance
//
// Otherwise the roofline model: flops at a fraction of the peak published for their number format
// or bytes at a fraction of the published bandwidth, whichever takes longer, and the start of a
// kernel. Accelerators run kernels of other compilers: accelerator_cost.h.
#pragma once

#include <functional>
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
  double peak_seconds = 0;  // of the flops at the rate published for their number format
  bool measured = false;    // from tables, not the roofline model
};

// The class of a kernel by its name: "dot.gemm" is a "product".
std::string op_class_of(const std::string& kernel);

// The start of a kernel, assumed where nothing was measured.
inline constexpr double kKernelStart = 1e-6;

struct ProgramCost {
  std::vector<KernelCost> kernels;  // parallel to the compiled steps
  double seconds = 0;
};

ProgramCost cost_of(const CompiledProgram& compiled, const DeviceTables& device,
                    const core::RooflineShares& shares = {});

// An update of a slice that is not written in place copies the rest, too.
bool copies_whole_operand(const CompiledProgram& compiled, const KernelStep& step);

// The cost of a loop or branch from those of its bodies: all turns of a loop, one turn where their
// number is not known; the slowest branch.
KernelCost cost_with_bodies(const CompiledProgram& compiled, const KernelStep& step,
                            const std::function<ProgramCost(const CompiledProgram&)>& cost_of_body);

struct ClassCost {
  std::string op_class;
  int64_t num_kernels = 0;
  double flops = 0, bytes = 0, seconds = 0, peak_seconds = 0;
};
std::vector<ClassCost> by_class(const ProgramCost& cost);  // longest first

}  // namespace motley::tensor
