// Peano-Hilbert keys: the position of a point on a curve that visits every cell of a fine grid,
// such that neighbours on the curve are neighbours in the Box.
//
//   hilbert_key(x, y, z)      63 bits: an octree of depth 21, three bits per depth, coarsest first
//   hilbert_cell(key)         the inverse: the corner of the cell, as Box coordinates
//
// The first half of the curve is the half of the Box with x below its middle, so two domains are
// two slabs of the mesh. The first 3 d bits name the cell at depth d: particles sorted by key are
// grouped by cell at every depth, which is all that a tree needs. Box coordinates have 32 bits
// (particles/box.h); the last eleven are not used. 24 orientations of the curve, after C. Hamilton,
// "Compact Hilbert Indices", 2006.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace motley::nbody {

inline constexpr int kKeyDepth = 21;
inline constexpr uint64_t kKeyEnd = uint64_t{1} << (3 * kKeyDepth);  // one past the largest key

// How many keys a cell at this depth covers.
constexpr uint64_t keys_per_cell(int depth) { return uint64_t{1} << (3 * (kKeyDepth - depth)); }

// The index of the first of the sorted keys that is not below `key`.
inline int64_t first_index_of(std::span<const uint64_t> keys, uint64_t key) {
  return std::ranges::lower_bound(keys, key) - keys.begin();
}

// Three depths of the curve at once: by state and octants, the next state times 512 and the digits.
std::span<const uint16_t> hilbert_table();

uint64_t hilbert_key(uint32_t x, uint32_t y, uint32_t z);
std::array<uint32_t, 3> hilbert_cell(uint64_t key);

// The permutation that sorts positions by key, stable for equal keys, and the sorted keys.
struct KeyOrder {
  std::vector<uint32_t> order;  // sorted element i was element order[i]
  std::vector<uint64_t> keys;
};
KeyOrder hilbert_order(const std::array<std::span<const uint32_t>, 3>& position, int num_threads);
// The same for keys that consist of sorted runs, from begins[i] to begins[i + 1].
KeyOrder merged_order(std::span<const uint64_t> keys, std::span<const int64_t> begins);

}  // namespace motley::nbody
