// Values by which the samples of a batch depend on one another.
#pragma once

#include <optional>
#include <vector>

#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor::propagate {

// A value by which samples of a batch depend on one another before the loss: made from shards that
// had to be gathered or added up on the way, as batch statistics and positions in a queue are.
struct CrossSampleValue {
  ValueId value;
  std::optional<Reducer> reducer;  // that makes it of its parts; none where it had to be gathered
};

// A step with any of these is another one when it is cut into micro-batches. `plan` has the batch
// cut on axis 0. In the order of the Program; none where samples meet in sums alone that the loss
// is linear in.
std::vector<CrossSampleValue> cross_sample_values(const ShardingProblem& problem,
                                                  const ShardPlan& plan);

}  // namespace motley::tensor::propagate
