// Kinds of ops. Properties that do not depend on an op's place in the Program (its loop nest and
// the rules derived from it) are computed once per kind. A step of 48 layers has thousands of ops
// and some hundred kinds.
#pragma once

#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// The kind of each op of the body, numbered in order of first occurrence. Two ops are of one kind
// if code, types and attributes are equal and their regions compute the same from the same captured
// values. For constants the values do not matter, only whether they are a splat.
std::vector<int> op_kinds(const Program& program);

}  // namespace motley::tensor
