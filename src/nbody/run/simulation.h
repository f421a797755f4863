// A complete run: time steps, outputs at exact times, stops and restarts.
//
//   Simulation simulation(settings, particles.box, particles.scale_factor, {.num_threads = 2});
//   simulation.begin(std::move(particles));                       or resume(restart file)
//   const RunEnd end = simulation.run({.write_output = write, .report = print});
//
// An output is written from a copy of the State, advanced from the start of the step to the exact
// time, so outputs do not affect the run.
//
// On several ranks each holds a part of the particles, and all call the same functions. The result
// does not depend on the number of ranks, to the last bit.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/comm/communicator.h"
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

// The outputs of the settings by increasing time. Throws UserError for one before the start.
std::vector<PlannedOutput> planned_outputs(const Settings& settings, const IntegerTimeline& line);

// Progress report after a step.
struct RunReport {
  int64_t step = 0;
  double scale_factor = 0;
  double wall_seconds = 0;             // of this run
  double particles_per_second = 0;     // particle forces, all sub-steps, of this run
  const StepCounts* counts = nullptr;  // of this rank
};

// Diagnostics of an output.
struct RunChecks {
  double momentum = 0;       // |sum p| / sum |p|
  double layzer_irvine = 0;  // EnergyBalance::residual
  Percentiles force_errors;  // of a sample, against the Ewald sum
};

struct RunHooks {
  std::function<void(const Particles&, const PlannedOutput&, const RunChecks&)> write_output;
  std::function<void(const RunReport&)> report;
  std::function<bool(double wall_seconds)> stop_requested;    // called on rank 0 after each step
  std::function<bool(double wall_seconds)> restart_file_due;  // likewise
  std::function<void()> write_restart_file;
};

struct RunEnd {
  bool finished = false;  // otherwise stopped
  RunReport report;
};

// Metadata of a restart file, needed to construct the Simulation that resumes it.
struct RestartMetadata {
  Box box;
  double a_begin = 0;
  int64_t num_particles = 0;
};
RestartMetadata read_restart_metadata(const std::string& path);
// Removes the restart files of a finished run.
void remove_restart(const std::string& path);

// Call first: returns large arrays to the system when they are freed. Otherwise glibc keeps memory
// freed by steps, about 30 bytes per particle.
void return_freed_memory();

class Simulation {
 public:
  // Throws UserError for an output before `a_begin`.
  Simulation(const Settings& settings, const Box& box, double a_begin, const Workers& workers);

  // With this rank's part of the particles, distributed arbitrarily: the parts in the order of
  // ranks make up the whole.
  void begin(Particles particles);
  RunEnd run(const RunHooks& hooks);

  // Writes everything that a restart needs: one file per rank, PATH-STEP.RANK.safetensors, and then
  // PATH, which lists them. If that fails, the previous files remain intact. They can be read on
  // any number of ranks, and the run continues with identical bits.
  void write_restart(const std::string& path) const;
  // Throws UserError if the files belong to another box or other forces. The Simulation must have
  // been constructed with the start of the files.
  void resume(const std::string& path);

  const State& state() const { return state_; }
  const std::vector<PlannedOutput>& outputs() const { return outputs_; }
  TreePm& gravity() { return gravity_; }
  const core::Ratio& shares() const { return stepper_.shares(); }
  const core::Balance& balance() const { return stepper_.balance(); }

  // Peak memory of a run in bytes, including meshes, for the check before allocation. On the rank
  // that owns most of the mesh, of `num_ranks` ranks with these speeds; empty: equal.
  static int64_t memory_bytes(const Settings& settings, int num_ranks = 1,
                              std::span<const double> speeds = {});

 private:
  struct StepEnd;
  StepEnd synchronized_end(double begin_seconds, const RunHooks& hooks) const;
  RunChecks checks(State& state);
  void write_outputs(int64_t step_end, const RunHooks& hooks);

  Settings settings_;
  Workers workers_;
  IntegerTimeline timeline_;
  std::vector<PlannedOutput> outputs_;
  TreePm gravity_;
  Stepper stepper_;
  State state_;
  EnergyBalance energy_;
  int next_output_ = 0;
};

}  // namespace motley::nbody
