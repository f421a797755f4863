// The layers of a pipeline shared out anew among its stages, for devices that are as fast as
// measured: devices, micro-batches, lists and recomputation stay.
//
//   (0-3)@0 | (3-6)@1 | (6-9)@2, device 1 half as fast as described ->
//   (0-4)@0 | (4-5)@1 | (5-9)@2
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

// Why the layers of a pipeline stay where they are, or nothing.
std::string fixed_layers_reason(const Plan& plan);

// The same pipeline whose stages but the first begin at these layers. Without times.
Plan with_cuts(Plan plan, std::vector<int> cuts);

struct RebalancedLayers {
  Plan plan;                                 // with the times of the described cluster
  double now_seconds = 0, next_seconds = 0;  // of the plan in use and of this one, as measured
  bool fits = true;
  int64_t moved_bytes = 0;  // parameters and state that go to other ranks

  double gain() const { return 1 - next_seconds / now_seconds; }
};
// What the simulator finds best by moving the ends of stages, layer by layer, from where they are.
RebalancedLayers rebalanced_layers(const Plan& plan, const core::Cluster& measured);

}  // namespace motley::tensor::planner
