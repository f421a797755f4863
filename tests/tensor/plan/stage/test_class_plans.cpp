#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

#include "tensor/plan/stage/class_plans.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/stage/toy_problems.h"

namespace motley::tensor::stage {
namespace {

using namespace schedule;

// Two devices twice as fast as three others, each alone in its host.
core::Cluster fast_and_slow() {
  core::Cluster cluster = toy_cluster({1, 1, 1, 1, 1}, 1, 1000);
  core::DeviceType slow = cluster.device_types[0];
  slow.name = "slow";
  slow.flops_per_second = 0.5;
  cluster.device_types.push_back(slow);
  for (const size_t h : {0, 2, 3}) cluster.hosts[h].devices[0].type = 1;
  return cluster;
}

double slowest_stage(const PlanCosts& costs, const PlanProblem& problem, const PipelinePlan& plan) {
  double slowest = 0;
  for (const PlannedStage& stage : plan.stages) {
    double work = 0;
    for (const int32_t l : stage.layers) {
      work +=
          problem.profile.layers[l].forward_seconds + problem.profile.layers[l].backward_seconds;
    }
    slowest = std::max(slowest, seconds(costs.compute(work, stage.devices, plan.microbatches)));
  }
  return slowest;
}

// By number of stages: the fastest slowest stage of all plans with stages of one class.
std::map<size_t, double> brute_force(const PlanCosts& costs, const PlanProblem& problem,
                                     int32_t microbatches) {
  std::map<size_t, double> best;
  PipelinePlan plan{.microbatches = microbatches};
  const auto num_layers = static_cast<int32_t>(problem.profile.layers.size());
  const DeviceGroup classes[] = {{1, 4}, {0, 2, 3}};
  const std::function<void(int32_t, size_t, size_t)> extend = [&](int32_t begin, size_t fast,
                                                                  size_t slow) {
    if (begin == num_layers) {
      const double slowest = slowest_stage(costs, problem, plan);
      const auto at = best.try_emplace(plan.stages.size(), slowest).first;
      at->second = std::min(at->second, slowest);
      return;
    }
    for (int32_t end = begin + 1; end <= num_layers; ++end) {
      for (const int which : {0, 1}) {
        const size_t used = which == 0 ? fast : slow;
        for (size_t count = 1; used + count <= classes[which].size(); ++count) {
          PlannedStage stage;
          for (int32_t l = begin; l < end; ++l) stage.layers.push_back(l);
          const auto first = classes[which].begin() + static_cast<ptrdiff_t>(used);
          stage.devices.assign(first, first + static_cast<ptrdiff_t>(count));
          plan.stages.push_back(stage);
          extend(end, fast + (which == 0 ? count : 0), slow + (which == 1 ? count : 0));
          plan.stages.pop_back();
        }
      }
    }
  };
  extend(0, 0, 0);
  return best;
}

TEST(ClassPlans, AreAsBalancedAsAnyPlanWithStagesOfOneClass) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<ToyLayer> layers;
    for (int l = 0; l < 6; ++l) {
      const double forward = 1 + static_cast<double>(random() % 8);
      layers.push_back({forward, 2 * forward, 1, 1});
    }
    const PlanProblem problem = toy_problem(layers, fast_and_slow(), 8);
    const PlanCosts costs(problem);
    const std::map<size_t, double> best = brute_force(costs, problem, 8);
    std::map<size_t, double> found;
    for (const ClassPlan& one : class_plans(problem, costs, 8)) {
      const size_t num_stages = one.plan.stages.size();
      const double slowest = slowest_stage(costs, problem, one.plan);
      EXPECT_GE(slowest, best.at(num_stages) * (1 - 1e-9));
      const auto at = found.try_emplace(num_stages, slowest).first;
      at->second = std::min(at->second, slowest);
    }
    // The stage times that are tried are at most 15 % apart where they are below 1.75 times the
    // least.
    double least = 0;
    for (const ToyLayer& layer : layers) least += layer.forward + layer.backward;
    least /= 3.5;
    for (const auto& [num_stages, slowest] : best) {
      if (slowest > 1.75 * least) continue;
      double reached = 1e300;
      for (const auto& [n, one] : found) {
        if (n <= num_stages) reached = std::min(reached, one);
      }
      EXPECT_LE(reached, 1.15 * slowest) << num_stages << " stages, trial " << trial;
    }
  }
}

TEST(ClassPlans, StagesRecomputeWhereMemoryIsShort) {
  core::Cluster cluster = toy_cluster({1, 1}, 1, 1000);
  cluster.device_types[0].memory_bytes = 60;
  PlanProblem problem =
      toy_problem({{1, 2, 10, 1}, {1, 2, 10, 1}, {1, 2, 10, 1}, {1, 2, 10, 1}}, cluster, 8);
  const PlanEvaluator evaluator(problem);
  const auto plans = class_plans(problem, evaluator.costs(), 8);
  ASSERT_FALSE(plans.empty());
  for (const ClassPlan& one : plans) {
    EXPECT_TRUE(evaluator.step_if_fits(one.plan)) << to_string(one.plan);
  }
}

// Hosts in another order are the same cluster.
TEST(MotleyPlanner, DoesNotDependOnTheOrderOfHosts) {
  core::Cluster cluster = toy_cluster(std::vector<int32_t>(12, 4), 100, 20);
  core::DeviceType slow = cluster.device_types[0];
  slow.name = "slow";
  slow.flops_per_second = 0.4;
  cluster.device_types.push_back(slow);
  for (const size_t h : {0, 3, 4, 7, 8, 9, 10}) cluster.hosts[h].devices[0].type = 1;
  std::vector<ToyLayer> layers;
  for (int l = 0; l < 16; ++l) layers.push_back({1, 2, 30, 40});
  const StageSearchLimits few{.most_labels = 1000, .most_tried = 20'000, .most_simulated = 200'000};
  const PlanProblem problem = toy_problem(layers, cluster, 16);
  const double step = seconds(plan_motley(problem, few).timing.step);
  PlanProblem other = problem;
  std::ranges::reverse(other.cluster.hosts);
  EXPECT_NEAR(seconds(plan_motley(other, few).timing.step), step, 1e-3 * step);
  std::ranges::rotate(other.cluster.hosts, other.cluster.hosts.begin() + 5);
  EXPECT_NEAR(seconds(plan_motley(other, few).timing.step), step, 1e-3 * step);
}

}  // namespace
}  // namespace motley::tensor::stage
