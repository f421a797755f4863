// plan(): from a model's step and a cluster to the best plan that was simulated.
//
//   const auto step = build_step(load_model("gpt:batch=64"), {});
//   const PlanResult result = plan(step, core::read_cluster("cluster.yaml"), {});
//   result.plan.stage().sharding, result.plan.time.step_seconds
//
// The story of planning, in order: the search over shardings, devices and ratios (plan/search), or
// a named strategy (plan/strategy); micro-batches and activation recomputation where they make the
// step fit or faster; the named strategies, of which one may win; pipelines (plan/stage), of which
// one may win if it runs; the same for the fastest hosts alone. Used by `motley plan`, `compare`,
// `train` and `verify`.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/planner/turning_points.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::planner {

// What a long search reports as it goes on.
struct PlanProgress {
  std::string phase;        // "searching", "micro-batches", "named strategies"
  int num_simulated = 0;    // plans of this phase so far
  double best_seconds = 0;  // of a step; 0: nothing yet
};

struct PlanOptions {
  std::string strategy = "motley";  // or a named one
  search::SearchEffort effort = search::SearchEffort::kFull;
  std::vector<std::string> pins, forbidden;  // "VALUE: STATE", for the search
  std::string explain;                       // a value whose other states are priced, too
  bool explain_classes = false;              // those of every class of parameters, for a report
  // Only plans with equal shares on all devices, but for rounding: those that frameworks with equal
  // shards alone can run.
  bool even = false;
  // When the search stops with the best plan so far.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  // Cut the step into micro-batches and recompute activations where that is better. At low effort,
  // only where the step does not fit, or where memory makes it much slower.
  bool choose_microbatches = true;
  // Also simulate the named strategies. The best plan is the result, whoever found it.
  bool compare = true;
  bool pipelines = false;  // plan pipelines, too: one that runs and is faster is the result
  std::function<void(const PlanProgress&)> on_progress = {};
  std::function<bool()> is_cancelled = {};  // true stops like the deadline
};

// What micro-batches and recomputation would change.
struct MicrobatchChoice {
  enum class Kind : uint8_t {
    kNone,         // nothing, or not tried
    kChosen,       // the plan has them, though they were not asked for
    kMayFit,       // a single micro-batch fits; the whole step was not planned
    kNothingFits,  // nor do they help
  };
  Kind kind = Kind::kNone;
  std::string options;      // of the command line: "--recompute --microbatches 4"
  double step_seconds = 0;  // with them; kMayFit: at least
  ModelStepPtr asked;       // kChosen: the step that was asked for, and its figures
  predict::StepTime asked_time;
};

struct PlanResult {
  Plan plan;
  MicrobatchChoice microbatches;
  std::vector<Plan> named;  // of the same step by strategies that apply, the fastest first
  std::vector<stage::PlannedResult> pipelines;
  std::optional<predict::StepTime> unstaged_time;    // of the best plan without stages, if it lost
  std::vector<TurningPoint> turning_points;          // of short steps
  std::vector<std::string> constraints;              // as texts
  std::optional<double> unconstrained_step_seconds;  // where there are constraints
  std::optional<ValueId> explained;
};

// The states that the explained value could have, the fastest first.
struct ExplainedState {
  std::string state;  // "S(0:[5,3])", as in a Plan file
  double step_seconds = 0;
  bool fits = false, is_chosen = false;
};
std::vector<ExplainedState> explained_states(const PlanResult& result);

// A UserError for a strategy that does not apply, constraints that cannot be met, and unknown
// names.
PlanResult plan(const StepOnCluster& on, const PlanOptions& options);
PlanResult plan(ModelStepPtr step, core::Cluster cluster, const PlanOptions& options);

}  // namespace motley::tensor::planner
