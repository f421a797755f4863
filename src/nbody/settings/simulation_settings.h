// All settings of a simulation as one value: box, cosmology, initial conditions, forces, steps and
// output.
//
//   const SettingsFile file = read_settings("box.yaml");      // settings_file.h
//   file.settings.box.particles                               64: along each axis
//
// Everything has a default, so a file contains only what differs. fields.h has one row per setting:
// its name, range and help text. Reading, checking, printing and the documented example use those
// rows. What is not set (an empty optional, printed as `auto`) follows from other settings: for the
// mesh from its mode, for the softening from the number of particles.
//
// Units: comoving Mpc/h, Msun/h, km/s.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nbody/cosmology/cosmology.h"

namespace motley::nbody {

struct BoxSettings {
  double size = 50;
  int64_t particles = 64;  // along each axis
  int64_t seed = 1;
  friend bool operator==(const BoxSettings&, const BoxSettings&) = default;
};

struct CosmologySettings {
  Cosmology background;
  double omega_b = 0.045;
  double h = 0.7;
  // Exactly one of the two sets the amplitude; neither if a file contains it.
  std::optional<double> sigma8 = 0.8;
  std::optional<double> a_s;  // at k = 0.05 / Mpc
  double n_s = 0.96;
  double t_cmb = 2.7255;
  std::string spectrum = "eisenstein-hu";  // or a file name
  bool extrapolate = false;                // the file, to lower k
  friend bool operator==(const CosmologySettings&, const CosmologySettings&) = default;
};

struct InitialSettings {
  std::string file;  // empty: generate initial conditions
  double z = 49;
  int64_t order = 2;
  bool fixed = false;   // every mode has its rms amplitude
  bool paired = false;  // every phase is shifted by pi
  friend bool operator==(const InitialSettings&, const InitialSettings&) = default;
};

struct SofteningSettings {
  std::optional<double> comoving;
  std::optional<double> max_physical;
  std::string kind = "spline";
  friend bool operator==(const SofteningSettings&, const SofteningSettings&) = default;
};

struct MeshSettings {
  std::string mode = "default";
  std::optional<int64_t> size;
  std::optional<std::string> window, gradient;
  std::optional<bool> interlaced;
  std::optional<double> split, cutoff;  // in mesh cells; in units of split
  friend bool operator==(const MeshSettings&, const MeshSettings&) = default;
};

struct TreeSettings {
  std::string opening = "relative";
  std::optional<double> tolerance;  // of the relative opening criterion
  double angle = 0.5;               // of the geometric one
  std::optional<int64_t> leaf;
  friend bool operator==(const TreeSettings&, const TreeSettings&) = default;
};

struct StepSettings {
  double eta = 0.025;
  double max_dlna = 0.03;
  double max_rms_displacement = 0.2;
  friend bool operator==(const StepSettings&, const StepSettings&) = default;
};

struct OutputSettings {
  std::string dir = "output";
  std::vector<double> redshifts = {0};  // decreasing once read; the run ends at the last
  std::string format = "hdf5";
  std::string base = "snapshot";  // of file names, BASE_NNN
  int64_t files = 1;              // per snapshot
  bool spectrum = true, halos = true, picture = true;
  friend bool operator==(const OutputSettings&, const OutputSettings&) = default;
};

struct PictureSettings {
  int64_t pixels = 1024;
  std::string axis = "z";
  std::optional<double> slab, center;  // Mpc/h
  std::string colors = "ember";
  bool labels = true;
  friend bool operator==(const PictureSettings&, const PictureSettings&) = default;
};

struct HaloSettings {
  double linking = 0.2;
  int64_t particles = 32;
  friend bool operator==(const HaloSettings&, const HaloSettings&) = default;
};

struct RunSettings {
  std::optional<int64_t> threads;
  std::optional<double> time_limit;        // seconds; 0: none
  std::optional<double> restart_interval;  // seconds; 0: none
  std::string machines;                    // cluster file; empty: equal ranks
  std::string balance = "work";
  std::string device = "none";
  bool exact = false;  // short-range forces have the same bits on hosts and devices
  friend bool operator==(const RunSettings&, const RunSettings&) = default;
};

// Units of Gadget files, read and written.
struct UnitSettings {
  double length = 0.001;  // Mpc/h
  double mass = 1e10;     // Msun/h
  double velocity = 1;    // km/s
  friend bool operator==(const UnitSettings&, const UnitSettings&) = default;
};

struct Settings {
  BoxSettings box;
  CosmologySettings cosmology;
  InitialSettings initial;
  SofteningSettings softening;
  MeshSettings mesh;
  TreeSettings tree;
  StepSettings steps;
  OutputSettings output;
  PictureSettings picture;
  HaloSettings halos;
  RunSettings run;
  UnitSettings units;
  friend bool operator==(const Settings&, const Settings&) = default;
};

inline double scale_factor_of(double redshift) { return 1 / (1 + redshift); }
inline double redshift_of(double scale_factor) {
  const double z = 1 / scale_factor - 1;
  return std::abs(z) < 1e-12 ? 0 : z;  // rounding at z = 0
}

// The mesh size; if not set, two cells per mean separation on each axis, rounded up to an even 2^a
// 3^b 5^c.
int64_t mesh_size_of(const Settings& settings);

// Seconds between restart files; 0: none.
inline double restart_interval_of(const Settings& settings) {
  return settings.run.restart_interval.value_or(1800);
}

// The comoving softening; if not set, 1/25 of the mean separation.
double softening_of(const Settings& settings);
// The length that sets the time steps: the softening, or if there is none, its automatic value.
double step_length_of(const Settings& settings);

}  // namespace motley::nbody
