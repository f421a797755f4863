#include "tensor/plan/search/hap.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/error.h"
#include "tensor/plan/search/graph_solver.h"
#include "tensor/plan/search/hap_model.h"

namespace motley::tensor::search {
namespace {

using namespace predict;
using namespace propagate;
using namespace shard_cost;

// For even shards, the mean over the sizes that it profiles.
double measured_bandwidth(const GroupCosts& costs, ReshardKind kind) {
  const int n = static_cast<int>(costs.type_of.size());
  if (n == 1) return std::numeric_limits<double>::infinity();
  const DimSharding from{.dim = 0, .shares = even_shares(n)},
      to{.dim = 1, .shares = even_shares(n)};
  constexpr double kMebibyte = 1 << 20;
  constexpr double kSizes[] = {4 * kMebibyte, 16 * kMebibyte, 64 * kMebibyte, 256 * kMebibyte};
  double sum = 0;
  for (const double bytes : kSizes) {
    Blocks blocks;
    add_to(blocks, kind, bytes, from, to, n);
    sum += bytes / best_message(costs, 0, kind, blocks).phases.seconds();
  }
  return sum / std::size(kSizes);
}

// Each device runs the step; its speed is HAP's flop count over that time.
HapMachine measured_machine(const HapModel& model, const ShardingProblem& problem) {
  const GroupCosts& costs = problem.costs();
  HapMachine machine{.all_gather = measured_bandwidth(costs, ReshardKind::kAllGather),
                     .reduce_scatter = measured_bandwidth(costs, ReshardKind::kReduceScatter),
                     .all_reduce = measured_bandwidth(costs, ReshardKind::kAllReduce),
                     .all_to_all = measured_bandwidth(costs, ReshardKind::kAllToAll)};
  for (int type : costs.type_of) {
    double seconds = 0;
    for (int op = 0; op < problem.graph().num_ops(); ++op) {
      seconds += problem.whole_seconds(op, type);
    }
    machine.speeds.push_back(model.flops() / seconds);
  }
  return machine;
}

// The plan with these states in the forward pass that is cheapest in the backward pass.
ShardPlan with_backward(const TrainStep& step, const ShardingProblem& problem,
                        const HapProgram& forward) {
  const Folding folding = fold_repeated(problem.graph(), problem.num_updated());
  RatioLevels levels;
  levels[0] = {forward.ratio};
  const StateSpace state_space = find_state_space(problem, step, folding, levels);
  const SearchGraph graph =
      search_graph(problem, step, folding, state_space, predicted_prices(problem));
  std::vector<Restriction> restrictions;
  for (const auto& [v, state] : forward.values) {
    const int node = graph.node_of_value[v.index];
    if (node < 0) continue;
    const auto& states = state_space.values[folding.value_class[v.index]].states;
    const auto at = std::ranges::find(states, state);
    if (at != states.end()) restrictions.push_back({node, static_cast<int>(at - states.begin())});
  }
  const GraphChoice choice = GraphSolver(graph).solve({}, restrictions);
  MOTLEY_CHECK(choice.feasible, "every state can be resharded to every other");
  ShardPlan plan = plan_of(problem, step, folding, state_space, graph, choice.states, false);
  // Gradients are reduced when all are computed: no overlap.
  plan.bucket_bytes = std::numeric_limits<int64_t>::max();
  return plan;
}

}  // namespace

HapResult hap_plan(const TrainStep& step, const core::Cluster& cluster) {
  const int n = static_cast<int>(core::num_devices(cluster));
  HapResult out;
  out.devices.resize(n);
  std::iota(out.devices.begin(), out.devices.end(), 0);
  const DeviceGrid row{{n}};
  out.costs = group_costs(cluster, row, out.devices);
  const ShardingProblem problem(step.program, step.num_params + step.num_state, row, out.costs);
  const HapModel model(step, out.costs);
  const HapProgram found = model.alternated(measured_machine(model, problem));
  MOTLEY_CHECK(found.feasible, "the replicated program is always feasible");
  out.rounds = found.rounds;
  out.cost_seconds = found.seconds;
  out.plan = with_backward(step, problem, found);
  out.time = step_time(problem, out.plan, cluster, out.devices);
  return out;
}

}  // namespace motley::tensor::search
