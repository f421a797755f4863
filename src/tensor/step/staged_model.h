// A model's training step as the stages of a pipeline (tensor/staged).
#pragma once

#include <vector>

#include "tensor/staged/staged_step.h"
#include "tensor/step/model_step.h"

namespace motley::tensor {

// How a step is cut into stages: in time into micro-batches, and along its layers.
struct StageCuts {
  int64_t microbatches = 1;
  std::vector<int> cuts;        // the first layer of every stage but the first
  std::vector<bool> recompute;  // by stage; empty: none

  friend bool operator==(const StageCuts&, const StageCuts&) = default;
};

// The samples of `step` in so many micro-batches. `floats`: in another type, to check numerics. A
// UserError where the samples cannot be cut so, or the layers.
StagedStep staged_step_of(const ModelStep& step, const StageCuts& cuts,
                          std::optional<ElementType> floats = {});

// Layers of the step that stages can be made of.
int num_stage_layers(const ModelStep& step);

// The numbers of micro-batches, powers of two up to `most`, that the samples of the step can be cut
// into; only its own where it was cut already, or where its batch is fixed.
std::vector<int32_t> stage_microbatches(const ModelStep& step, int64_t most);

}  // namespace motley::tensor
