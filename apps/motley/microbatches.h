// A step cut into micro-batches: the model's batch several times over, one after the other, with
// one update by the mean of their gradients.
#pragma once

#include <cstdint>

#include "tensor/grad/train_step.h"

namespace motley::apps {

// How a step is cut in time.
struct Microbatches {
  int64_t count = 1;
  bool recompute = false;  // insides of layers again in the backward pass, instead of kept
  bool cross_sample =
      false;  // samples that depend on one another then do so within a micro-batch only
};

// The values that all micro-batches of this loss share. A UserError that names those by which
// samples depend on one another otherwise (batch statistics, places in a queue), unless they may:
// cut into micro-batches, such a step is another one.
std::vector<tensor::SharedValue> shared_values(const Microbatches& microbatches,
                                               const tensor::Program& loss,
                                               const std::vector<tensor::LossArgument>& arguments);

}  // namespace motley::apps
