// A collapsing plane wave, whose motion is known exactly until shell crossing.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "nbody/cosmology/cosmology.h"
#include "nbody/run/simulation.h"

namespace motley::nbody {
namespace {

constexpr int kSide = 32;
constexpr double kSize = 64, kBegin = 0.1;  // collapse at a = 1
constexpr double kWave = 2 * std::numbers::pi / kSize;

double lattice_position(int64_t i) { return kSize / kSide * (static_cast<double>(i) + 0.5); }

Particles pancake(const Settings& settings) {
  constexpr int64_t kCount = int64_t{kSide} * kSide * kSide;
  Particles p{.box = {.size = kSize},
              .mass = mean_particle_mass({.size = kSize}, 1, kCount),
              .scale_factor = kBegin};
  resize(p, kCount);
  const double h = hubble(settings.cosmology.background, kBegin);
  for (int64_t i = 0; i < kCount; ++i) {
    const double q = lattice_position(i / (kSide * kSide)),
                 shift = -kBegin * std::sin(kWave * q) / kWave;
    p.id[i] = static_cast<uint64_t>(i);
    p.position[0][i] = p.box.coordinate(q + shift);
    p.position[1][i] = p.box.coordinate(lattice_position(i / kSide % kSide));
    p.position[2][i] = p.box.coordinate(lattice_position(i % kSide));
    p.momentum[0][i] = static_cast<float>(kBegin * kBegin * h * shift);
  }
  return p;
}

TEST(Pancake, FollowsZeldovichUntilShellCrossing) {
  Settings settings;
  settings.cosmology.background = {.omega_m = 1, .omega_lambda = 0};
  settings.box.size = kSize;
  settings.box.particles = kSide;
  settings.softening.comoving = kSize / kSide / 25;
  settings.output.redshifts = {1, 1 / 0.9 - 1};  // a = 0.5, 0.9
  Simulation simulation(settings, {.size = kSize}, kBegin, {});
  simulation.begin(pancake(settings));
  simulation.run(
      {.write_output = [&](const Particles& p, const PlannedOutput& output, const RunChecks&) {
        double sum = 0, along = 0, across = 0;
        for (int64_t i = 0; i < p.size(); ++i) {
          const double q = lattice_position(static_cast<int64_t>(p.id[i]) / (kSide * kSide));
          const double exact = q - output.scale_factor * std::sin(kWave * q) / kWave;
          sum += std::pow(p.box.separation(p.box.coordinate(exact), p.position[0][i]), 2);
          along += std::pow(p.momentum[0][i], 2);
          across += std::pow(p.momentum[1][i], 2) + std::pow(p.momentum[2][i], 2);
        }
        const double rms = std::sqrt(sum / static_cast<double>(p.size())) / (kSize / kSide);
        EXPECT_LT(rms, output.number == 0 ? 4e-3 : 0.03) << output.scale_factor;
        EXPECT_LT(std::sqrt(across / along), 1e-6) << output.scale_factor;
        RecordProperty(output.number == 0 ? "rms_at_half" : "rms_at_0.9", std::to_string(rms));
        std::printf("a = %g: rms %.2e of the separation, across %.1e of along\n",
                    output.scale_factor, rms, std::sqrt(across / along));
      }});
}

}  // namespace
}  // namespace motley::nbody
