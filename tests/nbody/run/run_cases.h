// Small boxes for the tests of complete runs.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "core/base/random.h"
#include "nbody/cosmology/cosmology.h"
#include "nbody/run/simulation.h"

namespace motley::nbody {

inline constexpr double kBegin = 0.1;  // initial scale factor of the small boxes

// `side`^3 particles in 10 Mpc/h that form halos between a = 0.1 and 0.2: plane waves with random
// phases in the growing mode.
inline Particles wavy_particles(int side, double a, const Settings& settings) {
  const int64_t count = int64_t{side} * side * side;
  Particles p{.box = {.size = settings.box.size},
              .mass = mean_particle_mass({.size = settings.box.size},
                                         settings.cosmology.background.omega_m, count),
              .scale_factor = a};
  resize(p, count);
  const double k = 2 * std::numbers::pi / p.box.size, h = hubble(settings.cosmology.background, a);
  for (int64_t i = 0; i < count; ++i) {
    const double q[3] = {p.box.size / side * static_cast<double>(i / (side * side)),
                         p.box.size / side * static_cast<double>(i / side % side),
                         p.box.size / side * static_cast<double>(i % side)};
    p.id[i] = static_cast<uint64_t>(i);
    for (int axis = 0; axis < 3; ++axis) {
      double shift = 0;
      for (int n = 1; n <= 3; ++n) {
        const double phase = 6.28 * core::uniform_at({.seed = 21, .tensor = uint32_t(axis)}, n);
        shift += std::sin(n * k * q[axis] + k * q[(axis + 1) % 3] + phase) / (k * n);
      }
      p.position[axis][i] = p.box.coordinate(q[axis] + 3 * a * shift);
      p.momentum[axis][i] = static_cast<float>(3 * a * shift * a * a * h);
    }
  }
  return p;
}

inline Settings small_settings(int side) {
  Settings settings;
  settings.box.size = 10;
  settings.box.particles = side;
  settings.output.redshifts = {4};
  settings.softening.comoving = 10.0 / side / 25;
  return settings;
}

}  // namespace motley::nbody
