// The short-range force on particles: a tree walk for each leaf, and direct sums.
//
//   ShortRange near({.law = law}, box);
//   near.accelerate({.keys = keys, .position = spans(particles.position)}, mass, acceleration, 2);
//
// Targets descend the tree as cells: source cells that a target cell has found beyond the cut-off,
// or has accepted as multipoles, are not examined again by its children.
//
//        targets T                     sources
//        +-------+     gap >= r_cut            dropped
//        |       |     accepted, whole cell within r_cut        mass with second moments
//        +-------+     else                    opened; leaves contribute their particles
//
// A leaf's sources are packed into floats relative to the leaf's centre, dropping those beyond the
// cut-off of the leaf's box, and summed by one kernel call (direct_vectors.h). The order of every
// sum follows from the tree alone: the bits are identical on any number of threads and, with the
// ghosts of local_essential_tree.h, on any number of ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nbody/gravity/force_law.h"
#include "nbody/gravity/kernel_law.h"
#include "nbody/gravity/tree.h"
#include "nbody/mesh/long_range.h"
#include "nbody/particles/box.h"

namespace motley::nbody {

class ListExecutor;
class TaskExecutor;

inline constexpr uint32_t kTaskParticles = 512;  // at most this many targets form one task

// The opening criterion: when a cell of width w and M particles at distance r is accepted as a
// multipole. With second moments the error scales with the third moments, M w^3 / r^5:
//
//   relative     M w^3 / r^5 <= tolerance * |a|, with the old acceleration
//   geometric    w <= angle * r
//
// Without an old acceleration the geometric criterion applies. Tolerance 0: no cell is accepted.
struct OpeningSettings {
  bool relative = true;
  double tolerance = 0.002;
  double angle = 0.5;
};

struct ShortRangeSettings {
  ForceLaw law;
  OpeningSettings opening;
  int leaf_size = 64;
  bool exact = false;  // the same bits on every processor (exact_vectors.h)
};

struct ShortRangeInput {
  std::span<const uint64_t> keys;  // sorted; may be a few steps old
  PositionSpans position;
  std::span<const float> old_acceleration;  // magnitudes, (km/s)^2 / (Mpc/h); may be empty
  // With ghosts of other ranks: the far cells, and which particles are targets.
  std::span<const FarCell> far = {};
  int64_t own_begin = 0, own_end = INT64_MAX;
  std::span<float> work = {};        // if not empty: the number of pairs of each target is added
  TaskExecutor* executor = nullptr;  // walks and sums; null: the host's threads
};

// Operation counts and timings.
struct ShortRangeCounts {
  int64_t particles = 0;
  int64_t direct_pairs = 0;                   // evaluated, including those beyond the cut-off
  int64_t cell_pairs = 0;                     // particles x cells
  int64_t executor_pairs = 0;                 // of both, summed by executors
  double tree_seconds = 0, walk_seconds = 0;  // walk: lists and kernels

  ShortRangeCounts& operator+=(const ShortRangeCounts& other);
};

class ShortRange {
 public:
  ShortRange(const ShortRangeSettings& settings, const Box& box);

  // Changes the softening length, Mpc/h; cheap.
  void set_epsilon(double epsilon);

  // Sets the accelerations of the targets towards all particles of the input, each of mass `mass`.
  ShortRangeCounts accelerate(const ShortRangeInput& input, double mass,
                              const AccelerationSpans& acceleration, int num_threads) const;

  const ShortRangeSettings& settings() const { return settings_; }
  const KernelLaw& kernel() const { return kernel_; }

  // Executors that share the work with the calling threads (list_executor.h); not owned.
  void set_executors(std::vector<ListExecutor*> executors) { executors_ = std::move(executors); }

 private:
  ShortRangeSettings settings_;
  Box box_;
  KernelLaw kernel_;
  std::vector<ListExecutor*> executors_;
};

}  // namespace motley::nbody
