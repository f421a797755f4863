// `motley nbody`: cosmological simulation. This file holds what its subcommands share.
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
#include "core/comm/mpi.h"
#include "core/io/files.h"

namespace motley::apps {
namespace {

namespace fs = std::filesystem;
using core::UserError;

// A snapshot, by its first bytes: lengths of Fortran's records in either order, or HDF5's mark.
bool looks_like_snapshot(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return false;
  unsigned char b[4] = {};
  const size_t got = std::fread(b, 1, 4, file);
  std::fclose(file);
  const auto is = [&](unsigned char b0, unsigned char b1, unsigned char b2, unsigned char b3) {
    return b[0] == b0 && b[1] == b1 && b[2] == b2 && b[3] == b3;
  };
  return got == 4 && (is(0, 1, 0, 0) || is(0, 0, 1, 0) || is(8, 0, 0, 0) || is(0, 0, 0, 8) ||
                      is(0x89, 'H', 'D', 'F'));
}

// Those of a folder by rising number, each once; of several files the first is named.
std::vector<std::string> snapshots_in(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("snapshot_") || name.ends_with(".yaml") || name.ends_with(".tmp")) {
      continue;
    }
    const std::string rest = name.substr(std::min(name.size(), name.find('.')));
    if (rest.empty() || rest == ".hdf5" || rest == ".0" || rest == ".0.hdf5") {
      found.push_back(entry.path().string());
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

nbody::SettingsFile settings_from(const std::string& file) {
  nbody::SettingsFile read = nbody::read_settings(file);
  for (const std::string& note : read.notes) fmt::print(stderr, "motley: {}\n", note);
  return read;
}

Outcome on_ranks(const std::function<Outcome(core::Communicator*)>& f,
                 const core::CommSettings& settings) {
  if (!core::is_started_by_mpi()) return f(nullptr);
  Outcome outcome;
  core::run_mpi(
      [&](core::Communicator& comm) {
        outcome = f(&comm);
        if (comm.rank() != 0) outcome.text.clear();
      },
      {.comm = settings});
  return outcome;
}

int threads_of(const nbody::Settings& settings, core::Communicator* comm) {
  if (settings.run.threads) return static_cast<int>(*settings.run.threads);
  if (!comm) return core::num_cores();
  const auto sharing = std::ranges::count(comm->hosts(), comm->hosts()[comm->rank()]);
  return std::max(1, core::num_cores() / static_cast<int>(sharing));
}

nbody::SnapshotFacts facts_of(const nbody::Settings& s) {
  return {.omega_m = s.cosmology.background.omega_m,
          .omega_lambda = s.cosmology.background.omega_lambda,
          .h = s.cosmology.h,
          .commit = commit(),
          .settings = nbody::print_settings(s),
          .seed = s.box.seed};
}

nbody::SnapshotStyle style_of(const nbody::Settings& s) {
  return {.format = s.output.format, .num_files = s.output.files, .units = s.units};
}

std::string output_name(const nbody::Settings& settings, const std::string& name, int number,
                        const std::string& extension) {
  const std::string file =
      fmt::format("{}_{:03}{}{}", name, number, extension.empty() ? "" : ".", extension);
  return (fs::path(settings.output.dir) / file).string();
}

AnalysisInput analysis_input(const std::vector<std::string>& names) {
  AnalysisInput input;
  auto first = names.begin();
  if (core::path_kind(*first) == core::PathKind::kFile && !looks_like_snapshot(*first)) {
    input.settings = settings_from(*first).settings;
    ++first;
  }
  input.snapshots.assign(first, names.end());
  if (!input.snapshots.empty()) return input;
  input.snapshots = snapshots_in(input.settings.output.dir);
  if (input.snapshots.empty() && !input.settings.initial.file.empty()) {
    input.snapshots = {input.settings.initial.file};
  }
  if (input.snapshots.empty()) {
    throw UserError({names[0]}, fmt::format("there are no snapshots in {} yet; name one",
                                            core::in_quotes(input.settings.output.dir)));
  }
  return input;
}

Command add_nbody_example(CLI::App& nbody) {
  CLI::App* parser =
      nbody.add_subcommand("example", "Print settings to start from, with every key explained");
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
