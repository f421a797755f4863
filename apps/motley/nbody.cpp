// `motley nbody`: cosmological simulation. Code shared by its subcommands.
#include "apps/motley/nbody.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "apps/motley/commit.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/threads.h"
#include "core/comm/mpi/mpi.h"
#include "core/io/files.h"
#include "nbody/step/tree_pm.h"

namespace motley::apps {
namespace {

namespace fs = std::filesystem;
using core::UserError;

// Initial conditions may be of a box that is too small for a run, with no forces to resolve.
nbody::Settings resolved_if_possible(const nbody::Settings& settings) {
  try {
    return nbody::resolved_settings(settings);
  } catch (const UserError&) {
    return settings;
  }
}

}  // namespace

std::string readable_time(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 360000) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86400);
}

nbody::SettingsFile settings_from(const std::string& file) {
  nbody::SettingsFile read = nbody::read_settings(file);
  print_notes(read.notes);
  return read;
}

void print_notes(std::span<const std::string> notes) {
  if (core::launched_rank() != 0) return;
  for (const std::string& note : notes) fmt::print(stderr, "motley: {}\n", note);
}

std::string counted(int64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Outcome on_ranks(const std::function<Outcome(core::Communicator*)>& f, core::Trace* trace) {
  if (!core::is_started_by_mpi()) return f(nullptr);
  Outcome outcome;
  core::run_mpi(
      [&](core::Communicator& comm) {
        outcome = f(&comm);
        if (comm.rank() != 0) outcome.text.clear();
      },
      {.comm = {.notice_seconds = 120, .stall_limit_seconds = 1800, .trace = trace}});
  return outcome;
}

int threads_of(const nbody::Settings& settings, core::Communicator* comm) {
  if (settings.run.threads) return static_cast<int>(*settings.run.threads);
  if (!comm) return core::num_cores();
  const auto sharing = std::ranges::count(comm->hosts(), comm->hosts()[comm->rank()]);
  return std::max(1, core::num_cores() / static_cast<int>(sharing));
}

nbody::SnapshotMetadata metadata_of(const nbody::Settings& s) {
  const nbody::Cosmology& c = s.cosmology.background;
  // Unknown if initial conditions from a file do not give it.
  const std::optional<double> omega_b =
      s.cosmology.omega_b > 0 ? std::optional(s.cosmology.omega_b) : std::nullopt;
  return {.omega_m = c.omega_m,
          .omega_lambda = c.omega_lambda,
          .h = s.cosmology.h,
          .omega_b = omega_b,
          .omega_r = c.omega_r,
          .w0 = c.w0,
          .wa = c.wa,
          .commit = commit(),
          .settings = nbody::print_settings(resolved_if_possible(s)),
          .seed = s.initial.file.empty() ? std::optional(s.box.seed) : std::nullopt};
}

nbody::SnapshotOptions snapshot_options(const nbody::Settings& s) {
  return {.format = s.output.format, .num_files = s.output.files, .units = s.units};
}

nbody::DensityImageSettings image_settings(const nbody::Settings& s, int num_threads) {
  const double slab = s.picture.slab.value_or(s.box.size);
  return {.size = static_cast<int>(s.picture.pixels),
          .axis = s.picture.axis[0] - 'x',
          .thickness = slab,
          .center = s.picture.center.value_or(slab / 2),
          .colors = s.picture.colors,
          .labels = s.picture.labels,
          .num_threads = num_threads};
}

std::string output_name(const nbody::Settings& settings, const std::string& name, int number,
                        const std::string& extension) {
  const std::string file =
      fmt::format("{}_{:03}{}{}", name, number, extension.empty() ? "" : ".", extension);
  return (fs::path(settings.output.dir) / file).string();
}

Command add_nbody_example(CLI::App& nbody) {
  CLI::App* parser =
      nbody.add_subcommand("example", "Print example settings with every key explained");
  return {parser, [] { return Outcome{.text = nbody::example_settings()}; }};
}

Command add_nbody(CLI::App& app) {
  CLI::App* parser = app.add_subcommand("nbody", "Simulate a periodic box of dark matter");
  parser->require_subcommand(1);
  auto commands = std::make_shared<std::vector<Command>>(std::vector<Command>{
      add_nbody_example(*parser), add_nbody_ic(*parser), add_nbody_run(*parser),
      add_nbody_spectrum(*parser), add_nbody_halos(*parser), add_nbody_forces(*parser)});
  return {parser, [commands]() -> Outcome {
            for (const Command& command : *commands) {
              if (command.parser->parsed()) return command.execute();
            }
            throw core::InternalError("nbody without a subcommand");
          }};
}

}  // namespace motley::apps
