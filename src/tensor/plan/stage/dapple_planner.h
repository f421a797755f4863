// DAPPLE's planner as in its paper; the building blocks of plan_dapple (planners.h).
//
//   dapple_latency(problem, plan)                   its formula for any plan
//   dapple_search(problem, {.microbatches = 32})    the plan found by its search
//
// It sees layers in the profile's order (layer_cuts.h) and assumes all devices as fast as the
// first. A transfer moves all bytes of a micro-batch over the slowest link between two stages; an
// all-reduce is a ring at the speed of the slowest link, after a stage's last backward. Link
// latencies and memory are ignored. If its placements lead to too many device sets, as with more
// than two hosts of 8, devices are assigned in cluster order: that is not in the paper, whose
// planner targeted 16.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor::stage {

// For a plan whose stages are consecutive ranges of layers.
schedule::Ticks dapple_latency(const PlanProblem& problem, const PipelinePlan& plan);

// The longest transfer of a micro-batch over the longest forward plus backward time of a stage.
double activation_communication_ratio(const PlanProblem& problem, const PipelinePlan& plan);

struct DappleSearch {
  int32_t microbatches = 1;
  // Of a stage. The paper's figures assume at least the profile's batch per device: M micro-batches
  // then allow batch / (M profile.batch) replicas.
  int32_t most_replicas = std::numeric_limits<int32_t>::max();
};
struct DappleAnswer {
  PipelinePlan plan;
  schedule::Ticks latency = 0;
};
// Empty if no plan in its search space has so few replicas.
std::optional<DappleAnswer> dapple_search(const PlanProblem& problem, const DappleSearch& search);

}  // namespace motley::tensor::stage
