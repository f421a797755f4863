// Replaces attention written out in primitive ops by one op, motley.attention
// (tensor/ir/attention.h), so that its gradient recomputes the scores instead of keeping them:
//
//   %2 = dot_general %q, %k; %3 = multiply %2, 0.125; ... exponential ... divide ...
//   %9 = dot_general %8, %v; %10 = transpose %9
//   ->   %0:2 = motley.attention(%q, %k, %v) {scale = 0.125, ...}
//
// To be run before differentiation. Exact: anything that does not match attention_pattern.h, or
// whose scores have other uses, is unchanged. Bodies of loops and branches are not searched.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program recognize_attention(const Program& program);

}  // namespace motley::tensor
