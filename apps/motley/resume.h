// The link between a training and its checkpoints.
#pragma once

#include "apps/motley/training.h"

namespace motley::apps {

// Optimizer, rate, seed and first step: as given, else the checkpoint's, else the defaults. A
// UserError where what is given contradicts the checkpoint.
TrainingFacts training_facts(const TrainSettings& settings, const core::Checkpoint* checkpoint);

// A UserError, with the first tensor that does not fit, for a checkpoint of another model.
void check_belongs(Training& training, const core::Checkpoint& checkpoint);

// Fills parameters and state.
void restore(Training& training, const core::Checkpoint& checkpoint);

}  // namespace motley::apps
