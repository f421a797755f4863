// A pipeline plan: which layers form a stage, which devices run it, and in which order. Planners
// make it (planners.h), a PlanEvaluator times it (evaluate.h).
//
//   (0-16)@14 | (16-24)@2      layers 0 to 15 on fourteen devices, the rest on two
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor {

struct PlannedStage {
  std::vector<int32_t> layers;  // ascending
  DeviceGroup devices;
  bool recompute =
      false;  // the backward pass runs the forward pass again, and keeps only its input

  friend bool operator==(const PlannedStage&, const PlannedStage&) = default;
};

struct PipelinePlan {
  int32_t microbatches = 1;
  std::string schedule = "1f1b";  // a name of generators.h, or "best": what choose_schedule finds
  std::vector<PlannedStage> stages;

  friend bool operator==(const PipelinePlan&, const PipelinePlan&) = default;
};

// "(0-16)@14 | (16-24)@2"; a stage that is no range of layers is told as "(17 layers)@14".
std::string to_string(const PipelinePlan& plan);

}  // namespace motley::tensor
