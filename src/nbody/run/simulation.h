// A complete run: time steps, outputs at exact times, stops and restarts.
//
//   Simulation simulation(settings, particles.box, particles.scale_factor, {.num_threads = 2});
//   simulation.begin(std::move(particles));                       or resume(restart file)
//   const RunEnd end = simulation.run({.write_output = write, .report = print});
//
// An output is written from a copy of the State, advanced from the start of the step to the exact
// time, so outputs do not affect the run. If the particles live on a device, a thread of the host
// checks, analyses and writes it while the device goes on.
//
// On several ranks each holds a part of the particles, and all call the same functions. The result
// does not depend on the number of ranks, to the last bit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/run/output_queue.h"
#include "nbody/settings/simulation_settings.h"
#include "nbody/step/energy.h"
#include "nbody/step/force_errors.h"
#include "nbody/step/stepper.h"
#include "nbody/step/tree_pm.h"

namespace motley::nbody {

struct PlannedOutput {
  int number = 0;  // NNN in its file names
  double scale_factor = 1;
  int64_t tick = 0;
};

// The outputs of the settings by increasing time. Those before the line have the tick -1.
std::vector<PlannedOutput> planned_outputs(const Settings& settings, const IntegerTimeline& line);

// Progress report after a step.
struct RunReport {
  int64_t step = 0;
  double scale_factor = 0;
  double progress = 0;              // fraction of ln a from the start of the time line to its end
  double wall_seconds = 0;          // of this run
  double particles_per_second = 0;  // particle forces, all sub-steps, of this run
  const StepCounts* counts = nullptr;  // of this rank
  std::string device = {};             // its name; empty: the host
};

// Diagnostics of an output.
struct RunChecks {
  double momentum = 0;                  // |sum p| / sum |p|
  std::optional<double> layzer_irvine;  // EnergyBalance::residual
  Percentiles force_errors;             // of a sample, against the Ewald sum
};

// Diagnostics of the start.
struct StartChecks {
  double momentum = 0;            // |sum p| / sum |p|
  double growing_mode_ratio = 1;  // of velocities to those of linear theory
};

// What is far off and what it may mean, as sentences; empty if all is well.
std::vector<std::string> warnings_of(const StartChecks& checks, double scale_factor);
std::vector<std::string> warnings_of(const RunChecks& checks);

// Seconds of the parts of a run.
struct PhaseSeconds {
  double mesh = 0, tree = 0, short_range = 0, sort = 0, kick_drift = 0, exchange = 0;
  double output = 0, restart = 0;  // with their analysis and diagnostics
  double output_beside = 0;        // outputs in another thread, while the run goes on
};

struct RunHooks {
  // From another thread if the particles live on a device, but never two at once.
  std::function<void(const Particles&, const PlannedOutput&, const RunChecks&)> write_output;
  std::function<void(const RunReport&)> report;
  std::function<bool(double wall_seconds)> stop_requested;    // called on rank 0 after each step
  std::function<bool(double wall_seconds)> restart_file_due;  // likewise
  std::function<bool()> interrupted;  // called on every rank after each step: stops the run
  // At a stop, when due, and at the end, so that the run can be extended.
  std::function<void()> write_restart_file;
};

struct RunEnd {
  bool finished = false;  // otherwise stopped
  RunReport report;
  std::vector<PhaseSeconds> phases;  // of each rank
  std::string restart_error;         // why there is no restart file at the end; empty: there is one
};

// Metadata of a restart file, needed to construct the Simulation that resumes it.
struct RestartMetadata {
  Box box;
  double a_begin = 0, a_end = 0;  // of its time line
  double scale_factor = 0;
  int64_t num_particles = 0;
  bool finished = false;        // written at the end of the time line
  std::string device = "none";  // that computed the forces (run.device)
  bool exact = false;           // in the exact mode (run.exact)
  int num_ranks = 1;            // that wrote it
};
RestartMetadata read_restart_metadata(const std::string& path);
// Where the time line of a run that resumes with these settings begins: as in the files, or at
// their time if the settings have another end.
double resumed_line_begin(const Settings& settings, const RestartMetadata& metadata);
// Removes the restart files of a finished run.
void remove_restart(const std::string& path);

// Call first: returns large arrays to the system when they are freed. Otherwise glibc keeps memory
// freed by steps, about 30 bytes per particle.
void return_freed_memory();

class Simulation {
 public:
  // `a_begin` is the start of the time line: the initial scale factor, or resumed_line_begin.
  Simulation(const Settings& settings, const Box& box, double a_begin, const Workers& workers);

  // With this rank's part of the particles, distributed arbitrarily: the parts in the order of
  // ranks make up the whole. Throws UserError for an output before the start.
  void begin(Particles particles);
  StartChecks start_checks() const;  // after begin()
  // Throws UserError if something becomes not a number. If an output cannot be written, it writes a
  // restart file, if that is possible, before it throws the error.
  RunEnd run(const RunHooks& hooks);

  // Writes everything that a restart needs: one file per rank, PATH-STEP.RANK.safetensors, and then
  // PATH, which lists them. If that fails, the previous files remain intact. They can be read on
  // any number of ranks, and the run resumes with identical bits.
  void write_restart(const std::string& path);
  // Throws UserError if the files belong to another box or other forces, or contain something that
  // is not a number. Outputs after the time of the files may differ, and so may the end.
  void resume(const std::string& path);

  const State& state() const { return state_; }
  const std::vector<PlannedOutput>& outputs() const { return outputs_; }
  int64_t num_written() const { return next_output_; }  // outputs
  TreePm& gravity() { return gravity_; }
  const core::Ratio& shares() const { return stepper_.shares(); }
  const core::Balance& balance() const { return stepper_.balance(); }
  std::string device_name() const { return stepper_.device_name(); }

  // Peak memory of a run in bytes, including meshes, for the check before allocation. On the rank
  // that owns most of the mesh, of `num_ranks` ranks with these speeds; empty: equal.
  // `output_bytes` is what an output needs beyond its particles.
  static int64_t memory_bytes(const Settings& settings, int num_ranks = 1,
                              std::span<const double> speeds = {}, int64_t output_bytes = 0);

 private:
  struct StepEnd;
  StepEnd synchronized_end(double begin_seconds, const RunHooks& hooks) const;
  RunChecks checks(State& state, const EnergyBalance& energy);
  RunEnd run_steps(const RunHooks& hooks);
  void write_beside(const PlannedOutput& output, const RunHooks& hooks);
  void finish_outputs();
  void write_outputs(int64_t step_end, const RunHooks& hooks);
  void write_outputs_or_restart(int64_t step_end, const RunHooks& hooks);
  template <class F>
  void or_restart(const RunHooks& hooks, const F& f);
  void timed_restart(const RunHooks& hooks);
  std::vector<PhaseSeconds> phases() const;
  std::string finite_error() const;

  Settings settings_;
  Workers workers_;
  IntegerTimeline timeline_;
  std::vector<PlannedOutput> outputs_;
  TreePm gravity_;
  Stepper stepper_;
  State state_;
  EnergyBalance energy_;
  int next_output_ = 0;  // all before it are written
  double output_seconds_ = 0, restart_seconds_ = 0;
  std::optional<double> restart_redshift_;  // of the last restart files
  std::unique_ptr<OutputQueue> queue_;      // of a run on a device
};

}  // namespace motley::nbody
