// A leaf's work, ready for a kernel: its particles, and everything that pulls them, as floats about
// the leaf's centre. What the walk gives and an executor takes; it needs nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nbody/gravity/direct_vectors.h"

namespace motley::nbody {

// Sources, as arrays that grow and are used again.
struct SourceBuffer {
  std::vector<float> x, y, z;
  int count = 0;

  void reserve(int more);
  // Fills up to whole vectors; `count` stays.
  void pad();
  Sources view() const { return {x.data(), y.data(), z.data(), padded}; }

  int padded = 0;  // count, after pad()
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
  uint32_t first = 0, count = 0;  // targets, as places among the walk's particles
  std::vector<float> target[3];
  SourceBuffer sources;
  CellBuffer cells;

  int64_t num_pairs() const {
    return int64_t{count} * (int64_t{sources.count} + int64_t{cells.count});
  }
};

// Where sums go: those of the particles [own_begin, own_end) of the walk. A leaf may have others.
struct AccelerationOutput {
  int64_t own_begin = 0, own_end = 0;
  std::array<float*, 3> acceleration = {};
};

// The sums of a list, in units of G m / l^2, written to the output times `unit`.
struct AccelerationSums {
  std::vector<double> of[3];  // scratch
};
void sum_interactions(const KernelLaw& kernel, const InteractionList& list, double unit,
                      const AccelerationOutput& output, AccelerationSums& sums);

}  // namespace motley::nbody
