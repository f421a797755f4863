// Leaves of the global octree, as one rank sees those of its particles.
//
// A cell is cut while it holds more than `leaf_size` particles, while it is above level 3, and
// where a border between ranks lies inside of it. Borders are put between leaves (cuts.h), so each
// leaf is whole on one rank, and which leaves there are does not depend on how many ranks there
// are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace motley::nbody {

inline constexpr int kMinLeafLevel = 3;  // an eighth of the Box

struct Leaf {
  uint32_t first = 0, count = 0;  // particles
  uint8_t level = 0;
};

// Of sorted keys; `cuts` are rising keys, of which only those inside matter.
std::vector<Leaf> cut_leaves(std::span<const uint64_t> keys, int leaf_size,
                             std::span<const uint64_t> cuts = {});

}  // namespace motley::nbody
