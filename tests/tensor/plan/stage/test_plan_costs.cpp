// What pieces of a profile cost on devices: whole samples, and one price for an all-reduce.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>

#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/plan/stage/layer_cuts.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/stage/toy_problems.h"

namespace motley::tensor::stage {
namespace {

using Samples = std::vector<int64_t>;

PlanProblem three_devices(int32_t samples) {
  return toy_problem({{12, 24, 12, 3}}, toy_cluster({3}, 1, 1), 1, samples);
}

// -- whole samples ------------------------------------------------------------------------------

TEST(WholeSamples, GoToTheDeviceThatIsDoneFirst) {
  PlanProblem problem = three_devices(4);
  EXPECT_EQ(PlanCosts(problem).samples(DeviceGroup{0, 1, 2}, 1), (Samples{2, 1, 1}));
  EXPECT_EQ(PlanCosts(problem).samples(DeviceGroup{1, 2}, 1), (Samples{2, 2}));
  problem.cluster.device_types.push_back(problem.cluster.device_types[0]);
  problem.cluster.device_types[1].flops_per_second = 5;
  problem.cluster.hosts[0].devices = {{.type = 1, .count = 1}, {.type = 0, .count = 2}};
  EXPECT_EQ(PlanCosts(problem).samples(DeviceGroup{0, 1, 2}, 1), (Samples{4, 0, 0}));
  problem.batch = 14;
  EXPECT_EQ(PlanCosts(problem).samples(DeviceGroup{0, 1, 2}, 1), (Samples{10, 2, 2}));
}

TEST(WholeSamples, MakeAStageAsSlowAsItsFullestDevice) {
  const auto forward = [](int32_t samples, const DeviceGroup& group) {
    const PlanProblem problem = three_devices(samples);
    return seconds(PlanCosts(problem).compute(12, group, 1));
  };
  EXPECT_DOUBLE_EQ(forward(6, {0, 1, 2}), 4);
  EXPECT_DOUBLE_EQ(forward(4, {0, 1, 2}), 6);  // 2 of 4 samples
  EXPECT_DOUBLE_EQ(forward(4, {0, 1}), 6);
  EXPECT_DOUBLE_EQ(forward(1, {0, 1, 2}), 12);  // two devices have nothing to do
}

TEST(WholeSamples, OfMicrobatchesThatDoNotDivideTheBatchAreThoseOfTheLargest) {
  PlanProblem problem = three_devices(6);
  problem.batch = 20;
  const PlanCosts costs(problem);
  EXPECT_EQ(costs.samples(3), 7);  // 7, 7 and 6
  EXPECT_EQ(costs.samples(DeviceGroup{0, 1, 2}, 3), (Samples{3, 2, 2}));
  EXPECT_DOUBLE_EQ(seconds(costs.compute(12, DeviceGroup{0, 1, 2}, 3)), 6);
}

// 5 samples: 2, 2, 1 on devices 0, 1, 2 of which the last is in the other host, 3 and 2 on 3 and 4.
TEST(WholeSamples, AreWhatIsSent) {
  const PlanProblem problem = toy_problem({{1, 1, 5, 0}}, toy_cluster({2, 3}, 100, 1), 1, 5);
  const TransferCost cost =
      PlanCosts(problem).transfer(5, DeviceGroup{0, 1, 2}, DeviceGroup{3, 4}, 1);
  EXPECT_DOUBLE_EQ(seconds(cost.busy), 4);  // 2 and 1 to device 3, 1 to device 4
  EXPECT_EQ(cost.out_hosts, std::vector<int32_t>{0});
  EXPECT_EQ(cost.in_hosts, std::vector<int32_t>{1});
}

// The fold of zb-v: two stages on one device, which has no link to itself.
TEST(WholeSamples, ThatStayOnADeviceAreNotSent) {
  PlanProblem problem = toy_problem({{1, 1, 5, 0}}, toy_cluster({1, 1}, 100, 1), 1, 5);
  for (core::Host& host : problem.cluster.hosts) host.link.reset();
  for (const BoundaryRule rule : {BoundaryRule::kPorts, BoundaryRule::kWhole}) {
    problem.boundary = rule;
    const TransferCost cost = PlanCosts(problem).transfer(5, DeviceGroup{1}, DeviceGroup{1}, 1);
    EXPECT_EQ(cost.busy, 0);
    EXPECT_EQ(cost.latency, 0);
    EXPECT_TRUE(cost.out_hosts.empty());
  }
}

// Whatever the hosts are called, a transfer takes no less than the bound.
TEST(WholeSamples, AreSentInNoLessThanTheBoundOfAllOrders) {
  std::mt19937 random(2);
  double sum = 0, sum_of_bounds = 0;
  for (int round = 0; round < 500; ++round) {
    const auto samples = static_cast<int32_t>(1 + random() % 12);
    const PlanProblem problem =
        toy_problem({{1, 1, 60, 0}}, toy_cluster({3, 3, 3}, 1000, 1), 1, samples);
    std::array<std::vector<int32_t>, 2> counts;  // of each host, in both groups
    for (int host = 0; host < 3; ++host) {
      counts[0].push_back(static_cast<int32_t>(random() % 3));
      counts[1].push_back(static_cast<int32_t>(random() % 2));
    }
    counts[0][0] = counts[1][2] = 1;
    std::array<int32_t, 3> order = {0, 1, 2};
    std::optional<schedule::Ticks> bound;
    do {
      std::array<DeviceGroup, 2> groups;
      for (int32_t host = 0; host < 3; ++host) {
        int32_t next = 3 * host;
        for (int g = 0; g < 2; ++g) {
          for (int32_t n = counts[g][order[host]]; n > 0; --n) groups[g].push_back(next++);
        }
      }
      const PlanCosts costs(problem);
      const TransferCost least = costs.least_transfer(60, groups[0], groups[1], 1);
      const TransferCost cost = costs.transfer(60, groups[0], groups[1], 1);
      EXPECT_EQ(least.busy, bound.value_or(least.busy)) << "round " << round;
      EXPECT_LE(least.busy, cost.busy) << "round " << round;
      bound = least.busy;
      sum += seconds(cost.busy);
      sum_of_bounds += seconds(least.busy);
    } while (std::ranges::next_permutation(order).found);
  }
  EXPECT_GT(sum_of_bounds, 0.5 * sum);
}

TEST(WholeSamples, FillTheMemoryOfTheFullestDevice) {
  const auto peak = [](int32_t samples) {
    const PlanProblem problem = three_devices(samples);
    return PlanEvaluator(problem)
        .evaluate({.stages = {stage_of_range(0, 1, {0, 1, 2})}})
        .peak_bytes;
  };
  EXPECT_EQ(peak(6), 4 * 3 + 4);  // parameters, gradients, optimizer state; a third of 12
  EXPECT_EQ(peak(4), 4 * 3 + 6);  // a half
}

// -- one price for an all-reduce ----------------------------------------------------------------

core::Cluster random_cluster(std::mt19937& random) {
  const auto draw = [&](int lo, int hi) { return lo + static_cast<int>(random() % (hi - lo + 1)); };
  core::Cluster cluster{.device_types = {{.name = "d",
                                          .flops_per_second = 1e12,
                                          .memory_bytes = 1 << 30,
                                          .memory_bytes_per_second = 1e11}}};
  for (int hosts = draw(1, 4); hosts > 0; --hosts) {
    core::Host host{.devices = {{.type = 0, .count = draw(1, 4)}}};
    host.link = core::Link{1e9 * draw(5, 100), 1e-6 * draw(1, 9)};
    if (draw(0, 1)) host.network = core::Link{1e8 * draw(1, 50), 1e-5 * draw(1, 5)};
    cluster.hosts.push_back(host);
  }
  cluster.network = core::Link{1e9, 3e-5};
  return cluster;
}

// What a sharded plan pays to sum a tensor of so many bytes over a group.
double sharded_seconds(const core::Cluster& cluster, const DeviceGroup& group, int64_t bytes) {
  const DeviceGrid grid{{static_cast<int>(group.size())}};
  const shard_cost::GroupCosts costs = shard_cost::group_costs(cluster, grid, group);
  const TensorType type{ElementType::kF32, {bytes / 4}};
  ReshardStep step{.kind = ReshardKind::kAllReduce};
  step.from[0] = partial();
  step.to[0] = replicated();
  return shard_cost::seconds_of(step, type, grid, costs);
}

TEST(AllReduce, CostsTheSameInAStageAndInAShardedPlan) {
  std::mt19937 random(1);
  int compared = 0;
  for (int round = 0; round < 300; ++round) {
    PlanProblem problem = toy_problem({{1, 1, 0, 0}}, random_cluster(random), 1);
    const PlanCosts costs(problem);
    DeviceGroup group;
    for (int32_t d = 0; d < costs.num_devices(); ++d) {
      if (random() % 3 > 0) group.push_back(d);
    }
    if (group.size() < 2) continue;
    for (const int64_t bytes : {int64_t{4} << 10, int64_t{1} << 20, int64_t{1} << 28}) {
      ++compared;
      EXPECT_EQ(costs.all_reduce(bytes, group),
                to_ticks(sharded_seconds(problem.cluster, group, bytes)))
          << "round " << round << ", " << bytes << " bytes over " << group.size() << " devices";
    }
  }
  EXPECT_GT(compared, 600);
}

TEST(AllReduce, OfNothingOrAmongOneDeviceIsFree) {
  const PlanProblem problem = three_devices(1);
  EXPECT_EQ(PlanCosts(problem).all_reduce(0, DeviceGroup{0, 1}), 0);
  EXPECT_EQ(PlanCosts(problem).all_reduce(100, DeviceGroup{1}), 0);
}

}  // namespace
}  // namespace motley::tensor::stage
