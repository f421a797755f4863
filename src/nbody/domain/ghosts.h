// Ghosts: copies of other ranks' leaves that our particles feel.
//
// Each rank says where its particles are, as some boxes; each sends, leaf by leaf, what lies within
// the cut-off of another's boxes. Ranks own stretches of the curve, so ghosts of lower ranks, our
// own particles and ghosts of higher ranks stand in the order of keys:
//
//   | from 0 | from 1 | ... | ours | ... | from P - 1 |          nothing is sorted again
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/domain/leaves.h"

namespace motley::nbody {

// Our particles among ghosts.
struct WithGhosts {
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<uint64_t> keys;
  std::vector<int32_t> leaf_level;     // of each particle
  int64_t own_begin = 0, own_end = 0;  // ours
};

// A collective. `reach` in integer coordinates: the cut-off, and more where particles will move
// before the next exchange.
WithGhosts exchange_ghosts(core::Communicator& comm,
                           const std::array<std::span<const uint32_t>, 3>& position,
                           std::span<const uint64_t> keys, std::span<const Leaf> leaves,
                           double reach);

}  // namespace motley::nbody
