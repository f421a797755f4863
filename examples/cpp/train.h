// What the transformer and the convolutional net share: build the loss, print it, make the training
// step of it, and run that on the reference interpreter.
#pragma once

#include <functional>
#include <string>

#include "tensor/models/params.h"

namespace examples {

struct TrainSettings {
  int steps;
  double rate;    // learning rate, with momentum 0.9
  int64_t limit;  // integers of the batch are i mod limit
};

// Gives 0 where the loss was at least halved, as a program's exit status.
int train(const std::string& name,
          const std::function<motley::tensor::Expr(const motley::tensor::Params&)>& loss,
          const TrainSettings& settings);

}  // namespace examples
