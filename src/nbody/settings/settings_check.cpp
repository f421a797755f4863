// Checks that involve several settings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "nbody/cosmology/growth.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

bool has_small_factors(int64_t n) {
  for (const int64_t factor : {2, 3, 5}) {
    while (n % factor == 0) n /= factor;
  }
  return n == 1;
}

void check_redshifts(const SettingsFile& file) {
  const Settings& s = file.settings;
  const auto fail = [&](const std::string& what) {
    throw core::UserError(file.position_of("output.redshifts"), what);
  };
  const std::vector<double>& redshifts = s.output.redshifts;
  if (redshifts.empty()) return;  // not a run
  if (redshifts.front() > s.initial.z) {
    fail(fmt::format("`redshifts` starts at {:g}, before the initial z = {:g}; {}remove it",
                     redshifts.front(), s.initial.z,
                     s.initial.file.empty() ? "raise `initial.z` or " : ""));
  }
  if (const auto twice = std::ranges::adjacent_find(redshifts); twice != redshifts.end()) {
    fail(fmt::format("`redshifts` contains {:g} twice", *twice));
  }
}

void check_spectrum(const SettingsFile& file) {
  const Settings& s = file.settings;
  if (s.cosmology.omega_b > s.cosmology.background.omega_m) {
    throw core::UserError(file.position_of("cosmology.omega_b"),
                          fmt::format("`omega_b` is part of omega_m, but {:g} is more than {:g}",
                                      s.cosmology.omega_b, s.cosmology.background.omega_m));
  }
  const bool has_own = !s.cosmology.spectrum.starts_with("eisenstein-hu");
  const int amplitudes = s.cosmology.a_s.has_value() + s.cosmology.sigma8.has_value();
  if (amplitudes == 2 || (amplitudes == 0 && !has_own)) {
    throw core::UserError(file.position_of("cosmology.a_s"),
                          "set the amplitude by either `sigma8` or `a_s`");
  }
}

void check_names(const SettingsFile& file) {
  const std::string& base = file.settings.output.base;
  if (base.empty() || base.find('/') != base.npos) {
    throw core::UserError(file.position_of("output.base"),
                          "`base` is the name of snapshots without folder; `dir` is the folder");
  }
}

void check_picture(const SettingsFile& file) {
  const Settings& s = file.settings;
  if (s.picture.slab && *s.picture.slab > s.box.size) {
    throw core::UserError(file.position_of("picture.slab"),
                          fmt::format("`slab` is {:g} Mpc/h thick, more than the box of {:g}",
                                      *s.picture.slab, s.box.size));
  }
  if (s.picture.center && *s.picture.center > s.box.size) {
    throw core::UserError(file.position_of("picture.center"),
                          fmt::format("`center` is at {:g} Mpc/h, outside the box of {:g}",
                                      *s.picture.center, s.box.size));
  }
}

void check_mesh(const SettingsFile& file) {
  const Settings& s = file.settings;
  if (s.mesh.size && *s.mesh.size % 2 != 0) {
    throw core::UserError(file.position_of("mesh.size"),
                          fmt::format("`size` must be even, not `{}`", *s.mesh.size));
  }
  const double cell = s.box.size / static_cast<double>(mesh_size_of(s));
  const double eps = softening_of(s);
  if (eps > cell) {
    throw core::UserError(
        file.position_of(file.gives("softening.comoving") ? "softening.comoving" : "mesh.size"),
        fmt::format(
            "the softening, {:g} Mpc/h, is larger than a mesh cell, {:g} Mpc/h, so the mesh "
            "would resolve softened scales; reduce it, or use a mesh coarser than {} "
            "points",
            eps, cell, mesh_size_of(s)));
  }
  if (!s.mesh.split && !s.mesh.cutoff) return;
  const double reach = s.mesh.split.value_or(1) * s.mesh.cutoff.value_or(4.5) * cell;
  if (reach >= s.box.size / 2) {
    throw core::UserError(
        file.position_of(s.mesh.cutoff ? "mesh.cutoff" : "mesh.split"),
        fmt::format("the short-range force would extend to {:g} Mpc/h, half the box or more; lower "
                    "`split` or `cutoff`, or use a finer mesh",
                    reach));
  }
}

double automatic_softening(const Settings& s) {
  return s.box.size / static_cast<double>(s.box.particles) / 25;
}

}  // namespace

int64_t mesh_size_of(const Settings& s) {
  if (s.mesh.size) return *s.mesh.size;
  int64_t size = 2 * s.box.particles;
  while (!has_small_factors(size)) size += 2;
  return std::max<int64_t>(size, 16);  // the cut-off must be within half the box
}

double softening_of(const Settings& s) {
  return s.softening.comoving.value_or(automatic_softening(s));
}

double step_length_of(const Settings& s) {
  return softening_of(s) > 0 ? softening_of(s) : automatic_softening(s);
}

core::SourcePosition SettingsFile::position_of(const std::string& name) const {
  const auto found = given.find(name);
  return found == given.end() ? core::SourcePosition{file} : found->second;
}

std::vector<std::string> cosmology_notes(const SettingsFile& file) {
  const Cosmology& c = file.settings.cosmology.background;
  std::vector<std::string> notes;
  const bool changed = file.gives("cosmology.omega_m") || file.gives("cosmology.omega_r");
  if (changed && !file.asks_for_flatness && !file.gives("cosmology.omega_lambda") &&
      file.settings.initial.file.empty()) {
    notes.push_back(fmt::format(
        "{}: the universe is flat: omega_lambda = 1 - omega_m - omega_r = {:.6g}, since it is not "
        "given",
        file.file, c.omega_lambda));
  }
  const double curvature = omega_k(c);
  if (std::abs(curvature) > 1e-5) {
    notes.push_back(fmt::format(
        "{}: the universe is curved: omega_k = 1 - omega_m - omega_lambda - omega_r = {:.6g} ({})",
        file.position_of("cosmology.omega_lambda").to_string(), curvature,
        curvature < 0 ? "closed" : "open"));
  }
  return notes;
}

void check_settings(const SettingsFile& file) {
  const Settings& s = file.settings;
  check_redshifts(file);
  // Generated initial conditions are normalised at z = 0, wherever the run ends.
  const double last =
      scale_factor_of(s.output.redshifts.empty() ? s.initial.z : s.output.redshifts.back());
  const std::string error = cosmology_error(s.cosmology.background, scale_factor_of(s.initial.z),
                                            s.initial.file.empty() ? std::max(1.0, last) : last);
  if (!error.empty()) throw core::UserError(file.position_of("cosmology.omega_m"), error);
  check_spectrum(file);
  check_mesh(file);
  check_names(file);
  check_picture(file);
}

}  // namespace motley::nbody
