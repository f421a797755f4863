#include "nbody/workflow/write_ics.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/snapshot/snapshot.h"
#include "nbody/workflow/run_files.h"
#include "nbody/workflow/run_start.h"

namespace motley::nbody {
namespace {

using core::UserError;

// The rms displacement of particles from their lattice points, Mpc/h.
double rms_displacement(const Particles& particles, int64_t n, core::Communicator* comm) {
  double sum = 0;
  for (int64_t i = 0; i < particles.size(); ++i) {
    const auto p = static_cast<int64_t>(particles.id[i]) - 1;
    const int64_t place[3] = {p / (n * n), p / n % n, p % n};
    for (int d = 0; d < 3; ++d) {
      const uint32_t middle = particles.box.coordinate((static_cast<double>(place[d]) + 0.5) /
                                                       static_cast<double>(n) * particles.box.size);
      const double moved = particles.box.separation(middle, particles.position[d][i]);
      sum += moved * moved;
    }
  }
  if (comm) sum = core::reduced(*comm, sum, core::Reduction::kSum);
  return std::sqrt(sum / static_cast<double>(n * n * n));
}

// Rejects file names that do not match what would be written.
void check_output(const IcJob& job, const std::string& output) {
  std::error_code error;
  // The snapshot is renamed to its place: it would take that of a device.
  const std::filesystem::file_status there = std::filesystem::status(output, error);
  if (std::filesystem::is_other(there)) {
    throw UserError({output}, "cannot be written: it is not a regular file");
  }
  if (std::filesystem::equivalent(output, job.settings_name, error)) {
    throw UserError({output}, "is the settings file; choose another name for the snapshot");
  }
  // Settings and commit are written beside a binary snapshot.
  if (job.settings.output.format != "hdf5" &&
      std::filesystem::equivalent(output + ".yaml", job.settings_name, error)) {
    throw UserError({output + ".yaml"},
                    "is the settings file, and would be replaced by the settings of the "
                    "snapshot; choose another name for the snapshot");
  }
  const std::string extension = std::filesystem::path(output).extension().string();
  const bool is_named_hdf5 = extension == ".hdf5" || extension == ".h5";
  if (is_named_hdf5 && job.settings.output.format != "hdf5") {
    throw UserError({output}, fmt::format("would not be an HDF5 file: output.format is {}",
                                          job.settings.output.format));
  }
}

// The snapshot's name, whose folder is there.
std::string checked_output(const IcJob& job, core::Communicator* comm) {
  const Settings& settings = job.settings;
  std::string output = job.output;
  if (output.empty()) {
    const bool hdf5 = settings.output.format == "hdf5";
    output = (std::filesystem::path(settings.output.dir) / (hdf5 ? "ics.hdf5" : "ics")).string();
  }
  core::at_root(comm, [&] {
    check_output(job, output);
    std::error_code error;
    if (job.output.empty()) std::filesystem::create_directories(settings.output.dir, error);
    if (error) throw UserError({settings.output.dir}, "cannot be created: " + error.message());
    core::check_writable(output);
  });
  return output;
}

}  // namespace

WrittenIcs write_ics(const IcJob& job, core::Communicator* comm) {
  const Settings& settings = job.settings;
  if (!settings.initial.file.empty()) {
    throw UserError({job.settings_name},
                    "has `initial.file`, which are its initial conditions; remove it to generate "
                    "others");
  }
  const int64_t n = settings.box.particles;
  check_memory(fmt::format("initial conditions of {}^3 particles", n),
               initial_conditions_bytes(settings, comm ? comm->num_ranks() : 1), comm);
  const std::string output = checked_output(job, comm);
  const Particles particles = initial_conditions(settings, job.num_threads, comm);
  write_snapshot(output, particles, metadata_of(settings, job.commit), snapshot_options(settings),
                 comm);
  return {.file = snapshot_file_name(output, snapshot_options(settings)),
          .particles_along_axis = n,
          .particle_mass = particles.mass,
          .redshift = settings.initial.z,
          .sigma8 = LinearSpectrum(settings.cosmology).sigma(8),
          .rms_displacement = rms_displacement(particles, n, comm),
          .box_size = settings.box.size};
}

std::string written_ics_text(const WrittenIcs& w) {
  return fmt::format(
      "{}: {}^3 particles of {:.4g} Msun/h at z = {:g}, sigma8 {:.4g}; displaced by {:.4g} Mpc/h "
      "(rms), {:.3g} of the mean separation\n",
      w.file, w.particles_along_axis, w.particle_mass, w.redshift, w.sigma8, w.rms_displacement,
      w.rms_displacement * static_cast<double>(w.particles_along_axis) / w.box_size);
}

std::string written_ics_json(const WrittenIcs& w) {
  const int64_t n = w.particles_along_axis;
  return core::json_text(nlohmann::ordered_json{{"file", w.file},
                                                {"particles", n * n * n},
                                                {"mass", w.particle_mass},
                                                {"redshift", w.redshift},
                                                {"sigma8", w.sigma8},
                                                {"rms_displacement", w.rms_displacement}}) +
         "\n";
}

}  // namespace motley::nbody
