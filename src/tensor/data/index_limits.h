// The range of an integer argument, inferred from its uses in the Program.
//
//   %0 = gather %table, %tok        %table is 50257x768: tokens are below 50257
//   %1 = compare EQ, %lab, %iota    %iota counts to 10: labels are below 10
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

// One limit per argument of the body: the smallest that any use implies, 0 if none does.
std::vector<int64_t> index_limits(const Program& program);

}  // namespace motley::tensor
