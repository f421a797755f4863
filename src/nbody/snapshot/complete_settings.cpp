#include "nbody/snapshot/complete_settings.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/error.h"
#include "nbody/particles/particles.h"

namespace motley::nbody {
namespace {

constexpr double kTolerance = 1e-3;

void adopt(SettingsFile& file, const char* name, double& setting, double of_snapshot) {
  if (file.gives(name) && std::abs(setting - of_snapshot) > kTolerance * std::abs(of_snapshot)) {
    throw core::UserError(
        file.position_of(name),
        fmt::format("`{}` is {:g}, but {:g} in the snapshot {}; remove it to use that value", name,
                    setting, of_snapshot, file.settings.initial.file));
  }
  setting = of_snapshot;
}

}  // namespace

void complete_settings(SettingsFile& file, const SnapshotHeader& header) {
  Settings& s = file.settings;
  adopt(file, "box.size", s.box.size, header.box_size);
  // If the number of particles is not a cube, the number per axis is the nearest.
  const auto n = static_cast<double>(header.num_particles);
  const double along_axis = std::cbrt(n);
  const int64_t p = s.box.particles;
  if (file.gives("box.particles") && p * p * p != header.num_particles) {
    throw core::UserError(file.position_of("box.particles"),
                          fmt::format("`box.particles` is {0}, {1} in total, but the snapshot {2} "
                                      "has {3}; remove it to use that value",
                                      p, p * p * p, s.initial.file, header.num_particles));
  }
  s.box.particles = std::max<int64_t>(1, std::llround(along_axis));
  Cosmology& background = s.cosmology.background;
  if (header.omega_m > 0) {
    adopt(file, "cosmology.omega_m", background.omega_m, header.omega_m);
    adopt(file, "cosmology.omega_lambda", background.omega_lambda, header.omega_lambda);
  }
  if (header.h > 0) adopt(file, "cosmology.h", s.cosmology.h, header.h);
  s.cosmology.omega_b = std::min(s.cosmology.omega_b, background.omega_m);
  if (file.gives("initial.z") &&
      std::abs(scale_factor_of(s.initial.z) / header.scale_factor - 1) > kTolerance) {
    throw core::UserError(
        file.position_of("initial.z"),
        fmt::format(
            "`initial.z` is {:g}, but the snapshot {} is at z = {:g}; remove it to use that "
            "value",
            s.initial.z, s.initial.file, redshift_of(header.scale_factor)));
  }
  s.initial.z = redshift_of(header.scale_factor);
  const double expected =
      mean_particle_mass({.size = s.box.size}, background.omega_m, header.num_particles);
  if (std::abs(header.mass / expected - 1) > kTolerance) {
    throw core::UserError(
        {s.initial.file},
        fmt::format("its particle mass is {:.5g} Msun/h, but omega_m = {:g} in a box of {:g} Mpc/h "
                    "implies {:.5g}; check the units and omega_m",
                    header.mass, background.omega_m, s.box.size, expected));
  }
  check_settings(file);
}

}  // namespace motley::nbody
