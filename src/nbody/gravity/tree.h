// The gravity tree: an octree over particles sorted by Peano-Hilbert key, as one array of cells.
//
//   cells    0: root | children of 0 | children of 1 | ...            the children of a cell are
//            adjacent in the array and come after it
//
// Membership in a cell follows from the keys alone; the cell's extent (`center`, `half`) is the
// bounding box of the current positions. So a tree built from keys that are some steps old is still
// correct. Cells are split until they hold at most `leaf_size` particles and are at most an eighth
// of the Box wide, so that the minimum image with respect to a leaf's centre is the minimum image
// for all of its particles.
//
// On several ranks the tree also holds ghosts, and far cells of which only the box is known
// (local_essential_tree.h): the cells near our particles are those that a single rank would have.
//
// Lengths are in the kernels' unit l (direct_vectors.h). Cost: about 1 ms for 32^3 particles on one
// core; 100 bytes per cell.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nbody/gravity/cell.h"
#include "nbody/mesh/deposit.h"

namespace motley::nbody {

// A cell of another rank beyond the cut-off. It takes one slot among keys and positions, with the
// first key of the cell.
struct FarCell {
  uint32_t index;
  int32_t depth;
  uint32_t total;
  uint32_t center[3];
  float half[3];
};

// Cells above `depth` that contain `key` are split however few particles they seem to hold: other
// ranks may hold more of them.
struct ForcedSplit {
  uint64_t key;
  int depth;
  friend bool operator==(const ForcedSplit&, const ForcedSplit&) = default;
};

struct TreeLayout {
  int leaf_size = 64;
  std::span<const ForcedSplit> forced_splits = {};
  std::span<const FarCell> far = {};  // by increasing index
  double scale = 0;                   // l per integer coordinate
  double acceleration_unit = 1;       // of the given accelerations: G m / l^2
  bool boxes_only = false;            // no masses and moments: only to find neighbours
};

struct Tree {
  std::vector<Cell> cells;
  std::vector<uint32_t> leaves;  // cell indices in particle order, without far cells
};

// `acceleration`: the magnitude of each particle's last acceleration; empty means zeros.
Tree make_tree(std::span<const uint64_t> keys, const PositionSpans& position,
               std::span<const float> acceleration, const TreeLayout& settings, int num_threads);

}  // namespace motley::nbody
