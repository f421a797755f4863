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

namespace motley::apps {
namespace {

namespace fs = std::filesystem;
using core::UserError;

}  // namespace

nbody::SettingsFile settings_from(const std::string& file) {
  nbody::SettingsFile read = nbody::read_settings(file);
  for (const std::string& note : read.notes) fmt::print(stderr, "motley: {}\n", note);
  return read;
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
  return {.omega_m = s.cosmology.background.omega_m,
          .omega_lambda = s.cosmology.background.omega_lambda,
          .h = s.cosmology.h,
          .commit = commit(),
          .settings = nbody::print_settings(s),
          .seed = s.box.seed};
}

nbody::SnapshotOptions snapshot_options(const nbody::Settings& s) {
  return {.format = s.output.format, .num_files = s.output.files, .units = s.units};
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
