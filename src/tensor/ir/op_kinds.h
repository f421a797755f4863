// Kinds of ops: what is known of an op by itself, its loop nest and the rules that follow, is found
// once for all ops of a kind. A step of 48 layers has thousands of ops and some hundred kinds.
#pragma once

#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// By op of the body, kinds numbered as they are met. Two ops are of one kind if code, types and
// attributes are the same and their regions compute the same from the same captured values; of
// constants it does not matter what numbers they hold, only whether all are one number.
std::vector<int> op_kinds(const Program& program);

}  // namespace motley::tensor
