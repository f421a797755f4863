// The TreePM force, mesh plus short range, against known results.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "nbody/domain/hilbert.h"
#include "nbody/gravity/ewald.h"
#include "nbody/particles/internal_units.h"
#include "nbody/step/force_errors.h"
#include "nbody/step/tree_pm.h"

namespace motley::nbody {
namespace {

struct Forces {
  std::array<std::vector<float>, 3> of;
  explicit Forces(int64_t count) {
    for (auto& axis : of) axis.resize(count);
  }
  AccelerationSpans view() { return {of[0], of[1], of[2]}; }
};

// The total force on particles with G m = 1 in a Box of 1, in the given order.
Forces total_forces(Particles particles, TreePm& gravity) {
  const KeyOrder sorted = hilbert_order(spans(particles.position), 1);
  reorder(particles, sorted.order);
  Forces mesh(particles.size()), near(particles.size()), sum(particles.size());
  gravity.long_range(particles, mesh.of, 1);
  gravity.short_range(1, {sorted.keys, spans(particles.position), {}}, particles.mass, near.view(),
                      1);
  for (int axis = 0; axis < 3; ++axis) {
    for (int64_t i = 0; i < particles.size(); ++i) {
      sum.of[axis][sorted.order[i]] = mesh.of[axis][i] + near.of[axis][i];
    }
  }
  return sum;
}

Particles unit_particles(int64_t count) {
  Particles particles{.box = {.size = 1}, .mass = 1 / kGravity};
  resize(particles, count);
  return particles;
}

struct Mode {
  const char* name;
  double pair_tolerance;
};

class TotalForce : public testing::TestWithParam<Mode> {
 protected:
  TreePm gravity_ =
      TreePm({.mesh = *mesh_mode(GetParam().name, 32, 2), .epsilon = 1e-3}, {.size = 1});
};

// Random shifts and directions: the worst error over distances from a tenth of r_s to many r_s.
TEST_P(TotalForce, PairHasTheEwaldForceAtAllDistances) {
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const auto draw = [&](uint32_t stream) {
      return core::uniform_at({.seed = 11, .tensor = stream}, i);
    };
    Particles pair = unit_particles(2);
    const double r = 0.005 * std::pow(60.0, draw(0));
    const double z = 2 * draw(1) - 1, angle = 6.283185307 * draw(2), s = std::sqrt(1 - z * z);
    const double d[3] = {r * s * std::cos(angle), r * s * std::sin(angle), r * z};
    for (uint32_t axis = 0; axis < 3; ++axis) {
      const double x = draw(3 + axis);
      pair.position[axis] = {pair.box.coordinate(x), pair.box.coordinate(x + d[axis])};
    }
    const Forces sum = total_forces(pair, gravity_);
    const Vector exact =
        EwaldSum(pair.box, spans(pair.position), {.epsilon = 1e-3}).acceleration(1);
    double error = 0, size = 0;
    for (int axis = 0; axis < 3; ++axis) {
      error += std::pow(sum.of[axis][1] - exact[axis], 2);
      size += exact[axis] * exact[axis];
    }
    worst = std::max(worst, std::sqrt(error / size));
  }
  EXPECT_LT(worst, GetParam().pair_tolerance);
}

TEST_P(TotalForce, OfOneParticleIsZero) {
  Particles one = unit_particles(1);
  for (auto& axis : one.position) axis = {0x12345678u};
  const Forces sum = total_forces(one, gravity_);
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(sum.of[axis][0], 0, 1e-6 * 32 * 32);
}

TEST_P(TotalForce, OfALatticeIsZero) {
  constexpr uint32_t kSide = 16;
  Particles lattice = unit_particles(kSide * kSide * kSide);
  for (uint32_t i = 0; i < kSide * kSide * kSide; ++i) {
    const uint32_t at[3] = {i / (kSide * kSide), i / kSide % kSide, i % kSide};
    for (int axis = 0; axis < 3; ++axis) lattice.position[axis][i] = at[axis] << 28;
  }
  const Forces sum = total_forces(lattice, gravity_);
  for (int axis = 0; axis < 3; ++axis) {
    for (float a : sum.of[axis]) EXPECT_NEAR(a, 0, 1e-5 * kSide * kSide);  // G m / d^2
  }
}

INSTANTIATE_TEST_SUITE_P(All, TotalForce,
                         testing::Values(Mode{"default", 6e-3}, Mode{"gadget2", 3e-2},
                                         Mode{"accurate", 1e-3}),
                         [](const auto& info) { return std::string(info.param.name); });

// A third of the particles in halos: the force must not depend on the split scale.
TEST(TotalForces, DoNotDependOnTheSplit) {
  constexpr int kCount = 4096;
  Particles particles = unit_particles(kCount);
  for (int i = 0; i < kCount; ++i) {
    for (uint32_t axis = 0; axis < 3; ++axis) {
      const bool in_halo = i % 3 == 0;
      double x = core::uniform_at({.seed = 12, .tensor = axis}, in_halo ? i % 7 : i);
      if (in_halo) x += 0.02 * core::normal_at({.seed = 13, .tensor = axis}, i);
      particles.position[axis][i] = particles.box.coordinate(x);
    }
  }
  std::vector<Forces> forces;
  for (const double split : {0.8, 1.25, 2.0}) {
    TreePmSettings settings{.mesh = *mesh_mode("default", 32, 2), .epsilon = 0.002};
    settings.mesh.split = split;
    settings.opening = {.relative = false, .angle = 0};
    TreePm gravity(settings, particles.box);
    forces.push_back(total_forces(particles, gravity));
  }
  for (int other : {0, 1}) {
    std::vector<double> errors;
    for (int i = 0; i < kCount; ++i) {
      double error = 0, size = 0;
      for (int axis = 0; axis < 3; ++axis) {
        error += std::pow(forces[other].of[axis][i] - forces[2].of[axis][i], 2);
        size += std::pow(forces[2].of[axis][i], 2);
      }
      errors.push_back(std::sqrt(error / size));
    }
    EXPECT_LT(percentiles(errors).median, 2e-3) << other;
    EXPECT_LT(percentiles(errors).p99, 2e-2) << other;
  }
}

}  // namespace
}  // namespace motley::nbody
