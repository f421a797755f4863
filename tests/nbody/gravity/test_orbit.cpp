// Two bodies on a circular orbit with kick-drift-kick: in double with the force law itself, and in
// production types with the kernels.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "nbody/gravity/gravity_cases.h"
#include "nbody/gravity/short_range.h"

namespace motley::nbody {
namespace {

constexpr double kDistance = 0.002;  // of a Box of 1; G m = 1 each
const double kOmega = std::sqrt(2 / (kDistance * kDistance * kDistance));
const double kPeriod = 2 * std::numbers::pi / kOmega;

struct TwoBodies {
  double x[2][2] = {{kDistance / 2, 0}, {-kDistance / 2, 0}};
  double v[2][2] = {{0, kOmega* kDistance / 2}, {0, -kOmega* kDistance / 2}};

  double separation() const { return std::hypot(x[1][0] - x[0][0], x[1][1] - x[0][1]); }
  double energy() const {
    double kinetic = 0;
    for (const auto& b : v) kinetic += 0.5 * (b[0] * b[0] + b[1] * b[1]);
    return kinetic + softened_potential({}, separation());
  }
  void kick(double dt) {
    const double f = short_range_factor({}, separation());
    for (int k = 0; k < 2; ++k) {
      const double a = f * (x[1][k] - x[0][k]);
      v[0][k] += a * dt;
      v[1][k] -= a * dt;
    }
  }
  void drift(double dt) {
    for (int b = 0; b < 2; ++b) {
      for (int k = 0; k < 2; ++k) x[b][k] += v[b][k] * dt;
    }
  }
  void step(double dt) {
    kick(dt / 2);
    drift(dt);
    kick(dt / 2);
  }
};

// Position error of the first body after ten periods.
double position_error(int steps_per_orbit) {
  TwoBodies bodies;
  const double dt = kPeriod / steps_per_orbit;
  for (int i = 0; i < 10 * steps_per_orbit; ++i) bodies.step(dt);
  return std::hypot(bodies.x[0][0] - kDistance / 2, bodies.x[0][1]);
}

TEST(Orbit, ConservesEnergyInDouble) {
  TwoBodies bodies;
  const double energy = bodies.energy();
  double worst = 0;
  for (int i = 0; i < 100 * 1000; ++i) {
    bodies.step(kPeriod / 1000);
    worst = std::max(worst, std::abs(bodies.energy() / energy - 1));
  }
  EXPECT_LT(worst, 1e-5);
}

TEST(Orbit, ErrorFallsFourfoldWithHalfTheStep) {
  EXPECT_NEAR(position_error(500) / position_error(1000), 4, 0.05);
}

TEST(Orbit, IsTimeReversible) {
  TwoBodies bodies;
  for (int i = 0; i < 1000; ++i) bodies.step(kPeriod / 1000);
  for (int i = 0; i < 1000; ++i) bodies.step(-kPeriod / 1000);
  EXPECT_NEAR(bodies.x[0][0], kDistance / 2, 1e-12 * kDistance);
  EXPECT_NEAR(bodies.x[0][1], 0, 1e-12 * kDistance);
}

TEST(Orbit, ConservesEnergyInProductionTypes) {
  const ForceLaw law{.split = 0.05, .cutoff = 0.275};
  const ShortRange near({.law = law}, {.size = 1});
  const Box box{.size = 1};
  Positions bodies;
  bodies.add({0.5 + kDistance / 2, 0.5, 0.5});
  bodies.add({0.5 - kDistance / 2, 0.5, 0.5});
  bodies.keys = {0, 0};
  std::array<std::array<float, 3>, 2> p = {};
  p[0][1] = static_cast<float>(kOmega * kDistance / 2);
  p[1][1] = -p[0][1];
  Accelerations a(2);
  const double dt = kPeriod / 1000;
  const auto energy = [&] {
    Vector d;
    double kinetic = 0;
    for (int k = 0; k < 3; ++k) {
      d[k] = box.separation(bodies.of[k][0], bodies.of[k][1]);
      for (const auto& body : p) kinetic += 0.5 * static_cast<double>(body[k]) * body[k];
    }
    return kinetic + short_range_potential(law, norm(d));
  };
  const auto kick = [&](double time) {
    for (int b = 0; b < 2; ++b) {
      for (int k = 0; k < 3; ++k) p[b][k] += static_cast<float>(time) * a.of[k][b];
    }
  };
  const auto compute_forces = [&] {
    near.accelerate({bodies.keys, bodies.view(), {}}, kUnitMass, a.view(), 1);
  };
  compute_forces();
  const double first = energy();
  double worst = 0, mean[10] = {};
  for (int orbit = 0; orbit < 10; ++orbit) {
    for (int i = 0; i < 1000; ++i) {
      kick(dt / 2);
      for (int b = 0; b < 2; ++b) {
        for (int k = 0; k < 3; ++k) {
          bodies.of[k][b] +=
              static_cast<uint32_t>(static_cast<int64_t>(std::llrint(p[b][k] * dt / box.unit())));
        }
      }
      compute_forces();
      kick(dt / 2);
      const double error = energy() / first - 1;
      worst = std::max(worst, std::abs(error));
      mean[orbit] += error / 1000;
    }
  }
  EXPECT_LT(worst, 1e-4);
  EXPECT_LT(std::abs(mean[9] - mean[0]), 2e-5);  // no drift
}

}  // namespace
}  // namespace motley::nbody
