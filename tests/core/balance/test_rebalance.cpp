#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "core/balance/rebalance.h"

namespace motley::core {
namespace {

// A run of `steps` on devices that take cost[j](step) seconds per share, times noise: returns the
// moves and when they were made.
struct RunResult {
  std::vector<int> moves;
  Ratio ratio;
  double seconds = 0;
};

struct World {
  std::function<std::vector<double>(int)> costs;
  double sigma = 0;
  MoveCost moving = {.fixed_seconds = 1, .per_share = 4};
  int steps = 400;
  unsigned seed = 1;
};

RunResult run(const World& world, Ratio ratio) {
  std::mt19937 random(world.seed);
  std::lognormal_distribution noise(0.0, world.sigma);
  Balance balance = begin_balance(std::vector(ratio.size(), 1.0), {});
  RunResult result{.ratio = std::move(ratio)};
  for (int step = 0; step < world.steps; ++step) {
    const std::vector<double> costs = world.costs(step);
    Observation seen{
        .ratio = result.ratio, .moving = world.moving, .steps_left = world.steps - step};
    double slowest = 0;
    for (size_t j = 0; j < costs.size(); ++j) {
      seen.seconds.push_back(result.ratio[j] * costs[j] * noise(random));
      slowest = std::max(slowest, seen.seconds[j]);
    }
    result.seconds += slowest;
    Verdict verdict = observe(std::move(balance), seen);
    balance = std::move(verdict.balance);
    if (!verdict.ratio) continue;
    result.moves.push_back(step);
    result.ratio = *verdict.ratio;
  }
  return result;
}

TEST(Rebalance, MovesOnceToTheMeasuredRatioAndStays) {
  const RunResult done = run({.costs = [](int) { return std::vector{2.0, 1.0}; }}, {0.5, 0.5});
  EXPECT_EQ(done.moves, (std::vector<int>{5}));
  EXPECT_NEAR(done.ratio[0], 1 / 3., 1e-12);
}

TEST(Rebalance, FollowsADeviceThatBecomesSlowAndRecovers) {
  const auto costs = [](int step) {
    return std::vector{1.0, 1.0, step >= 100 && step < 250 ? 3.0 : 1.0, 1.0};
  };
  const RunResult done = run({.costs = costs, .sigma = 0.02}, {0.25, 0.25, 0.25, 0.25});
  ASSERT_EQ(done.moves.size(), 2u);
  EXPECT_GE(done.moves[0], 100 + 4);
  EXPECT_LE(done.moves[0], 100 + 12);
  EXPECT_GE(done.moves[1], 250 + 4);
  EXPECT_LE(done.moves[1], 250 + 12);
  EXPECT_NEAR(done.ratio[2], 0.25, 0.02);
}

TEST(Rebalance, IsNotMovedByNoise) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const RunResult done = run({.costs = [](int) { return std::vector(8, 1.0); },
                                .sigma = seed % 2 ? 0.2 : 0.05,
                                .moving = {.fixed_seconds = 0, .per_share = 0.1},
                                .seed = seed},
                               Ratio(8, 1 / 8.));
    EXPECT_EQ(done.moves, std::vector<int>{});
  }
}

TEST(Rebalance, IsNotMovedByALongPause) {
  const auto costs = [](int step) {
    return std::vector{step % 40 == 20 ? 50.0 : 1.0, step % 40 == 21 ? 50.0 : 1.0};
  };
  EXPECT_EQ(run({.costs = costs, .sigma = 0.01}, {0.5, 0.5}).moves, std::vector<int>{});
}

TEST(Rebalance, StaysIfTooFewStepsRemain) {
  const auto costs = [](int) { return std::vector{2.0, 1.0}; };  // a move saves 1/3 s per step
  const MoveCost moving{.fixed_seconds = 10, .per_share = 6};    // and costs 10 + 6 / 6 s
  EXPECT_EQ(run({.costs = costs, .moving = moving, .steps = 35}, {0.5, 0.5}).moves,
            std::vector<int>{});
  EXPECT_EQ(run({.costs = costs, .moving = moving, .steps = 45}, {0.5, 0.5}).moves,
            std::vector<int>{5});
}

// Repeats the same step.
Verdict verdict_after(int steps, Balance balance, const Observation& step) {
  Verdict verdict;
  for (int i = 0; i < steps; ++i) {
    verdict = observe(std::move(balance), step);
    balance = verdict.balance;
  }
  return verdict;
}

TEST(Rebalance, UsesTheDescribedSpeedOfADeviceWithoutAShare) {
  const Balance balance = begin_balance({1, 1, 2}, {.patience = 1});
  Observation step{.ratio = {0.75, 0.25, 0}, .seconds = {7.5, 2.5, 0}, .steps_left = 1000};
  const Verdict verdict = verdict_after(4, balance, step);
  ASSERT_TRUE(verdict.ratio) << verdict.reason;
  EXPECT_NEAR((*verdict.ratio)[0], 0.25, 1e-12);
  EXPECT_NEAR((*verdict.ratio)[2], 0.5, 1e-12);

  step.caps = {1, 1, 0.4};
  EXPECT_NEAR((*verdict_after(4, balance, step).ratio)[0], 0.3, 1e-12);
  step.caps = {0.5, 0.3, 0.1};
  EXPECT_EQ(verdict_after(4, balance, step).reason, "the caps allow no other ratio");
}

TEST(Rebalance, CountsOnlyStepsInARow) {
  Balance balance = begin_balance({1, 1}, {.window = 2, .patience = 2});
  Observation step{.ratio = {0.5, 0.5}, .seconds = {2, 1}, .steps_left = 100};
  balance = verdict_after(2, balance, step).balance;
  EXPECT_EQ(balance.wins, 1);
  step.steps_left = 0;
  balance = observe(balance, step).balance;
  step.steps_left = 100;
  EXPECT_FALSE(observe(balance, step).ratio);
  EXPECT_TRUE(verdict_after(2, balance, step).ratio);
}

TEST(Rebalance, ConvergesToTheTrueRatioDespiteNoise) {
  double error = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const World world{.costs =
                          [](int) {
                            return std::vector{2.0, 1.0};
                          },
                      .sigma = 0.05,
                      .seed = seed};
    error += std::abs(run(world, {0.5, 0.5}).ratio[0] - 1 / 3.) / 200;
  }
  EXPECT_LT(error, 0.009);  // one step alone would give 0.0125
}

TEST(Rebalance, GivesTheSameVerdictForTheSameInput) {
  const Balance balance = begin_balance({1, 1}, {.window = 2, .patience = 1});
  const Observation step{.ratio = {0.5, 0.5}, .seconds = {2, 1}, .steps_left = 10};
  const Verdict once = observe(observe(balance, step).balance, step);
  const Verdict twice = observe(observe(balance, step).balance, step);
  EXPECT_EQ(once.ratio, twice.ratio);
  EXPECT_EQ(once.reason, twice.reason);
  EXPECT_EQ(once.reason, "moving takes 0 s and saves 6.67 s in the remaining 10 steps");
}

}  // namespace
}  // namespace motley::core
