// Plan: how a model's training step runs on a cluster. A list of stages, each on its own devices,
// with the state of every value; a sharded plan has one stage.
//
//   Plan plan = plan_by(on_cluster(step, cluster), "zero-3");
//   plan.stage().devices, plan.stage().sharding      who holds what
//   plan.time.step_seconds                           simulated
//
// A Plan is written to and read from files by plan/file, lowered by tensor/lower and run by
// tensor/train.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/search/search.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/plan/stage/evaluate.h"
#include "tensor/sharding/shard_plan.h"
#include "tensor/step/model_step.h"
#include "tensor/step/staged_model.h"

namespace motley::tensor::planner {

// What is planned: a model's step, and the cluster for it.
struct StepOnCluster {
  ModelStepPtr model_step;
  core::Cluster cluster;     // with the shares of its figures that this step reaches
  std::string cluster_file;  // empty for a cluster that is in no file
  std::vector<std::string> rate_warnings = {};  // number formats priced without a rate of their own

  const TrainStep& step() const { return model_step->step; }
  const Microbatches& microbatches() const { return model_step->microbatches(); }
  const std::string& model() const { return model_step->model.name; }
  const std::string& optimizer() const { return model_step->options.optimizer; }
  std::string cluster_name() const { return cluster.name.empty() ? cluster_file : cluster.name; }
};
StepOnCluster on_cluster(ModelStepPtr step, core::Cluster cluster, std::string cluster_file = "");
// The same cluster with another step.
StepOnCluster with_step(const StepOnCluster& on, ModelStepPtr step);

// The devices of a stage and what they hold.
struct PlanStage {
  std::vector<int> devices;  // of the cluster, by rank of the stage's grid
  shard_cost::GroupCosts costs;
  ShardPlan sharding;  // of a pipeline, only its group
  // Of a pipeline: the samples of a micro-batch along the first axis of the grid, and the states of
  // arguments of the step that are not whole on every device.
  std::vector<int64_t> samples = {};
  std::map<int, Sharding> states = {};
};

// What makes a plan a pipeline: its stages are parts of the step, one after the other.
struct PlanPipeline {
  StageCuts cuts;            // micro-batches, and the first layer of every stage but the first
  std::string schedule;      // its name, or "table" where its lists are given
  schedule::Schedule lists;  // list i is that of the i-th device or group of devices
  stage::PlanTiming timing;  // simulated, from the layers' profile
  double bubble = 0;         // predicted share of all devices' time in which they do not compute
};

struct Plan {
  StepOnCluster on;
  std::string strategy;
  std::string degrees = {};   // of a named strategy that has a choice: "tensor parallel 8, ..."
  std::string found_by = {};  // of the search: the named strategy that won over it; else empty
  std::vector<PlanStage> stages;
  std::optional<PlanPipeline> pipeline = {};
  predict::StepTime time;                      // simulated
  std::vector<std::string> without_rule;       // "12 x stablehlo.sort": replicated on every device
  double seconds = 0;                          // that planning took
  std::optional<search::SearchResult> found;   // of a search: everything else it reports
  std::optional<double> stated_bound_seconds;  // of a plan from a file: the bound that it states
  std::string inapplicable_reason;  // why the strategy does not apply; then the rest is empty

  const PlanStage& stage() const;  // the only one
  int num_ranks() const;
  std::vector<int> devices() const;  // of the cluster, by rank; those of the stages in their order
  bool applies() const { return inapplicable_reason.empty(); }
  bool fits() const { return time.out_of_memory.empty(); }
  // Of any sharded plan of this step on this cluster, where a search has proven one.
  std::optional<double> lower_bound_seconds() const {
    return found ? found->lower_bound_seconds : stated_bound_seconds;
  }
};

// Whether `a` is to be preferred: a plan that fits to one that does not, then the faster one.
bool is_better(const Plan& a, const Plan& b);
// The same; of plans that do not fit, the one that needs the least memory.
bool is_preferable(const Plan& a, const Plan& b);
// The better of what the search found and a named strategy's plan of the same or another step, as
// the search's result.
Plan better_of(Plan searched, const Plan& named);

propagate::ShardingProblem problem_of(const StepOnCluster& on, const DeviceGrid& grid,
                                      const shard_cost::GroupCosts& costs);

// Fills in what follows from the stage: time, and ops without a rule.
void predict_plan(Plan& plan);

// By a named strategy. `is_stopped` is asked between the choices of one that has several.
Plan plan_by(const StepOnCluster& on, const std::string& strategy,
             const std::function<bool()>& is_stopped = {});
// The degrees among which a strategy chooses on this cluster, and its plan at one of them. A
// strategy without a choice has one, the empty text.
std::vector<std::string> degrees_of(const StepOnCluster& on, const std::string& strategy);
Plan plan_by_degrees(const StepOnCluster& on, const std::string& strategy,
                     const std::string& degrees);
// Those that people would have picked, by name; the planner's own is not among them. With
// `closed_form` only those that pin arguments, which takes no search.
std::vector<std::string> sharding_strategies(bool closed_form = false);
// The planner's own: by search.
Plan searched_plan(const StepOnCluster& on, search::SearchSettings settings,
                   std::optional<ValueId> explained = {});

// "4 x core": devices without a share, or nothing.
std::string unused_devices(const Plan& plan);

}  // namespace motley::tensor::planner
