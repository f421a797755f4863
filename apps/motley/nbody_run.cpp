// `motley nbody run`: runs a box from start to end and writes the requested outputs.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "apps/motley/commit.h"
#include "apps/motley/nbody.h"
#include "apps/motley/run_events.h"
#include "apps/motley/validators.h"
#include "core/balance/speeds.h"
#include "core/base/error.h"
#include "core/cluster/cluster_file.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "core/comm/mpi/mpi.h"
#include "core/io/files.h"
#include "core/io/folder_lock.h"
#include "core/probe/probe.h"
#include "core/trace/progress.h"
#include "nbody/device/device_module.h"
#include "nbody/run/simulation.h"
#include "nbody/workflow/run_estimate.h"
#include "nbody/workflow/run_files.h"

namespace motley::apps {
namespace {

namespace fs = std::filesystem;

struct RunArguments {
  std::string settings, trace, events, device;
  bool restart = false, dry_run = false, json = false;
  double stall_limit = kStallSeconds;
};

volatile sig_atomic_t received_signal = 0;
volatile sig_atomic_t says_signal = 0;

// While it lives, SIGUSR1, SIGTERM and SIGINT ask the run to write restart files after its step and
// to stop. A second SIGTERM or SIGINT ends the program at once.
class SignalStop {
 public:
  explicit SignalStop(bool is_rank) {
    received_signal = 0;
    says_signal = is_rank;
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGUSR1, &action, &old_[0]);
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    ::sigaction(SIGTERM, &action, &old_[1]);
    ::sigaction(SIGINT, &action, &old_[2]);
  }
  SignalStop(const SignalStop&) = delete;
  SignalStop& operator=(const SignalStop&) = delete;
  ~SignalStop() {
    ::sigaction(SIGUSR1, &old_[0], nullptr);
    ::sigaction(SIGTERM, &old_[1], nullptr);
    ::sigaction(SIGINT, &old_[2], nullptr);
  }
  bool received() const { return received_signal != 0; }

 private:
  static void note(int number) {
    received_signal = number;
    // A launcher also sends SIGTERM if another rank is lost, and SIGKILL soon after.
    static constexpr char kText[] =
        "motley: SIGTERM: the run will write restart files after this step and stop, unless the "
        "launcher ends it before, e.g. since a rank is lost\n";
    if (number != SIGTERM || !says_signal) return;
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText, sizeof kText - 1);
  }
  struct sigaction old_[3] = {};
};

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

std::unique_ptr<nbody::Simulation> resumed(const nbody::Settings& settings, const std::string& path,
                                           const nbody::Workers& workers) {
  if (core::path_kind(path) != core::PathKind::kFile) {
    throw core::UserError({path}, "does not exist: there is no stopped run; remove --restart");
  }
  const nbody::RestartMetadata metadata = nbody::read_restart_metadata(path);
  const double a_begin = nbody::resumed_line_begin(settings, metadata);
  const double a_end = nbody::scale_factor_of(settings.output.redshifts.back());
  const bool has_new_line = a_end != metadata.a_end;
  if (metadata.finished && !has_new_line) {
    throw core::UserError({path},
                          "belongs to a finished run; add a lower redshift to output.redshifts "
                          "to extend it, or remove --restart and choose another output.dir");
  }
  if (has_new_line && a_end <= metadata.scale_factor) {
    throw core::UserError(
        {path},
        fmt::format("is at redshift {:.4g}, after the last of output.redshifts, {:g}",
                    nbody::redshift_of(metadata.scale_factor), settings.output.redshifts.back()));
  }
  if (has_new_line) {
    print_notes(std::vector{fmt::format(
        "the run was to end at z = {:.4g}; from z = {:.4g} on it has a new time line to z = {:.4g}",
        nbody::redshift_of(metadata.a_end), nbody::redshift_of(metadata.scale_factor),
        nbody::redshift_of(a_end))});
  }
  if (metadata.device != settings.run.device) {
    print_notes(std::vector{fmt::format(
        "the run was on device {}, now on {}: from z = {:.4g} on its bits are not those of a run "
        "without this change, within rounding of the forces",
        metadata.device, settings.run.device, nbody::redshift_of(metadata.scale_factor))});
  }
  auto simulation = std::make_unique<nbody::Simulation>(settings, metadata.box, a_begin, workers);
  simulation->resume(path);
  return simulation;
}

std::unique_ptr<nbody::Simulation> started(nbody::Settings& settings, nbody::Particles particles,
                                           const nbody::Workers& workers) {
  auto simulation =
      std::make_unique<nbody::Simulation>(settings, particles.box, particles.scale_factor, workers);
  simulation->begin(std::move(particles));
  return simulation;
}

nbody::RunEnd run_to_end(nbody::Simulation& simulation, const nbody::Settings& settings,
                         nbody::RunFiles& files, const SignalStop& signals, RunEvents& events) {
  std::optional<core::StatusLine> status;
  if (files.is_root()) status.emplace();
  const double interval = nbody::restart_interval_of(settings);
  const double limit = settings.run.time_limit.value_or(0);
  double next_restart = interval;
  nbody::TimeLeft time_left;
  std::mutex sending;  // outputs of a run on a device are written in another thread
  const auto send = [&](const std::string& event) {
    const std::lock_guard lock(sending);
    events.send(event);
  };
  const nbody::RunEnd end = simulation.run({
      .write_output =
          [&](const nbody::Particles& particles, const nbody::PlannedOutput& output,
              const nbody::RunChecks& checks) {
            files.write_output(particles, output, checks);
            if (events.is_active()) send(nbody::output_event(files.written().back()));
          },
      .report =
          [&](const nbody::RunReport& report) {
            const std::string left = time_left.after(report);
            if (status) status->update([&] { return nbody::step_line(report) + left; });
            files.log(fmt::format("{:9.2f} s  {}", report.wall_seconds, nbody::step_line(report)));
            if (events.is_active()) send(nbody::step_event(report));
          },
      .stop_requested =
          [&](double seconds) {
            return fs::exists(files.stop()) || (limit > 0 && seconds >= limit);
          },
      .restart_file_due =
          [&](double seconds) {
            if (interval == 0 || seconds < next_restart) return false;
            next_restart = seconds + interval;
            return true;
          },
      .interrupted = [&] { return signals.received(); },
      .write_restart_file = [&] { simulation.write_restart(files.restart()); },
  });
  if (status) status->finish(nbody::step_line(end.report));
  std::error_code error;
  if (files.is_root()) fs::remove(files.stop(), error);
  files.end(end);
  if (events.is_active()) events.send(nbody::end_event(end));
  return end;
}

nbody::RunFilesOptions files_options() {
  return {.commit = commit(), .on_warning = [](const std::string& warning) {
            fmt::print(stderr, "motley: warning: {}\n", warning);
          }};
}

// `first`: the steps before this run; `settings`: their file.
std::string end_text(const nbody::RunEnd& end, int64_t first, const nbody::RunFiles& files,
                     const std::string& settings) {
  std::string text = fmt::format("{} in {:.2f} s, {:.3g} particle forces per second\n",
                                 nbody::counted(end.report.step - first, "step"),
                                 end.report.wall_seconds, end.report.particles_per_second);
  for (const std::string& name : files.written()) text += fmt::format("{}\n", name);
  if (!end.finished) {
    text += fmt::format("stopped at z = {:.4g}; `motley nbody run {} --restart` resumes it\n",
                        nbody::redshift_of(end.report.scale_factor), settings);
  }
  return text;
}

// The device of the command line or the settings; `auto` becomes a GPU, if every rank has one, or
// the host, and says which.
void choose_device(const RunArguments& arguments, nbody::SettingsFile& file,
                   core::Communicator* comm) {
  std::string& device = file.settings.run.device;
  if (!arguments.device.empty()) device = arguments.device;
  if (device != "auto") return;
  const std::string problem = nbody::cuda_problem();
  const int64_t without =
      comm ? core::reduced(*comm, int64_t{problem.empty() ? 0 : 1}, core::Reduction::kSum)
           : int64_t{problem.empty() ? 0 : 1};
  device = without == 0 ? "cuda" : "none";
  if (without == 0) {
    print_notes(std::vector<std::string>{"device auto: the run uses the GPU"});
  } else if (!problem.empty()) {
    print_notes(std::vector{"device auto: the run uses this host, since " + problem});
  } else {
    print_notes(std::vector{
        fmt::format("device auto: the run uses the hosts, since {} of {} ranks have no GPU",
                    without, comm->num_ranks())});
  }
}

Outcome run_as_rank(const RunArguments& arguments, nbody::SettingsFile file,
                    core::Communicator* comm, core::Trace* trace) {
  const int num_ranks = comm ? comm->num_ranks() : 1;
  choose_device(arguments, file, comm);
  const nbody::Workers workers{.num_threads = threads_of(file.settings, comm),
                               .comm = comm,
                               .speeds = speeds_of(file.settings, comm),
                               .measured = file.settings.run.balance == "measured",
                               .trace = trace,
                               .device = file.settings.run.device};
  if (arguments.dry_run) {
    open_start_with_notes(file);
    if (comm && comm->rank() != 0) return {};
    const auto estimate = nbody::estimate_run(file.settings, num_ranks, workers.num_threads);
    return {.text = arguments.json ? nbody::estimate_json(estimate)
                                   : nbody::estimate_text(file.settings, estimate)};
  }
  const SignalStop signals(comm != nullptr);
  std::optional<core::FolderLock> lock;
  core::at_root(comm, [&] {
    lock.emplace(file.settings.output.dir, "motley nbody run " + arguments.settings);
  });
  std::unique_ptr<nbody::Simulation> simulation;
  std::optional<nbody::RunFiles> files;
  std::optional<nbody::StartChecks> checks;
  if (arguments.restart) {
    open_start_with_notes(file);
    nbody::check_memory_of_run(file.settings, workers.speeds, comm);
    files.emplace(file, workers.num_threads, comm, files_options());
    files->remove_leftovers();
    simulation = resumed(file.settings, files->restart(), workers);
    files->keep_outputs(simulation->num_written());
  } else {
    nbody::RunFiles(file, workers.num_threads, comm, files_options())
        .reject_other_run(arguments.settings);
    const auto start = open_start_with_notes(file);
    nbody::Particles particles =
        nbody::starting_particles(file.settings, start, workers.num_threads, comm, workers.speeds);
    files.emplace(file, workers.num_threads, comm, files_options());
    files->remove_leftovers();
    simulation = started(file.settings, std::move(particles), workers);
    checks = simulation->start_checks();
  }
  const nbody::Settings& settings = file.settings;
  files->begin(nbody::memory_of_run(settings, num_ranks, workers.speeds), checks,
               simulation->state().particles.scale_factor);
  const int64_t first = simulation->state().num_steps;
  RunEvents events(files->is_root() ? arguments.events : "", SIGUSR1);
  if (events.is_active()) events.send(nbody::begin_event(settings, num_ranks));
  const nbody::RunEnd end = run_to_end(*simulation, settings, *files, signals, events);

  if (arguments.json) return {.text = nbody::run_end_json(end, files->written(), num_ranks)};
  return {.text = end_text(end, first, *files, arguments.settings)};
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
  parser->add_option("settings", arguments->settings, "Settings file, or a Gadget-2 parameter file")
      ->required()
      ->check(file_name());
  parser->add_flag("--restart", arguments->restart,
                   "Resume a run that was stopped by a file `stop` in its output folder, by its "
                   "time limit or by "
                   "a signal; or extend a finished one to a lower redshift");
  parser->add_flag(
      "--dry-run", arguments->dry_run,
      "Print memory, disk, steps, time and all settings of the run instead of running");
  parser
      ->add_option("--trace", arguments->trace,
                   "Write a trace of mesh, short range and exchange of each rank to this file")
      ->check(file_name());
  parser
      ->add_option("--events", arguments->events,
                   "Unix socket that serves the run's events, one JSON object per line")
      ->check(file_name());
  parser
      ->add_option("--device", arguments->device,
                   "Where particles live and forces are computed (run.device): none, this host; "
                   "cuda, an NVIDIA GPU; auto, a GPU if there is one; twin, the GPU's kernels on "
                   "this host")
      ->check(CLI::IsMember({"none", "auto", "cuda", "twin"}));
  parser
      ->add_option("--stall-limit", arguments->stall_limit,
                   "Seconds before an unresponsive rank ends the run (1800; 300 at the start)")
      ->check(CLI::Range(0.1, 1e9));
  parser->add_flag("--json", arguments->json, "One JSON object on standard output");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace motley::apps
