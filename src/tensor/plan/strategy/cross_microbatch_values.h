// What cross_values the micro-batches of a step together: values to which all samples contribute.
//
//   loss = sum(w * l) / sum(w)      sum(w) depends on the batch alone: it can be known for all
//                                   micro-batches before the first of them begins
//   (x - mean(x)) / ..              mean(x) depends on parameters: each micro-batch would have its
//                                   own, and the step would be another one
#pragma once

#include <vector>

#include "tensor/grad/train_step.h"

namespace motley::tensor::strategy {

struct CrossMicrobatchValues {
  std::vector<SharedValue> shared;
  std::vector<ValueId> cross_sample;  // values of the loss Program that cannot be shared
};

// `loss` is that of one micro-batch. Nothing where it has no batch dimension.
CrossMicrobatchValues cross_microbatch_values(const Program& loss,
                                              const std::vector<LossArgument>& arguments);

}  // namespace motley::tensor::strategy
