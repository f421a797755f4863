// The marks of a loss for differentiation (tensor/ir/ops/gradient_mark_ops.cpp): found and removed.
#pragma once

#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// The Program without marks, and without what only they used. After differentiation, and wherever
// there will be none:
//   %1 = motley.stop_gradient(%0); %2 = add %1, %x   ->   %2 = add %0, %x
Program strip_gradient_marks(const Program& program);
// The same, with what only they used; `kept` are the ops of the body that are left.
Program bypass_gradient_marks(const Program& program, std::vector<int>& kept);

// The loss, whose gradient by argument i of its parameters is result i + 1 of `gradient`: a Program
// with the same arguments that returns the loss, these gradients, and then more results, which are
// kept. Differentiated, it gives the gradients of `gradient`.
//   (loss, gradients.., more..)   ->   (motley.with_gradient(loss, params.., gradients..), more..)
Program loss_with_gradient(const Program& gradient, const std::vector<int>& params);

bool has_op(const Program& program, OpCode code);  // in the body or a nested region

}  // namespace motley::tensor
