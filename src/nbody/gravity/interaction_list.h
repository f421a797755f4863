// The interaction list of a leaf, ready for a kernel: its particles as targets, and all sources
// that act on them, as floats relative to the leaf's centre. Produced by the tree walk, consumed by
// an executor, and self-contained.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nbody/gravity/direct_vectors.h"

namespace motley::nbody {

// Source particles; the arrays grow and are reused.
struct SourceBuffer {
  std::vector<float> x, y, z;
  int count = 0;

  void reserve(int more);
  // Pads to whole vectors; `count` does not change.
  void pad();
  Sources view() const { return {x.data(), y.data(), z.data(), padded}; }

  int padded = 0;  // the padded count, after pad()
};

struct CellBuffer {
  static constexpr int kFields = 10;
  std::vector<float> field[kFields];
  int count = 0;

  void add(const std::array<float, kFields>& values);
  void pad();
  CellSources view() const;

  int padded = 0;
};

struct InteractionList {
  uint32_t first = 0, count = 0;  // targets, as indices into the walk's particles
  std::vector<float> target[3];
  SourceBuffer sources;
  CellBuffer cells;

  int64_t num_pairs() const {
    return int64_t{count} * (int64_t{sources.count} + int64_t{cells.count});
  }
};

// Where accelerations are written: those of the walk's particles [own_begin, own_end). A leaf may
// also hold ghosts, whose sums are dropped.
struct AccelerationOutput {
  int64_t own_begin = 0, own_end = 0;
  std::array<float*, 3> acceleration = {};
};

// Scratch memory.
struct AccelerationSums {
  std::vector<double> of[3];
};
// Sums the list in units of G m / l^2 and writes the result times `unit`.
void sum_interactions(const KernelLaw& kernel, const InteractionList& list, double unit,
                      const AccelerationOutput& output, AccelerationSums& sums);

}  // namespace motley::nbody
