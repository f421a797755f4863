// A pipeline plan: which layers form a stage, which devices run it, and the schedule. Planners
// create it (planners.h), a PlanEvaluator times it (evaluate.h).
//
//   (0-16)@14 | (16-24)@2      layers 0 to 15 on fourteen devices, the rest on two
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor::stage {

struct PlannedStage {
  std::vector<int32_t> layers;  // ascending
  DeviceGroup devices;
  bool recompute =
      // Activation recomputation: the backward pass reruns the forward pass and stores only its
      // input.
      false;

  friend bool operator==(const PlannedStage&, const PlannedStage&) = default;
};

struct PipelinePlan {
  int32_t microbatches = 1;
  // A name of generators.h, or "best": the result of choose_schedule.
  std::string schedule = "1f1b";
  std::vector<PlannedStage> stages;

  friend bool operator==(const PipelinePlan&, const PipelinePlan&) = default;
};

// "(0-16)@14 | (16-24)@2"; a stage that is not a contiguous range is printed as "(17 layers)@14".
std::string to_string(const PipelinePlan& plan);

}  // namespace motley::tensor::stage
