// Pipelines for a profile, or for a model's step through one: those of the literature and our own.
// Those of a step can be run (staged_plan.h).
#pragma once

#include <vector>

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::planner {

struct PlannedPipelines {
  std::vector<stage::PlannedResult> results;  // ours is last, and knows what the others found
  double search_seconds = 0;                  // of our own
};

PlannedPipelines plan_pipelines(const stage::PlanProblem& problem,
                                const stage::StageSearchLimits& effort = {});

// The layers of a step with their times, for pipeline planners.
stage::PlanProblem pipeline_problem(const StepOnCluster& on);
// Why no pipeline of this step can be made, or nothing.
std::string no_pipeline_reason(const StepOnCluster& on);

// Whatever number of micro-batches up to the batch is best, or that of the step where it is cut in
// time already. Nothing where there is no pipeline, or a batch is one sample; on many devices only
// pipelines of even cuts, the others being searched for for minutes.
std::vector<stage::PlannedResult> pipelines_of_step(const StepOnCluster& on);

}  // namespace motley::tensor::planner
