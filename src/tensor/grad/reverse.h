// Reverse mode: a Program and the gradient of its first result, as one Program.
//
//   f(x, w) = sum(x * w)                differentiate(f, {1})        g(x, w) = (sum(x * w), x)
//
// The forward ops stand first, unchanged; the backward ops follow, each row's gradient rule applied
// to the ops on the way from the arguments asked for to the first result, last op first. There is
// no tape: what a rule needs of the forward pass, it reads from the values that are there.
#pragma once

#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

struct Gradient {
  Program
      program;  // arguments as before; results as before, then one gradient per argument asked for
  std::vector<int>
      unreached;  // arguments asked for that the result does not depend on: gradient zero
  std::vector<OpId> forward_of;  // for each op of the body: the forward op it is or belongs to
};

// The loss (first result) and one gradient per argument asked for, simplified: no op stands there
// twice or for nothing. What `motley run --grad` runs.
struct LossAndGradients {
  Program program;
  std::vector<int> unreached;
};
LossAndGradients loss_and_gradients(const Program& program, const std::vector<int>& arguments);

// `arguments` are positions. A UserError where the first result is no float scalar, an argument
// is not of a float type, or an op on the way has no gradient (named, with the way).
Gradient differentiate(const Program& program, const std::vector<int>& arguments);

}  // namespace motley::tensor
