// Running: programs on one device, plans on in-process ranks.
#pragma once

#include "motley/plan.h"
#include "tensor/run/open_device.h"
#include "tensor/train/verify_plan.h"

namespace motley {

using tensor::DeviceKind;
using tensor::DeviceSettings;
using tensor::verify_plan;
using tensor::VerifyResult;

}  // namespace motley
