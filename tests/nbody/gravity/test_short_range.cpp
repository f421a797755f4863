#include <gtest/gtest.h>

#include "core/base/error.h"
#include "nbody/gravity/ewald.h"
#include "nbody/gravity/gravity_cases.h"
#include "nbody/gravity/short_range.h"

namespace motley::nbody {
namespace {

constexpr ForceLaw kLaw{.split = 1.0 / 24, .cutoff = 5.5 / 24, .epsilon = 0.003};

Accelerations accelerations(const Positions& positions, const ShortRangeSettings& settings,
                            int num_threads = 2, std::span<const float> last = {}) {
  Accelerations a(positions.size());
  ShortRange(settings, {.size = 1})
      .accelerate({positions.keys, positions.view(), last}, kUnitMass, a.view(), num_threads);
  return a;
}

// Worst error against the exact law with cut-off, relative to the sum of pair forces or the mean
// acceleration.
double worst_error(const Positions& positions, const Accelerations& a, const ForceLaw& law) {
  double worst = 0, mean = 0;
  for (int64_t i = 0; i < positions.size(); ++i) mean += norm(a.at(i));
  mean /= static_cast<double>(positions.size());
  const Box box{.size = 1};
  for (int64_t i = 0; i < positions.size(); i += 3) {
    Vector exact = {};
    double size = 0;
    for (int64_t j = 0; j < positions.size(); ++j) {
      Vector d;
      for (int k = 0; k < 3; ++k) d[k] = box.separation(positions.of[k][i], positions.of[k][j]);
      const double f = short_range_factor(law, norm(d));
      for (int k = 0; k < 3; ++k) exact[k] += f * d[k];
      size += std::abs(f) * norm(d);
    }
    worst = std::max(worst, norm(difference(a.at(i), exact)) / std::max(size, mean));
  }
  return worst;
}

TEST(ShortRange, WithoutMultipolesEqualsTheDirectSum) {
  for (const Positions& positions : {uniform_positions(3000, 1), clustered_positions(3000, 2)}) {
    for (int leaf : {4, 32, 64}) {
      const Accelerations a = accelerations(
          positions, {.law = kLaw, .opening = {.relative = false, .angle = 0}, .leaf_size = leaf});
      EXPECT_LT(worst_error(positions, a, kLaw), 3e-5) << leaf;
    }
  }
}

// Keys are as of the last sort. A particle may leave its leaf only as far as offsets from the
// leaf's centre are minimum images.
TEST(ShortRange, ParticleFarOutsideItsLeafIsAnError) {
  const auto moved = [](double by) {
    Positions positions = uniform_positions(3000, 4);
    positions.of[0][0] += Box{.size = 1}.coordinate(by);
    return positions;
  };
  const ForceLaw law{.split = 0.4 / 5.5, .cutoff = 0.4, .epsilon = 0.003};
  const ShortRangeSettings settings{.law = law, .opening = {.relative = false, .angle = 0}};
  EXPECT_LT(worst_error(moved(0.03), accelerations(moved(0.03), settings), law), 3e-5);
  EXPECT_THROW(accelerations(moved(0.3), settings), core::UserError);
}

TEST(ShortRange, MultipolesApproximateTheDirectSum) {
  const Positions positions = clustered_positions(5000, 3);
  const ShortRangeSettings direct{.law = kLaw, .opening = {.relative = false, .angle = 0}};
  const Accelerations exact = accelerations(positions, direct);
  std::vector<float> last;
  for (int64_t i = 0; i < positions.size(); ++i) {
    last.push_back(static_cast<float>(norm(exact.at(i))));
  }
  for (bool relative : {false, true}) {
    ShortRangeSettings settings{.law = kLaw, .opening = {.relative = relative}, .leaf_size = 16};
    Accelerations a(positions.size());
    const ShortRangeCounts counts =
        ShortRange(settings, {.size = 1})
            .accelerate({positions.keys, positions.view(), last}, kUnitMass, a.view(), 2);
    EXPECT_GT(counts.cell_pairs, 0);
    std::vector<double> errors;
    for (int64_t i = 0; i < positions.size(); ++i) {
      errors.push_back(norm(difference(a.at(i), exact.at(i))) / norm(exact.at(i)));
    }
    std::ranges::sort(errors);
    EXPECT_LT(errors[errors.size() / 2], 1e-3) << relative;
    EXPECT_LT(errors[errors.size() * 99 / 100], 1e-2) << relative;
  }
}

TEST(ShortRange, OldKeysGiveTheSameForces) {
  // Particles have moved since they were sorted: cells are no longer cubes, but forces are correct.
  Positions positions = uniform_positions(2000, 4);
  for (uint32_t axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 2000; ++i) {
      positions.of[axis][i] += static_cast<uint32_t>(
          static_cast<int32_t>(0x1p27 * core::normal_at({.seed = 5, .tensor = axis}, i)));
    }
  }
  const Accelerations a = accelerations(
      positions, {.law = kLaw, .opening = {.relative = false, .angle = 0}, .leaf_size = 16});
  EXPECT_LT(worst_error(positions, a, kLaw), 1e-5);
}

TEST(ShortRange, AnyNumberOfThreadsGivesTheSameBits) {
  const Positions positions = clustered_positions(4000, 6);
  const ShortRangeSettings settings{.law = kLaw};
  EXPECT_EQ(accelerations(positions, settings, 1).of, accelerations(positions, settings, 3).of);
}

TEST(ShortRange, PairForcesConserveMomentum) {
  const Positions positions = clustered_positions(4000, 8);
  const Accelerations a =
      accelerations(positions, {.law = kLaw, .opening = {.relative = false, .angle = 0}});
  Vector sum = {};
  double size = 0;
  for (int64_t i = 0; i < positions.size(); ++i) {
    for (int k = 0; k < 3; ++k) sum[k] += a.of[k][i];
    size += norm(a.at(i));
  }
  EXPECT_LT(norm(sum), 1e-6 * size);
}

TEST(ShortRange, FewParticlesInALargeBox) {
  for (int count : {1, 2, 9}) {
    const Positions positions = uniform_positions(count, 9);
    const Accelerations a = accelerations(positions, {.law = kLaw});
    for (int i = 0; i < count; ++i) EXPECT_TRUE(std::isfinite(norm(a.at(i))));
    if (count == 1) {
      EXPECT_EQ(norm(a.at(0)), 0);
    }
  }
}

}  // namespace
}  // namespace motley::nbody
