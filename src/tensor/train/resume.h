// The link between a training and its checkpoints.
#pragma once

#include "tensor/train/training.h"

namespace motley::tensor {

// Learning rate and schedule, seed, data and first step: as given, else the checkpoint's, else the
// defaults. A UserError where what is given contradicts the checkpoint.
void set_facts(Training& training, const core::Checkpoint* checkpoint);

// A UserError, with the first tensor that does not match, for a checkpoint of another model.
void check_belongs(Training& training, const core::Checkpoint& checkpoint);

// Fills in parameters and state.
void restore(Training& training, const core::Checkpoint& checkpoint);

// Saves parameters and state as they are after `steps_done` steps, each rank those that it holds. A
// collective; if one rank fails, all throw its UserError.
void write_training_checkpoint(const Training& training, int64_t steps_done);

}  // namespace motley::tensor
