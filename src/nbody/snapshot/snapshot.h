// Particle files, in and out: Gadget-2's binary formats 1 and 2, and Gadget's HDF5.
//
//   const SnapshotReader snapshot = SnapshotReader::open("ics_32.gadget", settings.units);
//   snapshot.header().scale_factor                            0.02
//   Particles particles = snapshot.read();                    or a range: one rank's share
//   write_snapshot("out/snapshot_003.hdf5", particles, {.omega_m = 0.3, ..}, {.format = "hdf5"});
//
// The format, the order of bytes, 4 or 8 bytes for numbers and ids, and the number of files are
// found out; of a snapshot in several files, the name without its number, or that of the first, is
// given. A file holds velocities as u = sqrt(a) dx/dt, particles have p = a^2 dx/dt = u a^1.5.
//
// Writing replaces a snapshot whole or not at all: its bytes are written and brought to disk under
// another name, then renamed. Where the disk is full the one before stays.
#pragma once

#include <cstdint>
#include <memory>
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
  double mass = 0;  // of each, Msun/h
  double scale_factor = 1;
  double box_size = 0;  // Mpc/h
  double omega_m = 0, omega_lambda = 0, h = 0;
};

class SnapshotReader {
 public:
  // A UserError names file and fault: truncated, foreign, of other particles than dark matter, of
  // unequal masses.
  static SnapshotReader open(const std::string& path, const UnitSettings& units);

  const SnapshotHeader& header() const { return header_; }

  // Particles [first, first + count) in the order of the files; a UserError for one outside the
  // Box, or whose position or velocity is no number. Reads in pieces: no second copy is held.
  Particles read(int64_t first, int64_t count) const;
  Particles read() const { return read(0, header_.num_particles); }

 private:
  void read_header();
  void read_masses();

  std::string path_;
  UnitSettings units_;
  SnapshotHeader header_;
  std::vector<std::shared_ptr<ParticleFile>> files_;
};

// What a file says besides its particles.
struct SnapshotMetadata {
  double omega_m = 0, omega_lambda = 0, h = 0;
  std::string commit;    // of the program that wrote it
  std::string settings;  // as print_settings prints them
  int64_t seed = 0;
};

struct SnapshotOptions {
  std::string format = "hdf5";  // or gadget1, gadget2
  int64_t num_files = 1;        // more: PATH.0, PATH.1, ..; PATH.0.hdf5 for HDF5
  UnitSettings units = {};
};

// Writes the particles of all ranks of `comm`, or ours where there is none, in the order of ranks.
// A collective. Binary files have no room for settings: they get a PATH.yaml beside them.
void write_snapshot(const std::string& path, const Particles& particles,
                    const SnapshotMetadata& metadata, const SnapshotOptions& options,
                    core::Communicator* comm = nullptr);

}  // namespace motley::nbody
