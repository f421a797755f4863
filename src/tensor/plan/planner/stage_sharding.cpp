#include "tensor/plan/planner/stage_sharding.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/plan/strategy/tensor_parallel.h"

namespace motley::tensor::planner {
namespace {

// Optimizer state of a parameter that has its shape.
std::vector<int> moments_of(const TrainStep& step, int parameter) {
  std::vector<int> moments;
  const StepArgument& p = step.arguments[parameter];
  for (int i = 0; i < std::ssize(step.arguments); ++i) {
    const StepArgument& a = step.arguments[i];
    if (a.role == StepRole::kState && a.loss_argument < 0 && a.type.shape == p.type.shape &&
        a.name.starts_with(p.name + ".")) {
      moments.push_back(i);
    }
  }
  return moments;
}

// The samples of a grid's rows, from those of its devices.
std::vector<int64_t> samples_of_rows(const std::vector<int64_t>& samples, int columns) {
  std::vector<int64_t> rows(samples.size() / columns);
  for (size_t i = 0; i < samples.size(); ++i) rows[i / columns] += samples[i];
  return rows;
}

std::map<int, Sharding> tensor_parallel(const TrainStep& step, int devices) {
  std::map<int, Sharding> states;
  for (const auto& [argument, cut] : strategy::tensor_parallel_shardings(step, devices)) {
    states[argument][1] = sharded(cut);
    for (int i : moments_of(step, argument)) states[i][1] = sharded(cut);
  }
  return states;
}

// The longest dimension but one in `n` even parts, where it has that many indices.
std::optional<AxisState> spread(const TensorType& type, int64_t n, int taken = -1) {
  int longest = -1;
  for (int d = 0; d < type.num_dims(); ++d) {
    if (d != taken && (longest < 0 || type.shape[d] > type.shape[longest])) longest = d;
  }
  if (longest < 0 || type.shape[longest] < n) return std::nullopt;
  const core::Ratio even(n, 1.0 / static_cast<double>(n));
  const int64_t extent = type.shape[longest];
  return sharded({.dim = longest, .period = extent, .shares = Shares(units_of(even, extent))});
}

std::map<int, Sharding> spread_along_samples(const TrainStep& step,
                                             const std::vector<int64_t>& samples, bool parameters) {
  std::map<int, Sharding> states;
  for (int p = 0; p < step.num_params; ++p) {
    const auto along = spread(step.arguments[p].type, std::ssize(samples));
    if (!along) continue;
    Sharding state;
    state[0] = *along;
    if (parameters) states[p] = state;
    for (int i : moments_of(step, p)) states[i] = state;
  }
  return states;
}

// A stage with its devices in a grid.
PlanStage on_grid(const StepOnCluster& on, PlanStage stage, int columns,
                  std::map<int, Sharding> states) {
  const auto n = static_cast<int>(stage.devices.size());
  const DeviceGrid grid{columns == 1 ? std::vector{n} : std::vector{n / columns, columns}};
  stage.samples = samples_of_rows(stage.samples, columns);
  stage.sharding.group = grid;
  stage.costs = shard_cost::group_costs(on.cluster, grid, stage.devices);
  stage.states = std::move(states);
  return stage;
}

std::vector<PlanStage> candidates(const Plan& plan, const PlanStage& stage) {
  const TrainStep& step = plan.on.step();
  const auto n = static_cast<int>(stage.devices.size());
  std::vector<PlanStage> result;
  for (const bool parameters : {false, true}) {
    result.push_back(
        on_grid(plan.on, stage, 1, spread_along_samples(step, stage.samples, parameters)));
  }
  for (int columns = 2; columns <= n; ++columns) {
    if (n % columns != 0) continue;
    auto states = tensor_parallel(step, columns);
    if (!states.empty()) result.push_back(on_grid(plan.on, stage, columns, std::move(states)));
  }
  return result;
}

}  // namespace

std::map<int, Sharding> tensor_parallel_states(const TrainStep& step, int rows, int columns) {
  std::map<int, Sharding> states = tensor_parallel(step, columns);
  if (states.empty() || rows == 1) return states;
  for (int p = 0; p < step.num_params; ++p) {
    const auto known = states.find(p);
    const int taken = known == states.end() ? -1 : known->second[1].cut.dim;
    const auto along = spread(step.arguments[p].type, rows, taken);
    if (!along) continue;
    for (int i : moments_of(step, p)) states[i][0] = *along;
  }
  return states;
}

Plan with_sharded_stages(const Plan& pipeline, const std::function<bool()>& is_stopped) {
  Plan best = pipeline;
  for (size_t s = 0; s < best.stages.size(); ++s) {
    const bool shares = best.stages[s].devices.size() > 1 && best.stages[s].states.empty();
    if (!shares) continue;
    for (PlanStage& stage : candidates(best, pipeline.stages[s])) {
      if (is_stopped && is_stopped()) return best;
      Plan other = best;
      // Stages of the same devices are sharded alike: their values pass without communication.
      for (PlanStage& same : other.stages) {
        if (same.devices == stage.devices) same = stage;
      }
      if (predict_pipeline(other) && is_better(other, best)) best = std::move(other);
    }
  }
  return best;
}

std::string sharding_words(const PlanStage& stage, const TrainStep& step) {
  const std::vector<int>& grid = stage.sharding.group.sizes;
  std::string words;
  if (grid.size() > 1) {
    words = fmt::format("tensor parallel {}", grid[1]);
    if (grid[0] > 1) words += fmt::format(" x {} along the samples", grid[0]);
    const bool zero = std::ranges::any_of(
        stage.states, [](const auto& one) { return one.second[0].is_sharded(); });
    if (zero) words += ", optimizer state sharded along them (ZeRO-1)";
    return words;
  }
  bool parameters = false, state = false;
  for (const auto& [argument, sharding] : stage.states) {
    (step.arguments[argument].role == StepRole::kParam ? parameters : state) = true;
  }
  if (parameters) return "parameters and optimizer state sharded";
  return state ? "optimizer state sharded" : "";
}

}  // namespace motley::tensor::planner
