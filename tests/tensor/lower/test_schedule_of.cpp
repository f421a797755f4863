#include <gtest/gtest.h>

#include <algorithm>

#include "tensor/lower/rank_program.h"

namespace motley::tensor {
namespace {

// What is waited for soon is begun before gradients that were there first.
TEST(ScheduleOf, LetsWhatIsUrgentPass) {
  LocalProgram local;
  const auto add = [&](int64_t bytes, int begun, int needed) {
    const int c = static_cast<int>(local.collectives.size());
    local.collectives.push_back({.whole = {ElementType::kF32, {bytes / 4}}, .value_bytes = bytes});
    local.events.push_back({CollectiveEvent::Kind::kBegin, c, 0, begun});
    local.events.push_back({CollectiveEvent::Kind::kNeed, c, 0, needed});
  };
  add(100, 1, 50);
  add(100, 2, 2);
  add(100, 20, 50);
  add(100, 30, 30);
  std::ranges::stable_sort(local.events, {}, &CollectiveEvent::num_products);
  std::vector<int> order;
  for (const RankStep& step : schedule_of(local, {.bucket_bytes = 50}).steps) {
    if (step.kind == RankStep::Kind::kStart) order.push_back(step.index);
  }
  const StepSchedule schedule = schedule_of(local, {.bucket_bytes = 50});
  std::vector<int> collectives;
  for (const int i : order) collectives.push_back(schedule.communications[i][0]);
  // The first gradient stands back; the second has time enough.
  EXPECT_EQ(collectives, (std::vector<int>{1, 0, 2, 3}));
}

// Gradients that wait for the network take memory: at a limit the earliest is waited for.
TEST(ScheduleOf, MakesRoomForGradients) {
  LocalProgram local;
  for (int c = 0; c < 3; ++c) {
    local.collectives.push_back({.kind = ReshardKind::kReduceScatter,
                                 .whole = {ElementType::kF32, {25}},
                                 .value_bytes = 100});
    local.events.push_back({CollectiveEvent::Kind::kBegin, c, 0, c});
  }
  for (int c = 0; c < 3; ++c) local.events.push_back({CollectiveEvent::Kind::kNeed, c, 0, 50});
  const auto steps = [&](int64_t limit) {
    std::string text;
    for (const RankStep& step :
         schedule_of(local, {.bucket_bytes = 50, .reducing_bytes = limit}).steps) {
      text += step.kind == RankStep::Kind::kStart ? 's' : 'w';
      text += std::to_string(step.index);
    }
    return text;
  };
  EXPECT_EQ(steps(kNoLimit), "s0s1s2w0w1w2");
  EXPECT_EQ(steps(150), "s0s1w0s2w1w2");
}

// Axis 0 goes through the ports of two hosts, axis 1 stays within them: what is urgent on one does
// not hold back gradients on the other.
TEST(ScheduleOf, HoldsBackNothingThatUsesOtherLinks) {
  core::Cluster cluster;
  cluster.device_types.push_back({.name = "d", .flops_per_second = 1e12});
  cluster.hosts.assign(2, {.devices = {{0, 2}}, .link = core::Link{1e10, 1e-6}});
  cluster.network = core::Link{1e9, 1e-5};
  const DeviceGrid grid{{2, 2}};
  const auto apart = shard_cost::group_costs(cluster, grid, {0, 1, 2, 3});
  EXPECT_FALSE(shard_cost::axes_share_links(apart));
  EXPECT_FALSE(shard_cost::axes_share_links(  // the axes have changed places
      shard_cost::group_costs(cluster, grid, {0, 2, 1, 3})));
  EXPECT_TRUE(shard_cost::axes_share_links(shard_cost::group_costs(cluster, {{2}}, {0, 2})));
  LocalProgram local;
  const auto add = [&](int axis, int begun, int needed) {
    const int c = static_cast<int>(local.collectives.size());
    local.collectives.push_back(
        {.axis = axis, .whole = {ElementType::kF32, {25}}, .value_bytes = 100});
    local.events.push_back({CollectiveEvent::Kind::kBegin, c, 0, begun});
    local.events.push_back({CollectiveEvent::Kind::kNeed, c, 0, needed});
  };
  add(0, 1, 50);
  add(1, 2, 2);
  std::ranges::stable_sort(local.events, {}, &CollectiveEvent::num_products);
  const auto first_begun = [&](const shard_cost::GroupCosts* costs) {
    const StepSchedule schedule = schedule_of(local, {.bucket_bytes = 50, .costs = costs});
    return schedule.communications[schedule.steps[0].index][0];
  };
  EXPECT_EQ(first_begun(&apart), 0);
  EXPECT_EQ(first_begun(nullptr), 1);
}

}  // namespace
}  // namespace motley::tensor
