#include "tensor/plan/search/search_instance.h"

#include <algorithm>
#include <cmath>

#include "core/balance/ratio.h"
#include "tensor/plan/propagate/complete.h"

namespace motley::tensor::search {
namespace {

using namespace predict;
using namespace propagate;
using namespace shard_cost;

// The plan's arguments and gradients, with every op following its operands.
ShardPlan completed(const ShardingProblem& problem, const TrainStep& step, const ShardPlan& plan) {
  Pins pins{.read_as = plan.read_as, .follow_operands = true};
  for (ValueId v : step.program.body.arguments) pins.values[v] = plan.values[v.index];
  for (ValueId g : step.gradients) {
    Sharding held = plan.values[g.index];
    for (AxisState& state : held.axes) {
      if (state.is_partial()) state = replicated();
    }
    pins.values[g] = held;
  }
  for (size_t v = 0; v < plan.regather.size(); ++v) {
    if (plan.regather[v]) pins.regather.push_back(ValueId(v));
  }
  return complete(problem, pins);
}

}  // namespace

StepTime time_of(const TrainStep& step, const core::Cluster& cluster, const Candidate& candidate,
                 ShardPlan& plan) {
  const SearchInstance& instance = *candidate.instance;
  plan = plan_of(*instance.problem, step, *instance.folding, instance.state_space, instance.graph,
                 candidate.states, candidate.lowering.regathers, candidate.lowering.fixes_rules);
  if (candidate.lowering.completes) plan = completed(*instance.problem, step, plan);
  plan.bucket_bytes = candidate.lowering.bucket_bytes;
  plan.prefetch_bytes = candidate.lowering.prefetch_bytes;
  return step_time(*instance.problem, plan, cluster, instance.group->devices);
}

double balanced_seconds(const ShardingProblem& problem) {
  const auto& costs = problem.costs();
  std::vector<double> totals(costs.types.size());
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    for (size_t t = 0; t < totals.size(); ++t) {
      totals[t] += problem.whole_seconds(i, static_cast<int>(t));
    }
  }
  double speed = 0;
  for (int type : costs.type_of) speed += 1 / totals[type];
  return 1 / speed;
}

std::shared_ptr<Timeline> balanced_timeline(const ShardingProblem& problem, int most_points) {
  std::vector<double> seconds;
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    seconds.push_back(problem.whole_seconds(i, problem.costs().type_of[0]));
  }
  return std::make_shared<Timeline>(problem.graph(), seconds, most_points);
}

double estimated(const Seconds& seconds) {
  // Fractions of the compute that can hide gradients, and parameters.
  constexpr double kBackward = 0.6, kForward = 0.3;
  const double busy = seconds.compute + seconds.waited;
  return busy + std::max(0.0, seconds.late - kBackward * busy) +
         std::max(0.0, seconds.early - kForward * busy);
}

bool is_slow(const SearchInstance& instance) {
  constexpr int64_t kLargeTables = 4'000'000;
  return instance.solver && instance.solver->table_entries() > kLargeTables;
}

bool is_by_axis(const SearchInstance& instance) {
  return instance.group->grid.num_axes() == 2 && is_slow(instance);
}

Weights with_price(const SearchInstance& instance, double seconds) {
  Weights weights;
  for (const core::DeviceType& type : instance.problem->costs().types) {
    const auto bytes = static_cast<double>(type.memory_bytes);
    weights.byte_seconds.push_back(bytes > 0 ? seconds / bytes : 0);
  }
  return weights;
}

double fullness(const Candidate& candidate) {
  const SearchGraph& graph = candidate.instance->graph;
  const auto& types = candidate.instance->problem->costs().types;
  std::vector<double> bytes(types.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!graph.nodes[i].is_held) continue;
    const auto& by_type = graph.classes[graph.nodes[i].of_class].bytes[candidate.states[i]];
    for (size_t t = 0; t < bytes.size(); ++t) bytes[t] += by_type[t];
  }
  double most = 0;
  for (size_t t = 0; t < bytes.size(); ++t) {
    if (types[t].memory_bytes > 0) {
      most = std::max(most, bytes[t] / static_cast<double>(types[t].memory_bytes));
    }
  }
  return most;
}

std::vector<Restriction> restricted(const Candidate& candidate, const Restriction& restriction) {
  std::vector<Restriction> all = candidate.restrictions;
  std::erase_if(all, [&](const Restriction& r) { return r.node == restriction.node; });
  all.push_back(restriction);
  return all;
}

std::vector<core::Ratio> ratios_by_memory(const GroupCosts& costs) {
  const bool differ = std::ranges::any_of(costs.type_of, [&](int t) {
    return costs.types[t].memory_bytes != costs.types[costs.type_of[0]].memory_bytes;
  });
  if (!differ) return {};
  std::vector<double> memory, mean;
  for (int t : costs.type_of) {
    memory.push_back(static_cast<double>(costs.types[t].memory_bytes));
    mean.push_back(std::sqrt(memory.back() * costs.types[t].flops_per_second));
  }
  std::vector<core::Ratio> ratios;
  for (const auto& sizes : {memory, mean}) {
    if (auto ratio = core::proportional_ratio(sizes)) ratios.push_back(std::move(*ratio));
  }
  return ratios;
}

namespace {

// Samples by position on the first axis; empty if there is no batch.
std::optional<std::vector<int64_t>> samples_of(const TrainStep& step,
                                               const SearchInstance& instance) {
  const auto batch = std::ranges::find(step.arguments, StepRole::kBatch, &StepArgument::role);
  if (batch == step.arguments.end() || batch->type.shape.empty()) return std::nullopt;
  return units_of(instance.levels[0][0], batch->type.shape[0]);
}

}  // namespace

std::optional<core::Ratio> balanced_ratio(const TrainStep& step, const SearchInstance& instance,
                                          const StepTime& time) {
  const DeviceGrid& grid = instance.group->grid;
  const core::Ratio& now = instance.levels[0][0];
  // The devices had whole samples.
  const auto samples = samples_of(step, instance);
  if (!samples) return std::nullopt;
  const std::vector<int64_t>& units = *samples;
  // The smallest of each type.
  std::vector<double> speed_of(instance.problem->costs().types.size());
  for (const KindOfRank& kind : time.kinds) {
    const auto had = static_cast<double>(units[grid.coordinate(kind.first_rank, 0)]);
    if (had == 0 || kind.compute_seconds <= 0) continue;
    double& known = speed_of[kind.device_type];
    const double speed = had / kind.compute_seconds;
    known = known == 0 ? speed : std::min(known, speed);
  }
  std::vector<double> speeds(grid.sizes[0]);
  for (int rank = 0; rank < grid.num_ranks(); ++rank) {
    const double speed = speed_of[instance.problem->costs().type_of[rank]];
    double& known = speeds[grid.coordinate(rank, 0)];
    known = known == 0 ? speed : std::min(known, speed);
  }
  const auto ratio = core::proportional_ratio(speeds);
  if (!ratio) return std::nullopt;
  double moved = 0;
  for (size_t i = 0; i < ratio->size(); ++i) {
    if ((*ratio)[i] > 0) moved = std::max(moved, std::abs((*ratio)[i] - now[i]) / (*ratio)[i]);
  }
  constexpr double kLeastMove = 0.002;
  return moved < kLeastMove ? std::nullopt : ratio;
}

std::optional<core::Ratio> ratio_with_samples_moved(const TrainStep& step,
                                                    const SearchInstance& instance,
                                                    const StepTime& time) {
  auto samples = samples_of(step, instance);
  if (!samples || instance.group->grid.num_axes() > 1 || time.kinds.size() < 2) return std::nullopt;
  const std::vector<int>& types = instance.problem->costs().type_of;
  const auto ranks_of = [&, before = *samples](const KindOfRank& kind) {
    std::vector<int> ranks;
    for (int r = 0; r < std::ssize(before); ++r) {
      if (types[r] == types[kind.first_rank] && before[r] == before[kind.first_rank]) {
        ranks.push_back(r);
      }
    }
    return ranks;
  };
  const auto [first, last] =
      std::ranges::minmax_element(time.kinds, {}, &KindOfRank::compute_seconds);
  const std::vector<int> takers = ranks_of(*first), givers = ranks_of(*last);
  for (size_t i = 0; i < givers.size(); ++i) {
    if ((*samples)[givers[i]] == 0) return std::nullopt;
    --(*samples)[givers[i]];
    ++(*samples)[takers[i % takers.size()]];
  }
  const std::vector<double> parts(samples->begin(), samples->end());
  return core::proportional_ratio(parts);
}

}  // namespace motley::tensor::search
