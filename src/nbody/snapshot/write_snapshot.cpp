#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "core/base/error.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "nbody/particles/internal_units.h"
#include "nbody/snapshot/particle_file.h"
#include "nbody/snapshot/raw_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {
namespace {

namespace fs = std::filesystem;
using core::UserError;

// Particles converted and written at a time.
constexpr int64_t kWriteChunk = 1 << 18;

struct FilePlan {
  std::string name;
  int64_t random = 0;            // of its name until it is complete
  int64_t first = 0, count = 0;  // range of its particles
  FileLayout layout;

  std::string unfinished() const {
    return core::unfinished_name(name, static_cast<uint64_t>(random));
  }
};

// Global counts: particles before this rank and in total, and whether ids need 8 bytes.
struct GlobalCounts {
  int64_t total = 0, before = 0;  // all particles; those of lower ranks
  bool wide_ids = false;
};

GlobalCounts global_counts(const Particles& particles, core::Communicator* comm) {
  std::array<int64_t, 2> own = {particles.size(), 0};
  for (const uint64_t id : particles.id) own[1] |= id > UINT32_MAX;
  if (!comm) return {own[0], 0, own[1] != 0};
  const int n = comm->num_ranks();
  std::vector<int64_t> all(2 * n);
  comm->all_gather(core::elements(own), core::elements(all), std::vector<int64_t>(n, 2)).wait();
  GlobalCounts counts;
  for (int rank = 0; rank < n; ++rank) {
    if (rank < comm->rank()) counts.before += all[2 * rank];
    counts.total += all[2 * rank];
    counts.wide_ids |= all[2 * rank + 1] != 0;
  }
  return counts;
}

FileHeader header_of(const Particles& particles, const SnapshotMetadata& metadata,
                     const SnapshotOptions& options, int64_t count, int64_t total) {
  FileHeader header;
  header.count[kHaloType] = count;
  header.total[kHaloType] = total;
  header.mass[kHaloType] = particles.mass / options.units.mass;
  header.time = particles.scale_factor;
  header.redshift = redshift_of(particles.scale_factor);
  header.num_files = options.num_files;
  header.box_size = particles.box.size / options.units.length;
  header.omega_m = metadata.omega_m;
  header.omega_lambda = metadata.omega_lambda;
  header.h = metadata.h;
  header.omega_b = metadata.omega_b;
  header.omega_r = metadata.omega_r;
  header.w0 = metadata.w0;
  header.wa = metadata.wa;
  header.length_in_cm = options.units.length * kMpcInCm;
  header.mass_in_g = options.units.mass * kSolarMassInG;
  header.velocity_in_cm_per_s = options.units.velocity * 1e5;
  header.settings = metadata.settings;
  return header;
}

FileLayout create_file(const std::string& name, const FileHeader& header, bool wide_ids,
                       const SnapshotMetadata& metadata, const SnapshotOptions& options) {
  if (options.format == "hdf5") {
    return create_hdf5_file(name, header, {.commit = metadata.commit, .seed = metadata.seed});
  }
  return create_gadget_file(name, options.format == "gadget1" ? 1 : 2, header, wide_ids ? 8 : 4);
}

// Rank 0 creates all files and broadcasts their layouts and names.
void share_layouts(core::Communicator* comm, std::vector<FilePlan>& files) {
  if (!comm) return;
  std::vector<int64_t> numbers;
  for (const FilePlan& file : files) {
    const FileLayout& l = file.layout;
    numbers.insert(numbers.end(), {l.positions, l.velocities, l.ids, l.position_bytes, l.id_bytes,
                                   l.bytes, file.random});
  }
  comm->broadcast(core::elements(numbers), 0).wait();
  for (size_t i = 0; i < files.size(); ++i) {
    const int64_t* n = &numbers[7 * i];
    files[i].layout = {n[0], n[1], n[2], n[3], n[4], n[5]};
    files[i].random = n[6];
  }
}

// Writes our particles [begin, end), which start at index `number` in the file.
class ParticleWriter {
 public:
  ParticleWriter(const FilePlan& plan, const Particles& particles, const UnitSettings& units)
      : plan_(plan),
        particles_(particles),
        units_(units),
        file_(plan.unfinished(), RawFile::Mode::kWrite) {}

  void write(int64_t begin, int64_t end, int64_t number) {
    for (; begin < end; begin += kWriteChunk, number += kWriteChunk) {
      const int64_t n = std::min(kWriteChunk, end - begin);
      write_positions(begin, n, number);
      write_velocities(begin, n, number);
      write_ids(begin, n, number);
    }
    file_.sync();
  }

 private:
  void write_positions(int64_t begin, int64_t n, int64_t number) {
    if (plan_.layout.position_bytes == 8) {
      put(plan_.layout.positions, number, coordinates<double>(begin, n), 3);
    } else {
      put(plan_.layout.positions, number, coordinates<float>(begin, n), 3);
    }
  }

  template <class T>
  std::vector<T> coordinates(int64_t begin, int64_t n) const {
    std::vector<T> values(3 * n);
    const double unit = particles_.box.unit() / units_.length;
    const auto edge = static_cast<T>(particles_.box.size / units_.length);
    for (int64_t i = 0; i < 3 * n; ++i) {
      const T x = static_cast<T>(particles_.position[i % 3][begin + i / 3] * unit);
      values[i] = x < edge ? x : 0;  // a float below the edge may round to it
    }
    return values;
  }

  void write_velocities(int64_t begin, int64_t n, int64_t number) {
    std::vector<float> values(3 * n);
    const double unit = 1 / (units_.velocity * std::pow(particles_.scale_factor, 1.5));
    for (int64_t i = 0; i < 3 * n; ++i) {
      values[i] = static_cast<float>(particles_.momentum[i % 3][begin + i / 3] * unit);
    }
    put(plan_.layout.velocities, number, values, 3);
  }

  void write_ids(int64_t begin, int64_t n, int64_t number) {
    const auto* ids = particles_.id.data() + begin;
    if (plan_.layout.id_bytes == 8) {
      put(plan_.layout.ids, number, std::vector<uint64_t>(ids, ids + n), 1);
    } else {
      put(plan_.layout.ids, number, std::vector<uint32_t>(ids, ids + n), 1);
    }
  }

  template <class T>
  void put(int64_t offset, int64_t number, const std::vector<T>& values, int64_t columns) {
    const int64_t size = sizeof(T);
    file_.write(offset + number * columns * size, values.data(), std::ssize(values) * size);
  }

  const FilePlan& plan_;
  const Particles& particles_;
  const UnitSettings& units_;
  RawFile file_;
};

void write_own(const std::vector<FilePlan>& files, const Particles& particles, int64_t before,
               const UnitSettings& units) {
  for (const FilePlan& file : files) {
    const int64_t begin = std::max(before, file.first);
    const int64_t end = std::min(before + particles.size(), file.first + file.count);
    if (begin >= end) continue;
    ParticleWriter(file, particles, units).write(begin - before, end - before, begin - file.first);
  }
}

void rename_all(const std::vector<FilePlan>& files, const std::string& path) {
  for (const FilePlan& file : files) {
    std::error_code error;
    fs::rename(file.unfinished(), file.name, error);
    if (error) throw UserError({file.name}, "cannot be written: " + error.message());
  }
  core::sync_folder(fs::path(path).parent_path());
}

std::string sidecar_text(const SnapshotMetadata& metadata) {
  return fmt::format("{}\n# commit {}{}\n{}", kSidecarTitle, metadata.commit,
                     metadata.seed ? fmt::format(", seed {}", *metadata.seed) : "",
                     metadata.settings);
}

}  // namespace

std::string snapshot_file_name(const std::string& path, const SnapshotOptions& options,
                               int64_t number) {
  if (options.num_files == 1) return path;
  if (options.format != "hdf5") return fmt::format("{}.{}", path, number);
  const std::string base = path.ends_with(".hdf5") ? path.substr(0, path.size() - 5) : path;
  return fmt::format("{}.{}.hdf5", base, number);
}

int64_t snapshot_bytes(int64_t num_particles, const SnapshotOptions& options) {
  // Positions, velocities, ids; and headers, with the settings in HDF5.
  const bool is_hdf5 = options.format == "hdf5";
  return num_particles * (is_hdf5 ? 24 + 12 + 8 : 12 + 12 + (num_particles > UINT32_MAX ? 8 : 4)) +
         options.num_files * (is_hdf5 ? 9000 : 400);
}

void write_snapshot(const std::string& path, const Particles& particles,
                    const SnapshotMetadata& metadata, const SnapshotOptions& options,
                    core::Communicator* comm) {
  const GlobalCounts counts = global_counts(particles, comm);
  if (counts.total / options.num_files >= INT32_MAX) {
    throw UserError({path}, "would have more than 2^31 particles in one file; raise output.files");
  }
  std::vector<FilePlan> files(options.num_files);
  for (int64_t i = 0; i < options.num_files; ++i) {
    const int64_t first = counts.total * i / options.num_files;
    files[i] = {snapshot_file_name(path, options, i),
                static_cast<int64_t>(core::random_bits()),
                first,
                counts.total * (i + 1) / options.num_files - first,
                {}};
  }
  try {
    core::at_root(comm, [&] {
      for (FilePlan& file : files) {
        file.layout = create_file(file.unfinished(),
                                  header_of(particles, metadata, options, file.count, counts.total),
                                  counts.wide_ids, metadata, options);
      }
    });
    share_layouts(comm, files);
    std::string error_text;
    try {
      write_own(files, particles, counts.before, options.units);
    } catch (const UserError& error) {
      error_text = error.what();
    }
    core::throw_on_all_ranks(comm, error_text);
    core::at_root(comm, [&] {
      rename_all(files, path);
      if (options.format != "hdf5") {
        core::replace_text_file(path + ".yaml", sidecar_text(metadata), core::Links::kReplace);
      }
    });
  } catch (...) {
    if (!comm || comm->rank() == 0) {
      for (const FilePlan& file : files) ::unlink(file.unfinished().c_str());
    }
    throw;
  }
}

}  // namespace motley::nbody
