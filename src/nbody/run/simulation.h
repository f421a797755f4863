// A whole run: steps from begin to end, outputs at their times, stops and restarts.
//
//   Simulation simulation(settings, particles.box, particles.scale_factor, {.num_threads = 2});
//   simulation.begin(std::move(particles));                       or resume(restart file)
//   const RunEnd end = simulation.run({.write_output = write, .report = print});
//
// An output is written from a copy of the State that is taken from the begin of the step to the
// exact time: whatever is written, the run itself goes on as if nothing had been.
//
// On several ranks each has a part of the particles, and all call the same functions. What comes
// out does not depend on how many there are, to the last bit.
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
  int number = 0;  // NNN of its files
  double scale_factor = 1;
  int64_t tick = 0;
};

// Those of the settings by rising time. A UserError for one before the line's begin.
std::vector<PlannedOutput> planned_outputs(const Settings& settings, const IntegerTimeline& line);

// What the run says of itself, after a step.
struct RunReport {
  int64_t step = 0;
  double scale_factor = 0;
  double wall_seconds = 0;             // of this run
  double particles_per_second = 0;     // forces on particles, all sub-steps, of this run
  const StepCounts* counts = nullptr;  // of this rank
};

// What an output is checked for.
struct RunChecks {
  double momentum = 0;       // |sum p| / sum |p|
  double layzer_irvine = 0;  // EnergyBalance::residual
  Percentiles force_errors;  // of some particles, against Ewald's sum
};

struct RunHooks {
  std::function<void(const Particles&, const PlannedOutput&, const RunChecks&)> write_output;
  std::function<void(const RunReport&)> report;
  std::function<bool(double wall_seconds)> stop_requested;    // rank 0 is asked after each step
  std::function<bool(double wall_seconds)> restart_file_due;  // the same
  std::function<void()> write_restart_file;
};

struct RunEnd {
  bool finished = false;  // else stopped
  RunReport report;
};

// What a restart file says of its run, to make the Simulation that resumes it.
struct RestartMetadata {
  Box box;
  double a_begin = 0;
  int64_t num_particles = 0;
};
RestartMetadata read_restart_metadata(const std::string& path);
// Takes away the files of a run that has ended.
void remove_restart(const std::string& path);

// To be called first: large arrays go back to the system when they are freed. Otherwise glibc keeps
// what steps have freed, some 30 bytes a particle.
void return_freed_memory();

class Simulation {
 public:
  // A UserError for an output before `a_begin`.
  Simulation(const Settings& settings, const Box& box, double a_begin, const Workers& workers);

  // With a rank's part of the particles, any: the parts in the order of ranks are as those of one.
  void begin(Particles particles);
  RunEnd run(const RunHooks& hooks);

  // The State and all else that a restart needs: a file for each rank, PATH-STEP.RANK.safetensors,
  // and then PATH, which names them. Where that fails, the files before stay whole. Back, on any
  // number of ranks: bits are the same after it.
  void write_restart(const std::string& path) const;
  // A UserError where the files are of another box or other forces. The Simulation has been made
  // with the files' own begin.
  void resume(const std::string& path);

  const State& state() const { return state_; }
  const std::vector<PlannedOutput>& outputs() const { return outputs_; }
  TreePm& gravity() { return gravity_; }
  const core::Ratio& shares() const { return stepper_.shares(); }
  const core::Balance& balance() const { return stepper_.balance(); }

  // Bytes that a run of this size holds at most, meshes included: what is said before allocation.
  // On the rank that has most of the mesh, of so many ranks with these speeds; empty: equal.
  static int64_t memory_bytes(const Settings& settings, int num_ranks = 1,
                              std::span<const double> speeds = {});

 private:
  struct StepEnd;
  StepEnd agreed_end(double begin_seconds, const RunHooks& hooks) const;
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
