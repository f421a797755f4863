// The short-range force on particles: a walk of the tree for each leaf, and direct sums.
//
//   ShortRange near({.law = law}, box);
//   near.accelerate({.keys = keys, .position = spans(particles.position)}, mass, acceleration, 2);
//
// Targets descend the tree together: what a cell of targets has found too far away, or far enough
// to be taken as one mass with second moments, its children need not look at again.
//
//        targets T                     sources
//        +-------+     gap >= r_cut            dropped
//        |       |     far enough, whole cell within r_cut      one mass with second moments
//        +-------+     else                    opened; leaves give their particles
//
// A leaf's list of sources is packed into floats relative to the leaf's centre, leaving out those
// beyond the cut-off of the leaf's box, and one kernel call sums them (direct_vectors.h). The order
// of every sum follows from the tree alone: any number of threads gives the same bits, and with the
// right ghosts (surroundings.h) any number of ranks.
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

inline constexpr uint32_t kTaskParticles = 512;  // targets that descend as one task

// When a cell of width w and M particles at distance r may stand for them. The error of a cell with
// second moments goes as its third ones, M w^3 / r^5:
//
//   relative     M w^3 / r^5 <= tolerance * |a|, with the acceleration of the last time
//   geometric    w <= angle * r
//
// Where there is no last time, the geometric one. Tolerance 0: no cell is taken.
struct OpeningSettings {
  bool relative = true;
  double tolerance = 0.002;
  double angle = 0.5;
};

struct ShortRangeSettings {
  ForceLaw law;
  OpeningSettings opening;
  int leaf_size = 64;
};

struct ShortRangeInput {
  std::span<const uint64_t> keys;  // sorted; may be a few steps old
  PositionSpans position;
  std::span<const float> old_acceleration;  // sizes, (km/s)^2 / (Mpc/h); may be empty
  // Among ghosts of other ranks: which cells are far, and which particles are to be pulled.
  std::span<const FarCell> far = {};
  int64_t own_begin = 0, own_end = INT64_MAX;
  std::span<float> work = {};  // where it is wanted: of each that is pulled, its pairs are added
};

// What was done, for reports.
struct ShortRangeCounts {
  int64_t particles = 0;
  int64_t direct_pairs = 0;                   // evaluated, those beyond the cut-off included
  int64_t cell_pairs = 0;                     // particles x cells
  int64_t executor_pairs = 0;                 // of both, those that executors summed
  double tree_seconds = 0, walk_seconds = 0;  // walk: lists and kernels together

  ShortRangeCounts& operator+=(const ShortRangeCounts& other);
};

class ShortRange {
 public:
  ShortRange(const ShortRangeSettings& settings, const Box& box);

  // Another softening length, Mpc/h; quick.
  void set_epsilon(double epsilon);

  // Sets the accelerations of those that are to be pulled, towards all particles of the input, each
  // of mass `mass`.
  ShortRangeCounts accelerate(const ShortRangeInput& input, double mass,
                              const AccelerationSpans& acceleration, int num_threads) const;

  const ShortRangeSettings& settings() const { return settings_; }

  // Others that share the work with the calling threads (executor.h); not owned.
  void set_executors(std::vector<ListExecutor*> executors) { executors_ = std::move(executors); }

 private:
  ShortRangeSettings settings_;
  Box box_;
  KernelLaw kernel_;
  std::vector<ListExecutor*> executors_;
};

}  // namespace motley::nbody
