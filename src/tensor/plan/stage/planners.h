// Planners: from a problem to a plan. Those of the literature as published, with what they believe;
// and our own, for which the simulator decides.
//
//   PlannedResult best = plan_motley(problem);
//   best.plan, best.timing.step, best.lower_bound
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tensor/plan/stage/evaluate.h"
#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor {

struct PlannedResult {
  std::string strategy;
  PipelinePlan plan;
  PlanTiming timing;                  // simulated
  std::optional<double> own_seconds;  // the step's time by the planner's own formula
  std::string assumes;                // what that formula takes for granted, one line
  // Of our own search: no plan, in whatever order, ends a step before it; and whether no stages,
  // devices and recomputation are better than the plan's in the orders of all_schedules().
  std::optional<Ticks> lower_bound;
  bool complete = true;
};

// How far plan_motley goes; counted, so that the same problem has the same answer.
struct StageSearchLimits {
  size_t most_down_sets = 1000;
  size_t most_labels = 100'000;   // partial plans kept while all are looked at
  size_t most_tried = 3'000'000;  // and tried
  size_t beam = 64;               // partial plans of each cut that are kept where all are too many
  int64_t most_simulated = 10'000'000;  // passes of a stage and microbatch, for some 0.2 us each
};

// Planners of the literature, faithfully as published; where they say nothing of the order, it is
// the one of their paper. Their plans may not fit: timing.out_of_memory says so.
PlannedResult plan_gpipe(const PlanProblem& problem);      // even cuts, a stage a device, gpipe
PlannedResult plan_1f1b(const PlanProblem& problem);       // the same, 1f1b
PlannedResult plan_pipedream(const PlanProblem& problem);  // least steady-state bottleneck
PlannedResult plan_dapple(const PlanProblem& problem);  // its dynamic programme and pivot formula

// Stages, replicas, placement, microbatches, order and recomputation together; never slower than
// those of the plans `known` that fit. Where none fits, one that comes near, and
// timing.out_of_memory says so.
PlannedResult plan_motley(const PlanProblem& problem, const StageSearchLimits& effort = {},
                          std::span<const PipelinePlan> known = {});

}  // namespace motley::tensor
