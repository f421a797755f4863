// The local essential tree: what the particles of this rank feel of other ranks' particles,
// imported as ghost particles and far cells.
//
//   const SubsetDistribution distribution = subset_distribution(comm, boundaries, set.keys);
//   const LocalEssentialTree let = add_ghosts(comm, boundaries, distribution, set, settings);
//   short_range.accelerate({.keys = set.keys, .., .far = let.far,
//                           .own_begin = let.own_begin, .own_end = let.own_end}, ..);
//   remove_ghosts(let, set);
//
// Ranks own contiguous ranges of the Peano-Hilbert curve, so other ranks' particles come before or
// after ours, all sorted by key. Each other rank exports its tree, from the root down:
//
//   rank 0          rank 1 (ours)       rank 2
//   F F gg g g  |  o o o oo o ooo o  |  ggg g F   F        g  ghosts: leaves within the cut-off
//                                                          F  far cells: bounding boxes only
//
// Boxes of cells that are partly far are therefore exact, and no decision of the tree walk depends
// on how the particles are distributed. Where a cell of targets that is walked as one task is split
// by a domain boundary, all its particles are sent to all ranks.
//
// Ghosts are valid for one force evaluation: leaves are selected by the current positions and sent
// with them. No position is predicted, so no margin for drift is needed, and forces are identical
// to the last bit on any number of ranks. ShortRange checks in every evaluation how far particles
// have left their leaf since the last sort. Small subsets need no ghosts: they are advanced as a
// whole on every rank (nbody/step).
//
// Cost: four collectives.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/domain/domain_boundaries.h"
#include "nbody/gravity/tree.h"

namespace motley::nbody {

// This rank's particles of a subset, sorted by key.
struct SubsetParticles {
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<uint64_t> keys;
  std::vector<float> old_acceleration;  // magnitude of the last acceleration
};

// How a subset is distributed over the ranks; valid while its members and their keys do not change.
struct SubsetDistribution {
  struct KeyRange {
    uint64_t begin, end;
    friend bool operator==(const KeyRange&, const KeyRange&) = default;
  };
  int64_t total = 0;
  std::vector<int64_t> counts;  // particles of each rank
  std::vector<ForcedSplit>
      forced_splits;                // cells across boundaries that are larger than the shared
  std::vector<KeyRange> shared;     // cells whose particles all ranks receive
  std::vector<int64_t> num_shared;  // particles of each rank in them

  friend bool operator==(const SubsetDistribution&, const SubsetDistribution&) = default;
};

// Collective, as all functions here. A subset of at most `only_counted` particles is only counted.
SubsetDistribution subset_distribution(core::Communicator& comm, const DomainBoundaries& boundaries,
                                       std::span<const uint64_t> keys, int64_t only_counted = 0);

struct LocalEssentialTree {
  int64_t own_begin = 0, own_end = 0;  // our particles among own and ghost particles
  std::vector<FarCell> far;
};

struct LocalEssentialTreeSettings {
  int leaf_size = 64;
  double scale = 0;          // l per integer coordinate
  double cutoff_square = 2;  // units of l^2
  int num_threads = 1;
};

// Inserts ghosts and far cells before and after the particles of `set`.
LocalEssentialTree add_ghosts(core::Communicator& comm, const DomainBoundaries& boundaries,
                              const SubsetDistribution& distribution, SubsetParticles& set,
                              const LocalEssentialTreeSettings& settings);
// Leaves only our own particles.
void remove_ghosts(const LocalEssentialTree& let, SubsetParticles& set);

}  // namespace motley::nbody
