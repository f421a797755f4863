// motley.attention and its gradient written out, for compilers that have no such op: the inverse of
// tensor/compile/recognize_attention.h.
//
//   %0:3 = motley.attention(%q, %k, %v)   ->   %0 = dot_general %q, %k; ... exponential ... divide
//                                              ...; %9 = dot_general %8, %v
//
// Where all products of the Program ask for one precision, so do those that are added.
// The gradient makes the scores anew, by the same ops as the attention did: where both stand in one
// Program, a compiler shares them.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program expand_attention(const Program& program);

}  // namespace motley::tensor
