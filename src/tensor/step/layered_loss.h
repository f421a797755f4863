// A loss as its layers: loops over layers written out, parameters that are stacked along a loop as
// arguments of their own. `lax.scan` over stacked layers and the same layers in a Python loop are
// then the same loss, to everything that plans, differentiates, recomputes and runs it.
#pragma once

#include <string>
#include <vector>

#include "tensor/grad/train_step.h"
#include "tensor/import/model.h"
#include "tensor/passes/unroll_loops.h"

namespace motley::tensor {

struct LayeredLoss {
  Program program;
  std::vector<LossArgument> arguments;  // a row of `blocks/w` is named `blocks/w[3]`
  std::vector<ArgumentPart> parts;      // beside the arguments: of the loss as it was
  std::vector<std::string> loops;       // those that stay, in words
};

LayeredLoss layered_loss(const Program& loss, const std::vector<LossArgument>& arguments);

// Says of every argument of the layered loss's step which row of a tensor of the model it is. Their
// `loss_argument` is then a position in the model's own loss.
void name_rows(std::vector<StepArgument>& arguments, const std::vector<ArgumentPart>& parts,
               const Signature& signature);

// The Program with its loops over layers written out, on the same arguments.
Program unrolled(const Program& program);

// The loss and the gradients of these arguments, as loss_and_gradients (grad/reverse.h), through
// the layers. `recognize` is applied to the layers before they are differentiated.
struct LayeredGradient {
  Program program;             // of the arguments of `loss`
  std::vector<int> unreached;  // among `arguments`
};
LayeredGradient layered_gradient(const Program& loss, const std::vector<int>& arguments,
                                 Program (*recognize)(const Program&) = nullptr);

}  // namespace motley::tensor
