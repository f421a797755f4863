// Peano-Hilbert keys: where a point comes on a curve that visits every cell of a fine grid, so that
// neighbours on the curve are neighbours in the Box.
//
//   hilbert_key(x, y, z)             63 bits: 21 depths of an octree, three bits each, coarsest
//   first hilbert_cell(key)                the cell again, its corner as coordinates of the Box
//
// The first half of the curve is the half of the Box with x below its middle, so that two domains
// are two slabs of the mesh. The first 3 L bits name the cell of depth L: particles sorted by key
// lie cell after cell at every depth, which is all that a tree needs. Coordinates are 32 bits
// (particles/box.h); the last eleven do not enter. 24 orientations of the curve, after C. Hamilton,
// "Compact Hilbert Indices", 2006.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace motley::nbody {

inline constexpr int kKeyDepth = 21;

uint64_t hilbert_key(uint32_t x, uint32_t y, uint32_t z);
std::array<uint32_t, 3> hilbert_cell(uint64_t key);

// The order that sorts positions by key, positions with the same key as they were; and their keys,
// sorted.
struct KeyOrder {
  std::vector<uint32_t> order;  // place i of the sorted ones has been place order[i]
  std::vector<uint64_t> keys;
};
KeyOrder hilbert_order(const std::array<std::span<const uint32_t>, 3>& position, int num_threads);
// The same of keys that are sorted in each of some runs, from begins[i] to begins[i + 1].
KeyOrder merged_order(std::span<const uint64_t> keys, std::span<const int64_t> begins);

}  // namespace motley::nbody
