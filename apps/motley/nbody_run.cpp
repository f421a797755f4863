// `motley nbody run`: runs a box from start to end and writes the requested outputs.
#include <fmt/format.h>

#include <csignal>
#include <memory>
#include <vector>

#include "apps/motley/commit.h"
#include "apps/motley/nbody.h"
#include "apps/motley/run_events.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/cluster.h"
#include "motley/error.h"
#include "motley/mpi.h"
#include "motley/nbody.h"
#include "motley/probe.h"
#include "motley/trace.h"

namespace motley::apps {
namespace {

struct RunArguments {
  std::string settings, trace, events, device;
  bool restart = false, dry_run = false, json = false;
  double stall_limit = kStallSeconds;
};

// A launcher also sends SIGTERM if another rank is lost, and SIGKILL soon after.
constexpr const char* kSigtermMessage =
    "motley: SIGTERM: the run will write restart files after this step and stop, unless the "
    "launcher ends it before, e.g. since a rank is lost\n";

// Speeds of the ranks from the file of machines; empty without one.
std::vector<double> speeds_of(const nbody::Settings& settings, core::Communicator* comm) {
  const std::string& file = settings.run.machines;
  if (file.empty()) return {};
  const core::PlacedCluster placed = core::read_placed_cluster(file);
  const int num_devices = core::num_devices(placed.cluster),
            num_ranks = comm ? comm->num_ranks() : 1;
  if (num_devices != num_ranks) {
    throw core::UserError({file}, fmt::format("has {} devices, but there are {} ranks; start one "
                                              "rank per device: mpirun -np {}",
                                              num_devices, num_ranks, num_devices));
  }
  if (comm) core::check_ranks(placed, core::host_names(*comm));
  return core::described_speeds(placed.cluster, core::SpeedFigure::kFlops);
}

// Where a run starts, dry: what it would need.
Outcome dry_run(const RunArguments& arguments, const nbody::RunJob& job, core::Communicator* comm) {
  nbody::SettingsFile file = job.file;
  open_start_with_notes(file);
  if (comm && comm->rank() != 0) return {};
  const auto estimate =
      nbody::estimate_run(file.settings, comm ? comm->num_ranks() : 1, job.num_threads);
  return {.text = arguments.json ? nbody::estimate_json(estimate)
                                 : nbody::estimate_text(file.settings, estimate)};
}

Outcome run_as_rank(const RunArguments& arguments, nbody::SettingsFile file,
                    core::Communicator* comm, core::Trace* trace) {
  if (!arguments.device.empty()) file.settings.run.device = arguments.device;
  const std::string note = nbody::choose_device(file.settings, comm);
  if (!note.empty()) print_notes(std::vector{note});
  const nbody::RunJob job{.file = file,
                          .settings_name = arguments.settings,
                          .commit = commit(),
                          .restart = arguments.restart,
                          .num_threads = threads_of(file.settings, comm),
                          .speeds = speeds_of(file.settings, comm)};
  if (arguments.dry_run) return dry_run(arguments, job, comm);
  const bool is_root = !comm || comm->rank() == 0;
  const core::StopOnSignal stop(
      {SIGTERM, SIGINT},
      {.repeated = {SIGUSR1}, .sigterm_message = comm ? kSigtermMessage : nullptr});
  RunEvents events(is_root ? arguments.events : "", SIGUSR1);
  core::StatusLine status;
  nbody::RunListener listener{
      .on_note = [](const std::string& text) { print_notes(std::vector{text}); },
      .on_warning =
          [](const std::string& text) {
            core::write_message(fmt::format("motley: warning: {}\n", text));
          },
      .on_step = [&](const std::function<std::string()>& text) { status.update(text); },
      .on_end = [&](const std::string& text) { status.finish(text); },
      .is_interrupted = [&] { return stop.is_asked(); }};
  if (events.is_active()) {
    listener.on_event = [&](const std::string& event) { events.send(event); };
  }
  const nbody::RunDone done = nbody::run_job(job, listener, comm, trace);
  return {.text = arguments.json
                      ? nbody::run_end_json(done.end, done.snapshots, comm ? comm->num_ranks() : 1)
                      : nbody::run_done_text(done, arguments.settings)};
}

// One trace per rank: FILE on rank 0, FILE.1 on rank 1, ...
std::unique_ptr<core::Trace> trace_of(const std::string& file) {
  if (file.empty()) return nullptr;
  const int rank = core::launched_rank();
  return std::make_unique<core::Trace>(rank == 0 ? file : fmt::format("{}.{}", file, rank));
}

Outcome run(const RunArguments& arguments) {
  nbody::return_freed_memory();
  const nbody::SettingsFile file = settings_from(arguments.settings);
  const std::unique_ptr<core::Trace> trace = trace_of(arguments.trace);
  const Outcome outcome = on_ranks(
      [&](core::Communicator* comm) { return run_as_rank(arguments, file, comm, trace.get()); },
      trace.get(), arguments.stall_limit);
  if (trace) trace->close();
  return outcome;
}

}  // namespace

Command add_nbody_run(CLI::App& nbody) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* parser = nbody.add_subcommand("run", "Run a simulation to its end, with snapshots");
  file_option(*parser, "settings", arguments->settings,
              "Settings file, or a Gadget-2 parameter file")
      ->required();
  parser->add_flag("--restart", arguments->restart,
                   "Resume a run that was stopped by a file `stop` in its output folder, by its "
                   "time limit or by "
                   "a signal; or extend a finished one to a lower redshift");
  parser->add_flag(
      "--dry-run", arguments->dry_run,
      "Print memory, disk, steps, time and all settings of the run instead of running");
  file_option(*parser, "--trace", arguments->trace,
              "Write a trace of mesh, short range and exchange of each rank to this file");
  file_option(*parser, "--events", arguments->events,
              "Unix socket that serves the run's events, one JSON object per line");
  nbody_device_option(*parser, arguments->device, "Where particles live and forces are computed");
  parser
      ->add_option(
          "--stall-limit", arguments->stall_limit,
          "Seconds before an unresponsive rank ends the run (default: 1800, and 300 at the start)")
      ->check(CLI::Range(0.1, 1e9));
  json_option(*parser, arguments->json);
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace motley::apps
