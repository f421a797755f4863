// `motley nbody`: cosmological simulation. Code shared by its subcommands.
#include "apps/motley/nbody.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/error.h"
#include "motley/mpi.h"

namespace motley::apps {

nbody::SettingsFile settings_from(const std::string& file) {
  nbody::SettingsFile read = nbody::read_settings(file);
  print_notes(read.notes);
  return read;
}

void print_notes(std::span<const std::string> notes) {
  if (core::launched_rank() != 0) return;
  for (const std::string& note : notes) core::write_message(fmt::format("motley: {}\n", note));
}

void nbody_device_option(CLI::App& parser, std::string& device, const std::string& what) {
  parser
      .add_option("--device", device,
                  what +
                      " (run.device): none, this host; cuda, an NVIDIA GPU; auto, a GPU if there "
                      "is one; twin, the GPU's kernels on this host")
      ->check(one_of({"none", "auto", "cuda", "twin"}));
}

std::optional<nbody::SnapshotReader> open_start_with_notes(nbody::SettingsFile& file) {
  const size_t printed = file.notes.size();
  auto start = nbody::open_start(file);
  print_notes(std::span(file.notes).subspan(printed));
  return start;
}

Outcome on_ranks(const std::function<Outcome(core::Communicator*)>& f, core::Trace* trace,
                 double stall_limit_seconds) {
  if (!core::is_started_by_mpi()) return f(nullptr);
  Outcome outcome;
  core::run_mpi(
      [&](core::Communicator& comm) {
        outcome = f(&comm);
        if (comm.rank() != 0) outcome.text.clear();
      },
      {.comm = {.notice_seconds = std::min(120.0, stall_limit_seconds),
                .stall_limit_seconds = stall_limit_seconds,
                .trace = trace}});
  return outcome;
}

int threads_of(const nbody::Settings& settings, core::Communicator* comm) {
  if (settings.run.threads) return static_cast<int>(*settings.run.threads);
  if (!comm) return core::num_cores();
  const auto sharing = std::ranges::count(comm->hosts(), comm->hosts()[comm->rank()]);
  return std::max(1, core::num_cores() / static_cast<int>(sharing));
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
      add_nbody_spectrum(*parser), add_nbody_halos(*parser), add_nbody_forces(*parser),
      add_nbody_report(*parser)});
  return {parser, [commands]() -> Outcome {
            for (const Command& command : *commands) {
              if (command.parser->parsed()) return command.execute();
            }
            throw core::InternalError("nbody without a subcommand");
          }};
}

}  // namespace motley::apps
