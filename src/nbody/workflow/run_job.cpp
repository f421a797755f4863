#include "nbody/workflow/run_job.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "core/io/folder_lock.h"
#include "nbody/device/device_module.h"
#include "nbody/workflow/run_files.h"
#include "nbody/workflow/run_start.h"
#include "nbody/workflow/run_text.h"

namespace motley::nbody {
namespace {

namespace fs = std::filesystem;
using core::UserError;

void tell(const std::function<void(const std::string&)>& listener, const std::string& text) {
  if (listener) listener(text);
}

// Opens the file of initial particles, if there is one, and tells the notes that this adds.
std::optional<SnapshotReader> opened_start(SettingsFile& file, const RunListener& listener) {
  const size_t told = file.notes.size();
  auto start = open_start(file);
  for (size_t i = told; i < file.notes.size(); ++i) tell(listener.on_note, file.notes[i]);
  return start;
}

// Throws where the run in these restart files has ended, or is past the end of the settings.
void check_resumable(const std::string& path, const RestartMetadata& metadata,
                     double last_redshift) {
  const double a_end = scale_factor_of(last_redshift);
  const bool has_new_line = a_end != metadata.a_end;
  if (metadata.finished && !has_new_line) {
    throw UserError({path},
                    "belongs to a finished run; add a lower redshift to output.redshifts to extend "
                    "it, or remove --restart and choose another output.dir");
  }
  if (has_new_line && a_end <= metadata.scale_factor) {
    throw UserError({path},
                    fmt::format("is at redshift {:.4g}, after the last of output.redshifts, {:g}",
                                redshift_of(metadata.scale_factor), last_redshift));
  }
}

std::unique_ptr<Simulation> resumed(const Settings& settings, const std::string& path,
                                    const Workers& workers, const RunListener& listener) {
  if (core::path_kind(path) != core::PathKind::kFile) {
    throw UserError({path}, "does not exist: there is no stopped run; remove --restart");
  }
  const RestartMetadata metadata = read_restart_metadata(path);
  const double a_begin = resumed_line_begin(settings, metadata);
  const double last_redshift = settings.output.redshifts.back();
  check_resumable(path, metadata, last_redshift);
  if (scale_factor_of(last_redshift) != metadata.a_end) {
    tell(listener.on_note,
         fmt::format("the run was to end at z = {:.4g}; from z = {:.4g} on it has a new time line "
                     "to z = {:.4g}",
                     redshift_of(metadata.a_end), redshift_of(metadata.scale_factor),
                     last_redshift));
  }
  const auto tell_change = [&](const std::string& change) {
    tell(listener.on_note,
         fmt::format("the run was {}; from z = {:.4g} on its results differ by the rounding of "
                     "forces from those of a run without this change",
                     change, redshift_of(metadata.scale_factor)));
  };
  if (metadata.device != settings.run.device) {
    tell_change(
        fmt::format("on device {} and continues on {}", metadata.device, settings.run.device));
  }
  // One rank has particles and mesh on its device, several have them on their hosts.
  const int num_ranks = workers.comm ? workers.comm->num_ranks() : 1;
  if (metadata.device != "none" && settings.run.device != "none" &&
      (metadata.num_ranks == 1) != (num_ranks == 1)) {
    tell_change(num_ranks == 1 ? "on several ranks with devices and continues on one"
                               : "on one rank with a device and continues on several");
  }
  if (metadata.exact != settings.run.exact) {
    tell_change(metadata.exact ? "in the exact mode and continues without it"
                               : "not in the exact mode and continues in it");
  }
  auto simulation = std::make_unique<Simulation>(settings, metadata.box, a_begin, workers);
  simulation->resume(path);
  return simulation;
}

std::unique_ptr<Simulation> started(const Settings& settings, Particles particles,
                                    const Workers& workers) {
  auto simulation =
      std::make_unique<Simulation>(settings, particles.box, particles.scale_factor, workers);
  simulation->begin(std::move(particles));
  return simulation;
}

// Lines of JSON, one at a time: outputs of a run on a device are written in another thread.
class EventLines {
 public:
  explicit EventLines(const std::function<void(const std::string&)>& send) : send_(send) {}

  template <class Event>
  void send(const Event& event) {
    if (!send_) return;
    const std::lock_guard lock(mutex_);
    send_(event());
  }

 private:
  const std::function<void(const std::string&)>& send_;
  std::mutex mutex_;
};

RunEnd run_to_end(Simulation& simulation, const Settings& settings, RunFiles& files,
                  const RunListener& listener, EventLines& events) {
  const double interval = restart_interval_of(settings);
  const double limit = settings.run.time_limit.value_or(0);
  double next_restart = interval;
  TimeLeft time_left;
  const RunEnd end = simulation.run({
      .write_output =
          [&](const Particles& particles, const PlannedOutput& output, const RunChecks& checks) {
            files.write_output(particles, output, checks);
            events.send([&] { return output_event(files.written().back()); });
          },
      .report =
          [&](const RunReport& report) {
            const std::string left = time_left.after(report);
            if (files.is_root() && listener.on_step) {
              listener.on_step([&] { return step_line(report) + left; });
            }
            files.log(fmt::format("{:9.2f} s  {}", report.wall_seconds, step_line(report)));
            events.send([&] { return step_event(report); });
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
      .interrupted = [&] { return listener.is_interrupted && listener.is_interrupted(); },
      .write_restart_file = [&] { simulation.write_restart(files.restart()); },
  });
  if (files.is_root()) tell(listener.on_end, step_line(end.report));
  std::error_code error;
  if (files.is_root()) fs::remove(files.stop(), error);
  files.end(end);
  events.send([&] { return end_event(end); });
  return end;
}

}  // namespace

RunDone run_job(RunJob job, const RunListener& listener, core::Communicator* comm,
                core::Trace* trace) {
  const int num_ranks = comm ? comm->num_ranks() : 1;
  SettingsFile& file = job.file;
  const Workers workers{.num_threads = job.num_threads,
                        .comm = comm,
                        .speeds = job.speeds,
                        .measured = file.settings.run.balance == "measured",
                        .trace = trace,
                        .device = file.settings.run.device};
  std::optional<core::FolderLock> lock;
  core::at_root(comm, [&] {
    lock.emplace(file.settings.output.dir, "motley nbody run " + job.settings_name);
  });
  const RunFilesOptions options{
      .commit = job.commit,
      .on_warning = [&](const std::string& warning) { tell(listener.on_warning, warning); }};
  if (!job.restart) {
    RunFiles(file, job.num_threads, comm, options).reject_other_run(job.settings_name);
  }
  auto start = opened_start(file, listener);
  std::unique_ptr<Simulation> simulation;
  std::optional<RunFiles> files;
  std::optional<StartChecks> checks;
  if (job.restart) {
    start.reset();
    check_memory_of_run(file.settings, workers.speeds, comm);
    files.emplace(file, job.num_threads, comm, options);
    files->remove_leftovers();
    simulation = resumed(file.settings, files->restart(), workers, listener);
    files->keep_outputs(simulation->num_written());
  } else {
    Particles particles =
        starting_particles(file.settings, start, job.num_threads, comm, workers.speeds);
    start.reset();
    files.emplace(file, job.num_threads, comm, options);
    files->remove_leftovers();
    simulation = started(file.settings, std::move(particles), workers);
    checks = simulation->start_checks();
  }
  files->begin(memory_of_run(file.settings, num_ranks, workers.speeds), checks,
               simulation->state().particles.scale_factor);
  const int64_t first = simulation->state().num_steps;
  EventLines events(listener.on_event);
  events.send([&] { return begin_event(file.settings, num_ranks); });
  RunEnd end = run_to_end(*simulation, file.settings, *files, listener, events);
  const auto counts = std::make_shared<const StepCounts>(*end.report.counts);
  end.report.counts = counts.get();
  return {.end = end, .counts = counts, .first_step = first, .snapshots = files->written()};
}

std::string run_done_text(const RunDone& done, const std::string& settings_name) {
  const RunReport& report = done.end.report;
  std::string text = fmt::format("{} in {:.2f} s, {:.3g} particle forces per second\n",
                                 core::counted(report.step - done.first_step, "step"),
                                 report.wall_seconds, report.particles_per_second);
  for (const std::string& name : done.snapshots) text += fmt::format("{}\n", name);
  if (!done.end.finished) {
    text += fmt::format("stopped at z = {:.4g}; `motley nbody run {} --restart` resumes it\n",
                        redshift_of(report.scale_factor), settings_name);
  }
  return text;
}

std::string choose_device(Settings& settings, core::Communicator* comm) {
  std::string& device = settings.run.device;
  if (device != "auto") return "";
  const std::string problem = cuda_problem();
  const int64_t here = problem.empty() ? 0 : 1;
  const int64_t without = comm ? core::reduced(*comm, here, core::Reduction::kSum) : here;
  device = without == 0 ? "cuda" : "none";
  if (without == 0) return "device auto: the run uses the GPU";
  if (!problem.empty()) return "device auto: the run uses this host, since " + problem;
  return fmt::format("device auto: the run uses the hosts, since {} of {} ranks have no GPU",
                     without, comm->num_ranks());
}

}  // namespace motley::nbody
