#include "nbody/settings/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "nbody/mesh/windows/assignment_windows.h"

namespace motley::nbody {
namespace {

constexpr FieldRange kPositive{.min = 0, .exclusive = true};
constexpr FieldRange kNotNegative{.min = 0};
// With 2 mean separations nearly everything is one halo; the search takes their cube.
constexpr FieldRange kLinking{.min = 0, .max = 2, .exclusive = true};
constexpr FieldRange in_range(double min, double max) { return {min, max}; }

std::vector<std::string_view> window_names() {
  std::vector<std::string_view> names;
  for (const WindowInfo& window : kWindowInfos) names.push_back(window.name);
  return names;
}

// "mass-assignment scheme: cic (cloud in cell), ..", from the table of windows.
std::string_view window_help() {
  static const std::string text = [] {
    std::vector<std::string> windows;
    for (const WindowInfo& window : kWindowInfos) {
      windows.push_back(fmt::format("{} ({})", window.name, window.title));
    }
    return fmt::format("mass-assignment scheme: {}", fmt::join(windows, ", "));
  }();
  return text;
}

std::vector<Field> make_fields() {
  using S = Settings;
  using P = FieldPointer;
  return {
      {"box", "size", [](S& s) -> P { return &s.box.size; },
       "edge of the periodic box, comoving Mpc/h", kPositive},
      {"box", "particles", [](S& s) -> P { return &s.box.particles; },
       "particles along each axis; `64^3` says the same", in_range(1, 16384)},
      {"box", "seed", [](S& s) -> P { return &s.box.seed; },
       "seed of the initial phases; the same large-scale modes at any resolution", kNotNegative},

      {"cosmology",
       "omega_m",
       [](S& s) -> P { return &s.cosmology.background.omega_m; },
       "total matter density today",
       {.min = 0, .max = 10, .exclusive = true}},
      {"cosmology", "omega_lambda",
       [](S& s) -> P { return DerivedNumber{&s.cosmology.background.omega_lambda}; },
       "dark energy density; auto: 1 - omega_m - omega_r (flat); the remainder to 1 is curvature",
       in_range(-10, 10)},
      {"cosmology", "omega_b", [](S& s) -> P { return &s.cosmology.omega_b; },
       "baryon density, part of omega_m; enters the linear power spectrum and the headers only",
       kNotNegative},
      {"cosmology", "omega_r", [](S& s) -> P { return &s.cosmology.background.omega_r; },
       "radiation density, in the expansion and the growth", in_range(0, 1)},
      {"cosmology",
       "h",
       [](S& s) -> P { return &s.cosmology.h; },
       "H0 / (100 km/s/Mpc); enters the linear power spectrum and the headers of snapshots only",
       in_range(0.1, 3),
       {},
       "h is H0 / (100 km/s/Mpc), so 0.674 for H0 = 67.4"},
      {"cosmology", "w0", [](S& s) -> P { return &s.cosmology.background.w0; },
       "equation of state of dark energy, CPL: w(a) = w0 + wa (1 - a)", in_range(-10, 1)},
      {"cosmology", "wa", [](S& s) -> P { return &s.cosmology.background.wa; },
       "equation of state of dark energy, CPL: -dw/da", in_range(-10, 10)},
      {"cosmology",
       "sigma8",
       [](S& s) -> P { return &s.cosmology.sigma8; },
       "linear rms density contrast in spheres of 8 Mpc/h at z = 0; auto: from a_s or a file",
       {.min = 0, .max = 5, .exclusive = true},
       {},
       "sigma8 is about 0.8"},
      {"cosmology",
       "a_s",
       [](S& s) -> P { return &s.cosmology.a_s; },
       "instead of sigma8: primordial amplitude at k = 0.05 / Mpc, e.g. 2.1e-9",
       {.min = 0, .max = 1e-6, .exclusive = true},
       {},
       "a_s is about 2.1e-9, and ln(1e10 a_s) about 3.04"},
      {"cosmology", "n_s", [](S& s) -> P { return &s.cosmology.n_s; },
       "spectral index of the primordial power spectrum", in_range(-5, 5)},
      {"cosmology",
       "t_cmb",
       [](S& s) -> P { return &s.cosmology.t_cmb; },
       "CMB temperature today, K; enters the linear power spectrum only",
       in_range(0.5, 50),
       {},
       "it is about 2.7255 K"},
      {"cosmology", "spectrum", [](S& s) -> P { return &s.cosmology.spectrum; },
       "linear power spectrum: eisenstein-hu, eisenstein-hu-smooth (no wiggles), or a CAMB or "
       "CLASS file at z = 0"},
      {"cosmology", "extrapolate", [](S& s) -> P { return &s.cosmology.extrapolate; },
       "continue a file of P(k) below its first k as k^n_s, a transfer function as a constant"},

      {"initial", "file", [](S& s) -> P { return &s.initial.file; },
       "snapshot to start from (Gadget 1, 2 or HDF5); empty: generate initial conditions"},
      {"initial", "z", [](S& s) -> P { return &s.initial.z; }, "initial redshift",
       in_range(0, 9999)},
      {"initial", "order", [](S& s) -> P { return &s.initial.order; },
       "1: Zel'dovich; 2: second-order Lagrangian perturbation theory (2LPT)", in_range(1, 2)},
      {"initial", "fixed", [](S& s) -> P { return &s.initial.fixed; },
       "fixed amplitudes: each mode has its rms amplitude, phases are random"},
      {"initial", "paired", [](S& s) -> P { return &s.initial.paired; },
       "paired phases: each is shifted by pi from that of the same seed without it"},

      {"softening", "comoving", [](S& s) -> P { return &s.softening.comoving; },
       "eps in Mpc/h, as in Gadget; auto: 1/25 of the mean separation; 0: none, with the time "
       "steps of auto",
       kNotNegative},
      {"softening", "max_physical", [](S& s) -> P { return &s.softening.max_physical; },
       "upper limit of eps in physical Mpc/h; auto or 0: none", kNotNegative},
      {"softening",
       "kind",
       [](S& s) -> P { return &s.softening.kind; },
       "spline (Gadget's; exactly Newtonian beyond 2.8 eps) or plummer",
       {},
       {"spline", "plummer"}},

      {"mesh",
       "mode",
       [](S& s) -> P { return &s.mesh.mode; },
       "default, gadget2 (its scheme, for comparison) or accurate; sets what is auto below",
       {},
       {"default", "gadget2", "accurate"}},
      {"mesh", "size", [](S& s) -> P { return &s.mesh.size; },
       "mesh points along each axis; auto: 2 per mean separation, rounded up to 2^a 3^b 5^c",
       in_range(8, 16384)},
      {"mesh",
       "window",
       [](S& s) -> P { return &s.mesh.window; },
       window_help(),
       {},
       window_names()},
      {"mesh",
       "gradient",
       [](S& s) -> P { return &s.mesh.gradient; },
       "ik (in Fourier space) or 4-point differences",
       {},
       {"ik", "4-point"}},
      {"mesh", "interlaced", [](S& s) -> P { return &s.mesh.interlaced; },
       "average over two meshes shifted by half a cell"},
      {"mesh", "split", [](S& s) -> P { return &s.mesh.split; },
       "force-split scale r_s between mesh and tree, in mesh cells; Gadget's ASMTH", kPositive},
      {"mesh", "cutoff", [](S& s) -> P { return &s.mesh.cutoff; },
       "cut-off of the short-range force, in r_s; Gadget's RCUT", kPositive},

      {"tree",
       "opening",
       [](S& s) -> P { return &s.tree.opening; },
       "opening criterion: relative (to the old acceleration) or geometric",
       {},
       {"relative", "geometric"}},
      {"tree", "tolerance", [](S& s) -> P { return &s.tree.tolerance; },
       "tolerance of the relative criterion, Gadget's ErrTolForceAcc", kPositive},
      {"tree", "angle", [](S& s) -> P { return &s.tree.angle; },
       "opening angle of the geometric criterion, Gadget's ErrTolTheta", kPositive},
      {"tree", "leaf", [](S& s) -> P { return &s.tree.leaf; },
       "maximum number of particles in a leaf; auto: 64, on a device 128", in_range(8, 256)},

      {"steps", "eta", [](S& s) -> P { return &s.steps.eta; },
       "time-step accuracy, dt = sqrt(2 eta a eps / |acceleration|); Gadget's ErrTolIntAccuracy",
       kPositive},
      {"steps",
       "max_dlna",
       [](S& s) -> P { return &s.steps.max_dlna; },
       "maximum time step in ln a",
       {.min = 0, .max = 1, .exclusive = true}},
      {"steps", "max_rms_displacement", [](S& s) -> P { return &s.steps.max_rms_displacement; },
       "of a global step, in units of the smaller of mean separation and r_s", kPositive},

      {"output", "dir", [](S& s) -> P { return &s.output.dir; }, "output folder"},
      {"output", "redshifts", [](S& s) -> P { return &s.output.redshifts; },
       "of snapshots and their analysis, in any order; the run ends at the lowest",
       in_range(-0.75, 9999)},
      {"output",
       "format",
       [](S& s) -> P { return &s.output.format; },
       "hdf5, or Gadget-2's binary formats gadget1 and gadget2",
       {},
       {"hdf5", "gadget1", "gadget2"}},
      {"output", "base", [](S& s) -> P { return &s.output.base; },
       "name of the snapshots, BASE_NNN; Gadget's SnapshotFileBase"},
      {"output", "files", [](S& s) -> P { return &s.output.files; }, "files per snapshot",
       in_range(1, 9999)},
      {"output", "spectrum", [](S& s) -> P { return &s.output.spectrum; },
       "write spectrum_NNN.txt"},
      {"output", "halos", [](S& s) -> P { return &s.output.halos; }, "write halos_NNN.txt"},
      {"output", "picture", [](S& s) -> P { return &s.output.picture; }, "write density_NNN.png"},

      {"picture", "pixels", [](S& s) -> P { return &s.picture.pixels; },
       "pixels along each edge of the box", in_range(64, 8192)},
      {"picture",
       "axis",
       [](S& s) -> P { return &s.picture.axis; },
       "line of sight: the density is projected along it",
       {},
       {"x", "y", "z"}},
      {"picture", "slab", [](S& s) -> P { return &s.picture.slab; },
       "thickness of the projected slab, comoving Mpc/h; auto: the whole box", kPositive},
      {"picture", "center", [](S& s) -> P { return &s.picture.center; },
       "its centre along the line of sight, comoving Mpc/h; auto: half its thickness",
       kNotNegative},
      {"picture",
       "colors",
       [](S& s) -> P { return &s.picture.colors; },
       "colour map: ember, viridis or gray",
       {},
       {"ember", "viridis", "gray"}},
      {"picture", "labels", [](S& s) -> P { return &s.picture.labels; },
       "draw redshift, scale bar and colour bar"},

      {"halos", "linking", [](S& s) -> P { return &s.halos.linking; },
       "linking length, in mean separations, at most 2", kLinking},
      {"halos", "particles", [](S& s) -> P { return &s.halos.particles; },
       "minimum number of particles in a halo", in_range(2, 1e9)},

      {"run", "threads", [](S& s) -> P { return &s.run.threads; },
       "threads per rank; auto: the available cores", in_range(1, 4096)},
      {"run", "time_limit", [](S& s) -> P { return &s.run.time_limit; },
       "seconds after which the run writes restart files and stops; auto or 0: none", kNotNegative},
      {"run", "restart_interval", [](S& s) -> P { return &s.run.restart_interval; },
       "seconds between restart files; auto: 1800; 0: only at a stop and at the end", kNotNegative},
      {"run", "machines", [](S& s) -> P { return &s.run.machines; },
       "description of the devices that the ranks run on (a cluster file of `motley probe`); "
       "their speeds divide the work; empty: equal ranks"},
      {"run",
       "balance",
       [](S& s) -> P { return &s.run.balance; },
       "work (by interaction counts) or measured (by wall-clock time)",
       {},
       {"work", "measured"}},
      {"run",
       "device",
       [](S& s) -> P { return &s.run.device; },
       "where particles live and forces are computed: none (this host), cuda (an NVIDIA GPU), auto "
       "(a GPU if there is one), twin (the GPU's kernels on this host, to check them)",
       {},
       {"none", "auto", "cuda", "twin"}},
      {"run", "exact", [](S& s) -> P { return &s.run.exact; },
       "whether short-range forces have the same bits on every processor, hosts and GPUs; a "
       "quarter "
       "slower"},

      {"units", "length", [](S& s) -> P { return &s.units.length; },
       "length unit of Gadget files, in Mpc/h", kPositive},
      {"units", "mass", [](S& s) -> P { return &s.units.mass; }, "mass unit, in Msun/h", kPositive},
      {"units", "velocity", [](S& s) -> P { return &s.units.velocity; }, "velocity unit, in km/s",
       kPositive},
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
  if (section == "run" && key == "cluster") key = "machines";  // its earlier name
  const auto found = std::ranges::find_if(
      all, [&](const Field& field) { return field.section == section && field.key == key; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace motley::nbody
