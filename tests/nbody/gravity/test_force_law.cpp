#include <gtest/gtest.h>

#include <cmath>

#include "nbody/gravity/force_law.h"

namespace motley::nbody {
namespace {

TEST(Softening, SplineIsNewtonianOutsideItsSupport) {
  const ForceLaw law{.epsilon = 0.5};
  for (double r : {1.4, 1.5, 3.0}) {
    EXPECT_DOUBLE_EQ(softened_inverse_cube(law, r), 1 / (r * r * r));
    EXPECT_DOUBLE_EQ(softened_potential(law, r), -1 / r);
  }
}

TEST(Softening, SplineIsContinuousWithCentralPotentialOfOneOverEps) {
  const ForceLaw law{.epsilon = 0.5};
  const double h = law.support();
  EXPECT_NEAR(softened_potential(law, 0), -1 / 0.5, 1e-12);
  EXPECT_EQ(short_range_factor(law, 0), 0);
  for (double q : {0.5, 1.0}) {
    const double below = q * h * (1 - 1e-9), above = q * h * (1 + 1e-9);
    EXPECT_NEAR(softened_inverse_cube(law, below) / softened_inverse_cube(law, above), 1, 1e-6);
    EXPECT_NEAR(softened_potential(law, below) / softened_potential(law, above), 1, 1e-6);
  }
}

TEST(Softening, ForceIsTheGradientOfThePotential) {
  for (const Softening kind : {Softening::kSpline, Softening::kPlummer}) {
    const ForceLaw law{.split = 1, .epsilon = 0.5, .softening = kind};
    for (double r = 0.05; r < 5; r += 0.05) {
      const double d = 1e-5;
      const double slope =
          (short_range_potential(law, r + d) - short_range_potential(law, r - d)) / (2 * d);
      EXPECT_NEAR(short_range_factor(law, r) * r, slope, 1e-8) << r;
    }
  }
}

TEST(Split, ShortRangeFallsOffAsExpected) {
  const ForceLaw law{.split = 1};
  const auto share = [&](double r) { return short_range_factor(law, r) * r * r * r; };
  EXPECT_NEAR(share(4.5), 1.8e-2, 0.05e-2);
  EXPECT_NEAR(share(5.5), 1.7e-3, 0.05e-3);
  EXPECT_NEAR(share(7.0), 2.0e-5, 0.05e-5);
  EXPECT_NEAR(share(0.01), 1, 1e-6);
}

TEST(Split, PolynomialMeetsItsTolerance) {
  for (const auto& [cutoff, degree] : {std::pair{4.5, 10}, {5.5, 10}, {6.5, 14}}) {
    const LongRangePolynomial fit = long_range_polynomial({.split = 1, .cutoff = cutoff});
    EXPECT_LE(fit.worst_error, 5e-6) << cutoff;
    EXPECT_LE(fit.degree, degree) << cutoff;
  }
}

}  // namespace
}  // namespace motley::nbody
