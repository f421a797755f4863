#include "nbody/snapshot/complete_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "nbody/particles/particles.h"

namespace motley::nbody {
namespace {

constexpr double kTolerance = 1e-3;

void require_agreement(const SettingsFile& file, const std::string& name, double setting,
                       double of_snapshot, const std::string& snapshot) {
  if (!file.gives(name)) return;
  if (std::abs(setting - of_snapshot) <= kTolerance * std::abs(of_snapshot)) return;
  throw core::UserError(
      file.position_of(name),
      fmt::format("`{}` is {:g}, but {:g} in the snapshot {}; remove it to use that value", name,
                  setting, of_snapshot, snapshot));
}

void adopt(SettingsFile& file, const char* name, double& setting, double of_snapshot) {
  require_agreement(file, name, setting, of_snapshot, file.settings.initial.file);
  setting = of_snapshot;
}

void adopt_cosmology(SettingsFile& file, const SnapshotHeader& header) {
  CosmologySettings& c = file.settings.cosmology;
  Cosmology& background = c.background;
  const std::string& snapshot = file.settings.initial.file;
  const auto adopt_if = [&](const char* name, double& setting, const std::optional<double>& of) {
    if (of) adopt(file, name, setting, *of);
  };
  if (header.omega_m > 0) {
    if (!(header.omega_m < 10)) {
      throw core::UserError({snapshot}, fmt::format("has omega_m {:g}", header.omega_m));
    }
    adopt(file, "cosmology.omega_m", background.omega_m, header.omega_m);
    adopt(file, "cosmology.omega_lambda", background.omega_lambda, header.omega_lambda);
  }
  if (header.h > 0) {
    if (!(header.h >= 0.1 && header.h <= 3)) {
      throw core::UserError(
          {snapshot},
          fmt::format("has HubbleParam {:g}, which must be H0 / (100 km/s/Mpc)", header.h));
    }
    adopt(file, "cosmology.h", c.h, header.h);
  } else if (!file.gives("cosmology.h")) {
    file.notes.push_back(fmt::format(
        "{}: has no HubbleParam; snapshots will have cosmology.h = {:g}, which does not affect the "
        "run",
        snapshot, c.h));
  }
  adopt_if("cosmology.omega_r", background.omega_r, header.omega_r);
  adopt_if("cosmology.w0", background.w0, header.w0);
  adopt_if("cosmology.wa", background.wa, header.wa);
  adopt_if("cosmology.omega_b", c.omega_b, header.omega_b);
  // Unknown, and not needed.
  if (!header.omega_b && !file.gives("cosmology.omega_b")) c.omega_b = 0;
  for (std::string& note : cosmology_notes(file)) file.notes.push_back(std::move(note));
}

}  // namespace

void check_units(const SettingsFile& file, const SnapshotHeader& header,
                 const std::string& snapshot) {
  const UnitSettings& units = file.settings.units;
  const auto check = [&](const char* name, double setting, const std::optional<double>& of) {
    if (of) require_agreement(file, name, setting, *of, snapshot);
  };
  check("units.length", units.length, header.length_unit);
  check("units.mass", units.mass, header.mass_unit);
  check("units.velocity", units.velocity, header.velocity_unit);
}

void check_ids(const std::string& path, const Particles& particles, core::Communicator* comm) {
  std::vector<uint64_t> ids = particles.id;
  if (comm && comm->num_ranks() > 1) {
    // To the rank of the id's hash.
    const auto rank_of = [&](uint64_t id) {
      return (id * 0x9e3779b97f4a7c15 >> 32) % static_cast<uint64_t>(comm->num_ranks());
    };
    std::vector<int64_t> counts(comm->num_ranks());
    for (const uint64_t id : ids) ++counts[rank_of(id)];
    std::vector<int64_t> next(counts.size());
    std::partial_sum(counts.begin(), counts.end() - 1, next.begin() + 1);
    for (const uint64_t id : particles.id) ids[next[rank_of(id)]++] = id;
    core::exchange(*comm, ids, counts, core::exchanged_counts(*comm, counts));
  }
  std::ranges::sort(ids);
  const auto twice = std::ranges::adjacent_find(ids);
  core::throw_on_all_ranks(
      comm, twice == ids.end()
                ? ""
                : fmt::format("{}: the id {} occurs more than once; particles need different ids",
                              path, *twice));
}

void complete_settings(SettingsFile& file, const SnapshotHeader& header) {
  Settings& s = file.settings;
  for (const std::string& note : header.notes) file.notes.push_back(note);
  check_units(file, header, s.initial.file);
  s.units = header.units;
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
  adopt_cosmology(file, header);
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
  const double omega_m = s.cosmology.background.omega_m;
  const double expected = mean_particle_mass({.size = s.box.size}, omega_m, header.num_particles);
  if (std::abs(header.mass / expected - 1) > kTolerance) {
    throw core::UserError(
        {s.initial.file},
        fmt::format("its particle mass is {:.5g} Msun/h, but omega_m = {:g} in a box of {:g} Mpc/h "
                    "implies {:.5g}; check the units and omega_m",
                    header.mass, omega_m, s.box.size, expected));
  }
  check_settings(file);
}

}  // namespace motley::nbody
