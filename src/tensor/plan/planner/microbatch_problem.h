// The layers of a step with the times that they have in micro-batches.
#pragma once

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor::planner {

// As pipeline_problem (step_pipelines.h), with the times of a micro-batch of the step cut into so
// many: small ones are less efficient than their share of the whole.
stage::PlanProblem microbatch_problem(const StepOnCluster& on, int64_t microbatches);

}  // namespace motley::tensor::planner
