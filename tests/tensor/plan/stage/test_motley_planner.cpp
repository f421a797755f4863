#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "tensor/plan/stage/down_sets.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/stage/toy_problems.h"

namespace motley::tensor::stage {
namespace {

using namespace schedule;

double step_seconds(const PlannedResult& result) { return seconds(result.timing.step); }

TEST(MotleyPlanner, FindsTheTrueBestOfSmallChains) {
  const core::Cluster two = toy_cluster({1, 1}, 1, 1), three = toy_cluster({1, 1, 1}, 1, 1);
  const auto best = [](const std::vector<ToyLayer>& layers, const core::Cluster& cluster,
                       int32_t m) {
    const PlannedResult result = plan_motley(toy_problem(layers, cluster, m));
    EXPECT_TRUE(result.complete);
    EXPECT_GE(result.timing.step, *result.lower_bound);
    return step_seconds(result);
  };
  // Two halves, with room for the transfers to be hidden.
  EXPECT_DOUBLE_EQ(best({{1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 0, 12}}, two, 4), 32);
  EXPECT_DOUBLE_EQ(best({{1, 2, 1, 1}, {1, 2, 1, 1}, {1, 2, 1, 1}, {1, 2, 0, 1}}, two, 4), 28);
  EXPECT_DOUBLE_EQ(
      best({{6, 12, 2, 1}, {6, 12, 1, 1}, {1, 2, 0, 60}}, toy_cluster({1, 1, 1, 1}, 1, 1), 6),
      224.0 / 3);
  EXPECT_DOUBLE_EQ(
      best({{2, 4, 1, 8}, {2, 4, 1, 8}, {2, 4, 1, 8}, {2, 4, 0, 8}}, toy_cluster({2, 2}, 16, 1), 4),
      33);
  // Data parallelism; the all-reduce of 4 bytes is 2 * 4/16 inside hosts and 4 between two.
  EXPECT_DOUBLE_EQ(best({{2, 4, 16, 1}, {2, 4, 16, 1}, {2, 4, 16, 1}, {2, 4, 0, 1}},
                        toy_cluster({2, 2}, 16, 1), 4),
                   24 + 4.5);
  EXPECT_DOUBLE_EQ(best({{2, 4, 1, 40}, {2, 4, 1, 40}, {2, 4, 0, 40}}, three, 6), 52);
  // Where the pivot formula picks a pipeline, data parallelism is better.
  EXPECT_DOUBLE_EQ(best({{1, 2, 1, 0}, {2, 4, 2, 4}, {3, 6, 1, 0}, {2, 4, 1, 0}}, three, 4),
                   112.0 / 3);
}

// -- against brute force ----------------------------------------------------------------------

// All ordered choices of disjoint groups of devices for stages that begin at each cut.
void for_each_plan(const DownSets& cuts, int32_t num_devices, int32_t microbatches,
                   const std::function<void(const PipelinePlan&)>& visit) {
  PipelinePlan plan{.microbatches = microbatches};
  const std::function<void(int32_t, uint32_t)> extend = [&](int32_t cut, uint32_t free) {
    if (cut + 1 == cuts.size()) return visit(plan);
    for (uint32_t group = free; group != 0; group = (group - 1) & free) {
      for (int32_t to = cut + 1; to < cuts.size(); ++to) {
        if (!cuts.contains(to, cut)) continue;
        PlannedStage stage{.layers = cuts.layers(cut, to)};
        for (int32_t d = 0; d < num_devices; ++d) {
          if (group >> d & 1) stage.devices.push_back(d);
        }
        plan.stages.push_back(stage);
        extend(to, free & ~group);
        plan.stages.pop_back();
      }
    }
  };
  extend(0, (1u << num_devices) - 1);
}

std::optional<Ticks> brute_force(const PlanProblem& problem) {
  const PlanEvaluator evaluator(problem);
  const DownSets cuts(problem.profile, 1'000'000);
  std::optional<Ticks> best;
  for (const int32_t m : problem.microbatches) {
    for_each_plan(cuts, evaluator.costs().num_devices(), m, [&](const PipelinePlan& stages) {
      const PipelinePlan plan = evaluator.with_best_schedule(stages, all_schedules());
      const PlanTiming timing = evaluator.evaluate(plan);
      if (timing.out_of_memory.empty() && (!best || timing.step < *best)) best = timing.step;
    });
  }
  return best;
}

class Draw {
 public:
  explicit Draw(uint32_t seed) : random_(seed) {}
  int32_t operator()(int32_t lo, int32_t hi) {
    return lo + static_cast<int32_t>(random_() % static_cast<uint32_t>(hi - lo + 1));
  }

 private:
  std::mt19937 random_;
};

PlanProblem random_problem(Draw& draw, int32_t most_layers, int32_t most_devices, bool chain) {
  std::vector<ToyLayer> layers;
  for (int32_t n = draw(1, most_layers); n > 0; --n) {
    layers.push_back({1.0 * draw(1, 9), 1.0 * draw(1, 9), draw(0, 20), draw(0, 60)});
  }
  std::vector<int32_t> hosts;
  for (int32_t left = draw(1, most_devices); left > 0; left -= hosts.back()) {
    hosts.push_back(hosts.empty() ? draw(1, left) : draw((left + 1) / 2, left));
  }
  core::Cluster cluster = toy_cluster(hosts, draw(4, 20), draw(1, 4));
  cluster.network->latency_seconds = draw(0, 1) * 0.5;
  if (draw(0, 1)) {  // the second host is of another kind
    cluster.device_types.push_back(cluster.device_types.front());
    cluster.device_types.back().flops_per_second = draw(1, 3);
    if (cluster.hosts.size() > 1) cluster.hosts[1].devices[0].type = 1;
  }
  // Samples that two, three or four devices share evenly, or do not.
  PlanProblem problem = toy_problem(layers, cluster, draw(1, 5), draw(0, 1) ? 60 : draw(1, 7));
  if (draw(0, 3) == 0) problem.batch += draw(0, problem.microbatches[0] - 1);
  problem.profile.layers[0].weight_seconds = draw(0, 1) * 0.5;
  if (!chain) {  // skip a layer here and there
    auto& edges = problem.profile.edges;
    for (int32_t l = 2; l < static_cast<int32_t>(layers.size()); ++l) {
      if (draw(0, 2) == 0) edges.push_back({l - 2, l});
    }
    std::erase_if(edges,
                  [&](const ProfileEdge& e) { return e.to == e.from + 1 && draw(0, 3) == 0; });
  }
  if (draw(0, 2) == 0) {  // memory is short
    for (core::DeviceType& type : problem.cluster.device_types) type.memory_bytes = draw(150, 600);
  }
  if (draw(0, 3) == 0) problem.microbatches.push_back(1);
  return problem;
}

void compare_with_brute_force(uint32_t seed, int rounds, int32_t layers, int32_t devices,
                              bool chain) {
  Draw draw(seed);
  for (int round = 0; round < rounds; ++round) {
    const PlanProblem problem = random_problem(draw, layers, devices, chain);
    const std::optional<Ticks> expected = brute_force(problem);
    if (!expected) {
      EXPECT_NE(plan_motley(problem).timing.out_of_memory, "")
          << "seed " << seed << " round " << round;
      continue;
    }
    const PlannedResult result = plan_motley(problem);
    // An order without a name may be better than all that have one.
    EXPECT_LE(result.timing.step, *expected)
        << "seed " << seed << " round " << round << ": " << to_string(result.plan);
    if (result.plan.schedule != "best") {
      EXPECT_EQ(result.timing.step, *expected) << "seed " << seed << " round " << round;
    }
    EXPECT_TRUE(result.complete);
    EXPECT_LE(*result.lower_bound, result.timing.step);
    EXPECT_EQ(result.timing.out_of_memory, "");
  }
}

TEST(MotleyPlanner, EqualsBruteForceOnRandomChains) { compare_with_brute_force(1, 60, 5, 4, true); }
TEST(MotleyPlanner, EqualsBruteForceOnRandomGraphs) {
  compare_with_brute_force(2, 60, 5, 4, false);
}
TEST(MotleyPlanner, EqualsBruteForceOnFiveDevices) { compare_with_brute_force(3, 12, 7, 5, true); }

// A beam of few labels may miss the best, but never lies about the bound.
TEST(MotleyPlanner, ItsBoundHoldsWhereNotEverythingWasLookedAt) {
  Draw draw(4);
  for (int round = 0; round < 40; ++round) {
    const PlanProblem problem = random_problem(draw, 5, 4, round % 2 == 0);
    const std::optional<Ticks> expected = brute_force(problem);
    if (!expected) continue;
    const PlannedResult result =
        plan_motley(problem, {.most_labels = 5, .beam = 2, .most_simulated = 500});
    if (!result.timing.out_of_memory.empty()) continue;
    EXPECT_LE(*result.lower_bound, *expected) << "round " << round;
    if (result.plan.schedule != "best") {
      EXPECT_GE(result.timing.step, *expected) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace motley::tensor::stage
