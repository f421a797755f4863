// Reverse-mode differentiation: a Program and the gradient of its first result, as one Program.
//
//   f(x, w) = sum(x * w)                differentiate(f, {1})        g(x, w) = (sum(x * w), x)
//
// The forward ops come first, unchanged; the backward ops follow: each row's gradient rule applied,
// in reverse order, to the ops between the differentiated arguments and the first result. There is
// no tape: a rule reads forward values directly.
#pragma once

#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

struct Gradient {
  Program program;  // same arguments; same results, then one gradient per differentiated argument
  std::vector<int>
      unreached;  // differentiated arguments that the result does not depend on: gradient zero
  std::vector<OpId> forward_of;  // for each op of the body: the forward op it is or belongs to
  int num_forward_ops = 0;       // the first ops of the body; the others are backward ops
};

// The loss (first result) and one gradient per differentiated argument, simplified: no duplicate or
// dead ops. Used by `motley run --grad`.
struct LossAndGradients {
  Program program;
  std::vector<int> unreached;
};
LossAndGradients loss_and_gradients(const Program& program, const std::vector<int>& arguments);

// `arguments` are positions. A UserError if the first result is not a float scalar, an argument is
// not a float, or an op in between has no gradient (the message names it and the path).
Gradient differentiate(const Program& program, const std::vector<int>& arguments);

}  // namespace motley::tensor
