#include "tensor/plan/planner/step_pipelines.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>

#include "core/base/clock.h"
#include "tensor/plan/planner/microbatch_problem.h"
#include "tensor/plan/planner/tensor_pipelines.h"
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

// Devices beyond which only closed forms are tried: a search among so many takes minutes.
constexpr int64_t kMostSearched = 8192;

double profile_seconds(const Profile& profile) {
  double seconds = 0;
  for (const ProfileLayer& layer : profile.layers) {
    seconds += layer.forward_seconds + layer.backward_seconds;
  }
  return seconds;
}

}  // namespace

PlannedPipelines plan_pipelines(const PlanProblem& problem, const PipelineOptions& options) {
  PlannedPipelines planned;
  const double size = static_cast<double>(problem.profile.layers.size()) *
                      static_cast<double>(core::num_devices(problem.cluster));
  const Strategy& wanted = strategy::strategy(options.strategy);
  const bool searches = wanted.pipeline_cost == PlannerCost::kSearch;
  const Strategy* own = nullptr;
  for (const Strategy& s : strategies()) {
    if (!s.pipeline) continue;
    if (s.pipeline_cost == PlannerCost::kSearch && s.searches) own = &s;
    // Published searches cannot be interrupted.
    const bool fast_enough = s.pipeline_cost == PlannerCost::kEvenCuts ||
                             (s.pipeline_cost == PlannerCost::kPublished &&
                              size <= kMostOfPublished && !(searches && options.limits.deadline));
    const bool is_asked = searches ? !options.alone : &s == &wanted;
    const auto& deadline = options.limits.deadline;
    const bool is_late = searches && deadline && std::chrono::steady_clock::now() >= *deadline;
    if (fast_enough && is_asked && !is_late)
      planned.results.push_back(s.pipeline(problem, options.limits, {}));
  }
  if (!searches) return planned;
  std::vector<PipelinePlan> known;
  for (const PlannedResult& r : planned.results) known.push_back(r.plan);
  const auto begin = std::chrono::steady_clock::now();
  planned.results.push_back(own->pipeline(problem, options.limits, known));
  planned.search_seconds = core::seconds_since(begin);
  return planned;
}

namespace {

// How a step may be cut, along its layers and in time.
struct WaysToCut {
  int num_layers = 0;
  std::vector<int32_t> microbatches;
};

WaysToCut ways_to_cut(const ModelStep& step) {
  constexpr int64_t kMostMicrobatches = 64;
  return {.num_layers = num_stage_layers(step),
          .microbatches =
              stage_microbatches(step, std::min(step.samples_per_step(), kMostMicrobatches))};
}

PlanProblem make_problem(const StepOnCluster& on, const WaysToCut& ways, int64_t microbatches) {
  const ModelStep& step = *on.model_step;
  const auto& types = on.cluster.device_types;
  const auto fastest =
      std::ranges::max_element(types, {}, [](const auto& t) { return t.flops_per_second; });
  StageCuts cuts{.microbatches = microbatches};
  for (int layer = 1; layer < ways.num_layers; ++layer) cuts.cuts.push_back(layer);
  const int64_t samples = step.samples_per_step() / cuts.microbatches;
  const StagedStep staged = staged_step_of(step, cuts);
  PlanProblem problem;
  problem.profile = staged_profile(staged, samples, *fastest);
  problem.profile.name = step.model.name;
  problem.cluster = on.cluster;
  problem.batch = step.samples_per_step();
  problem.profile_type = fastest->name;
  problem.microbatches = ways.microbatches;
  problem.bytes_per_parameter_byte =
      2 + static_cast<double>(on.step().num_state) / std::max(1, on.step().num_params);
  const double whole = profile_seconds(problem.profile);
  for (const core::DeviceType& type : types) {
    problem.type_speeds.push_back(whole / profile_seconds(staged_profile(staged, samples, type)));
  }
  int64_t bytes = 0;
  for (const ProfileLayer& layer : problem.profile.layers) bytes += layer.parameter_bytes;
  if (bytes > 0) {
    problem.update_seconds_per_byte = update_seconds(staged, *fastest) / static_cast<double>(bytes);
  }
  check_problem(problem);
  return problem;
}

}  // namespace

// Keeps those of the step that was planned last, which is asked for once for every pipeline, on the
// whole cluster and on its parts: only their hosts differ.
PlanProblem microbatch_problem(const StepOnCluster& on, int64_t microbatches) {
  static std::mutex mutex;
  static std::weak_ptr<const ModelStep> last;
  static std::vector<core::DeviceType> types;
  static WaysToCut ways;
  static std::map<int64_t, PlanProblem> known;
  const std::scoped_lock lock(mutex);
  if (last.lock() != on.model_step || types != on.cluster.device_types) {
    known.clear();
    if (last.lock() != on.model_step) ways = ways_to_cut(*on.model_step);
    last = on.model_step;
    types = on.cluster.device_types;
  }
  auto at = known.find(microbatches);
  if (at == known.end()) {
    at = known.emplace(microbatches, make_problem(on, ways, microbatches)).first;
  }
  PlanProblem problem = at->second;
  problem.cluster = on.cluster;
  return problem;
}

PlanProblem pipeline_problem(const StepOnCluster& on) {
  return microbatch_problem(on, on.microbatches().count);
}

std::string no_pipeline_reason(const StepOnCluster& on) {
  const ModelStep& step = *on.model_step;
  if (core::num_devices(on.cluster) < 2) return "there is one device";
  if (step.microbatches().recompute)
    return "a pipeline recomputes by stages: leave out --recompute";
  if (num_stage_layers(step) < 2) return "the model has one layer";
  return "";
}

std::vector<PlannedResult> pipelines_of_step(const StepOnCluster& on, bool all,
                                             const Deadline& deadline) {
  if (!no_pipeline_reason(on).empty() || batch_dim(on.step()).extent < 2) return {};
  PipelineOptions options{.limits = kBesideSharded};
  options.limits.deadline = deadline;
  const PlanProblem problem = pipeline_problem(on);
  std::vector<PlannedResult> results;
  if (core::num_devices(on.cluster) <= kMostSearched) {
    results = plan_pipelines(problem, options).results;
    results.back().strategy = "motley-pipeline";
    results.back().shards_stages = true;
  }
  // Planners scale the times of a whole batch; here they are those of the micro-batches chosen.
  std::map<int32_t, PlanProblem> in_microbatches;
  for (PlannedResult& result : results) {
    const int32_t count = result.plan.microbatches;
    if (!in_microbatches.contains(count)) {
      in_microbatches.emplace(count, microbatch_problem(on, count));
    }
    result.timing =
        PlanEvaluator(in_microbatches.at(count)).evaluate(result.plan, result.timing.schedule);
    if (result.lower_bound) result.lower_bound = std::min(*result.lower_bound, result.timing.step);
  }
  const auto is_late = [&] { return deadline && std::chrono::steady_clock::now() >= *deadline; };
  for (PlannedResult& grouped : megatron_3d_pipelines(on, problem, is_late)) {
    results.push_back(std::move(grouped));
  }
  if (!all || core::num_devices(on.cluster) > kMostSearched) return results;
  for (PlannedResult& meshes : mesh_pipelines(problem, is_late)) {
    results.push_back(std::move(meshes));
  }
  return results;
}

}  // namespace motley::tensor::planner
