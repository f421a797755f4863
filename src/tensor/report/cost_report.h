// The predicted cost of a model, as `motley cost` prints it.
#pragma once

#include <string>
#include <vector>

#include "tensor/model_run/model_cost.h"

namespace motley::tensor {

// A table of times and one of memory for each device type.
std::string cost_report(const std::vector<DeviceTypeCost>& costs);
std::string cost_report_json(const std::string& model, const std::vector<DeviceTypeCost>& costs);

}  // namespace motley::tensor
