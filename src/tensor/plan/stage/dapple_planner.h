// DAPPLE's planner as its paper tells it, with the parts that plan_dapple (planners.h) is made of.
//
//   dapple_latency(problem, plan)                   what its formula says of any plan
//   dapple_search(problem, {.microbatches = 32})    the plan that its search ends with
//
// It sees layers in the profile's order (layer_cuts.h), and devices that are all as fast as the
// first one. A transfer takes all of a microbatch's bytes over the slowest link between two stages;
// an all-reduce is a ring at the pace of the slowest link, after a stage's last backward. Latencies
// of links and memory do not exist. Where its placements lead to too many sets of devices, as with
// more than two hosts of 8, devices are given out in the order of the cluster: that is not in the
// paper, whose planner was meant for 16.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor {

// A plan whose stages are ranges of layers, one behind the other.
Ticks dapple_latency(const PlanProblem& problem, const PipelinePlan& plan);

// The longest transfer of a microbatch over the longest turn, forward and backward, of a stage.
double activation_communication_ratio(const PlanProblem& problem, const PipelinePlan& plan);

struct DappleSearch {
  int32_t microbatches = 1;
  // Of a stage. The paper's figures come from slices of at least the profile's batch for each
  // device: M microbatches then allow batch / (M profile.batch) replicas.
  int32_t most_replicas = std::numeric_limits<int32_t>::max();
};
struct DappleAnswer {
  PipelinePlan plan;
  Ticks latency = 0;
};
// Nothing where no plan of its space has so few replicas.
std::optional<DappleAnswer> dapple_search(const PlanProblem& problem, const DappleSearch& search);

}  // namespace motley::tensor
