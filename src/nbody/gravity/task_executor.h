// A processor that walks the tree and sums in place of the host's threads: a device
// (step/device_tasks.h). The tree, with the ghosts of other ranks, is the host's.
#pragma once

#include <cstdint>
#include <span>

#include "nbody/gravity/interaction_list.h"
#include "nbody/gravity/short_range.h"
#include "nbody/gravity/walk.h"

namespace motley::nbody {

struct TaskJob {
  const WalkPlan& plan;
  std::span<const uint32_t> tasks;  // cells
  const KernelLaw& kernel;
  double unit;                // G m / l^2
  AccelerationOutput output;  // of the targets
  std::span<float> work;      // as in ShortRangeInput
};

class TaskExecutor {
 public:
  virtual ~TaskExecutor() = default;
  // Sets the accelerations of the targets; returns counts, without seconds.
  virtual ShortRangeCounts accelerate(const TaskJob& job) = 0;
};

}  // namespace motley::nbody
