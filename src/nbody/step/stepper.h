// Steps in time: kick, drift, kick, in blocks.
//
//   Stepper stepper(gravity, settings.cosmology.background, timeline, {.steps = settings.steps});
//   State state = stepper.start(std::move(particles));
//   while (state.tick < IntegerTimeline::kTicks) stepper.advance(state, stepper.next_step(state));
//
// The long range kicks at both ends of the top step. Inside it the short range goes by halves
// (Springel et al. 2021, section 4): of a set S of particles with the step D, those F that want a
// shorter one take two of D / 2. What F does to itself is left to the shorter steps; all other
// forces within S, which act on both sides of a pair, kick with D:
//
//      t           t + D/2          t + D
//   S  K----------------------------K     by forces of S, less those of F on F
//   F  K------------K---------------K     by forces of F, less those of the next set on itself
//      ...
//
// So momentum is kept, and a short step costs what its few particles cost. Which particles are F is
// decided anew at every step of S, by Gadget's criterion with the acceleration last known:
//
//   d ln a = H sqrt(2 eta a^3 eps / |acceleration|)
//
// The particles of a State are in Hilbert order of the start of the top step. On several ranks each
// has a stretch of that order; where it is cut changes nothing in the particles, to the last bit.
// Of a large set each rank kicks its own, and sees the others' as ghosts of that moment. A small
// set goes to all ranks, momenta and accelerations with it, and each takes it through all its
// shorter steps alone: nobody waits for the few that are deepest_time_bin in a halo.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
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

// Everything that the next step depends on. A copy goes its own migrated: outputs are written from
// one.
struct State {
  Particles particles;                         // at `tick`, momenta as well
  std::vector<uint64_t> keys;                  // their Hilbert keys, sorted
  AccelerationArrays long_range, short_range;  // at `tick`
  int64_t tick = 0;
  int64_t num_steps = 0;  // top steps so far
  // On several ranks: which stretches they own, and the pairs of each particle since the last cut.
  DomainBoundaries boundaries;
  SubsetDistribution distribution;  // of all particles
  std::vector<float> work;

  // Of all particles, at `tick`; without it nothing is global_sums yet.
  struct GlobalSums {
    int64_t num_particles = 0;
    double momentum_square = 0;  // the sum of p^2
    float max_acceleration = 0;  // of the accelerations
    friend bool operator==(const GlobalSums&, const GlobalSums&) = default;
  };
  GlobalSums global_sums;

  friend bool operator==(const State&, const State&) = default;
};

// What was done since the stepper was made.
struct StepCounts {
  int64_t global_steps = 0, sub_steps = 0;  // sub: all evaluations of the short range
  ShortRangeCounts short_range;
  double mesh_seconds = 0, sort_seconds = 0, kick_drift_seconds = 0;
  int deepest_time_bin = 0;  // halvings
  // On several ranks. Of the short range of each top step: the slowest rank's seconds, and the
  // mean.
  double exchange_seconds =
      0;  // ghosts and particles on their migrated, waiting for others included
  double mesh_exchange_seconds = 0;  // a part of mesh_seconds
  double slowest_seconds = 0, mean_seconds = 0;
  int64_t num_ghosts = 0;  // of the last top step, far cells included
};

// Who works, and on which share.
struct Workers {
  int num_threads = 1;
  core::Communicator* comm = nullptr;  // null: one rank
  std::vector<double> speeds = {};     // of the ranks; empty: equal
  bool measured = false;               // shares follow the clock
  core::Trace* trace = nullptr;
};

class Stepper {
 public:
  // On several ranks a Stepper is a collective, and so are its functions. What it points to
  // outlives it.
  Stepper(TreePm& gravity, const Cosmology& cosmology, const IntegerTimeline& timeline,
          const StepSettings& settings, const Workers& workers);

  // Sorts, and finds the forces, at the tick of the particles' scale factor.
  State start(Particles particles);

  // Ticks of the next top step: below max_dlna, and max_rms_displacement of the smaller of r_s and
  // the mean separation.
  int64_t next_step(const State& state) const;

  void advance(State& state, int64_t ticks);

  // Gives each rank its stretch, with all that belongs to the particles, which are in global order:
  // by the State's boundaries, where it has some for as many ranks.
  void distribute(State& state);

  // Shares of the work, of ranks; under Workers::measured they change.
  const core::Ratio& shares() const { return shares_; }
  const core::Balance& balance() const { return balance_; }
  void set_balance(const core::Ratio& shares, const core::Balance& balance);

  const StepCounts& counts() const { return counts_; }
  const IntegerTimeline& timeline() const { return timeline_; }

 private:
  struct ActiveSet;

  // forces.cpp
  void compute_forces(State& state);
  void compute_forces_overlapped(State& state);
  void long_range_forces(State& state, AccelerationArrays& found, const LongRange::Hooks& hooks);
  ParticleMigration sort_and_migrate(State& state, std::vector<float>& last);
  void update_boundaries(State& state, std::span<const uint64_t> keys,
                         std::span<const uint32_t> order);
  void short_range_forces_of_all(State& state, std::vector<float> last,
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
  std::vector<uint32_t> select_active(const ActiveSet& set, int64_t tick, int64_t ticks) const;
  void advance_set(State& state, ActiveSet& set, int64_t tick, int64_t ticks, int time_bin);
  SubsetDistribution distribution_of_members(const State& state, const ActiveSet& set,
                                             const std::vector<uint32_t>& members);
  ActiveSet extract_subset(ActiveSet& set, const std::vector<uint32_t>& members,
                           SubsetDistribution distribution);
  void advance_subset(State& state, ActiveSet& subset, int64_t tick, int64_t ticks, int time_bin);
  void advance_replicated(State& state, const ActiveSet& subset, int64_t tick, int64_t ticks,
                          int time_bin);
  void drift(State& state, const ActiveSet& set, int64_t from, int64_t to);
  double kick(int64_t from, int64_t to) const;
  bool has_ranks() const { return comm_ && !is_replicated_; }
  int64_t sum_over_ranks(int64_t value) const;

  TreePm& gravity_;
  Cosmology cosmology_;
  IntegerTimeline timeline_;
  StepSettings settings_;
  int num_threads_;
  core::Communicator* comm_;                     // null for one rank
  std::optional<core::Communicator> mesh_comm_;  // the same ranks, for the thread of the mesh
  bool measured_;
  core::Trace* trace_;
  core::TrackId walk_track_, mesh_track_, exchange_track_;
  core::Ratio shares_;
  core::Balance balance_;
  double particle_work_ = 0;  // pairs of the last step, of all ranks
  core::BusyClock busy_;
  bool is_replicated_ = false;  // with a small set, whose particles are all here
  int64_t global_end_ = 0;      // of the step under migrated
  double last_kick_ = 0;        // the short range's, due there
  StepCounts counts_;
};

}  // namespace motley::nbody
