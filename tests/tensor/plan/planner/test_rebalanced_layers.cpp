#include <gtest/gtest.h>

#include <algorithm>

#include "core/cluster/cluster_file.h"
#include "tensor/plan/planner/pipeline_time.h"
#include "tensor/plan/planner/rebalanced_layers.h"
#include "tensor/plan/planner/staged_plan.h"

namespace motley::tensor::planner {
namespace {

constexpr int kLayers = 4;

// Three stages of a GPT on devices of one kind.
Plan three_stages() {
  core::Cluster cluster = core::parse_cluster(
      "name: three\n"
      "device_types: {cpu: {flops: 20G, memory: 4GiB, memory_bandwidth: 10GB/s}}\n"
      "hosts: [{devices: {cpu: 1}}, {devices: {cpu: 1}}, {devices: {cpu: 1}}]\n"
      "network: {bandwidth: 1Gb/s, latency: 50us}\n",
      "three.yaml");
  PipelineDescription d{.microbatches = 4, .schedule = "1f1b"};
  for (int s = 0; s < 3; ++s) {
    d.stages.push_back({.first_layer = 2 * s, .devices = {s}, .samples = {}});
  }
  const ModelStepPtr step =
      build_step(load_model("gpt:layers=4,hidden=64,heads=4,seq=16,vocab=64,batch=8"), {});
  return described_plan(on_cluster(step, cluster), d, "by hand");
}

// Each device by its own factor slower.
core::Cluster slowed(const core::Cluster& cluster, const std::vector<double>& factors) {
  core::Cluster result = cluster;
  result.device_types.clear();
  for (size_t i = 0; i < factors.size(); ++i) {
    core::DeviceType type = cluster.device_types[0];
    type.name += std::to_string(i);
    type.flops_per_second /= factors[i];
    type.memory_bytes_per_second /= factors[i];
    result.device_types.push_back(type);
    result.hosts[i].devices = {{static_cast<int32_t>(i), 1}};
  }
  return result;
}

double seconds_of(const Plan& plan, const core::Cluster& cluster) {
  return pipeline_time(pipeline_of(plan), cluster, plan.devices()).step_seconds;
}

TEST(RebalancedLayers, AreNearTheBestOfAllCuts) {
  const Plan plan = three_stages();
  for (const std::vector<double>& factors : {std::vector{1.0, 3.0, 1.0}, {1.0, 2.0, 4.0}}) {
    SCOPED_TRACE(testing::PrintToString(factors));
    const core::Cluster cluster = slowed(plan.on.cluster, factors);
    const RebalancedLayers found = rebalanced_layers(plan, cluster);
    double best = seconds_of(plan, cluster);
    for (int a = 1; a <= kLayers; ++a) {
      for (int b = a + 1; b <= kLayers + 1; ++b) {
        best = std::min(best, seconds_of(with_cuts(plan, {a, b}), cluster));
      }
    }
    EXPECT_NEAR(found.now_seconds, seconds_of(plan, cluster), 1e-12);
    EXPECT_NEAR(found.next_seconds, seconds_of(found.plan, cluster), 1e-12);
    EXPECT_LT(found.next_seconds, 0.9 * found.now_seconds);
    // Stage planners' times leave out what the lists show.
    EXPECT_LE(found.next_seconds, 1.05 * best);
    EXPECT_TRUE(found.fits);
    EXPECT_GT(found.moved_bytes, 0);
  }
}

TEST(RebalancedLayers, StayWhereNothingIsGained) {
  const Plan plan = three_stages();
  const RebalancedLayers moved = rebalanced_layers(plan, slowed(plan.on.cluster, {1, 3, 1}));
  const RebalancedLayers again = rebalanced_layers(moved.plan, slowed(plan.on.cluster, {1, 3, 1}));
  EXPECT_EQ(again.plan.pipeline->cuts.cuts, moved.plan.pipeline->cuts.cuts);
  EXPECT_EQ(again.gain(), 0);
  EXPECT_EQ(again.moved_bytes, 0);
}

}  // namespace
}  // namespace motley::tensor::planner
