// At which figures of the cluster a plan's decision would turn: the memory with which a faster
// named strategy would fit, and the rate of the network at which another one would be faster.
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

struct TurningPoint {
  enum class Kind : uint8_t { kMemory, kSlowerNetwork, kFasterNetwork };
  Kind kind = Kind::kMemory;
  std::string strategy, degrees;
  double figure = 0;        // bytes of a device; or the bandwidth, relative to the cluster's
  double step_seconds = 0;  // of that strategy there
};

// `named` are plans of the same step by named strategies. Rates are sought up to 16 times faster
// and slower, by simulation; nothing is said of pipelines.
std::vector<TurningPoint> turning_points(const Plan& plan, const std::vector<Plan>& named);

}  // namespace motley::tensor::planner
