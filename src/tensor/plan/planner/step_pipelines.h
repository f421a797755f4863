// Pipelines for a profile, or for a model's step through one: those of the literature and our own.
// They are planned and simulated; `motley train` does not run them.
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

// Whatever number of micro-batches up to the batch is best. Nothing where a batch is one sample,
// there is one device, or the step is cut in time already; on many devices only pipelines of even
// cuts, the others being searched for for minutes.
std::vector<stage::PlannedResult> pipelines_of_step(const StepOnCluster& on);

}  // namespace motley::tensor::planner
