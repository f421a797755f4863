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
// is sent to all ranks, a small set as a whole.
//
// Ghosts are those of one evaluation: leaves are chosen by where all particles are then, and sent
// with their positions. Codes that keep ghosts over several sub-steps send velocities and bins
// along, take a margin for the drift, and have to end where a particle outruns it; here no ghost is
// ever predicted, so none can be late, and forces are the same to the last bit on any number of
// ranks. Sub-steps move few particles, so that they cost few bytes: of 64^3 particles from z = 49
// to 0 on two ranks of one host, 2466 of 4540 exchanges take 0.1 ms each, all of these 0.4 % of the
// run. What remains of a margin, how far a particle may leave its leaf before the next sort,
// ShortRange checks in every evaluation.
//
// Cost: four collectives; one for a small set.
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
  std::vector<OpenKey> open;        // cells across cuts that are larger than those shared
  std::vector<Stretch> shared;      // cells whose particles all ranks get
  std::vector<int64_t> num_shared;  // particles of each rank in them
  bool is_small = false;            // all of it is shared

  friend bool operator==(const SetSpread&, const SetSpread&) = default;
};

// A collective, as all here.
SetSpread spread_of(core::Communicator& comm, const Cuts& cuts, std::span<const uint64_t> keys);

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
