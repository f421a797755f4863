// What our particles feel of those of other ranks, put among them: ghosts and far cells.
//
//   const SubsetDistribution distribution = subset_distribution(comm, boundaries, set.keys);
//   const LocalEssentialTree let = add_ghosts(comm, boundaries, distribution, set, layout);
//   short_range.accelerate({.keys = set.keys, .., .far = let.far,
//                           .own_begin = let.own_begin, .own_end = let.own_end}, ..);
//   remove_ghosts(let, set);
//
// Ranks own stretches of the curve, so others' particles stand before or behind ours, and all in
// the order of keys. Of each other rank we get its cells, from the root on:
//
//   rank 0          rank 1 (ours)       rank 2
//   F F gg g g  |  o o o oo o ooo o  |  ggg g F   F        g  leaves within the cut-off of ours
//                                                          F  far cells: boxes alone
//
// Boxes of cells that are partly far are then exact, and no decision of the walk depends on how the
// particles are distribution. Where a cell of targets that is walked as one lies across a cut, all
// of it is sent to all ranks.
//
// Ghosts are those of one evaluation: leaves are chosen by where all particles are then, and sent
// with their positions. None is ever predicted, so none needs a margin for its drift or can be
// late, and forces are the same to the last bit on any number of ranks. How far a particle may
// leave its leaf before the next sort, ShortRange checks in every evaluation. Small sets have no
// ghosts: they go through their steps as a whole on every rank (nbody/step).
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

// A rank's particles of a set, sorted by key.
struct SubsetParticles {
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<uint64_t> keys;
  std::vector<float> old_acceleration;  // the size of the last acceleration
};

// How a set lies on the ranks: good while its members and their keys are the same.
struct SubsetDistribution {
  struct KeyRange {
    uint64_t begin, end;  // keys
    friend bool operator==(const KeyRange&, const KeyRange&) = default;
  };
  int64_t total = 0;
  std::vector<int64_t> counts;  // particles of each rank
  std::vector<ForcedSplit>
      forced_splits;                // cells across boundaries that are larger than those shared
  std::vector<KeyRange> shared;     // cells whose particles all ranks get
  std::vector<int64_t> num_shared;  // particles of each rank in them

  friend bool operator==(const SubsetDistribution&, const SubsetDistribution&) = default;
};

// A collective, as all here. A set of at most `only_counted` particles is counted and no more.
SubsetDistribution subset_distribution(core::Communicator& comm, const DomainBoundaries& boundaries,
                                       std::span<const uint64_t> keys, int64_t only_counted = 0);

struct LocalEssentialTree {
  int64_t own_begin = 0, own_end = 0;
  std::vector<FarCell> far;
};

struct LocalEssentialTreeSettings {
  int leaf_size = 64;
  double scale = 0;          // l per integer coordinate
  double cutoff_square = 2;  // units of l^2
  int num_threads = 1;
};

LocalEssentialTree add_ghosts(core::Communicator& comm, const DomainBoundaries& boundaries,
                              const SubsetDistribution& distribution, SubsetParticles& set,
                              const LocalEssentialTreeSettings& settings);
// Leaves what was ours.
void remove_ghosts(const LocalEssentialTree& let, SubsetParticles& set);

}  // namespace motley::nbody
