#include <gtest/gtest.h>

#include <random>

#include "core/balance/linear_program.h"
#include "core/balance/phases.h"
#include "core/balance/ratio.h"
#include "core/base/error.h"

namespace motley::core {
namespace {

void expect_near(const Ratio& got, const Ratio& expected, double tolerance = 1e-12) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t j = 0; j < got.size(); ++j) EXPECT_NEAR(got[j], expected[j], tolerance) << j;
}

double sum_of(const Ratio& ratio) {
  double sum = 0;
  for (const double share : ratio) sum += share;
  return sum;
}

TEST(ProportionalRatio, FollowsTheSpeeds) {
  expect_near(*proportional_ratio(std::vector{2.0, 1.0}), {2 / 3., 1 / 3.});
  expect_near(*proportional_ratio(std::vector{0.0, 3.0, 1.0}), {0, 0.75, 0.25});
}

TEST(ProportionalRatio, DistributesTheExcessOverACapBySpeed) {
  const std::vector<double> speeds = {4, 2, 1};
  expect_near(*proportional_ratio(speeds, std::vector{0.4, 1.0, 1.0}), {0.4, 0.4, 0.2});
  expect_near(*proportional_ratio(speeds, std::vector{0.4, 0.3, 1.0}), {0.4, 0.3, 0.3});
  expect_near(*proportional_ratio(speeds, std::vector{0.0, 1.0, 1.0}), {0, 2 / 3., 1 / 3.});
  expect_near(*proportional_ratio(speeds, std::vector{0.5, 0.3, 0.2}), {0.5, 0.3, 0.2});
}

TEST(ProportionalRatio, IsNulloptIfTheCapsAreTooSmall) {
  EXPECT_FALSE(proportional_ratio(std::vector{1.0, 1.0}, std::vector{0.5, 0.4}));
  EXPECT_FALSE(proportional_ratio(std::vector{1.0, 0.0}, std::vector{0.5, 1.0}));
  EXPECT_FALSE(proportional_ratio(std::vector{0.0, 0.0}));
  EXPECT_THROW(proportional_ratio(std::vector{-1.0, 1.0}), InternalError);
}

// With a padded collective, two devices switch at once from proportional to even.
TEST(ClippedRatio, OfTwoDevicesSwitchesFromProportionalToEven) {
  const std::vector<double> speeds = {3, 1};
  const auto below = clipped_ratio(speeds, {.work = 1, .largest = 2 * 0.45});
  expect_near(below->ratio, {0.75, 0.25});
  EXPECT_NEAR(below->seconds, 0.925, 1e-12);
  const auto above = clipped_ratio(speeds, {.work = 1, .largest = 2 * 0.55});
  expect_near(above->ratio, {0.5, 0.5});
  EXPECT_NEAR(above->seconds, 1.05, 1e-12);
}

TEST(ClippedRatio, OfThreeSpeedsMayLieBetweenProportionalAndEven) {
  const std::vector<double> speeds = {4, 2, 1};
  expect_near(clipped_ratio(speeds, {1, 3 * 0.11})->ratio, {4 / 7., 2 / 7., 1 / 7.});
  expect_near(clipped_ratio(speeds, {1, 3 * 0.12})->ratio, {0.4, 0.4, 0.2});
  expect_near(clipped_ratio(speeds, {1, 3 * 0.66})->ratio, {0.4, 0.4, 0.2});
  expect_near(clipped_ratio(speeds, {1, 3 * 0.67})->ratio, {1 / 3., 1 / 3., 1 / 3.});
  EXPECT_NEAR(clipped_ratio(speeds, {1, 3 * 0.3})->seconds, 0.56, 1e-12);
  EXPECT_EQ(clip_candidates(speeds).size(), 3u);
}

// A step of two phases, the second as long as the largest share, is the same problem; so the linear
// program and the closed form must agree.
TEST(ClippedRatio, EqualsTheLinearProgramWithAndWithoutCaps) {
  if (!has_linear_programs()) GTEST_SKIP() << "built without COIN-OR CLP";
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    const auto uniform = [&] { return std::uniform_real_distribution(0.01, 1.0)(random); };
    const size_t devices = 1 + random() % 7;
    const std::vector<double> types = {uniform(), uniform(), uniform(), uniform()};
    std::vector<double> speeds, caps;
    for (size_t j = 0; j < devices; ++j) speeds.push_back(types[random() % 4]);
    if (seed % 2 == 1) {
      for (size_t j = 0; j < devices; ++j) caps.push_back(2 * uniform() / devices + 0.2);
    }
    const SharedCost cost{.work = uniform(), .largest = 10 * uniform() * uniform()};
    const PhaseAnswer program =
        best_ratio({.phases = {{.speeds = speeds, .work = cost.work},
                               {.speeds = std::vector(devices, 1.0), .work = cost.largest}},
                    .caps = caps});
    const auto closed = clipped_ratio(speeds, cost, caps);
    ASSERT_EQ(closed.has_value(), program.fault.empty()) << program.fault;
    if (!closed) continue;
    EXPECT_NEAR(closed->seconds, program.seconds, 1e-9 * program.seconds);
    EXPECT_NEAR(sum_of(closed->ratio), 1, 1e-12);
    for (size_t j = 0; j < caps.size(); ++j) EXPECT_LE(closed->ratio[j], caps[j] + 1e-15);
  }
}

}  // namespace
}  // namespace motley::core
