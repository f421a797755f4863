// Domain decomposition: which rank owns which range of the Peano-Hilbert curve.
//
//   const DomainBoundaries boundaries =
//       balanced_boundaries(comm, keys, {work}, [&](double total) { return shares; }, 512);
//   rank_of(boundaries, key)                   the r with boundaries[r] <= key < boundaries[r + 1]
//
// Each rank gets its share of the work (core/balance), up to the size of a cell: a boundary lies
// where a cell of the global octree begins. Cells are those that are one task of the short range,
// so no leaf and no task is split by a boundary.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/comm/communicator.h"

namespace motley::nbody {

using DomainBoundaries = std::vector<uint64_t>;  // num_ranks + 1 keys: 0, .., 2^63

int rank_of(const DomainBoundaries& boundaries, uint64_t key);

// The ranks' shares of the total work; they sum to one. The total is 0 if no work has been measured
// yet; particles are then counted instead.
using SharesOfWork = std::function<std::vector<double>(double total)>;

// Work of each particle, whole numbers; empty if not measured yet. The work of key i is
// of[order[i]], or of[i] without an order.
struct ParticleWork {
  std::span<const float> of = {};
  std::span<const uint32_t> order = {};
};

// Collective. Each boundary is the start of the largest cell of at most `cell_size` particles.
// `keys` are sorted.
DomainBoundaries balanced_boundaries(core::Communicator& comm, std::span<const uint64_t> keys,
                                     const ParticleWork& work, const SharesOfWork& shares_of,
                                     int64_t cell_size);

}  // namespace motley::nbody
