// Planners: from a problem to a plan. Published planners with their own predictions, and ours, for
// which the simulator decides.
//
//   PlannedResult best = plan_motley(problem);
//   best.plan, best.timing.step, best.lower_bound
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tensor/plan/stage/evaluate.h"
#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor::stage {

struct PlannedResult {
  std::string strategy;
  // Where stages are more than replicas, which has no place in `plan`: "tensor parallel 8, ...".
  // Each device of `plan` then stands for `tensor` consecutive ones of the cluster.
  std::string degrees = {};
  int32_t tensor = 1;
  bool shards_stages = false;  // as a Plan, its stages are sharded in the best way that is found
  PipelinePlan plan;
  PlanTiming timing;  // simulated, from the profile's layers
  // Of a step's pipeline: from the lists of its ranks, where these were simulated.
  std::optional<double> listed_seconds = {};
  bool listed_fits = false;
  std::optional<double> own_seconds;  // the planner's own prediction of the step time
  std::string assumes;                // the assumptions of that prediction, one line
  // Of our own search: a lower bound on the step of all plans and schedules; and whether no stages,
  // devices and recomputation beat the plan under the schedules of all_schedules().
  std::optional<schedule::Ticks> lower_bound;
  bool complete = true;
};

// Effort limits of plan_motley; counted, not timed, so that results are reproducible without a
// deadline.
struct StageSearchLimits {
  size_t most_down_sets = 1000;
  size_t most_labels = 100'000;   // partial plans kept in an exhaustive search
  size_t most_tried = 3'000'000;  // and tried
  size_t beam = 64;               // partial plans kept per cut if an exhaustive search is too large
  int64_t most_simulated = 10'000'000;  // actions (stage, micro-batch), about 0.2 us each
  // When the search ends with the best plan so far; the plan then depends on the machine.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

// Published planners; where a paper leaves the schedule open, the one used in it. Their plans may
// not fit: see timing.out_of_memory.
PlannedResult plan_gpipe(const PlanProblem& problem);      // even cuts and replicas, gpipe
PlannedResult plan_1f1b(const PlanProblem& problem);       // the same, 1f1b
PlannedResult plan_pipedream(const PlanProblem& problem);  // minimizes the steady-state bottleneck
PlannedResult plan_dapple(const PlanProblem& problem);     // its dynamic program and pivot formula

// Even cuts, and so many replicas of each stage on consecutive devices.
PipelinePlan even_pipeline(const PlanProblem& problem, int32_t stages, int32_t replicas);

// Optimizes stages, replicas, placement, micro-batches, schedule and recomputation jointly; never
// slower than those of the `known` plans that fit. If none fits, returns one that is close, with
// timing.out_of_memory set.
PlannedResult plan_motley(const PlanProblem& problem, const StageSearchLimits& effort = {},
                          std::span<const PipelinePlan> known = {});

}  // namespace motley::tensor::stage
