// Plans that are pipelines: from what a stage planner found, or a user wrote, to a Plan that runs.
#pragma once

#include <string>
#include <vector>

#include "tensor/pipeline/grouped_step.h"
#include "tensor/pipeline/pipeline_program.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/strategy/strategy_table.h"

namespace motley::tensor::planner {

// The name of a schedule whose lists are given.
inline constexpr const char* kTableSchedule = "table";

// By a strategy that plans pipelines. inapplicable_reason says why there is none.
Plan staged_plan_by(const StepOnCluster& on, const strategy::Strategy& named);

// What a planner found, as a Plan. `problem` is that of the step (step_pipelines.h).
Plan staged_plan(const StepOnCluster& on, const stage::PlanProblem& problem,
                 const stage::PlannedResult& found);

// How a pipeline is written by hand: the rest follows.
struct StageDescription {
  int first_layer = 0;
  std::vector<int> devices;
  bool recompute = false;
  std::vector<int64_t> samples;  // of a micro-batch; empty: by the devices' speeds
};
struct PipelineDescription {
  int64_t microbatches = 1;
  std::string schedule = "1f1b";  // a name of `motley schedule --list`, or "best"
  std::string table;              // its lists as an action table, where they are given
  std::vector<StageDescription> stages;
};
// A UserError for what cannot run: cuts that are none, a schedule that deadlocks or is for other
// stages, devices in two groups at once.
Plan described_plan(const StepOnCluster& on, const PipelineDescription& description,
                    const std::string& strategy);

// Fills in the times of a pipeline.
void predict_pipeline(Plan& plan);

// The lists of all ranks of a pipeline.
struct PipelineOfPlan {
  StagedStep step;
  PipelineLayout layout;
  std::vector<PipelineProgram> programs;  // by group of ranks
  std::vector<int> group_of_rank;

  const PipelineProgram& program_of(int rank) const { return programs[group_of_rank[rank]]; }
};
PipelineOfPlan pipeline_of(const Plan& plan, std::optional<ElementType> floats = {});

// Whether what a planner found for a step can be run.
bool can_run(const StepOnCluster& on, const stage::PlannedResult& found);
// Why this plan cannot be run, or nothing.
std::string cannot_run_reason(const Plan& plan);

}  // namespace motley::tensor::planner
