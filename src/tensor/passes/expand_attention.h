// motley.attention and its gradient expanded into primitive ops, for compilers without such an op:
// the inverse of tensor/compile/recognize_attention.h.
//
//   %0:3 = motley.attention(%q, %k, %v)   ->   %0 = dot_general %q, %k; ... exponential ... divide
//                                              ...; %9 = dot_general %8, %v
//
// If all products of the Program have one precision, or all are bfloat16, so do the added ones.
// The gradient recomputes the scores by the same ops as the attention: if both are in one Program,
// a compiler can share them (CSE).
#pragma once

#include <functional>

#include "tensor/ir/op_row.h"

namespace motley::tensor {

// `keep`: ops that stay as they are; by default none.
Program expand_attention(const Program& program,
                         const std::function<bool(const OpView&)>& keep = {});

}  // namespace motley::tensor
