// Shows that a plan computes what one device computes: one training step on in-process ranks,
// beside the same step on one device, compared value by value.
//
//   verify_step(step, plan, costs, arguments, {})        float64 on the reference interpreter:
//                                                        loss, gradients, updated parameters, 1e-6
#pragma once

#include <string>
#include <vector>

#include "tensor/grad/train_step.h"
#include "tensor/plan/shard/shard_plan.h"

namespace motley::tensor {

struct VerifySettings {
  bool reference = true;    // float64 on the reference; else the cpu engine, in the step's types
  double tolerance = 1e-6;  // of the difference's norm, over the value's
  int num_threads = 1;      // of each rank's engine
};

struct VerifyResult {
  bool ok = false;
  double max_relative_error = 0;
  std::string worst;  // the name of the value it belongs to
  int num_compared = 0;
};

// `arguments` are those of the step, whole. With the cpu engine, updated parameters are left out:
// an optimizer that divides by a small root makes much of a last bit.
VerifyResult verify_step(const TrainStep& step, const ShardPlan& plan, const GroupCosts& costs,
                         const std::vector<Literal>& arguments, const VerifySettings& settings);

}  // namespace motley::tensor
