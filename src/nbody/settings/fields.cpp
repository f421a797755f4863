#include "nbody/settings/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "nbody/mesh/windows/assignment_windows.h"

namespace motley::nbody {
namespace {

constexpr FieldRange kPositive{.least = 0, .open = true};
constexpr FieldRange kNotNegative{.least = 0};
constexpr FieldRange from_to(double least, double most) { return {least, most}; }

std::vector<std::string_view> window_names() {
  std::vector<std::string_view> names;
  for (const WindowInfo& window : kWindowInfos) names.push_back(window.name);
  return names;
}

// "mass assignment window: cic (cloud in cell), ..". Lives as long as the fields do.
std::string_view window_help() {
  static const std::string text = [] {
    std::vector<std::string> windows;
    for (const WindowInfo& window : kWindowInfos) {
      windows.push_back(fmt::format("{} ({})", window.name, window.title));
    }
    return fmt::format("mass assignment window: {}", fmt::join(windows, ", "));
  }();
  return text;
}

std::vector<Field> make_fields() {
  using S = Settings;
  using P = FieldPlace;
  return {
      {"box", "size", [](S& s) -> P { return &s.box.size; },
       "edge of the periodic box, comoving Mpc/h", kPositive},
      {"box", "particles", [](S& s) -> P { return &s.box.particles; },
       "particles along each axis; `64^3` says the same", from_to(1, 16384)},
      {"box", "seed", [](S& s) -> P { return &s.box.seed; },
       "of the initial phases: the same large scales at any number of particles", kNotNegative},

      {"cosmology", "omega_m", [](S& s) -> P { return &s.cosmology.background.omega_m; },
       "all matter today", kPositive},
      {"cosmology", "omega_lambda", [](S& s) -> P { return &s.cosmology.background.omega_lambda; },
       "dark energy; what is missing to 1 is curvature", from_to(-10, 10)},
      {"cosmology", "omega_b", [](S& s) -> P { return &s.cosmology.omega_b; },
       "baryons, part of omega_m; only the spectrum knows them", kNotNegative},
      {"cosmology", "omega_r", [](S& s) -> P { return &s.cosmology.background.omega_r; },
       "radiation, in the expansion and the growth", from_to(0, 1)},
      {"cosmology", "h", [](S& s) -> P { return &s.cosmology.h; },
       "H0 in 100 km/s/Mpc; only the spectrum needs it", kPositive},
      {"cosmology", "w0", [](S& s) -> P { return &s.cosmology.background.w0; },
       "dark energy's pressure, w = w0 + wa (1 - a)", from_to(-10, 1)},
      {"cosmology", "wa", [](S& s) -> P { return &s.cosmology.background.wa; }, "and its change",
       from_to(-10, 10)},
      {"cosmology", "sigma8", [](S& s) -> P { return &s.cosmology.sigma8; },
       "linear rms of the density in spheres of 8 Mpc/h, at z = 0; auto: as a_s or a file says",
       kPositive},
      {"cosmology", "a_s", [](S& s) -> P { return &s.cosmology.a_s; },
       "instead of sigma8: primordial amplitude at k = 0.05 / Mpc, such as 2.1e-9", kPositive},
      {"cosmology", "n_s", [](S& s) -> P { return &s.cosmology.n_s; }, "primordial slope",
       from_to(-5, 5)},
      {"cosmology", "t_cmb", [](S& s) -> P { return &s.cosmology.t_cmb; },
       "temperature today, K; only the spectrum needs it", kPositive},
      {"cosmology", "spectrum", [](S& s) -> P { return &s.cosmology.spectrum; },
       "eisenstein-hu, eisenstein-hu-smooth (no wiggles), or a file of CAMB or CLASS at z = 0"},

      {"initial", "file", [](S& s) -> P { return &s.initial.file; },
       "snapshot to start from (Gadget 1, 2 or HDF5); without one, conditions are generated"},
      {"initial", "z", [](S& s) -> P { return &s.initial.z; }, "redshift of the start",
       from_to(0, 9999)},
      {"initial", "order", [](S& s) -> P { return &s.initial.order; },
       "1: Zel'dovich; 2: second-order Lagrangian perturbations", from_to(1, 2)},
      {"initial", "fixed", [](S& s) -> P { return &s.initial.fixed; },
       "give each mode its mean amplitude"},
      {"initial", "paired", [](S& s) -> P { return &s.initial.paired; },
       "turn each phase by half: the partner of the same seed without it"},

      {"softening", "comoving", [](S& s) -> P { return &s.softening.comoving; },
       "eps in Mpc/h, as Gadget means it; auto: 1/25 of the mean separation; 0: none, steps are "
       "those of auto",
       kNotNegative},
      {"softening", "max_physical", [](S& s) -> P { return &s.softening.max_physical; },
       "eps grows no further than this, physical Mpc/h; auto: no limit", kNotNegative},
      {"softening",
       "kind",
       [](S& s) -> P { return &s.softening.kind; },
       "spline (Gadget's; exactly Newton beyond 2.8 eps) or plummer",
       {},
       {"spline", "plummer"}},

      {"mesh",
       "mode",
       [](S& s) -> P { return &s.mesh.mode; },
       "default, gadget2 (its scheme, for comparisons) or accurate; it sets what is auto below",
       {},
       {"default", "gadget2", "accurate"}},
      {"mesh", "size", [](S& s) -> P { return &s.mesh.size; },
       "points along each axis; auto: 2 per mean separation, rounded up to 2^a 3^b 5^c",
       from_to(4, 65536)},
      {"mesh",
       "window",
       [](S& s) -> P { return &s.mesh.window; },
       window_help(),
       {},
       window_names()},
      {"mesh",
       "gradient",
       [](S& s) -> P { return &s.mesh.gradient; },
       "ik (in Fourier space) or 4-point",
       {},
       {"ik", "4-point"}},
      {"mesh", "interlaced", [](S& s) -> P { return &s.mesh.interlaced; },
       "average over two meshes half a cell apart"},
      {"mesh", "split", [](S& s) -> P { return &s.mesh.split; },
       "scale r_s between mesh and tree, in mesh cells", kPositive},
      {"mesh", "cutoff", [](S& s) -> P { return &s.mesh.cutoff; },
       "where the tree's force ends, in r_s", kPositive},

      {"tree",
       "opening",
       [](S& s) -> P { return &s.tree.opening; },
       "relative (to the last acceleration) or geometric",
       {},
       {"relative", "geometric"}},
      {"tree", "tolerance", [](S& s) -> P { return &s.tree.tolerance; },
       "of the relative criterion, Gadget's ErrTolForceAcc", kPositive},
      {"tree", "angle", [](S& s) -> P { return &s.tree.angle; },
       "of the geometric criterion, Gadget's ErrTolTheta", kPositive},
      {"tree", "leaf", [](S& s) -> P { return &s.tree.leaf; }, "most particles of a leaf",
       from_to(8, 64)},

      {"steps", "eta", [](S& s) -> P { return &s.steps.eta; },
       "of dt = sqrt(2 eta a eps / |acceleration|), Gadget's ErrTolIntAccuracy", kPositive},
      {"steps",
       "max_dlna",
       [](S& s) -> P { return &s.steps.max_dlna; },
       "longest step in ln a",
       {.least = 0, .most = 1, .open = true}},
      {"steps", "max_rms_displacement", [](S& s) -> P { return &s.steps.max_rms_displacement; },
       "of a top step, in the smaller of mean separation and r_s", kPositive},

      {"output", "dir", [](S& s) -> P { return &s.output.dir; }, "folder for all that is written"},
      {"output", "redshifts", [](S& s) -> P { return &s.output.redshifts; },
       "of snapshots and what is made of them, in any order; the run ends with the lowest; left "
       "out: 0",
       from_to(-0.75, 9999)},
      {"output",
       "format",
       [](S& s) -> P { return &s.output.format; },
       "hdf5, or Gadget-2's binary formats gadget1 and gadget2",
       {},
       {"hdf5", "gadget1", "gadget2"}},
      {"output", "files", [](S& s) -> P { return &s.output.files; }, "per snapshot",
       from_to(1, 9999)},
      {"output", "spectrum", [](S& s) -> P { return &s.output.spectrum; },
       "write spectrum_NNN.txt"},
      {"output", "halos", [](S& s) -> P { return &s.output.halos; }, "write halos_NNN.txt"},
      {"output", "picture", [](S& s) -> P { return &s.output.picture; }, "write density_NNN.png"},

      {"halos", "linking", [](S& s) -> P { return &s.halos.linking; },
       "friends are closer than this, in mean separations", kPositive},
      {"halos", "particles", [](S& s) -> P { return &s.halos.particles; },
       "fewest particles of a halo", from_to(2, 1e9)},

      {"run", "threads", [](S& s) -> P { return &s.run.threads; },
       "of each rank; auto: the cores it may use", from_to(1, 4096)},
      {"run", "time_limit", [](S& s) -> P { return &s.run.time_limit; },
       "seconds after which the run saves its state and ends", kPositive},
      {"run", "restart_interval", [](S& s) -> P { return &s.run.restart_interval; },
       "seconds between saved states; auto: only when it ends", kPositive},
      {"run", "cluster", [](S& s) -> P { return &s.run.cluster; },
       "cluster file whose speeds share out the work; without one, ranks are equal"},
      {"run",
       "balance",
       [](S& s) -> P { return &s.run.balance; },
       "work (by interaction counts) or measured (by the clock)",
       {},
       {"work", "measured"}},

      {"units", "length", [](S& s) -> P { return &s.units.length; },
       "of Gadget files read and written, in Mpc/h", kPositive},
      {"units", "mass", [](S& s) -> P { return &s.units.mass; }, "in Msun/h", kPositive},
      {"units", "velocity", [](S& s) -> P { return &s.units.velocity; }, "in km/s", kPositive},
  };
}

}  // namespace

std::string Field::name() const { return fmt::format("{}.{}", section, key); }

std::span<const Field> fields() {
  static const std::vector<Field> all = make_fields();
  return all;
}

std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const Field& field : fields()) {
    if (names.empty() || names.back() != field.section) names.emplace_back(field.section);
  }
  return names;
}

std::vector<std::string> keys_of(std::string_view section) {
  std::vector<std::string> keys;
  for (const Field& field : fields()) {
    if (field.section == section) keys.emplace_back(field.key);
  }
  return keys;
}

const Field* find_field(std::string_view section, std::string_view key) {
  const auto all = fields();
  const auto found = std::ranges::find_if(
      all, [&](const Field& field) { return field.section == section && field.key == key; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace motley::nbody
