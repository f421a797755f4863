// The ways of a strategy that pins arguments, one by one.
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor::planner {

std::vector<strategy::StrategyChoice> choices_of(const StepOnCluster& on,
                                                 const std::string& strategy);
Plan plan_by_choice(const StepOnCluster& on, const std::string& strategy,
                    const strategy::StrategyChoice& choice);

}  // namespace motley::tensor::planner
