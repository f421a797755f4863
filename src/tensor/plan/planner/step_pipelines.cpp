#include "tensor/plan/planner/step_pipelines.h"

#include <algorithm>
#include <chrono>

#include "core/base/clock.h"
#include "tensor/plan/predict/staged_profile.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/step/staged_model.h"

namespace motley::tensor::planner {
namespace {

using namespace predict;
using namespace stage;
using namespace strategy;

// Published searches grow with the squares of layers and devices; where that is hopeless they are
// left out, and only those with even cuts are there to compare with.
constexpr double kMostOfPublished = 10'000;  // layers times devices

// Beside sharded plans a pipeline is told, not asked for: it should not take longer than they do.
constexpr StageSearchLimits kBesideSharded = {
    .most_labels = 20'000, .most_tried = 300'000, .most_simulated = 1'000'000};
constexpr int64_t kMostBesideSharded = 128;  // devices; on more, pipelines of even cuts alone

}  // namespace

PlannedPipelines plan_pipelines(const PlanProblem& problem, const StageSearchLimits& effort) {
  PlannedPipelines planned;
  const double size = static_cast<double>(problem.profile.layers.size()) *
                      static_cast<double>(core::num_devices(problem.cluster));
  const Strategy* own = nullptr;
  for (const Strategy& s : strategies()) {
    if (!s.pipeline) continue;
    if (s.pipeline_cost == PlannerCost::kSearch && s.searches) own = &s;
    const bool fast_enough =
        s.pipeline_cost == PlannerCost::kEvenCuts ||
        (s.pipeline_cost == PlannerCost::kPublished && size <= kMostOfPublished);
    if (fast_enough) planned.results.push_back(s.pipeline(problem, effort, {}));
  }
  std::vector<PipelinePlan> known;
  for (const PlannedResult& r : planned.results) known.push_back(r.plan);
  const auto begin = std::chrono::steady_clock::now();
  planned.results.push_back(own->pipeline(problem, effort, known));
  planned.search_seconds = core::seconds_since(begin);
  return planned;
}

namespace {

// The layers of a step with their times, in micro-batches as the step has them.
Profile profile_of(const ModelStep& step, const core::DeviceType& type) {
  StageCuts cuts{.microbatches = step.microbatches().count};
  for (int layer = 1; layer < num_stage_layers(step); ++layer) cuts.cuts.push_back(layer);
  const int64_t samples = step.samples_per_step() / step.microbatches().count;
  Profile profile = staged_profile(staged_step_of(step, cuts), samples, type);
  profile.name = step.model.name;
  return profile;
}

}  // namespace

PlanProblem pipeline_problem(const StepOnCluster& on) {
  const auto fastest = std::ranges::max_element(on.cluster.device_types, {},
                                                [](const auto& t) { return t.flops_per_second; });
  constexpr int64_t kMostMicrobatches = 64;
  PlanProblem problem;
  problem.profile = profile_of(*on.model_step, *fastest);
  problem.cluster = on.cluster;
  problem.batch = on.model_step->samples_per_step();
  problem.profile_type = fastest->name;
  problem.microbatches =
      stage_microbatches(*on.model_step, std::min(problem.batch, kMostMicrobatches));
  problem.bytes_per_parameter_byte =
      2 + static_cast<double>(on.step().num_state) / std::max(1, on.step().num_params);
  check_problem(problem);
  return problem;
}

std::string no_pipeline_reason(const StepOnCluster& on) {
  const ModelStep& step = *on.model_step;
  if (core::num_devices(on.cluster) < 2) return "there is one device";
  if (step.microbatches().recompute)
    return "a pipeline recomputes by stages: leave out --recompute";
  if (num_stage_layers(step) < 2) return "the model has one layer";
  return "";
}

std::vector<PlannedResult> pipelines_of_step(const StepOnCluster& on) {
  if (!no_pipeline_reason(on).empty() || batch_dim(on.step()).extent < 2) return {};
  const PlanProblem problem = pipeline_problem(on);
  std::vector<PlannedResult> results;
  if (core::num_devices(on.cluster) > kMostBesideSharded) {
    for (const Strategy& s : strategies()) {
      const bool is_cheap = s.pipeline && s.pipeline_cost == PlannerCost::kEvenCuts;
      if (is_cheap) results.push_back(s.pipeline(problem, kBesideSharded, {}));
    }
    return results;
  }
  results = plan_pipelines(problem, kBesideSharded).results;
  results.back().strategy = "motley-pipeline";
  return results;
}

}  // namespace motley::tensor::planner
