// Ops of a plan that could not be sharded.
#pragma once

#include <vector>

#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor::propagate {

// Ops that run replicated on an axis for want of a rule: their operands are sharded there and none
// of their rules accepts these states, or they have no rule but to replicate. Body indices,
// ascending.
std::vector<int> ops_without_rule(const ShardingProblem& problem, const ShardPlan& plan);

}  // namespace motley::tensor::propagate
