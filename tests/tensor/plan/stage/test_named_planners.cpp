// Planners of the literature on problems small enough to be solved by hand. Times are seconds,
// bandwidths bytes per second; transfers are counted as published (BoundaryRule::kWhole). The
// published formulas divide a micro-batch among any number of replicas; the simulated steps here
// agree because its 60 samples are a multiple of them.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "core/base/error.h"
#include "tensor/plan/stage/dapple_planner.h"
#include "tensor/plan/stage/free_devices.h"
#include "tensor/plan/stage/layer_cuts.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/stage/toy_problems.h"

namespace motley::tensor::stage {
namespace {

using namespace schedule;

using Layers = std::vector<ToyLayer>;

PlanProblem published_problem(const Layers& layers, const core::Cluster& cluster, int32_t m) {
  PlanProblem problem = toy_problem(layers, cluster, m);
  problem.boundary = BoundaryRule::kWhole;
  return problem;
}

// Stages of so many layers on so many devices, in order.
PipelinePlan plan_of(const PlanProblem& problem, const std::vector<std::pair<int, int>>& stages) {
  PipelinePlan plan{.microbatches = problem.microbatches.front()};
  int32_t layer = 0, device = 0;
  for (const auto& [layers, devices] : stages) {
    DeviceGroup group;
    for (int32_t d = 0; d < devices; ++d) group.push_back(device++);
    plan.stages.push_back(stage_of_range(layer, layer + layers, group));
    layer += layers;
  }
  return plan;
}

double formula(const PlanProblem& problem, const std::vector<std::pair<int, int>>& stages) {
  return seconds(dapple_latency(problem, plan_of(problem, stages)));
}

// As simulated, with the paper's two warm-ups.
struct Warmups {
  double shallow, deep;
};
Warmups simulated(const PlanProblem& problem, const std::vector<std::pair<int, int>>& stages) {
  const PlanEvaluator evaluator(problem);
  PipelinePlan plan = plan_of(problem, stages);
  const double shallow = seconds(evaluator.evaluate(plan).step);
  plan.schedule = "deep:h=1";
  return {shallow, seconds(evaluator.evaluate(plan).step)};
}

void expect_simulated(const PlanProblem& problem, const std::vector<std::pair<int, int>>& stages,
                      double shallow, double deep) {
  const Warmups result = simulated(problem, stages);
  EXPECT_NEAR(result.shallow, shallow, 1e-9);
  EXPECT_NEAR(result.deep, deep, 1e-9);
}

void expect_dapple(const PlanProblem& problem, const std::string& plan, double own) {
  const PlannedResult result = plan_dapple(problem);
  EXPECT_EQ(to_string(result.plan), plan);
  EXPECT_NEAR(*result.own_seconds, own, 1e-9);
  EXPECT_NEAR(seconds(dapple_latency(problem, result.plan)), own, 1e-9);
  EXPECT_NE(result.assumes, "");
}

const core::Cluster kTwoHosts = toy_cluster({1, 1}, 1, 1);
const core::Cluster kThreeHosts = toy_cluster({1, 1, 1}, 1, 1);
const core::Cluster kFourHosts = toy_cluster({1, 1, 1, 1}, 1, 1);
const core::Cluster kTwoPairs = toy_cluster({2, 2}, 16, 1);

TEST(Dapple, CutsFourLayersInTwoHalves) {
  const PlanProblem problem =
      published_problem({{1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 0, 12}}, kTwoHosts, 4);
  expect_dapple(problem, "(0-2)@1 | (2-4)@1", 32);
  EXPECT_NEAR(formula(problem, {{3, 1}, {1, 1}}), 36, 1e-9);
  EXPECT_NEAR(formula(problem, {{1, 1}, {3, 1}}), 41, 1e-9);
  EXPECT_NEAR(formula(problem, {{4, 2}}), 36, 1e-9);
  expect_simulated(problem, {{2, 1}, {2, 1}}, 34, 32);
  expect_simulated(problem, {{3, 1}, {1, 1}}, 38, 36);
}

TEST(Dapple, TakesDataParallelismWhereParametersAreFew) {
  const PlanProblem problem =
      published_problem({{1, 2, 1, 1}, {1, 2, 1, 1}, {1, 2, 1, 1}, {1, 2, 0, 1}}, kTwoHosts, 4);
  expect_dapple(problem, "(0-4)@2", 28);
}

TEST(Dapple, ReplicatesTheLongLayersAndNotTheLargeOne) {
  const PlanProblem problem =
      published_problem({{6, 12, 2, 1}, {6, 12, 1, 1}, {1, 2, 0, 60}}, kFourHosts, 6);
  expect_dapple(problem, "(0-2)@3 | (2-3)@1", 224.0 / 3);
  EXPECT_NEAR(formula(problem, {{3, 4}}), 303.0 / 2, 1e-9);
  expect_simulated(problem, {{2, 3}, {1, 1}}, 227.0 / 3, 224.0 / 3);
}

TEST(Dapple, KeepsEachStageInsideAHost) {
  const PlanProblem problem =
      published_problem({{2, 4, 1, 8}, {2, 4, 1, 8}, {2, 4, 1, 8}, {2, 4, 0, 8}}, kTwoPairs, 4);
  expect_dapple(problem, "(0-2)@2 | (2-4)@2", 33);
  const PipelinePlan plan = plan_dapple(problem).plan;
  EXPECT_EQ(plan.stages[0].devices, (DeviceGroup{0, 1}));
  EXPECT_EQ(plan.stages[1].devices, (DeviceGroup{2, 3}));
  EXPECT_NEAR(formula(problem, {{4, 4}}), 72, 1e-9);
  expect_simulated(problem, {{2, 2}, {2, 2}}, 35, 33);

  expect_dapple(
      published_problem({{2, 4, 16, 1}, {2, 4, 16, 1}, {2, 4, 16, 1}, {2, 4, 0, 1}}, kTwoPairs, 4),
      "(0-4)@4", 30);
}

TEST(Dapple, MakesAStraightPipelineOfLargeLayers) {
  const PlanProblem problem =
      published_problem({{2, 4, 1, 40}, {2, 4, 1, 40}, {2, 4, 0, 40}}, kThreeHosts, 6);
  expect_dapple(problem, "(0-1)@1 | (1-2)@1 | (2-3)@1", 52);
  EXPECT_NEAR(formula(problem, {{3, 3}}), 196, 1e-9);
  expect_simulated(problem, {{1, 1}, {1, 1}, {1, 1}}, 58, 52);
}

// The formula likes a plan that takes a third longer than it says.
TEST(Dapple, IsMisledByItsFormula) {
  const PlanProblem problem =
      published_problem({{1, 2, 1, 0}, {2, 4, 2, 4}, {3, 6, 1, 0}, {2, 4, 1, 0}}, kThreeHosts, 4);
  expect_dapple(problem, "(0-2)@1 | (2-4)@2", 36);
  expect_simulated(problem, {{2, 1}, {2, 2}}, 50, 43);
  EXPECT_NEAR(formula(problem, {{4, 3}}), 112.0 / 3, 1e-9);
}

// -- the search against all plans -------------------------------------------------------------

// Stages of whole layers on consecutive devices; all of them are used.
void for_each_plan(const PlanProblem& problem,
                   const std::function<void(const PipelinePlan&)>& visit) {
  const auto layers = static_cast<int>(problem.profile.layers.size());
  const auto devices = static_cast<int>(core::num_devices(problem.cluster));
  std::vector<std::pair<int, int>> stages;
  const std::function<void(int, int)> extend = [&](int l, int d) {
    if (l == 0 && d == 0) return visit(plan_of(problem, stages));
    for (int take = 1; take <= l; ++take) {
      for (int use = 1; use <= d; ++use) {
        if ((take == l) != (use == d)) continue;
        stages.emplace_back(take, use);
        extend(l - take, d - use);
        stages.pop_back();
      }
    }
  };
  extend(layers, devices);
}

TEST(Dapple, FindsTheFormulasBestOfAllTenPlans) {
  const PlanProblem problem =
      published_problem({{6, 12, 2, 1}, {6, 12, 1, 1}, {1, 2, 0, 60}}, kFourHosts, 6);
  int32_t count = 0;
  Ticks least = dapple_latency(problem, plan_of(problem, {{3, 4}}));
  for_each_plan(problem, [&](const PipelinePlan& plan) {
    ++count;
    least = std::min(least, dapple_latency(problem, plan));
  });
  EXPECT_EQ(count, 10);
  EXPECT_EQ(seconds(least), *plan_dapple(problem).own_seconds);
}

TEST(Dapple, TriesEveryNumberOfMicrobatches) {
  PlanProblem problem =
      published_problem({{1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 0, 12}}, kTwoHosts, 4);
  problem.microbatches = {1, 2, 4};
  const PlannedResult result = plan_dapple(problem);
  EXPECT_EQ(result.plan.microbatches, 4);
  EXPECT_NEAR(*result.own_seconds, 32, 1e-9);
}

// Data parallelism without parameters: its formula does not care how many micro-batches there are.
// Of 7 samples on two devices one has 4; of 1 sample seven times, one has all.
TEST(Dapple, LeavesEqualLatenciesToTheSimulation) {
  PlanProblem problem = published_problem({{1, 2, 1, 0}}, kTwoHosts, 7);
  problem.profile.batch = 1;
  problem.batch = 7;
  problem.microbatches = {7, 1};
  const PlannedResult result = plan_dapple(problem);
  EXPECT_NEAR(*result.own_seconds, 7 * 3 / 2.0, 1e-9);
  EXPECT_EQ(result.plan.microbatches, 1);
  EXPECT_DOUBLE_EQ(seconds(result.timing.step), 4 * 3);
}

TEST(Dapple, ChoosesDeepWarmUpsWhereTransfersAreLong) {
  Layers layers = {{1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 0, 12}};
  EXPECT_EQ(plan_dapple(published_problem(layers, kTwoHosts, 4)).plan.schedule, "deep:h=1");
  EXPECT_EQ(plan_dapple(published_problem(layers, toy_cluster({1, 1}, 1, 3), 4)).plan.schedule,
            "1f1b");
}

TEST(Dapple, GivesOutTheDevicesOfALargeClusterInOrder) {
  const Layers layers(20, {1, 2, 1, 50});
  const PlannedResult result =
      plan_dapple(published_problem(layers, toy_cluster(std::vector<int32_t>(8, 8), 100, 3), 16));
  EXPECT_GT(result.plan.stages.size(), 1u);
  int32_t next = 0;
  for (const PlannedStage& stage : result.plan.stages) {
    for (const int32_t device : stage.devices) EXPECT_EQ(device, next++);
  }
  EXPECT_EQ(next, 64);
}

TEST(Dapple, SeesNoMemory) {
  PlanProblem problem =
      published_problem({{1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 1, 0}, {1, 2, 0, 12}}, kTwoHosts, 4);
  problem.cluster.device_types[0].memory_bytes = 10;
  EXPECT_NE(plan_dapple(problem).timing.out_of_memory, "");
}

// -- placements -------------------------------------------------------------------------------

TEST(Placements, AreThoseOfTheReleasedPlanner) {
  const PlanProblem problem = toy_problem({{1, 1, 0, 0}}, toy_cluster({4, 4}, 1, 1), 1);
  const FreeDevices free(problem);
  const Occupancy taken = free.after(free.none_taken(), DeviceGroup{0});
  EXPECT_EQ(free.fresh(taken, 3), (DeviceGroup{4, 5, 6}));
  EXPECT_EQ(free.append(taken, 3), (DeviceGroup{1, 2, 3}));
  EXPECT_EQ(free.scatter(taken, 3), (DeviceGroup{1, 2, 4}));
  EXPECT_EQ(free.fresh(taken, 4), (DeviceGroup{4, 5, 6, 7}));
  EXPECT_EQ(free.append(taken, 4), (DeviceGroup{}));
  EXPECT_EQ(free.scatter(taken, 4), (DeviceGroup{1, 2, 4, 5}));
}

TEST(FreeDevices, GivesEveryGroupOnceUpToHostsOfOneDevice) {
  const auto num_groups = [](const std::vector<int32_t>& hosts) {
    const FreeDevices free(toy_problem({{1, 1, 0, 0}}, toy_cluster(hosts, 1, 1), 1));
    EXPECT_EQ(free.choice(), GroupChoice::kEvery);
    return free.groups(free.none_taken()).size();
  };
  EXPECT_EQ(num_groups({4}), 4u);
  EXPECT_EQ(num_groups({1, 1, 1}), 3u);
  EXPECT_EQ(num_groups({2, 2}), 8u);      // (0,1) (0,2) (1,0) (1,1) (1,2) (2,0) (2,1) (2,2)
  EXPECT_EQ(num_groups({1, 2, 1}), 11u);  // between the single hosts is another
  EXPECT_EQ(num_groups(std::vector<int32_t>(16, 1)), 16u);
}

TEST(FreeDevices, LeavesOutSymmetricGroupsAndThenAllButPlacements) {
  const auto choice = [](const std::vector<int32_t>& hosts) {
    return FreeDevices(toy_problem({{1, 1, 0, 0}}, toy_cluster(hosts, 1, 1), 1)).choice();
  };
  EXPECT_EQ(choice({8, 8}), GroupChoice::kEvery);
  EXPECT_EQ(choice({4, 4, 4, 4}), GroupChoice::kRepresentatives);
  EXPECT_EQ(choice(std::vector<int32_t>(8, 8)), GroupChoice::kPlacements);
}

// -- what crosses a cut -----------------------------------------------------------------------

TEST(LayerCuts, CountWhatNothingBeforeThemUses) {
  Profile profile = chain_profile({{1, 2, 10, 1}, {1, 2, 20, 2}, {1, 2, 40, 4}, {1, 2, 80, 8}});
  profile.edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  const LayerCuts cuts(profile);
  EXPECT_EQ(cuts.cut_bytes(1), 10);
  EXPECT_EQ(cuts.cut_bytes(2), 20);  // the first layer's goes over it, but was used before
  EXPECT_EQ(cuts.cut_bytes(3), 60);
  EXPECT_EQ(cuts.cut_bytes(4), 0);
  EXPECT_EQ(cuts.parameter_bytes(1, 3), 6);
  EXPECT_DOUBLE_EQ(cuts.compute_seconds(1, 4), 9);
}

// -- the others -------------------------------------------------------------------------------

TEST(EvenPlanners, CutSoThatTheSlowestStageTakesLeast) {
  PlanProblem problem = toy_problem(
      {{1, 1, 1, 0}, {1, 1, 1, 0}, {4, 4, 1, 0}, {1, 1, 1, 0}, {2, 2, 0, 0}}, kThreeHosts, 4);
  problem.even_stages = 3;
  const PlannedResult gpipe = plan_gpipe(problem);
  EXPECT_EQ(to_string(gpipe.plan), "(0-2)@1 | (2-3)@1 | (3-5)@1");
  EXPECT_EQ(gpipe.plan.schedule, "gpipe");
  const PlannedResult one = plan_1f1b(problem);
  EXPECT_EQ(one.plan.stages, gpipe.plan.stages);
  EXPECT_EQ(one.plan.schedule, "1f1b");
  EXPECT_FALSE(one.own_seconds.has_value());
}

// Two stages in two hosts: an all-reduce of 64 bytes inside each takes 1 s, between them 64 s.
TEST(EvenPlanners, ReplicateStagesOverConsecutiveDevices) {
  const Layers layers(8, {4, 4, 1, 16});
  const PlanProblem problem = toy_problem(layers, toy_cluster({2, 2}, 64, 1), 8);
  for (const auto planner : {plan_gpipe, plan_1f1b}) {
    const PlannedResult result = planner(problem);
    EXPECT_EQ(to_string(result.plan), "(0-4)@2 | (4-8)@2");
    EXPECT_EQ(result.plan.stages[0].devices, (DeviceGroup{0, 1}));
    EXPECT_EQ(result.plan.stages[1].devices, (DeviceGroup{2, 3}));
  }
}

// Two of the three devices and all of them would be better used, but for the all-reduce.
TEST(EvenPlanners, KeepOneDeviceAStageWhereItIsBest) {
  const Layers layers(3, {1, 1, 1, 1000});
  EXPECT_EQ(to_string(plan_1f1b(toy_problem(layers, kFourHosts, 8)).plan),
            "(0-1)@1 | (1-2)@1 | (2-3)@1");
}

TEST(EvenPlanners, LeaveTheRemainderOfGivenStagesUnused) {
  PlanProblem problem = toy_problem(Layers(3, {6, 6, 1, 0}), toy_cluster({7}, 100, 1), 4);
  problem.even_stages = 3;
  EXPECT_EQ(to_string(plan_1f1b(problem).plan), "(0-1)@2 | (1-2)@2 | (2-3)@2");
}

TEST(EvenPlanners, AreNeverWorseThanOneDeviceAStage) {
  std::mt19937 random(5);
  const auto draw = [&](int lo, int hi) { return lo + static_cast<int>(random() % (hi - lo + 1)); };
  int32_t replicated = 0;
  for (int round = 0; round < 60; ++round) {
    Layers layers(draw(1, 6));
    for (ToyLayer& l : layers) l = {1.0 * draw(1, 9), 1.0 * draw(1, 9), draw(0, 20), draw(0, 20)};
    PlanProblem problem =
        toy_problem(layers, toy_cluster({draw(1, 4), draw(1, 4)}, draw(4, 20), draw(1, 4)),
                    draw(1, 6), draw(1, 8));
    if (draw(0, 1)) problem.cluster.device_types[0].memory_bytes = draw(200, 2000);
    const PlannedResult result = plan_1f1b(problem);
    problem.even_stages = std::min(static_cast<int32_t>(layers.size()),
                                   static_cast<int32_t>(core::num_devices(problem.cluster)));
    PipelinePlan one = plan_1f1b(problem).plan;
    for (size_t s = 0; s < one.stages.size(); ++s) {
      one.stages[s].devices = {static_cast<int32_t>(s)};
    }
    const PlanTiming timing = PlanEvaluator(problem).evaluate(one);
    if (timing.out_of_memory.empty()) {
      EXPECT_EQ(result.timing.out_of_memory, "") << "round " << round;
      EXPECT_LE(result.timing.step, timing.step) << "round " << round;
    }
    replicated += result.plan.stages[0].devices.size() > 1;
  }
  EXPECT_GT(replicated, 10);
}

TEST(EvenPlanners, TakeTheMicrobatchesThatFit) {
  PlanProblem problem = toy_problem({{1, 1, 4, 0}, {1, 1, 4, 0}}, kTwoHosts, 4);
  problem.microbatches = {1, 2, 4};
  problem.even_stages = 2;
  EXPECT_EQ(plan_1f1b(problem).plan.microbatches, 4);
  problem.cluster.device_types[0].memory_bytes = 20;
  const PlannedResult result = plan_gpipe(problem);  // all outputs are kept: 16 bytes, and input
  EXPECT_NE(result.timing.out_of_memory, "");
  problem.even_stages = 0;  // one stage would fit, but is no pipeline
  EXPECT_NE(plan_gpipe(problem).timing.out_of_memory, "");
  problem.even_stages = 1;
  EXPECT_EQ(plan_gpipe(problem).timing.out_of_memory, "");  // half of it each
}

// Two layers, the second with many parameters: an all-reduce of it after each microbatch would be
// the bottleneck.
TEST(PipeDream, SeparatesWhatIsNotWorthReplicating) {
  const PlanProblem problem = published_problem({{2, 4, 1, 0}, {1, 1, 0, 60}}, kFourHosts, 4);
  const PlannedResult result = plan_pipedream(problem);
  EXPECT_EQ(to_string(result.plan), "(0-1)@3 | (1-2)@1");
  EXPECT_NEAR(*result.own_seconds, 4 * 2.0, 1e-9);  // of 6/3, 2/1, and 2*1/(1*1)
}

// Replicas of a stage share whole samples, which the formulas of both planners do not know: on 64
// samples in 64 micro-batches three replicas are as fast as one.
TEST(NamedPlanners, SimulateEveryNumberOfMicrobatches) {
  for (const auto planner : {plan_pipedream, plan_dapple}) {
    PlanProblem problem = published_problem({{2, 4, 1, 0}, {1, 1, 0, 6}}, kFourHosts, 64);
    problem.batch = 64;
    problem.profile.batch = 4;
    problem.microbatches = {1, 4, 16, 64};
    const PlannedResult best = planner(problem);
    for (const int32_t microbatches : {1, 4, 16, 64}) {
      PlanProblem one = problem;
      one.microbatches = {microbatches};
      EXPECT_FALSE(is_better(planner(one).timing, best.timing)) << best.strategy << microbatches;
    }
    EXPECT_LT(best.plan.microbatches, 64) << best.strategy;
  }
}

TEST(PipeDream, ReplicatesWholeHostsOverHosts) {
  const PlanProblem problem = published_problem({{8, 8, 1, 0}, {8, 8, 0, 0}}, kTwoPairs, 4);
  const PlannedResult result = plan_pipedream(problem);
  EXPECT_NEAR(*result.own_seconds, 4 * 8.0, 1e-9);
  EXPECT_EQ(to_string(result.plan), "(0-2)@4");
}

TEST(NamedPlanners, SayWhatIsWrongWithAProblem) {
  PlanProblem problem = toy_problem({{1, 1, 0, 0}}, kTwoHosts, 1, 1);
  problem.microbatches = {2};
  for (const auto planner : {plan_gpipe, plan_1f1b, plan_pipedream, plan_dapple}) {
    EXPECT_THROW(planner(problem), core::UserError);
  }
}

// A single device, a single layer, unequal hosts, unlike devices, a profile that branches.
TEST(NamedPlanners, PlanWhateverThereIs) {
  PlanProblem branching = toy_problem({{1, 1, 1, 3}, {1, 1, 1, 3}, {1, 1, 1, 3}, {1, 1, 0, 3}},
                                      toy_cluster({3, 1, 2}, 8, 2), 4);
  branching.profile.edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  branching.cluster.device_types.push_back(branching.cluster.device_types[0]);
  branching.cluster.device_types[1].flops_per_second = 3;
  branching.cluster.hosts[1].devices[0].type = 1;
  core::Cluster alone = toy_cluster({1}, 1, 1);
  alone.network.reset();
  alone.hosts[0].link.reset();
  for (const PlanProblem& problem : {toy_problem({{1, 1, 1, 3}, {1, 1, 0, 3}}, alone, 2),
                                     toy_problem({{1, 1, 0, 3}}, kTwoPairs, 2), branching}) {
    for (const auto planner : {plan_gpipe, plan_1f1b, plan_pipedream, plan_dapple}) {
      const PlannedResult result = planner(problem);
      size_t layers = 0;
      for (const PlannedStage& stage : result.plan.stages) layers += stage.layers.size();
      EXPECT_EQ(layers, problem.profile.layers.size()) << result.strategy;
      EXPECT_GT(result.timing.step, 0) << result.strategy;
    }
  }
}

}  // namespace
}  // namespace motley::tensor::stage
