// A training step as a Profile, the input of pipeline planners: its layers, cut where few values
// cross, with their times on one device type.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/profile/profile.h"

namespace motley::tensor::predict {

// `batch` is the number of samples of the step.
Profile step_profile(const TrainStep& step, int64_t batch, const core::DeviceType& type);

}  // namespace motley::tensor::predict
