// One file of a snapshot, in its own units and particle types. The interface between formats; use
// snapshot.h.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace motley::nbody {

constexpr int kNumTypes = 6;
// Gadget's types: gas, halo, disk, bulge, stars, boundary.
constexpr int kGas = 0, kHaloType = 1;

struct FileHeader {
  std::array<int64_t, kNumTypes> count = {};  // in this file
  std::array<int64_t, kNumTypes> total = {};  // in all files
  std::array<double, kNumTypes> mass = {};    // 0: individual masses
  double time = 0, redshift = 0;
  int64_t num_files = 1;
  double box_size = 0, omega_m = 0, omega_lambda = 0, h = 0;  // 0: not in the file
  // Not in every file, and not in the binary formats.
  std::optional<double> omega_b, omega_r, w0, wa;
  std::optional<double> length_in_cm, mass_in_g, velocity_in_cm_per_s;
  std::string settings;  // of the run of ours that wrote it, as print_settings prints them

  int64_t num_particles() const;  // in this file
  bool has_masses() const;        // individual masses
};

class ParticleFile {
 public:
  virtual ~ParticleFile() = default;
  const std::string& path() const { return path_; }
  const FileHeader& header() const { return header_; }

  // For particles [first, first + count), all types one after the other.
  virtual void read_positions(int64_t first, int64_t count, double* out) = 0;   // 3 each
  virtual void read_velocities(int64_t first, int64_t count, double* out) = 0;  // 3 each
  virtual void read_ids(int64_t first, int64_t count, uint64_t* out) = 0;
  virtual void read_masses(int64_t first, int64_t count, double* out) = 0;

 protected:
  std::string path_;
  FileHeader header_;
};

// First line of PATH.yaml, beside a binary snapshot of ours.
constexpr const char* kSidecarTitle = "# The settings of the run that wrote this snapshot.";

// Each recognises its format by the first bytes; null for another format.
std::unique_ptr<ParticleFile> open_gadget_file(const std::string& path);
std::unique_ptr<ParticleFile> open_hdf5_file(const std::string& path);

// Offsets of the datasets in a new file. Data are written as they are in memory.
struct FileLayout {
  int64_t positions = 0, velocities = 0, ids = 0;  // offsets
  int64_t position_bytes = 4, id_bytes = 4;        // per number; velocities have 4
  int64_t bytes = 0;                               // file size
};

struct FileProvenance {
  std::string commit;
  std::optional<int64_t> seed;  // of generated initial conditions
};

// Creates `path` with everything except the particles. The binary formats have no room for what
// Gadget-2's header lacks: Gadget-3 and AREPO use its spare bytes.
FileLayout create_gadget_file(const std::string& path, int version, const FileHeader& header,
                              int64_t id_bytes);
FileLayout create_hdf5_file(const std::string& path, const FileHeader& header,
                            const FileProvenance& provenance);

}  // namespace motley::nbody
