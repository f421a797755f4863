#include <gtest/gtest.h>

#include "tensor/adapt/group_tuner.h"
#include "tensor/plan/schedule/generators.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor {
namespace {

using namespace schedule;
using namespace simulate;

const std::vector<GroupCandidate> kCurve = {{1, 4}, {2, 2}, {4, 1}};

// Four stages and sixteen samples; a micro-batch of m samples takes 1 + m forward, twice that
// backward.
std::vector<double> predictions(Ticks latency) {
  std::vector<double> seconds;
  for (const GroupCandidate& c : kCurve) {
    const PipelineCosts costs = {.forward = std::vector<Ticks>(4, 1 + c.samples),
                                 .backward = std::vector<Ticks>(4, 2 * (1 + c.samples)),
                                 .latency = std::vector<Ticks>(3, latency)};
    seconds.push_back(static_cast<double>(
        run_pipeline(kfkb({4, 16 / c.samples}, c.k), costs).simulation.makespan));
  }
  return seconds;
}

std::vector<size_t> decisions(const std::vector<Ticks>& latencies, const TunerSettings& settings) {
  GroupTuner tuner(kCurve.size(), settings);
  std::vector<size_t> chosen;
  for (const Ticks latency : latencies) {
    const std::vector<double> predicted = predictions(latency);
    const double measured = chosen.empty() ? predicted[0] : predicted[chosen.back()];
    chosen.push_back(tuner.observe(predicted, measured));
  }
  return chosen;
}

TEST(GroupsWithin, AreThePairsOnTheLimitOfMemory) {
  EXPECT_EQ(groups_within(16, 16, 4), kCurve);
  EXPECT_EQ(groups_within(16, 3, 4), (std::vector<GroupCandidate>{}));
  // A group of five would fit, but there are only four.
  EXPECT_EQ(groups_within(4, 20, 4), (std::vector<GroupCandidate>{{1, 4}, {2, 2}, {4, 1}}));
}

TEST(GroupTuner, WaitsForTwoWindowsThatAgree) {
  EXPECT_EQ(decisions({0, 0, 9, 9, 2, 2}, {.gain = 0.01, .alarm = std::nullopt}),
            (std::vector<size_t>{1, 1, 1, 2, 2, 1}));
}

TEST(GroupTuner, ReactsAtOnceWhereTheStepHasBecomeSlow) {
  // A faster network does not raise the alarm.
  EXPECT_EQ(decisions({0, 0, 9, 9, 2, 2}, {.gain = 0.01}), (std::vector<size_t>{1, 1, 2, 2, 2, 1}));
}

TEST(GroupTuner, StaysWhereTheGainIsSmall) {
  EXPECT_EQ(decisions({0, 9, 9, 9}, {.gain = 0.05, .alarm = std::nullopt}),
            (std::vector<size_t>{1, 1, 1, 1}));
}

TEST(GroupTuner, AWindowBetweenStartsTheWaitAgain) {
  EXPECT_EQ(decisions({0, 9, 0, 9, 0, 9}, {.gain = 0.01, .alarm = std::nullopt}),
            (std::vector<size_t>{1, 1, 1, 1, 1, 1}));
}

}  // namespace
}  // namespace motley::tensor
