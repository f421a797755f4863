// Values by which the samples of a batch interact.
#pragma once

#include <optional>
#include <vector>

#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor::propagate {

// A value by which samples interact before the loss: computed from shards that had to be gathered
// or reduced, such as batch statistics and positions in a queue.
struct CrossSampleValue {
  ValueId value;
  std::optional<Reducer> reducer;  // that combines its parts; empty if it had to be gathered
};

// With any of these, splitting the step into micro-batches changes its result. `plan` has the batch
// sharded on axis 0. In program order; empty if samples interact only in sums in which the loss is
// linear.
std::vector<CrossSampleValue> cross_sample_values(const ShardingProblem& problem,
                                                  const ShardPlan& plan);

}  // namespace motley::tensor::propagate
