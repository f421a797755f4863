// Domains: which rank owns which stretch of the Peano-Hilbert curve.
//
//   const DomainBoundaries boundaries = balanced_boundaries(comm, keys, {work}, [&](double all) {
//   return shares; }, 512); rank_of(boundaries, key)                                    the r with
//   boundaries[r] <= key < boundaries[r + 1]
//
// Shares of the work are as asked for (core/balance), up to the size of a cell: a cut lies where a
// cell of the global octree begins, one that is a task of the short range, so that no leaf and no
// task lies across it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/comm/communicator.h"

namespace motley::nbody {

using DomainBoundaries = std::vector<uint64_t>;  // one more than ranks: 0, .., 2^63

int rank_of(const DomainBoundaries& boundaries, uint64_t key);

// The ranks' shares of all work, which sum to one. Where none is known `all` is 0, and particles
// are shared.
using SharesOfWork = std::function<std::vector<double>(double all)>;

// Work of each particle, whole numbers, or empty where it is not known; that of key i is
// of[order[i]], or of[i] where there is no order.
struct ParticleWork {
  std::span<const float> of = {};
  std::span<const uint32_t> order = {};
};

// Collectives. A cut begins the largest cell of at most `cell_size` particles. `keys` are sorted.
DomainBoundaries balanced_boundaries(core::Communicator& comm, std::span<const uint64_t> keys,
                                     const ParticleWork& work, const SharesOfWork& shares_of,
                                     int64_t cell_size);

}  // namespace motley::nbody
