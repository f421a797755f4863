// Pipelines for a profile, or for a model's step through one: those of the literature and our own.
// Those of a step can be run (staged_plan.h).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::planner {

struct PlannedPipelines {
  std::vector<stage::PlannedResult> results;  // ours is last, and knows what the others found
  double search_seconds = 0;                  // of our own
};

struct PipelineOptions {
  std::string strategy = "motley";  // the search, or only this one
  bool alone = false;               // the search without those of the literature
  // With a deadline, those of the literature that search are left out: they cannot be interrupted.
  stage::StageSearchLimits limits = {};
};
PlannedPipelines plan_pipelines(const stage::PlanProblem& problem,
                                const PipelineOptions& options = {});

// The layers of a step with their times, for pipeline planners.
stage::PlanProblem pipeline_problem(const StepOnCluster& on);
// Why no pipeline of this step can be made, or nothing.
std::string no_pipeline_reason(const StepOnCluster& on);

using Deadline = std::optional<std::chrono::steady_clock::time_point>;
// Whatever number of micro-batches up to the batch is best, or that of the step where it is cut in
// time already. Nothing where there is no pipeline, or a batch is one sample. `all`: also those
// that take many simulations as Plans.
std::vector<stage::PlannedResult> pipelines_of_step(const StepOnCluster& on, bool all,
                                                    const Deadline& deadline = {});

}  // namespace motley::tensor::planner
