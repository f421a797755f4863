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
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program with_bf16_products(Program program);

// Whether the Program has products outside of attention, all of them bfloat16.
bool has_bf16_products(const Program& program);

}  // namespace motley::tensor
