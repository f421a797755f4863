// `motley nbody run`: runs a box from start to end and writes the requested outputs.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>

#include "apps/motley/commit.h"
#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "core/balance/speeds.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/cluster/cluster_file.h"
#include "core/comm/collective_error.h"
#include "core/comm/mpi/mpi.h"
#include "core/io/files.h"
#include "core/probe/probe.h"
#include "core/trace/progress.h"
#include "nbody/analysis/density_image.h"
#include "nbody/analysis/halos.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/mesh/mesh.h"
#include "nbody/run/simulation.h"

namespace motley::apps {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct RunArguments {
  std::string settings, trace;
  bool restart = false, json = false;
};

// Fraction of the step time that the mean rank waits for the slowest.
double imbalance(const nbody::StepCounts& c) {
  return c.slowest_seconds > 0 ? 1 - c.mean_seconds / c.slowest_seconds : 0;
}

// Fraction of the time spent in each part of a step.
std::string shares(const nbody::StepCounts& c) {
  const double all = c.mesh_seconds + c.sort_seconds + c.kick_drift_seconds + c.exchange_seconds +
                     c.short_range.tree_seconds + c.short_range.walk_seconds;
  if (all <= 0) return "";
  const auto percent = [&](double seconds) { return 100 * seconds / all; };
  std::string text = fmt::format(
      "mesh {:.0f} %, tree {:.0f} %, direct {:.0f} %, sort {:.0f} %, kick-drift {:.0f} %",
      percent(c.mesh_seconds), percent(c.short_range.tree_seconds),
      percent(c.short_range.walk_seconds), percent(c.sort_seconds), percent(c.kick_drift_seconds));
  if (c.slowest_seconds > 0) {  // several ranks
    text += fmt::format(", exchange {:.0f} %, imbalance {:.0f} %", percent(c.exchange_seconds),
                        100 * imbalance(c));
  }
  return text;
}

std::string line_of(const nbody::RunReport& r) {
  return fmt::format("a {:.4f} (z {:.3g})  step {}, {} sub-steps  {:.3g} particles/s  {}",
                     r.scale_factor, nbody::redshift_of(r.scale_factor), r.step,
                     r.counts->sub_steps, r.particles_per_second, shares(*r.counts));
}

std::string restart_of(const nbody::Settings& settings) {
  return (fs::path(settings.output.dir) / "restart").string();
}

// The files of a run: names, and what is written when. On several ranks all call the same
// functions.
class RunFiles {
 public:
  RunFiles(const nbody::Settings& settings, int num_threads, core::Communicator* comm)
      : settings_(settings), num_threads_(num_threads), comm_(comm) {
    core::at_root(comm_, [&] {
      std::error_code error;
      fs::create_directories(settings.output.dir, error);
      core::check_writable(restart());
    });
  }

  std::string restart() const { return restart_of(settings_); }
  std::string stop() const { return in_folder("stop"); }
  bool is_root() const { return !comm_ || comm_->rank() == 0; }

  void write_output(const nbody::Particles& particles, const nbody::PlannedOutput& output,
                    const nbody::RunChecks& checks) {
    const std::string extension = settings_.output.format == "hdf5" ? "hdf5" : "";
    const std::string snapshot = name("snapshot", output, extension);
    nbody::write_snapshot(snapshot, particles, metadata_of(settings_), snapshot_options(settings_),
                          comm_);
    if (settings_.output.spectrum) {
      const int mesh = nbody::fft_friendly_size(std::max<int64_t>(8, 2 * settings_.box.particles));
      const auto spectrum =
          nbody::power_spectrum(particles, {.mesh_size = mesh, .num_threads = num_threads_}, comm_);
      write("spectrum", output, "txt", nbody::print_spectrum(spectrum, particles));
    }
    if (settings_.output.halos) {
      const nbody::HaloSearch search{.linking = settings_.halos.linking,
                                     .min_particles = settings_.halos.particles};
      const auto halos = nbody::find_halos(particles, search, comm_);
      write("halos", output, "txt", nbody::print_halos(halos, particles, search));
    }
    if (settings_.output.picture) {
      write("density", output, "png",
            nbody::density_image(particles, {.num_threads = num_threads_}, comm_));
    }
    log(fmt::format(
        "{} at a {:.6f}: net momentum {:.1e}, Layzer-Irvine {:.1e}, force errors {:.1e} (median), "
        "{:.1e} (max of a sample)",
        snapshot, particles.scale_factor, checks.momentum, checks.layzer_irvine,
        checks.force_errors.median, checks.force_errors.max));
    written_.push_back(snapshot);
  }

  void log(const std::string& line) {
    if (!is_root()) return;
    std::FILE* file = std::fopen(in_folder("log.txt").c_str(), "a");
    if (!file) return;  // the log is optional
    fmt::print(file, "{}\n", line);
    std::fclose(file);
  }
  const std::vector<std::string>& written() const { return written_; }

 private:
  std::string in_folder(const std::string& name) const {
    return (fs::path(settings_.output.dir) / name).string();
  }
  void write(const std::string& kind, const nbody::PlannedOutput& output,
             const std::string& extension, const std::string& text) const {
    core::at_root(comm_, [&] { core::replace_text_file(name(kind, output, extension), text); });
  }
  std::string name(const std::string& kind, const nbody::PlannedOutput& output,
                   const std::string& extension) const {
    return output_name(settings_, kind, output.number, extension);
  }

  nbody::Settings settings_;
  int num_threads_;
  core::Communicator* comm_;
  std::vector<std::string> written_;
};

// Speeds of the ranks from the cluster file; empty without one.
std::vector<double> speeds_of(const nbody::Settings& settings, core::Communicator* comm) {
  const std::string& file = settings.run.cluster;
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

// A fresh run would delete the saved state at its end.
void reject_stopped_run(const nbody::Settings& settings, const std::string& name,
                        core::Communicator* comm) {
  const std::string path = restart_of(settings);
  core::at_root(comm, [&] {
    if (core::path_kind(path) != core::PathKind::kFile) return;
    throw core::UserError({path},
                          fmt::format("is of a stopped run: `motley nbody run {} --restart` "
                                      "continues it; remove the file to start over",
                                      name));
  });
}

std::unique_ptr<nbody::Simulation> resumed(const nbody::Settings& settings, const std::string& path,
                                           const nbody::Workers& workers) {
  if (core::path_kind(path) != core::PathKind::kFile) {
    throw core::UserError({path}, "does not exist: there is no stopped run; remove --restart");
  }
  const nbody::RestartMetadata metadata = nbody::read_restart_metadata(path);
  auto simulation =
      std::make_unique<nbody::Simulation>(settings, metadata.box, metadata.a_begin, workers);
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
                         RunFiles& files) {
  std::optional<core::StatusLine> status;
  if (files.is_root()) status.emplace();
  double next_restart = settings.run.restart_interval.value_or(0);
  const nbody::RunEnd end = simulation.run({
      .write_output =
          [&](const nbody::Particles& particles, const nbody::PlannedOutput& output,
              const nbody::RunChecks& checks) { files.write_output(particles, output, checks); },
      .report =
          [&](const nbody::RunReport& report) {
            if (status) status->update([&] { return line_of(report); });
            files.log(fmt::format("{:9.2f} s  {}", report.wall_seconds, line_of(report)));
          },
      .stop_requested =
          [&](double seconds) {
            if (fs::exists(files.stop())) return true;
            return settings.run.time_limit && seconds >= *settings.run.time_limit;
          },
      .restart_file_due =
          [&](double seconds) {
            if (!settings.run.restart_interval || seconds < next_restart) return false;
            next_restart = seconds + *settings.run.restart_interval;
            return true;
          },
      .write_restart_file = [&] { simulation.write_restart(files.restart()); },
  });
  if (status) status->finish(line_of(end.report));
  std::error_code error;
  if (files.is_root()) {
    fs::remove(files.stop(), error);
    if (end.finished) nbody::remove_restart(files.restart());
  }
  return end;
}

Json json_of(const nbody::RunEnd& end, const RunFiles& files, int num_ranks) {
  const nbody::StepCounts& counts = *end.report.counts;
  return {{"steps", end.report.step},
          {"sub_steps", counts.sub_steps},
          {"ranks", num_ranks},
          {"wall_seconds", end.report.wall_seconds},
          {"particles_per_second", end.report.particles_per_second},
          {"finished", end.finished},
          {"redshift", nbody::redshift_of(end.report.scale_factor)},
          {"mesh_seconds", counts.mesh_seconds},
          {"tree_seconds", counts.short_range.tree_seconds},
          {"direct_seconds", counts.short_range.walk_seconds},
          {"exchange_seconds", counts.exchange_seconds},
          {"imbalance", imbalance(counts)},
          {"direct_pairs", counts.short_range.direct_pairs},
          {"cell_pairs", counts.short_range.cell_pairs},
          {"snapshots", files.written()}};
}

Outcome run_as_rank(const RunArguments& arguments, nbody::SettingsFile file,
                    core::Communicator* comm, core::Trace* trace) {
  const int num_ranks = comm ? comm->num_ranks() : 1;
  const nbody::Workers workers{.num_threads = threads_of(file.settings, comm),
                               .comm = comm,
                               .speeds = speeds_of(file.settings, comm),
                               .measured = file.settings.run.balance == "measured",
                               .trace = trace};
  std::unique_ptr<nbody::Simulation> simulation;
  std::optional<RunFiles> files;
  if (arguments.restart) {
    complete_from_start(file);
    files.emplace(file.settings, workers.num_threads, comm);
    simulation = resumed(file.settings, files->restart(), workers);
  } else {
    reject_stopped_run(file.settings, arguments.settings, comm);
    nbody::Particles particles = starting_particles(file, workers.num_threads, comm);
    files.emplace(file.settings, workers.num_threads, comm);
    simulation = started(file.settings, std::move(particles), workers);
  }
  const nbody::Settings& settings = file.settings;
  files->log(fmt::format(
      "# motley {}, seed {}, {} ranks of {} threads, about {} of memory each\n{}", commit(),
      settings.box.seed, num_ranks, workers.num_threads,
      core::readable_bytes(nbody::Simulation::memory_bytes(settings, num_ranks, workers.speeds)),
      nbody::print_settings(settings)));
  const int64_t first = simulation->state().num_steps;
  const nbody::RunEnd end = run_to_end(*simulation, settings, *files);

  if (arguments.json) return {.text = json_of(end, *files, num_ranks).dump() + "\n"};
  std::string text = fmt::format("{} steps in {:.2f} s, {:.3g} particle forces per second\n",
                                 end.report.step - first, end.report.wall_seconds,
                                 end.report.particles_per_second);
  for (const std::string& name : files->written()) text += fmt::format("{}\n", name);
  if (!end.finished) {
    text += fmt::format("stopped at z = {:.4g}; `motley nbody run {} --restart` continues\n",
                        nbody::redshift_of(end.report.scale_factor), arguments.settings);
  }
  return {.text = text};
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
      trace.get());
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
  parser->add_flag(
      "--restart", arguments->restart,
      "Continue a run that was stopped by a file `stop` in its output folder or by its "
      "time limit");
  parser
      ->add_option("--trace", arguments->trace,
                   "Write a trace of mesh, short range and exchange of each rank to this file")
      ->check(file_name());
  parser->add_flag("--json", arguments->json, "One JSON object on standard output");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace motley::apps
