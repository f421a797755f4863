#include <gtest/gtest.h>

#include <random>

#include "core/base/error.h"
#include "core/cluster/cluster_file.h"
#include "tensor/plan/stage/measured_plan.h"

namespace motley::tensor::stage {
namespace {

// Two types in hosts of two, one of them twice as fast; a message of a byte takes a microsecond
// alone in its host's port.
core::Cluster cluster_of(int fast_hosts, int slow_hosts) {
  std::string hosts;
  const auto add = [&](int count, const char* type) {
    if (count == 0) return;
    hosts += "  - {count: " + std::to_string(count) + ", devices: {" + type +
             ": 2}, link: {bandwidth: 1GB/s, latency: 0s}}\n";
  };
  add(fast_hosts, "fast");
  add(slow_hosts, "slow");
  return core::parse_cluster(
      "name: two-types\ndevice_types:\n"
      "  fast: {flops: 2T, memory: 1000B, memory_bandwidth: 1GB/s}\n"
      "  slow: {flops: 1T, memory: 1000B, memory_bandwidth: 1GB/s}\n"
      "hosts:\n" +
          hosts + "network: {bandwidth: 1MB/s, latency: 0s}\n",
      "two_types.yaml");
}

// `layers` times 1 ms a sample forward on a fast device, twice that backward; a degree of two saves
// three eighths; micro-batches of two samples take 1.5 times as long as those of one.
MeasuredProblem problem_of(core::Cluster cluster, const std::vector<double>& layers,
                           int64_t batch) {
  MeasuredProblem problem;
  problem.cluster = std::move(cluster);
  problem.batch = batch;
  MeasuredProfile& profile = problem.profile;
  profile.name = "toy";
  profile.num_layers = static_cast<int32_t>(layers.size());
  for (const char* type : {"FAST", "Slow"}) {  // names match whatever their case
    for (const int tensor : {1, 2}) {
      for (const int samples : {1, 2}) {
        MeasuredProfile::Times& times = profile.times[{type, tensor, samples}];
        for (const double ms : layers) {
          const double seconds = ms * 1e-3 * (type[0] == 'S' ? 2 : 1) * (tensor == 2 ? 0.625 : 1) *
                                 (samples == 2 ? 1.5 : 1);
          times.layers.push_back({seconds, 2 * seconds});
        }
      }
      profile.bytes[{type, tensor}].assign(
          layers.size(), {.parameters = 20.0 / tensor, .activation = 10, .saved = 5.0 / tensor});
    }
  }
  return problem;
}

TEST(MeasuredPlan, RefusesTimesThatCannotBeSimulatedExactly_error) {
  // Of 1e9 s, a picosecond clock has turned over many times.
  for (const double ms : {1e12, 1e15}) {
    const MeasuredProblem problem = problem_of(cluster_of(1, 0), {1, ms}, 4);
    const MeasuredPlan plan{.samples = 1, .replicas = 1, .stages = {{0, 2, {{0, 1, 1}}}}};
    EXPECT_THROW(evaluate(problem, plan), core::UserError);
    EXPECT_THROW(plan_measured(problem), core::UserError);
  }
}

TEST(MeasuredPlan, TakesWhatItsStagesAndMessagesTake) {
  MeasuredProblem problem = problem_of(cluster_of(1, 1), {1, 1, 1}, 4);
  // Two layers on a fast device, the third on two slow ones; four micro-batches of one sample.
  const MeasuredPlan plan{.samples = 1,
                          .replicas = 1,
                          .stages = {{0, 2, {{.type = 0, .tensor = 1, .count = 1}}},
                                     {2, 3, {{.type = 1, .tensor = 2, .count = 1}}}}};
  const MeasuredTiming timing = evaluate(problem, plan);
  EXPECT_EQ(timing.microbatches, 4);
  EXPECT_DOUBLE_EQ(timing.stages[0].forward_seconds, 2e-3);
  EXPECT_DOUBLE_EQ(timing.stages[1].forward_seconds, 1.25e-3);
  // 10 bytes at half of the fast host's port, as one of its two devices sends.
  for (const MeasuredStageTimes& stage : timing.stages) {
    EXPECT_NEAR(stage.forward_message_seconds, 20e-6, 1e-12);
    EXPECT_NEAR(stage.backward_message_seconds, 20e-6, 1e-12);
  }
  EXPECT_EQ(timing.stages[0].reduce_seconds, 0);
  // With f0 = 2.02, b0 = 4.02, f1 = 1.27, b1 = 2.52 ms, messages included:
  //   stage 0   F0 F1 .. B0 F2 B1 F3 B2 B3         B0 waits for stage 1 until 5.81, then nothing
  //   waits stage 1   .. F0 B0 F1 B1 .. F2 B2 .. F3 B3
  EXPECT_NEAR(timing.step_seconds, 5.81e-3 + 4 * 4.02e-3 + 2 * 2.02e-3, 1e-9);
  // Parameters four times, and what two micro-batches save.
  EXPECT_DOUBLE_EQ(timing.stages[0].peak_bytes, 2 * 20 * 4 + 2 * 2 * 5);
  EXPECT_TRUE(timing.out_of_memory.empty());
  problem.overhead_bytes = 950;
  EXPECT_NE(evaluate(problem, plan).out_of_memory, "");
}

TEST(MeasuredPlan, ReplicasSumTheirGradients) {
  const MeasuredProblem problem = problem_of(cluster_of(1, 0), {1}, 4);
  const MeasuredPlan plan{
      .samples = 1, .replicas = 2, .stages = {{0, 1, {{.type = 0, .tensor = 1, .count = 2}}}}};
  const MeasuredTiming timing = evaluate(problem, plan);
  // 20 bytes in two parts, each sent twice at half of the port.
  EXPECT_NEAR(timing.stages[0].reduce_seconds, 2 * 10 / 0.5e6, 1e-12);
  EXPECT_NEAR(timing.step_seconds, 2 * 3e-3 + timing.stages[0].reduce_seconds, 1e-9);
}

TEST(MeasuredPlan, RefusesWhatTheProblemCannotHave) {
  const MeasuredProblem problem = problem_of(cluster_of(1, 1), {1, 1}, 4);
  const auto error_of = [&](const MeasuredPlan& plan) -> std::string {
    try {
      evaluate(problem, plan);
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  };
  MeasuredPlan plan{.samples = 1, .replicas = 1, .stages = {{0, 2, {{0, 1, 1}}}}};
  EXPECT_EQ(error_of(plan), "");
  plan.stages[0].end = 1;
  EXPECT_NE(error_of(plan).find("end at layer 1 of 2"), std::string::npos);
  plan.stages[0] = {0, 2, {{0, 1, 3}}};
  EXPECT_NE(error_of(plan).find("has 3 replicas, not 1"), std::string::npos);
  plan.replicas = 3;
  EXPECT_NE(error_of(plan).find("3 x fast are used; the cluster has 2"), std::string::npos);
  plan = {.samples = 3, .replicas = 1, .stages = {{0, 2, {{0, 1, 1}}}}};
  EXPECT_NE(error_of(plan).find("of 3 samples at degree 1 were not measured"), std::string::npos);
}

// All plans whose stages are of one type and degree.
void each_plan(const MeasuredProblem& problem, MeasuredPlan plan, int32_t begin,
               std::vector<int> left, double& best) {
  if (begin == problem.profile.num_layers) {
    const MeasuredTiming timing = evaluate(problem, plan);
    if (timing.out_of_memory.empty()) best = std::min(best, timing.step_seconds);
    return;
  }
  for (int32_t type = 0; type < 2; ++type) {
    for (const int32_t tensor : {1, 2}) {
      std::vector<int> rest = left;
      rest[type] -= plan.replicas * tensor;
      if (rest[type] < 0) continue;
      for (int32_t end = begin + 1; end <= problem.profile.num_layers; ++end) {
        MeasuredPlan more = plan;
        more.stages.push_back({begin, end, {{type, tensor, plan.replicas}}});
        each_plan(problem, std::move(more), end, rest, best);
      }
    }
  }
}

TEST(MeasuredPlan, TheSearchIsNotWorseThanAllPlansOfStagesOfOneKind) {
  std::mt19937 random(7);
  for (int round = 0; round < 12; ++round) {
    std::vector<double> layers;
    for (int i = 0; i < 4; ++i) layers.push_back(1 + static_cast<double>(random() % 30) / 10);
    const int fast = 1 + static_cast<int>(random() % 2), slow = 1 + static_cast<int>(random() % 2);
    MeasuredProblem problem = problem_of(cluster_of(fast, slow), layers, 4 + random() % 13);
    problem.overhead_bytes = round % 3 == 0 ? 780 : 0;  // memory binds, or not
    double best = 1e300;
    for (const int32_t samples : {1, 2}) {
      for (int32_t replicas = 1; replicas * samples <= problem.batch && replicas <= 8; ++replicas) {
        each_plan(problem, {.samples = samples, .replicas = replicas}, 0, {2 * fast, 2 * slow},
                  best);
      }
    }
    const MeasuredResult found = plan_measured(problem);
    EXPECT_EQ(found.timing.out_of_memory.empty(), best < 1e300) << "round " << round;
    if (best < 1e300) {
      EXPECT_LE(found.timing.step_seconds, best * 1.01)
          << "round " << round << ": " << to_string(found.plan, problem.cluster);
    }
    EXPECT_LE(found.lower_bound_seconds, found.timing.step_seconds * (1 + 1e-9));
    EXPECT_EQ(evaluate(problem, found.plan).step_seconds, found.timing.step_seconds);
  }
}

TEST(MeasuredPlan, SaysWhenNothingWasMeasuredOnTheCluster) {
  MeasuredProblem problem = problem_of(cluster_of(1, 1), {1, 1}, 4);
  for (core::DeviceType& type : problem.cluster.device_types) type.name += "er";
  EXPECT_THROW(plan_measured(problem), core::UserError);
}

}  // namespace
}  // namespace motley::tensor::stage
