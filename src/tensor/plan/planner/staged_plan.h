// Plans that are pipelines: from what a stage planner found, or a user wrote, to a Plan that runs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensor/pipeline/grouped_step.h"
#include "tensor/pipeline/pipeline_program.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/plan/planner/priced_stages.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/strategy/strategy_table.h"

namespace motley::tensor::planner {

// The name of a schedule whose lists are given.
inline constexpr const char* kTableSchedule = "table";

// By a strategy that plans pipelines. inapplicable_reason says why there is none.
Plan staged_plan_by(const StepOnCluster& on, const strategy::Strategy& named);

// A pipeline of sharded stages: tensor-parallel ones, at the best degrees or at those behind the
// strategy's name; or equal meshes, each in its best way.
Plan sharded_pipeline_by(const StepOnCluster& on, const std::string& strategy);

// What a planner found, as a Plan. `problem` is that of the step (step_pipelines.h).
Plan staged_plan(const StepOnCluster& on, const stage::PlanProblem& problem,
                 const stage::PlannedResult& found);

// How a pipeline is written by hand: the rest follows.
struct StageDescription {
  int first_layer = 0;
  std::vector<int> devices;
  bool recompute = false;
  std::vector<int64_t> samples;  // of a micro-batch; empty: by the devices' speeds
  // Rows and columns of devices: samples are shared along the first axis. Empty: a row.
  std::vector<int> grid;
  std::map<std::string, std::string> arguments;  // states by name: "S(0)", of a parameter, say
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
                    const std::string& strategy, bool predict = true);

// A pipeline as stage planners write it.
stage::PipelinePlan plan_of_layers(const Plan& plan, int num_layers);

// Fills in the times of a pipeline. False if it cannot be run.
bool predict_pipeline(Plan& plan);

// The lists of all ranks of a pipeline.
struct PipelineOfPlan {
  std::shared_ptr<const StagedStep> step;
  PipelineLayout layout;
  std::vector<PipelineProgram> programs;  // by group of ranks
  std::vector<int> group_of_rank;
  // What was found out about the stages by pricing them, for all plans that cut the step alike.
  std::shared_ptr<PricedStages> priced;

  const PipelineProgram& program_of(int rank) const { return programs[group_of_rank[rank]]; }
  // Under another schedule of the same stages.
  std::vector<PipelineProgram> programs_of(const schedule::Schedule& lists) const;
};
PipelineOfPlan pipeline_of(const Plan& plan, std::optional<ElementType> floats = {});

// What the stage planners find for a step (pipelines_of_step) as Plans; those that run have the
// times of their lists, and the stages of the planner's own are sharded as is best.
std::vector<Plan> pipeline_plans(const StepOnCluster& on,
                                 const std::vector<stage::PlannedResult>& found, const Plan& beside,
                                 const std::function<bool()>& is_stopped = {});
// The best pipeline that runs, fits and is predicted to be faster than a plan, if there is one.
// Those that were simulated have the time of their lists then.
std::optional<Plan> faster_pipeline(const StepOnCluster& on,
                                    std::vector<stage::PlannedResult>& found, const Plan& than,
                                    const std::function<bool()>& is_stopped);

// "(0-2)@2 | (2-4)@1 recomputed": layers and devices of each stage.
std::string stages_words(const Plan& plan);
// Whether what a planner found for a step can be run.
bool can_run(const StepOnCluster& on, const stage::PlannedResult& found);
// Why this plan cannot be run, or nothing.
std::string cannot_run_reason(const Plan& plan);

}  // namespace motley::tensor::planner
