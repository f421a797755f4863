// What the transformer and the convolutional net share: build the loss, print it, differentiate it,
// and take steps down the gradient on the reference interpreter.
#pragma once

#include <functional>
#include <string>

#include "tensor/models/params.h"

namespace examples {

struct TrainSettings {
  int steps;
  double rate;    // of a step down the gradient
  int64_t limit;  // integers of the batch are i mod limit
};

// Gives 0 where the loss was at least halved, as a program's exit status.
int train(const std::string& name,
          const std::function<motley::tensor::Expr(const motley::tensor::Params&)>& loss,
          const TrainSettings& settings);

}  // namespace examples
