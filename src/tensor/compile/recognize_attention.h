// Attention that a Program writes out becomes one op, motley.attention (tensor/ir/attention.h), so
// that its gradient makes the scores anew instead of keeping them:
//
//   %2 = dot_general %q, %k; %3 = multiply %2, 0.125; ... exponential ... divide ...
//   %9 = dot_general %8, %v; %10 = transpose %9
//   ->   %0:2 = motley.attention(%q, %k, %v) {scale = 0.125, ...}
//
// To be run before differentiation. Exact: whatever is not attention_pattern.h's pattern, or whose
// scores are used elsewhere, stays as it is. Bodies of loops and branches are not looked into.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program recognize_attention(const Program& program);

}  // namespace motley::tensor
