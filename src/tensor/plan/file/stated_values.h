// The values of a step that a Plan file gives a state.
#pragma once

#include <vector>

#include "tensor/plan/propagate/sharding_problem.h"

namespace motley::tensor::planner {

// The arguments, and results of the body's ops that are not rematerialized.
std::vector<ValueId> stated_values(const propagate::ShardingProblem& problem);

}  // namespace motley::tensor::planner
