#include <gtest/gtest.h>

#include "core/probe/processors.h"
#include "core/probe/sampling.h"

namespace motley::core {
namespace {

TEST(Measurement, IsTheMedianWithTheInterquartileRangeAsItsSpread) {
  const Measurement figure = measurement_of({5, 1, 3, 2, 4});
  EXPECT_EQ(figure.seconds, 3);
  EXPECT_DOUBLE_EQ(figure.spread, 2.0 / 3);
  EXPECT_EQ(figure.num_runs, 5);
  EXPECT_EQ(measurement_of({}).num_runs, 0);
}

TEST(RunsNeeded, AreFewIfRunsAgreeAndManyIfNot) {
  const SamplingLimits limits;
  EXPECT_EQ(runs_needed({}, limits), 5);
  EXPECT_EQ(runs_needed({0.02, 0.02, 0.02, 0.02, 0.02}, limits), 0);  // 0.1 s that agree
  EXPECT_GT(runs_needed({0.02, 0.02, 0.09, 0.02, 0.09}, limits), 0);  // 0.24 s that do not
  EXPECT_GT(runs_needed({1e-3, 1e-3, 1e-3, 1e-3, 1e-3}, limits), 0);  // too short
  EXPECT_EQ(runs_needed({1, 1, 3, 1, 3}, limits), 0);                 // long enough in any case
  EXPECT_EQ(runs_needed(std::vector<double>(2000, 1e-9), limits), 0);
}

TEST(RunsNeeded, AreFewerForManyNoisyMeasurements) {
  const SamplingLimits limits;
  EXPECT_EQ(for_all(limits, 10, 60).noisy_seconds, limits.noisy_seconds);
  EXPECT_EQ(for_all(limits, 120, 60).noisy_seconds, 0.5);
  EXPECT_EQ(for_all(limits, 100000, 60).noisy_seconds, limits.seconds);
  EXPECT_EQ(for_all(limits, 120, 60).seconds, limits.seconds);
}

TEST(FitLine, FindsLatencyAndBandwidth) {
  const LineFit exact = fit_line({{1e3, 3e-5 + 1e-5}, {1e5, 3e-5 + 1e-3}, {1e7, 3e-5 + 1e-1}});
  EXPECT_NEAR(exact.latency_seconds, 3e-5, 1e-9);
  EXPECT_NEAR(exact.seconds_per_byte, 1e-8, 1e-12);
  EXPECT_NEAR(exact.residual, 0, 1e-6);
  // A long message that is 10 % off does not affect the latency, as it would with plain least
  // squares.
  const LineFit off = fit_line({{1e3, 4e-5}, {1e5, 1.03e-3}, {1e7, 1.1e-1}});
  EXPECT_NEAR(off.latency_seconds, 3e-5, 2e-6);
  EXPECT_NEAR(off.residual, 0.05, 0.03);
}

TEST(FitLine, UsesLongMessagesIfABufferAbsorbsShortOnes) {
  // The times of a token bucket of 25 kB at 12 MB/s.
  const LineFit fit = fit_line(
      {{1024, 9.4e-5}, {16384, 6.7e-4}, {131072, 9.4e-3}, {1 << 20, 8.65e-2}, {4 << 20, 0.351}});
  EXPECT_NEAR(fit.seconds_per_byte, 1 / 12e6, 0.02 / 12e6);
  EXPECT_NEAR(fit.latency_seconds, 2.35e-5, 1e-6);
  EXPECT_GT(fit.residual, 0.2);  // the residual shows that not all are on the line
}

TEST(FitLine, GivesNothingNegative) {
  const LineFit fit = fit_line({{1e3, 1e-6}, {1e6, 1e-2}});  // slower the larger
  EXPECT_GE(fit.latency_seconds, 0);
  EXPECT_GT(fit.seconds_per_byte, 0);
  const LineFit flat = fit_line({{1e3, 2e-5}, {1e6, 1e-5}});
  EXPECT_EQ(flat.seconds_per_byte, 0);
  EXPECT_GT(flat.latency_seconds, 0);
}

TEST(ProcessorQuota, IsReadFromBothVersions) {
  EXPECT_EQ(quota_of_version_2("max 100000\n").cores, 0);
  EXPECT_DOUBLE_EQ(quota_of_version_2("5000 10000\n").cores, 0.5);
  EXPECT_DOUBLE_EQ(quota_of_version_2("5000 10000\n").period_seconds, 0.01);
  EXPECT_EQ(quota_of_version_2("").cores, 0);
  EXPECT_EQ(quota_of_version_1("-1\n", "100000\n").cores, 0);
  EXPECT_DOUBLE_EQ(quota_of_version_1("2000\n", "10000\n").cores, 0.2);
  EXPECT_DOUBLE_EQ(quota_of_version_1("2000\n", "10000\n").period_seconds, 0.01);
  EXPECT_EQ(quota_of_version_1("", "").cores, 0);
}

}  // namespace
}  // namespace motley::core
