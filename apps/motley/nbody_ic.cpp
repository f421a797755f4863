// `motley nbody ic`: initial conditions as a snapshot.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <memory>

#include "apps/motley/commit.h"
#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/workflow/run_files.h"

namespace motley::apps {
namespace {

using Json = nlohmann::ordered_json;

struct IcArguments {
  std::string settings, output;
  bool json = false;
};

// The rms displacement of particles from their lattice points, Mpc/h.
double rms_displacement(const nbody::Particles& particles, int64_t n, core::Communicator* comm) {
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
void check_output(const IcArguments& arguments, const nbody::Settings& settings,
                  const std::string& output) {
  std::error_code error;
  if (std::filesystem::equivalent(output, arguments.settings, error)) {
    throw core::UserError({output}, "is the settings file; choose another name for the snapshot");
  }
  // Settings and commit are written beside a binary snapshot.
  if (settings.output.format != "hdf5" &&
      std::filesystem::equivalent(output + ".yaml", arguments.settings, error)) {
    throw core::UserError({output + ".yaml"},
                          "is the settings file, and would be replaced by the settings of the "
                          "snapshot; choose another name for the snapshot");
  }
  const std::string extension = std::filesystem::path(output).extension().string();
  const bool is_named_hdf5 = extension == ".hdf5" || extension == ".h5";
  if (is_named_hdf5 && settings.output.format != "hdf5") {
    throw core::UserError({output}, fmt::format("would not be an HDF5 file: output.format is {}",
                                                settings.output.format));
  }
}

Outcome ic_as_rank(const IcArguments& arguments, const nbody::Settings& settings,
                   core::Communicator* comm) {
  if (!settings.initial.file.empty()) {
    throw core::UserError({arguments.settings},
                          "has `initial.file`, which are its initial conditions; "
                          "remove it to generate others");
  }
  const int64_t n = settings.box.particles;
  nbody::check_memory(fmt::format("initial conditions of {}^3 particles", n),
                      nbody::initial_conditions_bytes(settings, comm ? comm->num_ranks() : 1),
                      comm);
  std::string output = arguments.output;
  if (output.empty()) {
    const bool hdf5 = settings.output.format == "hdf5";
    output = (std::filesystem::path(settings.output.dir) / (hdf5 ? "ics.hdf5" : "ics")).string();
  }
  core::at_root(comm, [&] {
    check_output(arguments, settings, output);
    std::error_code error;
    if (arguments.output.empty()) {
      std::filesystem::create_directories(settings.output.dir, error);
    }
    if (error)
      throw core::UserError({settings.output.dir}, "cannot be created: " + error.message());
    core::check_writable(output);
  });
  const nbody::Particles particles =
      nbody::initial_conditions(settings, threads_of(settings, comm), comm);
  nbody::write_snapshot(output, particles, nbody::metadata_of(settings, commit()),
                        nbody::snapshot_options(settings), comm);
  const std::string written = nbody::snapshot_file_name(output, nbody::snapshot_options(settings));
  const double sigma8 = nbody::LinearSpectrum(settings.cosmology).sigma(8);
  const double rms = rms_displacement(particles, n, comm);
  if (arguments.json) {
    return {.text = Json{{"file", written},
                         {"particles", n * n * n},
                         {"mass", particles.mass},
                         {"redshift", settings.initial.z},
                         {"sigma8", sigma8},
                         {"rms_displacement", rms}}
                        .dump() +
                    "\n"};
  }
  return {.text = fmt::format(
              "{}: {}^3 particles of {:.4g} Msun/h at z = {:g}, sigma8 {:.4g}; displaced by {:.4g} "
              "Mpc/h (rms), {:.3g} of the mean separation\n",
              written, n, particles.mass, settings.initial.z, sigma8, rms,
              rms * static_cast<double>(n) / settings.box.size)};
}

Outcome ic(const IcArguments& arguments) {
  const nbody::Settings settings = settings_from(arguments.settings).settings;
  return on_ranks([&](core::Communicator* comm) { return ic_as_rank(arguments, settings, comm); });
}

}  // namespace

Command add_nbody_ic(CLI::App& nbody) {
  auto arguments = std::make_shared<IcArguments>();
  CLI::App* parser = nbody.add_subcommand("ic", "Generate initial conditions as a snapshot");
  parser->add_option("settings", arguments->settings, "Settings file")
      ->required()
      ->check(file_name());
  parser
      ->add_option("-o,--output", arguments->output,
                   "Snapshot file (default: ics in the output folder)")
      ->check(file_name());
  parser->add_flag("--json", arguments->json, "One JSON object on standard output");
  return {parser, [arguments] { return ic(*arguments); }};
}

}  // namespace motley::apps
