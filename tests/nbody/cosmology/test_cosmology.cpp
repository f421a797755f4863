#include <gtest/gtest.h>

#include <cmath>

#include "nbody/cosmology/cosmology.h"
#include "nbody/cosmology/growth.h"
#include "nbody/cosmology/kick_drift.h"

namespace motley::nbody {
namespace {

const Cosmology kEinsteinDeSitter{.omega_m = 1, .omega_lambda = 0};
const Cosmology kFlat{.omega_m = 0.3, .omega_lambda = 0.7};

TEST(Cosmology, ExpansionIncludesAllComponents) {
  EXPECT_DOUBLE_EQ(hubble(kFlat, 1), 100);
  EXPECT_DOUBLE_EQ(hubble(kEinsteinDeSitter, 0.25), 800);
  const Cosmology all{.omega_m = 0.3, .omega_lambda = 0.6, .omega_r = 0.01, .w0 = -0.9, .wa = 0.2};
  EXPECT_DOUBLE_EQ(hubble(all, 1), 100);
  EXPECT_NEAR(omega_k(all), 0.09, 1e-15);
  // a = 1/2: rho_de = 2^(3 * 0.3) exp(-0.3)
  const double squared = 0.16 + 2.4 + 0.36 + 0.6 * std::pow(2, 0.9) * std::exp(-0.3);
  EXPECT_NEAR(expansion_squared(all, 0.5), squared, 1e-14);
  EXPECT_NEAR(matter_fraction(all, 0.5), 2.4 / squared, 1e-14);
}

TEST(Cosmology, SlopeIsTheDerivativeOfTheExpansion) {
  const Cosmology all{.omega_m = 0.3, .omega_lambda = 0.6, .omega_r = 0.01, .w0 = -0.9, .wa = 0.2};
  for (const double a : {1e-4, 0.01, 0.5, 1.0}) {
    const double h = 1e-4;
    const double numeric = std::log(expansion_squared(all, a * std::exp(h)) /
                                    expansion_squared(all, a * std::exp(-h))) /
                           (2 * h);
    EXPECT_NEAR(expansion_slope(all, a), numeric, 1e-7) << a;
  }
}

TEST(Cosmology, InvalidOnesReportTheReason) {
  EXPECT_EQ(cosmology_error(kFlat, 0.02, 1), "");
  EXPECT_NE(cosmology_error({.omega_m = 0}, 0.02, 1), "");
  EXPECT_NE(cosmology_error({.w0 = -0.5, .wa = 0.6}, 0.02, 1), "");
  // A bounce: closed by a large amount of dark energy.
  EXPECT_NE(cosmology_error({.omega_m = 0.1, .omega_lambda = 3}, 0.02, 1), "");
}

TEST(KickDrift, FactorsMatchEinsteinDeSitter) {
  // H = 100 a^-1.5: drift = -2 a^-1/2 / 100, kick = 2 a^1/2 / 100, time = (2/3) a^1.5 / 100.
  const double a1 = 0.02, a2 = 0.9;
  EXPECT_NEAR(drift_factor(kEinsteinDeSitter, a1, a2),
              0.02 * (1 / std::sqrt(a1) - 1 / std::sqrt(a2)), 1e-15);
  EXPECT_NEAR(kick_factor(kEinsteinDeSitter, a1, a2), 0.02 * (std::sqrt(a2) - std::sqrt(a1)),
              1e-16);
  EXPECT_NEAR(time_between(kEinsteinDeSitter, 1e-9, 1), 0.02 / 3, 1e-15);
}

TEST(KickDrift, FactorsAreAdditiveAndAntisymmetric) {
  for (const Cosmology& c :
       {kFlat,
        Cosmology{.omega_m = 0.25, .omega_lambda = 0.5, .omega_r = 1e-3, .w0 = -0.8, .wa = -0.3}}) {
    const double whole = drift_factor(c, 0.02, 1);
    EXPECT_NEAR(drift_factor(c, 0.02, 0.3) + drift_factor(c, 0.3, 1), whole, 1e-13 * whole);
    EXPECT_EQ(kick_factor(c, 0.5, 0.3), -kick_factor(c, 0.3, 0.5));
    EXPECT_EQ(kick_factor(c, 0.5, 0.5), 0);
  }
}

TEST(Growth, InEinsteinDeSitterIsTheScaleFactor) {
  const Growth growth(kEinsteinDeSitter);
  for (const double a : {1e-4, 0.02, 0.37, 1.0, 2.0}) {
    const GrowthFactors g = growth.at(a);
    EXPECT_NEAR(g.d1 / a, 1, 1e-8) << a;
    EXPECT_NEAR(g.f1, 1, 1e-8) << a;
    EXPECT_NEAR(g.d2 / (-3. / 7 * a * a), 1, 1e-8) << a;
    EXPECT_NEAR(g.f2, 2, 1e-8) << a;
  }
}

// D ~ H integral da / (a H)^3 is valid for matter, curvature and a cosmological constant.
double integral_growth(const Cosmology& c, double a) {
  const int n = 200000;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double b = a * (i + 0.5) / n;
    sum += a / n / std::pow(b * hubble(c, b), 3);
  }
  return sum * hubble(c, a);
}

TEST(Growth, AgreesWithTheIntegralFormWhereValid) {
  for (const Cosmology& c : {kFlat, Cosmology{.omega_m = 0.25, .omega_lambda = 0.6},
                             Cosmology{.omega_m = 0.4, .omega_lambda = 0}}) {
    const Growth growth(c);
    for (const double a : {0.02, 0.1, 0.5}) {
      EXPECT_NEAR(growth.at(a).d1, integral_growth(c, a) / integral_growth(c, 1), 2e-7) << a;
    }
  }
}

TEST(Growth, WithRadiationDeviatesFromTheIntegralFormAtHighRedshift) {
  const Cosmology c{.omega_m = 0.3, .omega_lambda = 0.7 - 9e-5, .omega_r = 9e-5};
  const double ratio = integral_growth(c, 0.02) / integral_growth(c, 1) / Growth(c).at(0.02).d1;
  EXPECT_GT(std::abs(ratio - 1), 0.005);
}

TEST(Growth, WithRadiationMatchesMeszaros) {
  // Matter and radiation alone: D1 = a + (2/3) a_eq.
  const Cosmology c{.omega_m = 0.9, .omega_lambda = 0, .omega_r = 0.1};
  const Growth growth(c);
  const double shift = 2. / 3 * 0.1 / 0.9;
  for (const double a : {1e-4, 0.01, 0.3}) {
    EXPECT_NEAR(growth.at(a).d1, (a + shift) / (1 + shift), 1e-7) << a;
    EXPECT_NEAR(growth.at(a).f1, a / (a + shift), 1e-7) << a;
  }
}

TEST(Growth, RatesAreTheDerivativesOfTheFactors) {
  const Growth growth(
      {.omega_m = 0.3, .omega_lambda = 0.65, .omega_r = 1e-4, .w0 = -0.9, .wa = 0.1});
  for (const double a : {0.01, 0.3, 1.0}) {
    const double h = 1e-3;
    const GrowthFactors up = growth.at(a * std::exp(h)), down = growth.at(a * std::exp(-h));
    EXPECT_NEAR(growth.at(a).f1, std::log(up.d1 / down.d1) / (2 * h), 1e-6);
    EXPECT_NEAR(growth.at(a).f2, std::log(up.d2 / down.d2) / (2 * h), 1e-6);
  }
}

TEST(Growth, InLambdaCdmMatchesKnownFits) {
  const Growth growth(kFlat);
  for (const double a : {0.02, 0.3, 0.5, 1.0}) {
    const GrowthFactors g = growth.at(a);
    const double om = matter_fraction(kFlat, a);
    EXPECT_NEAR(g.f1 / std::pow(om, 5. / 9), 1, 0.005) << a;
    EXPECT_NEAR(g.f2 / (2 * std::pow(om, 6. / 11)), 1, 0.01) << a;
    EXPECT_NEAR(g.d2 / (-3. / 7 * g.d1 * g.d1 * std::pow(om, -1. / 143)), 1, 0.002) << a;
  }
}

}  // namespace
}  // namespace motley::nbody
