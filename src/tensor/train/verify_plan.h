// Checks that a plan computes what one device computes, on in-process ranks.
#pragma once

#include <string>

#include "tensor/plan/planner/plan.h"
#include "tensor/run/open_device.h"
#include "tensor/run/verify.h"

namespace motley::tensor {

// Runs one step of the plan and of a single device: on `reference` in float64 with a tolerance of
// 1e-6, on `cpu` in the step's own types with 1e-4. `inputs`: a file with parameters and batch;
// empty: the model's own, or random ones.
VerifyResult verify_plan(const planner::Plan& plan, const std::string& inputs,
                         const DeviceSettings& device);

}  // namespace motley::tensor
