// TreePm as a whole: the mesh's long range and the tree's short range under one roof, with what
// the settings leave open filled in.
//
//   TreePm gravity(tree_pm_settings(settings), box);
//   gravity.long_range(particles, acceleration, num_threads);
//   gravity.short_range(a, {keys, position, last}, mass, acceleration, num_threads);
//
// Accelerations are -grad phi in (km/s)^2 / (Mpc/h), comoving: a kick adds them times
// kick_factor (cosmology/factors.h).
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
  double max_physical = 0;  // times a it is never more than this; 0: no limit
  double step_length = 0;   // what steps resolve, comoving; 0: epsilon
  Softening softening = Softening::kSpline;
  OpeningSettings opening;
  int leaf_size = 64;
};

// A UserError for a mesh, softening or tree that cannot be.
TreePmSettings tree_pm_settings(const Settings& settings);

class TreePm {
 public:
  // The long range over the ranks of `comm`, which outlives this, where there is one; its calls are
  // then collectives. `mesh_shares` of the ranks sum to one (shares.h); empty: equal.
  TreePm(const TreePmSettings& settings, const Box& box, core::Communicator* comm = nullptr,
         std::span<const double> mesh_shares = {});

  const TreePmSettings& settings() const { return settings_; }
  // Of the short range at that time.
  ForceLaw law(double a) const;
  double epsilon(double a) const;
  // In its place for the steps, which would be 0 where nothing is softened.
  double step_length(double a) const;
  // For the ghosts.
  LocalEssentialTreeSettings surroundings(const Box& box, int num_threads) const;
  double split_length() const { return long_range_.split_length(); }

  // As whole planes allow them; empty on one rank.
  std::vector<double> mesh_shares() const { return long_range_.shares(); }
  void set_mesh_shares(std::span<const double> shares) { long_range_.set_shares(shares); }
  double exchange_seconds() const { return long_range_.exchange_seconds(); }
  void long_range(const Particles& particles, AccelerationArrays& acceleration, int num_threads,
                  const LongRange::Hooks& hooks = {});
  // phi of the long range at the particles, (km/s)^2.
  void long_range_potential(const Particles& particles, std::span<float> potential,
                            int num_threads);
  // Of what is here: ghosts have been put among the particles (surroundings.h).
  ShortRangeCounts short_range(double a, const ShortRangeInput& input, double mass,
                               const AccelerationSpans& acceleration, int num_threads);

 private:
  double limited(double length, double a) const;

  TreePmSettings settings_;
  LongRange long_range_;
  ShortRange short_range_;
};

}  // namespace motley::nbody
