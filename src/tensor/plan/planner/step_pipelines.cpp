#include "tensor/plan/planner/step_pipelines.h"

#include <algorithm>
#include <chrono>

#include "core/base/clock.h"
#include "tensor/plan/predict/step_profile.h"
#include "tensor/plan/strategy/strategy_table.h"

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
    if (s.pipeline_cost == PlannerCost::kSearch) own = &s;
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

std::vector<PlannedResult> pipelines_of_step(const StepOnCluster& on) {
  const BatchDim batch = batch_dim(on.step());
  const bool is_whole = on.microbatches().count == 1 && !on.microbatches().recompute;
  if (!is_whole || batch.extent < 2 || core::num_devices(on.cluster) < 2) return {};
  const auto fastest = std::ranges::max_element(on.cluster.device_types, {},
                                                [](const auto& t) { return t.flops_per_second; });
  PlanProblem problem;
  problem.profile = step_profile(on.step(), batch.extent, *fastest);
  problem.cluster = on.cluster;
  problem.batch = batch.extent;
  problem.profile_type = fastest->name;
  for (int32_t m = 1; m <= std::min<int64_t>(batch.extent, 64); m *= 2) {
    if (batch.extent % m == 0) problem.microbatches.push_back(m);
  }
  problem.bytes_per_parameter_byte =
      2 + static_cast<double>(on.step().num_state) / std::max(1, on.step().num_params);
  check_problem(problem);
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
