// Reading and writing particle files: Gadget-2's binary formats 1 and 2, and Gadget's HDF5.
//
//   const SnapshotReader snapshot = SnapshotReader::open("ics_32.gadget", settings.units);
//   snapshot.header().scale_factor                            0.02
//   Particles particles = snapshot.read();                    or a range: one rank's part
//   write_snapshot("out/snapshot_003.hdf5", particles, {.omega_m = 0.3, ..}, {.format = "hdf5"});
//
// The format, byte order, width of numbers and ids, and number of files are detected; for a
// snapshot in several files, give the name without its number, or that of the first. A file stores
// velocities as u = sqrt(a) dx/dt; particles have p = a^2 dx/dt = u a^1.5.
//
// Writing is atomic: the data are written and synced under another name, then renamed. If the disk
// is full the previous snapshot remains.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nbody/particles/particles.h"
#include "nbody/settings/simulation_settings.h"

namespace motley::core {
class Communicator;
}

namespace motley::nbody {

class ParticleFile;

struct SnapshotHeader {
  int64_t num_particles = 0;
  double mass = 0;  // per particle, Msun/h
  double scale_factor = 1;
  double box_size = 0;                          // Mpc/h
  double omega_m = 0, omega_lambda = 0, h = 0;  // 0: not in the file
  std::optional<double> omega_b, omega_r, w0, wa;
  std::optional<double> length_unit, mass_unit, velocity_unit;  // as in UnitSettings
  UnitSettings units;              // those of the file, and otherwise those given to open()
  std::vector<std::string> notes;  // messages for the user
};

class SnapshotReader {
 public:
  // Units in the header, or beside a binary snapshot of ours, take precedence over `units`; whoever
  // has them from the user calls check_units (complete_settings.h). Throws UserError with file and
  // cause: truncated, another format, particles other than dark matter, unequal masses, files that
  // do not belong together.
  static SnapshotReader open(const std::string& path, const UnitSettings& units);

  const SnapshotHeader& header() const { return header_; }

  // Particles [first, first + count) in the order of the files. Throws UserError for a particle
  // outside the Box, or with a position or velocity that is not a number. Reads in chunks: no
  // second copy is held.
  Particles read(int64_t first, int64_t count) const;
  Particles read() const { return read(0, header_.num_particles); }

 private:
  void read_header();
  void read_recorded_settings();
  void read_units();
  void read_masses();
  void check_files() const;

  std::string path_;
  UnitSettings units_;
  SnapshotHeader header_;
  std::vector<std::shared_ptr<ParticleFile>> files_;
};

// Metadata of a file.
struct SnapshotMetadata {
  double omega_m = 0, omega_lambda = 0, h = 0;
  std::optional<double> omega_b = {}, omega_r = {}, w0 = {}, wa = {};
  std::string commit;                // of the program that wrote it
  std::string settings;              // as print_settings prints them
  std::optional<int64_t> seed = {};  // of generated initial conditions
};

struct SnapshotOptions {
  std::string format = "hdf5";  // or gadget1, gadget2
  int64_t num_files = 1;        // if more: PATH.0, PATH.1, ..; PATH.0.hdf5 for HDF5
  UnitSettings units = {};
};

// The name of file `number` of a snapshot.
std::string snapshot_file_name(const std::string& path, const SnapshotOptions& options,
                               int64_t number = 0);

// Bytes of a snapshot of this many particles, all files together.
int64_t snapshot_bytes(int64_t num_particles, const SnapshotOptions& options);

// Writes the particles of all ranks of `comm`, or the local ones without it, in the order of ranks.
// Collective. Binary files have no room for commit, seed, settings and units: these go to
// PATH.yaml.
void write_snapshot(const std::string& path, const Particles& particles,
                    const SnapshotMetadata& metadata, const SnapshotOptions& options,
                    core::Communicator* comm = nullptr);

}  // namespace motley::nbody
