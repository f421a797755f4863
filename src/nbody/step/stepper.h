// Time integration: kick-drift-kick with hierarchical block time steps.
//
//   Stepper stepper(gravity, settings.cosmology.background, timeline, settings.steps, workers);
//   State state = stepper.start(std::move(particles));
//   while (state.tick < IntegerTimeline::kTicks) stepper.advance(state, stepper.next_step(state));
//
// The long range kicks at both ends of the global step. Inside it the short range uses the
// hierarchical scheme of Springel et al. (2021, section 4): of a set S of particles with time step
// D, the subset F that needs a shorter one takes two steps of D / 2, one time bin deeper. Forces of
// F on itself are left to the shorter steps; all other forces within S, which act on both particles
// of a pair, kick with D:
//
//      t           t + D/2          t + D
//   S  K----------------------------K     by forces of S, minus those of F on F
//   F  K------------K---------------K     by forces of F, minus those of the next subset on itself
//      ...
//
// So momentum is conserved, and a short step costs only the work of its few particles. F is
// selected anew at every step of S, by Gadget's criterion with the latest acceleration:
//
//   d ln a = H sqrt(2 eta a^3 eps / |acceleration|)
//
// The particles of a State are in Hilbert order as of the start of the global step. On several
// ranks each owns a contiguous range of that order; the domain boundaries do not affect the
// particles, to the last bit. In a large set each rank kicks its own particles and imports ghosts
// of the others for every evaluation. A small set is replicated: it is gathered on all ranks with
// momenta and accelerations, and each rank advances all of it through its shorter steps without
// communication, so no rank waits for the few particles in the deepest time bins. Its forces are
// the hosts' if the ranks have devices: all copies must have the same bits, whatever devices they
// are.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/balance/rebalance.h"
#include "core/comm/communicator.h"
#include "core/trace/busy_clock.h"
#include "core/trace/trace.h"
#include "nbody/cosmology/cosmology.h"
#include "nbody/domain/migration.h"
#include "nbody/particles/particles.h"
#include "nbody/settings/simulation_settings.h"
#include "nbody/step/integer_timeline.h"
#include "nbody/step/tree_pm.h"

namespace motley::nbody {

// Everything that the next step depends on. Outputs are written from a copy.
struct State {
  Particles particles;                         // positions and momenta at `tick`
  std::vector<uint64_t> keys;                  // their Hilbert keys, sorted
  AccelerationArrays long_range, short_range;  // at `tick`
  int64_t tick = 0;
  int64_t num_steps = 0;  // global steps so far
  // On several ranks: the domains, and the pairs of each particle since the last decomposition.
  DomainBoundaries boundaries;
  SubsetDistribution distribution;  // of all particles
  std::vector<float> work;

  // Over all particles of all ranks, at `tick`.
  struct GlobalSums {
    int64_t num_particles = 0;
    double momentum_square = 0;  // the sum of p^2
    float max_acceleration = 0;
    friend bool operator==(const GlobalSums&, const GlobalSums&) = default;
  };
  GlobalSums global_sums;

  // On a device: which of its copies is this State, and whether the arrays here are older than it
  // (Stepper::fetch).
  struct OnDevice {
    uint64_t version = 0;  // 0: none
    bool is_newer = false;
    friend bool operator==(const OnDevice&, const OnDevice&) { return true; }
  };
  OnDevice on_device;

  friend bool operator==(const State&, const State&) = default;
};

// Operation counts and timings since construction.
struct StepCounts {
  int64_t global_steps = 0, sub_steps = 0;  // sub: evaluations of the short range
  ShortRangeCounts short_range;
  double mesh_seconds = 0, sort_seconds = 0, kick_drift_seconds = 0;
  int deepest_time_bin = 0;  // number of halvings of the global step
  // On several ranks. Of each global step: the seconds of the slowest rank, and the mean.
  double exchange_seconds = 0;       // ghosts and migration, including waiting
  double mesh_exchange_seconds = 0;  // included in mesh_seconds
  double slowest_seconds = 0, mean_seconds = 0;
  int64_t num_ghosts = 0;  // most in an evaluation, including far cells
};

// Parallel resources, and how work is divided among them.
struct Workers {
  int num_threads = 1;
  core::Communicator* comm = nullptr;  // null: one rank
  std::vector<double> speeds = {};     // of the ranks; empty: equal
  bool measured = false;               // adapt the shares to measured times
  core::Trace* trace = nullptr;
  // Or cuda, twin: on one rank particles live there (device_steps.h); on several the short range of
  // each is summed there (device/device_tasks.h).
  std::string device = "none";
};

class DeviceSteps;
class DeviceTasks;
class StepEngine;

class Stepper {
 public:
  // On several ranks the constructor and all functions are collective. The referenced objects must
  // outlive the Stepper.
  Stepper(TreePm& gravity, const Cosmology& cosmology, const IntegerTimeline& timeline,
          const StepSettings& settings, const Workers& workers);
  ~Stepper();

  // Sorts the particles and computes the forces, at the tick of their scale factor.
  State start(Particles particles);

  // Ticks of the next global step: limited by max_dlna, and by max_rms_displacement in units of the
  // smaller of r_s and the mean separation.
  int64_t next_step(const State& state) const;

  void advance(State& state, int64_t ticks);

  // Brings the arrays of the State up to date, if they are on a device.
  void fetch(State& state);
  // The name of the device; empty if there is none.
  std::string device_name() const;
  DeviceSteps* device() { return device_.get(); }  // for benchmarks; null: none

  // Distributes the particles, which are in global order, with all their values: by the boundaries
  // of the State if it has them for this number of ranks.
  void distribute(State& state);

  // The ranks' shares of the work; they change under Workers::measured.
  const core::Ratio& shares() const { return shares_; }
  const core::Balance& balance() const { return balance_; }
  void set_balance(const core::Ratio& shares, const core::Balance& balance);

  const StepCounts& counts() const { return counts_; }
  const IntegerTimeline& timeline() const { return timeline_; }

 private:
  struct ActiveSet;
  class HostEngine;

  // stepper_forces.cpp
  void compute_forces(State& state);
  void compute_forces_overlapped(State& state);
  void long_range_forces(State& state, AccelerationArrays& found, const LongRange::Hooks& hooks);
  ParticleMigration sort_and_migrate(State& state, std::vector<float>& old_acceleration);
  void update_boundaries(State& state, std::span<const uint64_t> keys,
                         std::span<const uint32_t> order);
  void short_range_forces_of_all(State& state, std::vector<float> old_acceleration,
                                 const std::function<void()>& before_walk = {});
  void short_range_forces(State& state, const SubsetDistribution& distribution, int64_t tick,
                          SubsetParticles& set, AccelerationArrays& acceleration,
                          std::vector<float>& work, const std::function<void()>& before_walk = {});
  SubsetDistribution distribution_of(const State& state, std::span<const uint64_t> keys,
                                     int64_t only_counted = 0);
  void finish_step(State& state, double long_kick, double short_kick,
                   std::optional<double> seconds);
  void update_balance(const std::vector<double>& all);
  void reassign_mesh();

  void evaluate(State& state, ActiveSet& set, int64_t tick);
  float acceleration_limit(int64_t tick, int64_t ticks) const;
  std::vector<uint32_t> select_active(const ActiveSet& set, float limit) const;
  void advance_set(StepEngine& engine, int set, int64_t tick, int64_t ticks, int time_bin);
  void advance_subset(StepEngine& engine, int subset, int64_t tick, int64_t ticks, int time_bin);
  SubsetDistribution distribution_of_members(const State& state, const ActiveSet& set,
                                             const std::vector<uint32_t>& members);
  ActiveSet extract_subset(ActiveSet& set, const std::vector<uint32_t>& members,
                           SubsetDistribution distribution);
  void drift(State& state, const ActiveSet& set, double factor);
  void advance_on_host(State& state, int64_t ticks);
  void advance_on_device(State& state, int64_t ticks);
  void end_step(State& state, int64_t end) const;
  double kick(int64_t from, int64_t to) const;
  bool has_ranks() const { return comm_ && !is_replicated_; }
  int64_t sum_over_ranks(int64_t value) const;

  TreePm& gravity_;
  Cosmology cosmology_;
  IntegerTimeline timeline_;
  StepSettings settings_;
  int num_threads_;
  core::Communicator* comm_;                     // null for one rank
  std::optional<core::Communicator> mesh_comm_;  // the same ranks, for the mesh thread
  bool measured_;
  core::Trace* trace_;
  core::TrackId walk_track_, mesh_track_, exchange_track_;
  core::Ratio shares_;
  core::Balance balance_;
  double particle_work_ = 0;  // pairs of the last step, over all ranks
  core::BusyClock busy_;
  bool is_replicated_ = false;  // while advancing a replicated small set
  // Of the current global step: its ends, and the largest acceleration at its begin.
  int64_t global_begin_ = 0, global_end_ = 0;
  float begin_acceleration_ = 0;
  double box_unit_ = 0;   // Mpc/h per coordinate
  double last_kick_ = 0;  // the short range's last kick, due there
  StepCounts counts_;
  std::unique_ptr<DeviceSteps> device_;  // null: on the host
  std::unique_ptr<DeviceTasks> tasks_;   // of several ranks; null: none
  uint64_t device_version_ = 0;          // of the State on it
};

}  // namespace motley::nbody
