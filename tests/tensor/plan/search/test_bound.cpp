// The lower bound is below every plan: those that many weights choose, and those nobody would.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "core/balance/ratio.h"
#include "core/balance/speeds.h"
#include "tensor/ir/expr.h"
#include "tensor/plan/predict/step_time.h"
#include "tensor/plan/search/bound.h"
#include "tensor/plan/search/search_instance.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor::search {
namespace {

using namespace predict;
using namespace propagate;
using namespace shard_cost;

constexpr uint64_t kBoundSeed = 20;
constexpr double kNone = std::numeric_limits<double>::infinity();

Case built_adam(const std::string& model, int64_t num_microbatches = 1) {
  const BuiltModel made = build_model(model);
  return make_planned_case(made.loss, made.signature, "adam", num_microbatches);
}

// So many hosts of a device each, the first ones four times as fast.
core::Cluster unlike_hosts(int n, double network_bytes_per_second) {
  core::Cluster cluster;
  for (const double speed : {4e9, 1e9}) {
    cluster.device_types.push_back({.name = "d",
                                    .flops_per_second = speed,
                                    .memory_bytes = int64_t{1} << 40,
                                    .memory_bytes_per_second = speed});
  }
  for (int i = 0; i < n; ++i) {
    core::Host host;
    host.devices.push_back({i < n / 2 ? 0 : 1, 1});
    cluster.hosts.push_back(host);
  }
  cluster.network = core::Link{network_bytes_per_second, 1e-6};
  return cluster;
}

// The shortest step of plans on all devices with these shares.
double shortest(const Case& c, const core::Cluster& cluster, const core::Ratio& ratio,
                std::mt19937_64& random) {
  const int n = static_cast<int>(core::num_devices(cluster));
  std::vector<int> devices(n);
  std::iota(devices.begin(), devices.end(), 0);
  const int num_updated = c.step.num_params + c.step.num_state;
  const ShardingProblem problem(c.step.program, num_updated, {{n}},
                                group_costs(cluster, {{n}}, devices));
  const Folding folding = fold_repeated(problem.graph(), num_updated);
  RatioLevels levels;
  levels[0] = {ratio};
  const StateSpace state_space = find_state_space(problem, c.step, folding, levels);
  const SearchGraph graph =
      search_graph(problem, c.step, folding, state_space, predicted_prices(problem));
  GraphSolver solver(graph);
  double least = kNone;
  const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  for (int round = 0; round < 24; ++round) {
    const Weights weights{.compute = unit(), .waited = unit(), .late = unit(), .early = unit()};
    std::vector<Restriction> restrictions;
    for (int k = 0; k < round % 4; ++k) {
      const int node = static_cast<int>(random() % graph.nodes.size());
      restrictions.push_back({node, static_cast<int>(random() % graph.num_states(node)), true});
    }
    const GraphChoice choice = solver.solve(weights, restrictions);
    if (!choice.feasible) continue;
    const ShardPlan plan =
        plan_of(problem, c.step, folding, state_space, graph, choice.states, round % 2 == 0);
    least = std::min(least, step_time(problem, plan, cluster, devices).step_seconds);
  }
  return least;
}

// The bound over the shortest step found, where that is largest; nowhere is it above one.
double tightness(const std::string& model, int64_t num_microbatches, std::mt19937_64& random) {
  const Case part = built_adam(model), c = built_adam(model, num_microbatches);
  const auto facts = std::make_shared<ProgramFacts>(part.step.program);
  double tightest = 0;
  for (const int hosts : {2, 3}) {
    for (const double network : {1e6, 1e8}) {
      const core::Cluster cluster = unlike_hosts(hosts, network);
      const double bound =
          step_lower_bound(part.step, facts, cluster, kNone, 60'000, num_microbatches);
      const auto speeds = core::described_speeds(cluster, core::SpeedFigure::kFlops);
      double least = kNone;
      for (const core::Ratio& ratio : core::clip_candidates(speeds)) {
        least = std::min(least, shortest(c, cluster, ratio, random));
      }
      EXPECT_LE(bound, least) << model << ", " << hosts << " hosts, " << network << " bytes/s";
      EXPECT_GT(bound, 0);
      tightest = std::max(tightest, bound / least);
    }
  }
  return tightest;
}

TEST(Bound, IsBelowEveryPlan) {
  std::mt19937_64 random(kBoundSeed);
  for (const char* model :
       {"mlp:batch=64", "gpt:layers=2,hidden=32,heads=2,seq=16,vocab=64,batch=8"}) {
    EXPECT_GT(tightness(model, 1, random), 0.8) << model;  // it says something
  }
}

TEST(BoundOfAMixture, IsBelowEveryPlan) {
  std::mt19937_64 random(kBoundSeed);
  EXPECT_GT(
      tightness("bert-moe:layers=2,hidden=32,heads=2,seq=8,vocab=64,batch=8,experts=4", 1, random),
      0.5);
}

TEST(Bound, IsBelowEveryPlanInParts) {
  std::mt19937_64 random(kBoundSeed);
  EXPECT_GT(tightness("mlp:batch=32", 2, random), 0.5);
}

TEST(BoundInParts, IsBelowEveryPlanOfATransformer) {
  std::mt19937_64 random(kBoundSeed);
  EXPECT_GT(tightness("gpt:layers=1,hidden=32,heads=2,seq=16,vocab=64,batch=4", 3, random), 0.5);
}

// A product or two of random extents, and the sum of what comes out.
TrainStep small_step(std::mt19937_64& random, int num_products) {
  const auto extent = [&] { return int64_t{16} << random() % 5; };
  ProgramBuilder b("loss");
  std::vector<LossArgument> arguments = {{false, "x"}};
  Expr y = argument(b, {ElementType::kF32, {extent(), extent()}});
  for (int i = 0; i < num_products; ++i) {
    y = einsum("nk,km->nm", y, argument(b, {ElementType::kF32, {y.extent(1), extent()}}));
    arguments.push_back({true, "w" + std::to_string(i)});
  }
  return train_step(std::move(b).finish({sum_all(y).id()}), arguments,
                    {.optimizer = Optimizer::parse("sgd")});
}

// The shortest step of all plans on two devices at this ratio; of many that are drawn, where there
// are too many.
double shortest_of_all(const TrainStep& step, const core::Cluster& cluster,
                       const core::Ratio& ratio, std::mt19937_64& random) {
  constexpr int64_t kMostPlans = 1500;
  const int num_updated = step.num_params + step.num_state;
  const ShardingProblem problem(step.program, num_updated, {{2}},
                                group_costs(cluster, {{2}}, {0, 1}));
  const Folding folding = fold_repeated(problem.graph(), num_updated, {.fold = false});
  RatioLevels levels;
  levels[0] = {ratio};
  const StateSpace state_space = find_state_space(problem, step, folding, levels);
  const SearchGraph graph =
      search_graph(problem, step, folding, state_space, predicted_prices(problem));
  const std::set<int> nodes(graph.node_of_value.begin(), graph.node_of_value.end());
  double count = 1;
  for (const int node : nodes) count *= node < 0 ? 1 : graph.num_states(node);
  const bool draws = count > kMostPlans;
  std::vector<int32_t> states(graph.nodes.size(), 0);
  double least = kNone;
  for (int64_t which = 0; which < (draws ? kMostPlans : static_cast<int64_t>(count)); ++which) {
    int64_t rest = which;
    for (const int node : nodes) {
      if (node < 0) continue;
      const int64_t n = graph.num_states(node);
      states[node] = static_cast<int32_t>(draws ? static_cast<int64_t>(random() % n) : rest % n);
      rest /= n;
    }
    const ShardPlan plan = plan_of(problem, step, folding, state_space, graph, states, false);
    least = std::min(least, step_time(problem, plan, cluster, {0, 1}).step_seconds);
  }
  return least;
}

TEST(Bound, IsBelowAllPlansOfSmallSteps) {
  std::mt19937_64 random(kBoundSeed);
  double tightest = 0;
  for (int round = 0; round < 12; ++round) {
    const TrainStep step = small_step(random, round % 4 == 3 ? 2 : 1);
    const core::Cluster cluster = unlike_hosts(2, std::pow(10.0, 5 + round % 3));
    const double bound = step_lower_bound(step, std::make_shared<ProgramFacts>(step.program),
                                          cluster, kNone, 60'000);
    const auto speeds = core::described_speeds(cluster, core::SpeedFigure::kFlops);
    for (const core::Ratio& ratio : core::clip_candidates(speeds)) {
      const double least = shortest_of_all(step, cluster, ratio, random);
      EXPECT_LE(bound, least) << "round " << round << " of seed " << kBoundSeed;
      tightest = std::max(tightest, bound / least);
    }
  }
  EXPECT_GT(tightest, 0.9);
}

}  // namespace
}  // namespace motley::tensor::search
