#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/balance/ratio.h"
#include "tensor/plan/shard_cost/reshard.h"

namespace motley::tensor::shard_cost {
namespace {

const TensorType kType{ElementType::kF32, {24, 16}};

GroupCosts costs(const DeviceGrid& grid) {
  // Rows are hosts: the second axis is twice as fast.
  const bool two = grid.num_axes() == 2;
  core::Cluster cluster =
      core::one_host({.flops_per_second = 1e12, .memory_bytes_per_second = 1e11},
                     two ? grid.sizes[1] : grid.sizes[0], {two ? 2e9 : 1e9, 1e-6});
  if (two) {
    cluster.hosts.resize(grid.sizes[0], cluster.hosts[0]);
    cluster.network = core::Link{1e9 * grid.sizes[1], 1e-6};
  }
  std::vector<int> devices(grid.num_ranks());
  std::iota(devices.begin(), devices.end(), 0);
  return group_costs(cluster, grid, devices);
}

Sharding state(const std::string& text, const DeviceGrid& grid) {
  const ParsedSharding parsed = parse_sharding(text, kType, grid);
  EXPECT_EQ(parsed.fault, "") << text;
  return parsed.sharding;
}

// "slice 0, all_gather 1": the steps and their axes.
std::string way(const std::string& from, const std::string& to, const DeviceGrid& grid) {
  std::string text;
  for (const ReshardStep& step :
       cheapest_reshard(state(from, grid), state(to, grid), kType, grid, costs(grid)).steps) {
    text +=
        (text.empty() ? "" : ", ") + std::string(name(step.kind)) + " " + std::to_string(step.axis);
  }
  return text;
}

TEST(Reshard, OneStepOnOneAxis) {
  const DeviceGrid four{{4}};
  EXPECT_EQ(way("R", "S(0)", four), "slice 0");
  EXPECT_EQ(way("S(0)", "R", four), "all_gather 0");
  EXPECT_EQ(way("S(0)", "S(1)", four), "all_to_all 0");
  EXPECT_EQ(way("S(0)", "S(0/12)", four), "all_to_all 0");
  EXPECT_EQ(way("P", "R", four), "all_reduce 0");
  EXPECT_EQ(way("P", "S(1)", four), "reduce_scatter 0");
  EXPECT_EQ(way("R", "P", four), "keep_on_first 0");
  EXPECT_EQ(way("S(0)", "P", four), "pad 0");
  EXPECT_EQ(way("S(0)", "S(0)", four), "");
}

TEST(Reshard, TwoAxesTakeTheirTurns) {
  const DeviceGrid grid{{2, 2}};
  // One dimension moves from an axis to the other: it must be whole in between.
  EXPECT_EQ(way("S(0)R", "RS(0)", grid), "all_gather 0, slice 1");
  // What shrinks comes before what is gathered.
  EXPECT_EQ(way("RS(1)", "S(0)R", grid), "slice 0, all_gather 1");
  EXPECT_EQ(way("S(0)P", "S(0)R", grid), "all_reduce 1");
  // Of samples that both axes have: the inner one moves them within its part.
  EXPECT_EQ(way("S(0)S(0/12)", "S(0)R", grid), "all_gather 1");
  EXPECT_EQ(way("S(0)S(0/12)", "S(0)S(1)", grid), "all_to_all 1");
  EXPECT_EQ(way("RR", "S(0)S(0/12)", grid).substr(0, 5), "slice");
}

TEST(Reshard, NoDetourIsCheaper) {
  for (const DeviceGrid& grid : {DeviceGrid{{4}}, DeviceGrid{{2, 2}}}) {
    std::vector<std::string> texts = {"R", "S(0)", "S(1)", "P"};
    if (grid.num_axes() == 1) texts.push_back("S(0:[3,1,1,1])");
    std::vector<Sharding> states;
    for (const std::string& a : texts) {
      if (grid.num_axes() == 1) {
        states.push_back(state(a, grid));
        continue;
      }
      for (const std::string& b : texts) {
        const ParsedSharding both = parse_sharding(a + b, kType, grid);
        if (both.fault.empty()) states.push_back(both.sharding);
      }
    }
    const GroupCosts c = costs(grid);
    const auto seconds = [&](const Sharding& from, const Sharding& to) {
      return cheapest_reshard(from, to, kType, grid, c).seconds;
    };
    int checked = 0;
    for (const Sharding& a : states) {
      for (const Sharding& b : states) {
        for (const Sharding& via : states) {
          EXPECT_LE(seconds(a, b), seconds(a, via) + seconds(via, b) + 1e-12)
              << to_string(a, kType.shape, grid) << " -> " << to_string(via, kType.shape, grid)
              << " -> " << to_string(b, kType.shape, grid);
          ++checked;
        }
      }
    }
    EXPECT_GT(checked, 100);
  }
}

// hap.md, section 9 case 5: two V100 and six P100 by flops; padded against grouped.
TEST(Padding, PaysWhereTheLargestShareTimesDevicesIsBelowTheRatioOfBandwidths) {
  const std::vector<double> speeds = {3859, 3859, 2149, 2149, 2149, 2149, 2149, 2149};
  const core::Ratio ratio = *core::proportional_ratio(speeds);
  const double skew = 8 * *std::max_element(ratio.begin(), ratio.end());
  EXPECT_NEAR(skew, 1.498, 0.001);
  EXPECT_GT(skew, 815.0 / 550);  // grouped, barely
  EXPECT_LT(skew, 876.0 / 512);  // reduce-scatter stays padded
  const core::Ratio two = *core::proportional_ratio(std::vector<double>{5712, 5712, 2149, 2149});
  EXPECT_NEAR(4 * two[0], 1.453, 0.001);
  EXPECT_LT(4 * two[0], 2912.0 / 1823);
}

}  // namespace
}  // namespace motley::tensor::shard_cost
