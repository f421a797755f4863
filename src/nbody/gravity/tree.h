// The tree: an octree over particles sorted by Peano-Hilbert key, as one array of cells.
//
//   cells    0: root | children of 0 | children of 1 | ...            the children of a cell are
//            neighbours in the array, and stand behind it
//
// Which particles share a cell follows from their keys alone; where a cell is (`center`, `half`)
// from where its particles are now: the tightest box let them. So a tree may be made from keys
// that are some steps old, and is right all the same. Cells are cut until they hold at most
// `leaf_size` particles, and until they are an eighth of the Box, so that the shortest way round
// the Box from a leaf's centre is the shortest from all of its particles.
//
// On several ranks a tree also has ghosts, and far cells of others, of which only the box is known
// (surroundings.h): the cells near our particles are those that one rank would have.
//
// Lengths are in the kernels' unit l (direct_vectors.h). Cost of 32^3 particles: some 1 ms on one
// core; 100 bytes a cell.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nbody/mesh/deposit.h"

namespace motley::nbody {

inline constexpr int kMinLeafDepth = 3;  // an eighth of the Box

struct Cell {
  uint32_t center[3];            // of the box let the particles, integer coordinates
  float half[3];                 // half its width, units of l, rounded up
  uint32_t first, count;         // particles
  uint32_t total;                // of all ranks; `count` are here
  uint32_t child, num_children;  // cells; a leaf has none
  float min_acceleration;        // of its particles, the one of the last time; see OpeningSettings
  // About the centre of mass: where it is from `center`, and the sums of products.
  float mass_center[3];
  float xx, yy, zz, xy, xz, yz;

  bool is_leaf() const { return num_children == 0; }
};

// A cell of others that is too far away to be felt. Among keys and positions it has one place, with
// its first key.
struct FarCell {
  uint32_t index;
  int32_t depth;
  uint32_t total;
  uint32_t center[3];
  float half[3];
};

// Cells above `depth` that hold `key` are cut, whatever they seem to hold: what others have of them
// is not known.
struct ForcedSplit {
  uint64_t key;
  int depth;
  friend bool operator==(const ForcedSplit&, const ForcedSplit&) = default;
};

struct TreeLayout {
  int leaf_size = 64;
  std::span<const ForcedSplit> forced_splits = {};
  std::span<const FarCell> far = {};  // by rising place
  double scale = 0;                   // l per integer coordinate
  double acceleration_unit = 1;       // of the accelerations given: G m / l^2
  bool boxes_only = false;            // no masses: to see who is near
};

struct Tree {
  std::vector<Cell> cells;
  std::vector<uint32_t> leaves;  // cells, in particle order; without far ones
};

// `acceleration`: the size of each particle's last one; may be empty, for zeros.
Tree make_tree(std::span<const uint64_t> keys, const PositionSpans& position,
               std::span<const float> acceleration, const TreeLayout& settings, int num_threads);

}  // namespace motley::nbody
