// The TreePM force: the mesh's long range and the tree's short range, configured from the settings.
//
//   TreePm gravity(tree_pm_settings(settings), box);
//   gravity.long_range(particles, acceleration, num_threads);
//   gravity.short_range(a, {keys, position, old_acceleration}, mass, acceleration, num_threads);
//
// Accelerations are -grad phi in (km/s)^2 / (Mpc/h), comoving: a kick adds them times kick_factor
// (cosmology/kick_drift.h).
#pragma once

#include "nbody/gravity/local_essential_tree.h"
#include "nbody/gravity/short_range.h"
#include "nbody/mesh/long_range.h"
#include "nbody/particles/particles.h"
#include "nbody/settings/simulation_settings.h"

namespace motley::nbody {

struct TreePmSettings {
  LongRangeSettings mesh;
  double epsilon = 0;       // comoving, Mpc/h
  double max_physical = 0;  // upper limit of a * epsilon; 0: none
  double step_length = 0;   // length that sets the time steps, comoving; 0: epsilon
  Softening softening = Softening::kSpline;
  OpeningSettings opening;
  int leaf_size = 64;
  bool exact = false;  // short-range forces have the same bits on hosts and devices
};

// Throws UserError for an invalid mesh, softening or tree.
TreePmSettings tree_pm_settings(const Settings& settings);

// The same settings with every derived value in place of `auto`: softening, mesh and tree, and what
// run and pictures use. The forces are the same, to the last bit.
Settings resolved_settings(const Settings& settings);

class TreePm {
 public:
  // With a `comm`, which must outlive this object, the long range is distributed over its ranks and
  // its calls are collective. `mesh_shares` of the ranks sum to one (work_shares.h); empty: equal.
  TreePm(const TreePmSettings& settings, const Box& box, core::Communicator* comm = nullptr,
         std::span<const double> mesh_shares = {});

  const TreePmSettings& settings() const { return settings_; }
  // The short-range force law at scale factor a.
  ForceLaw law(double a) const;
  // Its constants for the kernels.
  KernelLaw kernel(double a) const;
  LongRange::Tables mesh_tables(double mass) const { return long_range_.tables(mass); }
  double epsilon(double a) const;
  // The length that sets the time steps; differs from epsilon if softening is off.
  double step_length(double a) const;
  // Settings for importing ghosts.
  LocalEssentialTreeSettings essential_tree_settings(const Box& box, int num_threads) const;
  double split_length() const { return long_range_.split_length(); }

  // The actual shares, in whole planes; empty on one rank.
  std::vector<double> mesh_shares() const { return long_range_.shares(); }
  void set_mesh_shares(std::span<const double> shares) { long_range_.set_shares(shares); }
  double exchange_seconds() const { return long_range_.exchange_seconds(); }
  void long_range(const Particles& particles, AccelerationArrays& acceleration, int num_threads,
                  const LongRange::Hooks& hooks = {});
  // Long-range potential at the particles, (km/s)^2.
  void long_range_potential(const Particles& particles, std::span<float> potential,
                            int num_threads);
  // Short-range forces of the local particles, ghosts included (local_essential_tree.h).
  ShortRangeCounts short_range(double a, const ShortRangeInput& input, double mass,
                               const AccelerationSpans& acceleration, int num_threads);

 private:
  double limited(double length, double a) const;

  TreePmSettings settings_;
  LongRange long_range_;
  ShortRange short_range_;
};

}  // namespace motley::nbody
