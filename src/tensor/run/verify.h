// Checks that a plan computes what a single device computes: runs one training step on in-process
// ranks and on one device, and compares them value by value.
//
//   verify_step(step, plan, costs, arguments, {})        float64 on the reference interpreter:
//                                                        loss, gradients, updated parameters, 1e-6
#pragma once

#include <string>
#include <vector>

#include "tensor/grad/train_step.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor {

struct VerifySettings {
  bool reference =
      true;  // float64 on the reference interpreter; else the cpu engine, in the step's types
  // Norm of the difference over norm of the value. A gradient counts as having at least the square
  // root of this times the root mean square of the largest one.
  double tolerance = 1e-6;
  int num_threads = 1;  // of each rank's engine
};

struct VerifyResult {
  bool ok = false;
  double max_relative_error = 0;
  std::string worst;  // name of the value with the largest error
  int num_compared = 0;
};

// `arguments` are the step's unsharded arguments. On the cpu engine updated parameters are not
// compared: an optimizer that divides by a small square root amplifies rounding errors.
VerifyResult verify_step(const TrainStep& step, const ShardPlan& plan,
                         const shard_cost::GroupCosts& costs, const std::vector<Literal>& arguments,
                         const VerifySettings& settings);

}  // namespace motley::tensor
