// Which integers an argument may hold, read off what the Program does with them.
//
//   %0 = gather %table, %tok        %table is 50257x768: tokens lie below 50257
//   %1 = compare EQ, %lab, %iota    %iota counts to 10: labels lie below 10
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

// One limit per argument of the body: the smallest that any use asks for, 0 where none does.
std::vector<int64_t> index_limits(const Program& program);

}  // namespace motley::tensor
