// Domains: which rank owns which stretch of the Peano-Hilbert curve.
//
//   const Cuts cuts = balanced_cuts(comm, keys, work, shares, leaf_size);
//   rank_of(cuts, key)                                    the r with cuts[r] <= key < cuts[r + 1]
//   move_particles(comm, cuts, particles, keys, extra);   each to its owner
//
// Shares of the work are as asked for (core/balance), up to the size of a leaf: a cut lies where a
// leaf of the global octree begins.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/particles/particles.h"

namespace motley::nbody {

using Cuts = std::vector<uint64_t>;  // one more than ranks: 0, .., 2^63

int rank_of(const Cuts& cuts, uint64_t key);

// Collectives. `keys` are sorted; `work` of each particle, or empty for equal; `shares` of the
// ranks sum to one.
Cuts balanced_cuts(core::Communicator& comm, std::span<const uint64_t> keys,
                   std::span<const float> work, std::span<const double> shares, int leaf_size);

// Particles and keys, sorted, go to their owners, and with them a number of each. They arrive
// sorted by rank, and within a rank by key: sort again.
void move_particles(core::Communicator& comm, const Cuts& cuts, Particles& particles,
                    std::vector<uint64_t>& keys, std::vector<float>& extra);

}  // namespace motley::nbody
