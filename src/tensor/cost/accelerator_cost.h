// Predicts the time of a Program on an accelerator, whose kernels are those of its own compiler:
// the kernels that ours fuses a Program into stand for them.
//
//   seconds of a kernel = launch + max(flops at the rate reached, bytes at the bandwidth reached)
//
// The rate that a product reaches comes from the type's tables (`product.nn`, `product.nn.bf16`, by
// the extents m, n, k), measured by us or by a probe. Without tables it is a fixed share of the
// published rate of its number format once the device is full, and filling it takes a few
// microseconds:
//
//   seconds = flops / (share x published rate) + ramp
#pragma once

#include "tensor/cost/program_cost.h"

namespace motley::tensor {

// `compiled` has no attention ops: other compilers have none.
ProgramCost accelerator_cost(const CompiledProgram& compiled, const DeviceTables& device);

// Seconds from one kernel to the next, with almost no work in them.
double accelerator_launch(const DeviceTables& device);

}  // namespace motley::tensor
