// What an evaluation reports of a model that has a loss for it (eval.mlir): without dropout, with
// the running statistics of batch norm.
#pragma once

#include "tensor/step/model_step.h"

namespace motley::tensor {

// The mean of that loss over the micro-batches of a step, as a Program of the step's arguments.
// Of masked means it is the mean of those of the micro-batches.
Program evaluation_program(const ModelStep& step);

// What the user may not expect of an evaluation of this step; empty if there is nothing.
std::string evaluation_note(const ModelStep& step);

}  // namespace motley::tensor
