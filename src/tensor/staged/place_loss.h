// The ops of a loss on the stages of a pipeline, before it is differentiated.
//
// An op that depends on a parameter and on the batch is on the stage between whose cuts it lies;
// so is a product of the batch with frozen parameters. Cheap ops on the batch alone have no
// stage: each reader computes them. Ops on parameters alone are repeated on every stage that
// reads them, and each stage reads its own copy of a parameter: so the gradients of the copies come
// apart.
//
// A loss with a gradient of its own (JAX's) is placed together with that gradient. An op of it
// belongs to the first stage of those that make what it reads; its sums over all uses of a
// parameter are made by the stage that owns the parameter.
#pragma once

#include <vector>

#include "tensor/grad/train_step.h"

namespace motley::tensor {

inline constexpr int kNoStage = -1;

// A parameter as one stage reads it.
struct ParameterCopy {
  int parameter = 0;  // argument of the loss
  int stage = 0;
  int argument = 0;  // of the placed loss; that of the first stage is the parameter's own
  bool has_gradient = true;
};

struct PlacedLoss {
  Program loss;
  std::vector<int> stages;            // by op; kNoStage
  std::vector<int> ops;               // by op: that of the loss that it is, or is a copy of
  std::vector<ParameterCopy> copies;  // by parameter, then by stage
};

// Stage s + 1 begins at op `begins[s]`. Arguments beyond `arguments` are shared values.
PlacedLoss place_loss(const Program& loss, const std::vector<LossArgument>& arguments,
                      const std::vector<int>& begins);

// The gradient that comes with a loss (ops/gradient_mark_ops.cpp), apart.
bool has_own_gradient(const Program& loss);
// The loss alone, as a value of the same ops.
Program without_own_gradient(const Program& loss);
// Results: the loss, new state, and the gradient of the first copy of each parameter.
struct PlacedOwnGradient {
  PlacedLoss placed;
  std::vector<bool> is_backward;  // by op
};
PlacedOwnGradient place_own_gradient(const Program& loss,
                                     const std::vector<LossArgument>& arguments,
                                     const std::vector<int>& begins);

}  // namespace motley::tensor
