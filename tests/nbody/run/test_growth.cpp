// Small perturbations grow as in linear theory.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "nbody/cosmology/growth.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/fft.h"
#include "nbody/run/simulation.h"

namespace motley::nbody {
namespace {

Settings box_of(int side) {
  Settings settings;
  settings.box = {.size = 500, .particles = side, .seed = 5};
  settings.initial.order = 1;
  settings.output.redshifts = {0};
  return settings;
}

// Displacements and momenta scaled down, so that particle trajectories never cross.
Particles quiet_start(const Settings& settings, double scale) {
  const int64_t n = settings.box.particles;
  Particles p = initial_conditions(settings, 1);
  for (int64_t i = 0; i < p.size(); ++i) {
    const int64_t place[3] = {i / (n * n), i / n % n, i % n};
    for (int axis = 0; axis < 3; ++axis) {
      const uint32_t q = p.box.coordinate((static_cast<double>(place[axis]) + 0.5) /
                                          static_cast<double>(n) * p.box.size);
      const auto shift = static_cast<int32_t>(p.position[axis][i] - q);
      p.position[axis][i] = q + static_cast<uint32_t>(static_cast<int32_t>(scale * shift));
      p.momentum[axis][i] *= static_cast<float>(scale);
    }
  }
  return p;
}

// Sum of |delta|^2 over the modes with |k| = 1.
double lowest_power(const Particles& particles) {
  constexpr int kSize = 64;
  Mesh<float> mesh(kSize);
  deposit(mesh, spans(particles.position), {.window = Window::kPcs}, 1);
  Fft<float>(kSize).forward(mesh, 1);
  return std::norm(std::complex<double>(mesh.mode(1, 0, 0))) +
         std::norm(std::complex<double>(mesh.mode(0, 1, 0))) +
         std::norm(std::complex<double>(mesh.mode(0, 0, 1)));
}

// Growth of the power over D^2, minus one.
double growth_error(int side) {
  const Settings settings = box_of(side);
  Particles start = quiet_start(settings, 0.02);
  const double first = lowest_power(start), a = start.scale_factor;
  Simulation simulation(settings, start.box, a, {});
  simulation.begin(std::move(start));
  simulation.run({});
  const Growth growth(settings.cosmology.background);
  const double exact = std::pow(growth.at(1).d1 / growth.at(a).d1, 2);
  return lowest_power(simulation.state().particles) / first / exact - 1;
}

TEST(Growth, LowestModeGrowsAsLinearTheory) {
  const double coarse = growth_error(32), fine = growth_error(64);
  std::printf("lowest mode against D^2: %+.3f %% at 32^3, %+.3f %% at 64^3\n", 100 * coarse,
              100 * fine);
  EXPECT_LT(std::abs(fine), 4e-3);
  // Discreteness of the lattice reduces growth by an amount that falls with the square of its
  // spacing.
  EXPECT_GT(coarse / fine, 2.5);
  EXPECT_LT(coarse / fine, 6);
}

}  // namespace
}  // namespace motley::nbody
