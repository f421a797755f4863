#include <gtest/gtest.h>

#include "core/cluster/cluster_file.h"
#include "tensor/adapt/share_groups.h"
#include "tensor/adapt/share_plans.h"

namespace motley::tensor {
namespace {

core::Cluster four_hosts(std::vector<double> speeds = {1, 1, 1, 1}) {
  core::Cluster cluster;
  for (size_t i = 0; i < speeds.size(); ++i) {
    cluster.device_types.push_back({.name = "core" + std::to_string(i),
                                    .flops_per_second = speeds[i] * 1e9,
                                    .memory_bytes = 1'000'000'000,
                                    .memory_bytes_per_second = speeds[i] * 1e9});
    cluster.hosts.push_back({.devices = {{static_cast<int32_t>(i), 1}}});
  }
  cluster.network = core::Link{1e8, 5e-5};
  return cluster;
}

planner::Plan plan_of(const std::string& model, const std::string& strategy) {
  return planner::plan_by(
      planner::on_cluster(build_step(load_model(model), {.optimizer = "adam"}), four_hosts()),
      strategy);
}

constexpr const char* kModel = "gpt:layers=2,hidden=32,heads=4,seq=16,vocab=64,batch=16";

TEST(ShareGroups, SamplesAreTheUnitsOfDataParallelPlans) {
  const planner::Plan plan = plan_of(kModel, "dp-even");
  const ShareGroups groups(plan);
  EXPECT_EQ(groups.main().units, 16);
  EXPECT_EQ(units_text(groups.main()), "4:4:4:4");
  // No parameter is sharded: nothing moves.
  const planner::Plan other = with_units(plan, groups, {7, 3, 3, 3});
  const auto& arguments = plan.on.step().program.body.arguments;
  for (int i = 0; i < plan.on.model_step->num_updated(); ++i) {
    EXPECT_EQ(other.stage().sharding.values[arguments[i].index],
              plan.stage().sharding.values[arguments[i].index]);
  }
  EXPECT_EQ(units_text(ShareGroups(other).main()), "7:3:3:3");
}

TEST(ShareGroups, HeadsAreTheUnitsOfTensorParallelPlans) {
  const planner::Plan plan = plan_of(kModel, "megatron");
  if (!plan.applies()) GTEST_SKIP() << plan.inapplicable_reason;
  const ShareGroups groups(plan);
  EXPECT_FALSE(groups.empty());
  EXPECT_GE(groups.main().units, 4);
}

// The equal shares of an outer axis, which an inner one shards again, are not moved.
TEST(ShareGroups, SamplesOverBothAxesOfAGridStayAsTheyAre) {
  core::Cluster cluster = four_hosts();
  cluster.hosts = {{.devices = {{0, 2}}, .link = core::Link{1e10, 1e-6}}};
  cluster.hosts.push_back(cluster.hosts[0]);
  cluster.network = core::Link{1e9, 1e-6};
  const planner::Plan plan = planner::plan_by_degrees(
      planner::on_cluster(build_step(load_model(kModel), {.optimizer = "adam"}), cluster), "fsdp",
      "fully sharded over 2, replicated 2 times");
  ASSERT_TRUE(plan.applies()) << plan.inapplicable_reason;
  EXPECT_EQ(tuned_plan(plan).untunable_reason,
            "samples are sharded over both axes of the grid, in equal shares");
}

// Optimizer state that is sharded evenly stays so when samples are shared otherwise.
TEST(ShareGroups, ShardedStateIsAGroupOfItsOwn) {
  const planner::Plan plan = plan_of(kModel, "zero-1");
  const ShareGroups groups(plan);
  EXPECT_EQ(groups.main().units, 16);
  EXPECT_GT(groups.all().size(), 1u);
}

TEST(ShareGroups, ThereAndBackIsTheSamePlan) {
  for (const char* strategy : {"dp-even", "zero-1", "zero-3", "hap"}) {
    SCOPED_TRACE(strategy);
    const planner::Plan plan = plan_of(kModel, strategy);
    ASSERT_TRUE(plan.applies());
    const ShareGroups groups(plan);
    std::vector<int64_t> units = units_in_use(groups.main());
    const std::vector<int64_t> first = units;
    if (units[0] < 1) GTEST_SKIP();
    --units[0];
    ++units[1];
    const planner::Plan there = with_units(plan, groups, units);
    EXPECT_NE(there.stage().sharding.values, plan.stage().sharding.values);
    const planner::Plan back = with_units(there, ShareGroups(there), first);
    EXPECT_EQ(back.stage().sharding.values, plan.stage().sharding.values);
    EXPECT_EQ(back.stage().sharding.rules, plan.stage().sharding.rules);
  }
}

TEST(SharePlans, ASlowDeviceGetsLessAndTheStepIsPredictedFaster) {
  const TunedPlan tuned = tuned_plan(plan_of(kModel, "dp-even"));
  ASSERT_EQ(tuned.untunable_reason, "");
  std::vector<double> seconds = tuned.plan.time.rank_compute_seconds;
  seconds[2] *= 3;
  const MeasuredRates rates = rates_of(tuned, seconds, 0);
  EXPECT_NEAR(rates.slowdown[2], 3, 1e-9);
  const NextPlan next = next_shares(tuned, {5, 5, 1, 5}, rates);
  EXPECT_LT(next.next_seconds, 0.8 * next.now_seconds);
  EXPECT_TRUE(next.fits);
}

TEST(SharePlans, FixedWorkIsWhatTheUpdateTakes) {
  // Adam on replicated parameters: every device updates all of them.
  const TunedPlan replicated = tuned_plan(plan_of(kModel, "dp-even"));
  const TunedPlan sharded = tuned_plan(plan_of(kModel, "zero-1"));
  EXPECT_GT(replicated.tuning.fixed[0], sharded.tuning.fixed[0]);
  EXPECT_EQ(replicated.tuning.moving.per_share, 0);
}

}  // namespace
}  // namespace motley::tensor
