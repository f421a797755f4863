// Mixed precision: matrix products and convolutions of float32 computed in bfloat16, everything
// else as before. Serves any Program, imported gradients too.
//
//   %2 = dot_general %0, %1 : f32      ->      %3 = convert %0 : bf16
//                                              %4 = convert %1 : bf16
//                                              %5 = dot_general %3, %4 : bf16     (sums in f32)
//                                              %2 = convert %5 : f32
//
// Parameters, optimizer state, normalizations, softmax and all other reductions stay float32. A
// value is converted once for all products that read it, and compilers fuse conversions with the
// ops around them. Values keep their ids. Attention that is one op keeps float32 inside; expanded
// (expand_attention.h), its products become bfloat16 as well.
//
// A matrix product that no other product follows keeps the float32 of its sum. In a training step
// these are the gradients of parameters, which are then added up over ranks and micro-batches in
// float32:
//
//   %2 = dot_general %0, %1 : f32      ->      %2 = dot_general %3, %4 : (bf16, bf16) -> f32
//
// With `bf16_results` they are bfloat16 like the others, and a plan may send them so: half the
// bytes, still accumulated in float32 (core/collective/algorithm/reduce.h).
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program with_bf16_products(Program program, bool bf16_results = false);

// Whether the Program has products outside of attention, all of them bfloat16.
bool has_bf16_products(const Program& program);

}  // namespace motley::tensor
