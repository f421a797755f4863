#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "core/balance/linear_program.h"
#include "core/balance/rounding.h"

namespace motley::core {
namespace {

using Units = std::vector<int64_t>;

// Two V100s and six P100s with HAP's measured speeds.
const std::vector<double> kHap = {3.8588, 3.8588, 2.1493, 2.1493, 2.1493, 2.1493, 2.1493, 2.1493};

PhaseProblem one_phase(std::vector<double> speeds, double work = 1) {
  return {.phases = {{.speeds = std::move(speeds), .work = work}}};
}

TEST(LargestRemainder, RoundsAsHapDoes) {
  EXPECT_EQ(largest_remainder({.5, .3, .2}, 7), (Units{4, 2, 1}));
  EXPECT_EQ(largest_remainder({.4, .3, .2, .1}, 2), (Units{1, 1, 0, 0}));
  EXPECT_EQ(hap_lengths({.4, .3, .2, .1}, 1), (Units{1, 1, 1, 1}));
  EXPECT_EQ(hap_lengths({.4, .3, .2, .1}, 2), (Units{1, 1, 0, 0}));
  const Ratio ratio = *proportional_ratio(kHap);
  EXPECT_EQ(largest_remainder(ratio, 256), (Units{48, 48, 26, 26, 27, 27, 27, 27}));
  EXPECT_EQ(largest_remainder(ratio, 16), (Units{3, 3, 1, 1, 2, 2, 2, 2}));
}

TEST(LargestRemainder, KeepsSharesThatAreWholeUnits) {
  EXPECT_EQ(largest_remainder({.29, .57, .14}, 100), (Units{29, 57, 14}));
  EXPECT_EQ(largest_remainder({1, 0}, 5), (Units{5, 0}));
}

TEST(BestUnits, BeatLargestRemainder) {
  const auto best = best_units(one_phase({5, 1, 1}, 4), 4);
  EXPECT_EQ(best->units, (Units{4, 0, 0}));
  EXPECT_NEAR(best->seconds, 0.8, 1e-12);
  EXPECT_EQ(largest_remainder(*proportional_ratio(std::vector{5., 1., 1.}), 4), (Units{3, 0, 1}));
}

TEST(BestUnits, ReportTheCostOfRounding) {
  const auto best = best_units(one_phase(kHap, 16), 16);
  EXPECT_NEAR(best->seconds, 2 / 2.1493,
              1e-12);  // 0.9305, while fractional shares would take 0.7762
  EXPECT_EQ(std::accumulate(best->units.begin(), best->units.end(), int64_t{0}), 16);
}

TEST(BestUnits, RespectBothKindsOfCapsAndReportWhenTheyAreTooSmall) {
  PhaseProblem problem = one_phase({5, 1, 1});
  problem.caps = {0.5, 1, 1};
  EXPECT_EQ(best_units(problem, 4)->units, (Units{2, 1, 1}));
  EXPECT_EQ(best_units(problem, 4, {4, 0, 4})->units, (Units{2, 0, 2}));
  EXPECT_FALSE(best_units(problem, 4, {4, 0, 1}));
  EXPECT_FALSE(best_units(one_phase({0, 0}), 1));
  problem.caps = {0.29, 0.71, 0};  // although 0.29 * 100 is less than 29 in binary
  EXPECT_EQ(best_units(problem, 100)->units, (Units{29, 71, 0}));
}

TEST(BestUnits, AreFastForMillionsOfUnits) {
  const auto best = best_units(one_phase({3, 2, 1}), 6'000'000'000'001);
  EXPECT_EQ(best->units, (Units{3'000'000'000'001, 2'000'000'000'000, 1'000'000'000'000}));
  PhaseProblem two = one_phase(kHap);
  two.phases.push_back({.speeds = std::vector(8, 1.0), .work = 0.1});
  const auto rows = best_units(two, 4096);
  EXPECT_TRUE(rows->exact);
  EXPECT_LT(rows->seconds, 1.01 * (1 / 20.6134 + 0.1 * 3.8588 / 20.6134));
}

TEST(BestUnits, StopAtTheTrialLimit) {
  PhaseProblem problem = one_phase({3, 2, 1});
  problem.phases.push_back({.speeds = {1, 2, 3}});
  problem.phases.push_back({.speeds = {2, 1, 2}});
  const auto stopped = best_units(problem, 1000, {}, 1);
  EXPECT_FALSE(stopped->exact);
  EXPECT_EQ(std::accumulate(stopped->units.begin(), stopped->units.end(), int64_t{0}), 1000);
}

TEST(BestUnits, AreNearTheBestSharesIfTheSearchStopsEarly) {
  if (!has_linear_programs()) GTEST_SKIP() << "built without COIN-OR CLP";
  for (unsigned seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    PhaseProblem problem{.phases = std::vector<Phase>(3)};
    for (Phase& phase : problem.phases) {
      for (int j = 0; j < 16; ++j) {
        phase.speeds.push_back(std::uniform_real_distribution(0.1, 1.0)(random));
      }
    }
    const auto best = best_units(problem, 4096, {}, 100);
    EXPECT_FALSE(best->exact);
    EXPECT_LT(best->seconds, 1.005 * best_ratio(problem).seconds);
  }
}

double least_of_all(const PhaseProblem& problem, const Units& caps, Ratio& ratio, size_t device,
                    int64_t left, int64_t num_units) {
  if (device == ratio.size()) return left == 0 ? makespan(problem, ratio) : INFINITY;
  double least = INFINITY;
  for (int64_t n = 0; n <= std::min(left, caps[device]); ++n) {
    ratio[device] = static_cast<double>(n) / static_cast<double>(num_units);
    least = std::min(least, least_of_all(problem, caps, ratio, device + 1, left - n, num_units));
  }
  return least;
}

TEST(BestUnits, EqualBruteForceOnSmallProblems) {
  for (unsigned seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    const auto uniform = [&] { return std::uniform_real_distribution(0.1, 1.0)(random); };
    const size_t devices = 1 + random() % 4;
    const auto num_units = static_cast<int64_t>(1 + random() % 12);
    PhaseProblem problem;
    for (unsigned p = 0; p < 1 + seed % 3; ++p) {
      Phase& phase = problem.phases.emplace_back();
      // Few distinct speeds, so that there are ties.
      for (size_t j = 0; j < devices; ++j)
        phase.speeds.push_back(seed % 2 ? uniform() : 1 + random() % 3);
      if (random() % 2) {
        for (size_t j = 0; j < devices; ++j) phase.fixed_seconds.push_back(uniform());
      }
      phase.work = uniform();
    }
    Units caps;
    for (size_t j = 0; j < devices; ++j) caps.push_back(random() % (num_units + 1));
    Ratio ratio(devices);
    const double least = least_of_all(problem, caps, ratio, 0, num_units, num_units);
    const auto best = best_units(problem, num_units, caps);
    ASSERT_EQ(best.has_value(), std::isfinite(least));
    if (!best) continue;
    EXPECT_TRUE(best->exact);
    EXPECT_NEAR(best->seconds, least, 1e-12);
    for (size_t j = 0; j < devices; ++j) {
      EXPECT_LE(best->units[j], caps[j]);
      ratio[j] = static_cast<double>(best->units[j]) / static_cast<double>(num_units);
    }
    EXPECT_DOUBLE_EQ(makespan(problem, ratio), best->seconds);
  }
}

}  // namespace
}  // namespace motley::core
