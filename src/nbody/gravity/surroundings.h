// What our particles feel of those of other ranks, put among them: ghosts and far cells.
//
//   const SetSpread spread = spread_of(comm, cuts, set.keys);
//   const Surroundings around = add_ghosts(comm, cuts, spread, set, layout);
//   short_range.accelerate({.keys = set.keys, .., .far = around.far,
//                           .own_begin = around.own_begin, .own_end = around.own_end}, ..);
//   remove_ghosts(around, set);
//
// Ranks own stretches of the curve, so others' particles stand before or behind ours, and all in
// the order of keys. Of each other rank we get its cells, from the root on:
//
//   rank 0          rank 1 (ours)       rank 2
//   F F gg g g  |  o o o oo o ooo o  |  ggg g F   F        g  leaves within the cut-off of ours
//                                                          F  far cells: boxes alone
//
// Boxes of cells that are partly far are then exact, and no decision of the walk depends on how the
// particles are spread. Where a cell of targets that is walked as one lies across a cut, all of it
// is sent to all ranks.
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
#include "nbody/domain/cuts.h"
#include "nbody/gravity/tree.h"

namespace motley::nbody {

// A rank's particles of a set, sorted by key.
struct SetParticles {
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<uint64_t> keys;
  std::vector<float> last;  // the size of the last acceleration
};

// How a set lies on the ranks: good while its members and their keys are the same.
struct SetSpread {
  struct Stretch {
    uint64_t begin, end;  // keys
    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  int64_t total = 0;
  std::vector<int64_t> counts;      // particles of each rank
  std::vector<OpenKey> open;        // cells across cuts that are larger than those shared
  std::vector<Stretch> shared;      // cells whose particles all ranks get
  std::vector<int64_t> num_shared;  // particles of each rank in them

  friend bool operator==(const SetSpread&, const SetSpread&) = default;
};

// A collective, as all here. A set of at most `only_counted` particles is counted and no more.
SetSpread spread_of(core::Communicator& comm, const Cuts& cuts, std::span<const uint64_t> keys,
                    int64_t only_counted = 0);

struct Surroundings {
  int64_t own_begin = 0, own_end = 0;
  std::vector<FarCell> far;
};

struct SurroundingsSettings {
  int leaf_size = 64;
  double scale = 0;          // l per integer coordinate
  double cutoff_square = 2;  // units of l^2
  int num_threads = 1;
};

Surroundings add_ghosts(core::Communicator& comm, const Cuts& cuts, const SetSpread& spread,
                        SetParticles& set, const SurroundingsSettings& settings);
// Leaves what was ours.
void remove_ghosts(const Surroundings& around, SetParticles& set);

}  // namespace motley::nbody
