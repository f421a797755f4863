// Parts of a step at different ratios: found where they pay, as trying everything finds them.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "tensor/ir/expr.h"
#include "tensor/plan/propagate/late_ops.h"
#include "tensor/plan/search/graph_solver.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;
using namespace shard_cost;
using namespace solve;

constexpr double kSpeeds[] = {3e12, 1e12};
constexpr double kBytesPerSecond = 1e9;
constexpr double kTooLong = 1e3;

// A forward pass: a product with much to compute, cut by samples, one with much to gather, cut by
// columns, and one by samples again.
TrainStep forward_pass() {
  ProgramBuilder b("loss");
  const auto f32 = [&](Shape shape) { return argument(b, {ElementType::kF32, std::move(shape)}); };
  const Expr x = f32({4096, 4096}), w1 = f32({4096, 256}), w2 = f32({256, 2048}),
             w3 = f32({2048, 8});
  const Expr z = einsum("nk,km->nm", logistic(einsum("nk,km->nm", x, w1)), w2);
  const Expr loss = sum_all(einsum("nk,km->nm", z, w3));
  TrainStep step{.program = std::move(b).finish({loss.id()})};
  for (const char* name : {"x", "w1", "w2", "w3"}) {
    step.arguments.push_back(
        {.role = name[0] == 'x' ? StepRole::kBatch : StepRole::kParam,
         .name = name,
         .type = step.program.type(step.program.body.arguments[step.arguments.size()])});
  }
  return step;
}

double largest(const AxisState& state) {
  if (!state.is_sharded()) return 0;
  const Shares& shares = state.cut.shares;
  return static_cast<double>(std::max(shares[0], shares[1])) / static_cast<double>(shares.total());
}

PriceModel padded_prices(const ShardingProblem& problem) {
  PriceModel model;
  model.op_seconds = [&problem](int op, const OpRule& rule) {
    const AxisRule& of = rule[0];
    const IndexStructure& index = problem.rules(op).index();
    const bool is_cut = of.kind == AxisRule::Kind::kSplit;
    double slowest = 0, forced = 0;
    for (int j = 0; j < 2; ++j) {
      const double share =
          is_cut ? static_cast<double>(of.shares[j]) / static_cast<double>(of.shares.total()) : 1;
      slowest = std::max(slowest, share / kSpeeds[j]);
    }
    if (is_product(problem.graph().ops[op].code)) {
      // The middle one, of 2048 columns, by columns; the others by samples.
      const int64_t wanted = index.num_points() == 4096.0 * 256 * 2048 ? 2048 : 4096;
      const bool is_parallel = is_cut && index.axes[of.axis].kind == AxisKind::kParallel;
      if (!is_parallel || index.axes[of.axis].extent != wanted) forced = kTooLong;
    }
    return 3 * index.num_points() * slowest + forced;
  };
  model.reshard_seconds = [&problem](ValueId v, const Sharding& from, const Sharding& to, bool) {
    const AxisState &a = from[0], &b = to[0];
    if (a == b || a.is_replicated() || b.is_partial()) return 0.0;
    const auto bytes = static_cast<double>(problem.program().type(v).num_bytes());
    if (a.is_partial() && b.is_replicated()) return bytes / kBytesPerSecond;
    return 2 * std::max(largest(a), largest(b)) * bytes / kBytesPerSecond;
  };
  return model;
}

// Of every rule of every op; values are best where the ops beside them say.
double tried_all(const SearchGraph& graph, const ChoiceProblem& problem) {
  std::vector<int> ops;
  for (int node : graph.node_of_op) {
    if (node >= 0) ops.push_back(node);
  }
  std::vector<int32_t> states(graph.nodes.size(), 0);
  double least = std::numeric_limits<double>::infinity();
  while (true) {
    double cost = 0;
    for (int op : ops) cost += problem.nodes[op].costs[states[op]];
    for (int v = 0; v < std::ssize(graph.nodes) && cost < least; ++v) {
      if (std::ranges::find(ops, v) != ops.end()) continue;
      double best = std::numeric_limits<double>::infinity();
      for (int s = 0; s < graph.num_states(v); ++s) {
        double of_state = problem.nodes[v].costs[s];
        for (const auto& edge : problem.edges) {
          if (edge.a == v) of_state += edge.costs[s * graph.num_states(edge.b) + states[edge.b]];
        }
        best = std::min(best, of_state);
      }
      cost += best;
    }
    least = std::min(least, cost);
    size_t i = 0;
    while (i < ops.size() && ++states[ops[i]] == graph.num_states(ops[i])) states[ops[i++]] = 0;
    if (i == ops.size()) return least;
  }
}

TEST(RatioLevels, OfTwoPartsDifferWhereThatPays) {
  const TrainStep step = forward_pass();
  core::Cluster cluster;
  for (const double speed : kSpeeds) {
    core::Host host;
    host.devices.push_back({static_cast<int32_t>(cluster.device_types.size()), 1});
    cluster.hosts.push_back(host);
    cluster.device_types.push_back({.name = "d",
                                    .flops_per_second = speed,
                                    .memory_bytes = int64_t{1} << 40,
                                    .memory_bytes_per_second = speed});
  }
  cluster.network = core::Link{kBytesPerSecond, 0};
  const ShardingProblem problem(step.program, 0, {{2}}, group_costs(cluster, {{2}}, {0, 1}));
  const Folding folding = fold_repeated(problem.graph(), 0);
  const core::Ratio by_speed = {0.75, 0.25}, even = {0.5, 0.5};
  const auto solved = [&](const std::vector<core::Ratio>& ratios) {
    RatioLevels levels;
    levels[0] = ratios;
    const StateSpace state_space = find_state_space(problem, step, folding, levels);
    const SearchGraph graph =
        search_graph(problem, step, folding, state_space, padded_prices(problem));
    const GraphChoice choice = GraphSolver(graph).solve({});
    EXPECT_TRUE(choice.feasible && choice.is_exact);
    EXPECT_NEAR(choice.cost, tried_all(graph, weighted(graph, {})), 1e-12);
    return choice.cost;
  };
  const double together = solved({by_speed, even});
  EXPECT_LT(together, 0.98 * solved({by_speed}));
  EXPECT_LT(together, 0.98 * solved({even}));
}

}  // namespace
}  // namespace motley::tensor::search
