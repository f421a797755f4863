// Values that couple the micro-batches of a step: all samples contribute to them.
//
//   loss = sum(w * l) / sum(w)      sum(w) depends on the batch only: it can be computed for all
//                                   micro-batches before the first one
//   (x - mean(x)) / ..              mean(x) depends on parameters: each micro-batch would have its
//                                   own, and the step would compute something else
#pragma once

#include <vector>

#include "tensor/grad/train_step.h"

namespace motley::tensor::strategy {

struct CrossMicrobatchValues {
  std::vector<SharedValue> shared;
  std::vector<ValueId> cross_sample;  // values of the loss Program that cannot be shared
};

// `loss` is that of one micro-batch. Empty if it has no batch dimension. Of a micro-batch of one
// sample, the sums over its leading dimension of extent 1 are those over samples.
CrossMicrobatchValues cross_microbatch_values(const Program& loss,
                                              const std::vector<LossArgument>& arguments);

}  // namespace motley::tensor::strategy
