// A staged step as a Profile, the input of pipeline planners: each of its stages is a layer, with
// the times of its phases on one device type. Cut at every layer, it is the profile of a model.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/profile/profile.h"
#include "tensor/staged/staged_step.h"

namespace motley::tensor::predict {

// `batch` is the number of samples of a micro-batch of `step`.
Profile staged_profile(const StagedStep& step, int64_t batch, const core::DeviceType& type);

// Of the optimizer: all parameters on one device.
double update_seconds(const StagedStep& step, const core::DeviceType& type);

}  // namespace motley::tensor::predict
