// A step cut into micro-batches: the model's batch several times over, one after the other, with
// one update by the mean of their gradients.
#pragma once

#include <cstdint>

#include "tensor/grad/train_step.h"

namespace motley::apps {

struct Microbatches {
  int64_t count = 1;
  bool may_mix = false;  // samples that depend on one another then do so within a micro-batch only
};

// A UserError that names the values by which samples of a batch depend on one another (batch
// statistics, places in a queue): cut into micro-batches, such a step is another one. `step` is
// that of one batch.
void check_microbatches(const Microbatches& microbatches, const tensor::TrainStep& step);

}  // namespace motley::apps
