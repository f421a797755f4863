// What pieces of a profile cost on devices: one price for an all-reduce.
#include <gtest/gtest.h>

#include <random>

#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/plan/stage/planners.h"
#include "tensor/plan/stage/toy_problems.h"

namespace motley::tensor::stage {
namespace {

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
  const PlanProblem problem = toy_problem({{12, 24, 12, 3}}, toy_cluster({3}, 1, 1), 1);
  EXPECT_EQ(PlanCosts(problem).all_reduce(0, DeviceGroup{0, 1}), 0);
  EXPECT_EQ(PlanCosts(problem).all_reduce(100, DeviceGroup{1}), 0);
}

}  // namespace
}  // namespace motley::tensor::stage
