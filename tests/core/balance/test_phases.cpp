#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/balance/linear_program.h"
#include "core/balance/phases.h"
#include "core/balance/speeds.h"

namespace motley::core {
namespace {

class Phases : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_linear_programs()) GTEST_SKIP() << "built without COIN-OR CLP";
  }
};

// The minimum makespan over all ratios of `steps` equal parts, by brute force.
double least_on_grid(const PhaseProblem& problem, Ratio& ratio, size_t device, int left,
                     int steps) {
  const double cap = problem.caps.empty() ? 1 : problem.caps[device];
  if (device + 1 == ratio.size()) {
    ratio[device] = static_cast<double>(left) / steps;
    return ratio[device] > cap + 1e-12 ? INFINITY : makespan(problem, ratio);
  }
  double least = INFINITY;
  for (int n = 0; n <= left && n <= cap * steps + 1e-9; ++n) {
    ratio[device] = static_cast<double>(n) / steps;
    least = std::min(least, least_on_grid(problem, ratio, device + 1, left - n, steps));
  }
  return least;
}

PhaseProblem random_problem(unsigned seed, size_t devices) {
  std::mt19937 random(seed);
  const auto uniform = [&] { return std::uniform_real_distribution(0.05, 1.0)(random); };
  PhaseProblem problem;
  for (unsigned p = 0; p < 1 + seed % 3; ++p) {
    Phase& phase = problem.phases.emplace_back();
    phase.work = uniform();
    for (size_t j = 0; j < devices; ++j) phase.speeds.push_back(uniform());
    for (size_t j = 0; j < devices && random() % 2 == 0; ++j) {
      phase.fixed_seconds.resize(devices);
      phase.fixed_seconds[j] = uniform();
    }
  }
  if (seed % 4 == 0) {
    for (size_t j = 0; j < devices; ++j) problem.caps.push_back(1.0 / devices + uniform());
  }
  return problem;
}

TEST_F(Phases, OfOneSpeedGiveTheProportionalRatio) {
  const PhaseAnswer answer = best_ratio({.phases = {{.speeds = {2, 1}, .work = 6}}});
  EXPECT_EQ(answer.fault, "");
  EXPECT_NEAR(answer.ratio[0], 2 / 3., 1e-12);
  EXPECT_NEAR(answer.seconds, 2, 1e-12);
}

// Flops 4 : 2 : 1 but bandwidths 1 : 2 : 2: neither phase's own ratio, nor any clipped one.
TEST_F(Phases, OfMixedSpeedsBeatEitherPhasesOwnRatio) {
  const PhaseProblem problem{.phases = {{.speeds = {4, 2, 1}}, {.speeds = {1, 2, 2}}}};
  const PhaseAnswer answer = best_ratio(problem);
  ASSERT_EQ(answer.fault, "");
  for (const Phase& phase : problem.phases) {
    for (const Ratio& ratio : clip_candidates(phase.speeds)) {
      EXPECT_LT(answer.seconds, makespan(problem, ratio) - 0.01);
    }
  }
  EXPECT_NEAR(answer.seconds, 0.5, 1e-12);
  EXPECT_NEAR(answer.ratio[0], 0.25, 1e-12);
  EXPECT_NEAR(answer.ratio[1], 0.5, 1e-12);
}

TEST_F(Phases, AreNeverWorseThanAnyRatioOfAGrid) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const PhaseProblem problem = random_problem(seed, 3);
    const PhaseAnswer answer = best_ratio(problem);
    ASSERT_EQ(answer.fault, "");
    double sum = 0;
    for (size_t j = 0; j < 3; ++j) {
      sum += answer.ratio[j];
      EXPECT_GE(answer.ratio[j], 0);
      const double cap = problem.caps.empty() ? 1 : problem.caps[j];
      EXPECT_LE(answer.ratio[j], cap + 1e-15);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_DOUBLE_EQ(answer.seconds, makespan(problem, answer.ratio));
    Ratio ratio(3);
    const double on_grid = least_on_grid(problem, ratio, 0, 60, 60);
    EXPECT_LE(answer.seconds, on_grid * (1 + 1e-9));
    EXPECT_GE(answer.seconds, on_grid * 0.85);  // the grid is fine enough for this
  }
}

TEST_F(Phases, AreScaleInvariantFromPicosecondsToCenturies) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const PhaseAnswer plain = best_ratio(random_problem(seed, 3));
    for (const double scale : {1e-12, 1e-6, 1e4, 1e9}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", scale " << scale);
      PhaseProblem problem = random_problem(seed, 3);
      for (Phase& phase : problem.phases) {
        phase.work *= scale;
        for (double& seconds : phase.fixed_seconds) seconds *= scale;
      }
      EXPECT_NEAR(best_ratio(problem).seconds / scale, plain.seconds, 1e-9);
    }
  }
}

TEST_F(Phases, ExcludeADeviceThatOnlyCosts) {
  const PhaseProblem problem{
      .phases = {{.speeds = {1, 1, 0.001}, .fixed_seconds = {0, 0, 0.5}}, {.speeds = {1, 1, 1}}}};
  const PhaseAnswer answer = best_ratio(problem);
  EXPECT_EQ(answer.ratio, (Ratio{0.5, 0.5, 0}));
  EXPECT_EQ(best_ratio({.phases = {{.speeds = {1, 0}}, {.speeds = {1, 1}}}}).ratio, (Ratio{1, 0}));
}

TEST_F(Phases, GiveEqualDevicesEqualShares) {
  PhaseProblem problem{.phases = {{}, {}}};
  for (int j = 0; j < 3000; ++j) {
    problem.phases[0].speeds.push_back(1 + j % 3);
    problem.phases[1].speeds.push_back(3 - j % 3);
  }
  const PhaseAnswer answer = best_ratio(problem);
  for (size_t j = 3; j < 3000; ++j) ASSERT_EQ(answer.ratio[j], answer.ratio[j - 3]);
}

TEST_F(Phases, ReportCapsThatAreTooSmall) {
  EXPECT_EQ(best_ratio({.phases = {{.speeds = {1, 1}}}, .caps = {0.5, 0.25}}).fault,
            "the caps of all devices together hold 0.75 of the whole; raise one or take more "
            "devices");
}

TEST(PhasesWithoutASolver, ReportThatItIsMissing) {
  if (has_linear_programs()) GTEST_SKIP() << "built with COIN-OR CLP";
  EXPECT_EQ(best_ratio({.phases = {{.speeds = {1, 1}}}}).fault,
            "balancing mixed speeds needs linear programs, and this build lacks COIN-OR CLP "
            "(Debian: coinor-libclp-dev)");
}

TEST(DescribedSpeeds, AreByRankAndMemoryLimitsTheShares) {
  const Cluster cluster{.device_types = {{"a", 4e12, 16'000, 2e9}, {"b", 1e12, 8'000, 1e9}},
                        .hosts = {{.devices = {{1, 1}, {0, 2}}}}};
  EXPECT_EQ(described_speeds(cluster, SpeedFigure::kFlops),
            (std::vector<double>{1e12, 4e12, 4e12}));
  EXPECT_EQ(described_speeds(cluster, SpeedFigure::kMemoryBandwidth),
            (std::vector<double>{1e9, 2e9, 2e9}));
  EXPECT_EQ(memory_caps(cluster, 32'000, 8'000), (std::vector<double>{0, 0.25, 0.25}));
  EXPECT_EQ(memory_caps(cluster, 4'000, 2'000), (std::vector<double>{1, 1, 1}));
}

}  // namespace
}  // namespace motley::core
