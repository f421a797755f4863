// The Program of a model as its user asks to see it: the loss, with its gradients, or a whole step.
#pragma once

#include <string>

#include "tensor/step/loaded_model.h"

namespace motley::tensor {

struct ShownProgramOptions {
  bool grad = false;      // the loss with the gradients of its parameters
  std::string step = {};  // or the whole training step with this optimizer; empty: not
  bool compiled = false;  // attention fused, as the CPU engine does

  bool is_differentiated() const { return grad || !step.empty(); }
};

// Functions inlined, values renumbered; verified.
Program shown_program(LoadedModel model, const ShownProgramOptions& options);

}  // namespace motley::tensor
