// Checks that a plan computes what a single device computes: runs one training step on in-process
// ranks and on one device, and compares them value by value.
//
//   verify_step(step, plan, costs, arguments, {})        float64 on the reference interpreter:
//                                                        loss, gradients, updated parameters, 1e-6
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tensor/grad/train_step.h"
#include "tensor/import/tensor_file.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::tensor {

inline constexpr double kJaxTolerance = 1e-4;
// With bfloat16 or float16 values, which are rounded after every op.
inline constexpr double kTolerance16 = 0.05;

struct VerifySettings {
  bool reference =
      true;  // float64 on the reference interpreter; else the cpu engine, in the step's types
  // Norm of the difference over norm of the value. A gradient counts as having at least the square
  // root of this times the root mean square of the largest one.
  double tolerance = 1e-6;
  int num_threads = 1;  // of each rank's engine
  // What JAX computed on these arguments, as in expected.safetensors: loss, NNN.grad.NAME,
  // NNN.state.NAME.
  std::vector<NamedLiteral> from_jax = {};
  double jax_tolerance = kJaxTolerance;
};

struct VerifyResult {
  bool ok = false;
  double max_relative_error = 0;
  std::string worst;  // name of the value with the largest error
  int num_compared = 0;
  int num_from_jax = 0;      // values of JAX that were compared
  double max_jax_error = 0;  // the largest error of these; more than jax_tolerance is not ok
};

// The same for other ways to run a step. `distributed` is given its arguments, in float64 on the
// reference, and returns its loss, new parameters and state; the gradients are not compared.
VerifyResult verify_results(
    const TrainStep& step, const std::vector<Literal>& arguments, const VerifySettings& settings,
    const std::function<std::vector<Literal>(const std::vector<Literal>&)>& distributed);

// `arguments` are the step's unsharded arguments. On the cpu engine updated parameters are not
// compared: an optimizer that divides by a small square root amplifies rounding errors.
VerifyResult verify_step(const TrainStep& step, const ShardPlan& plan,
                         const shard_cost::GroupCosts& costs, const std::vector<Literal>& arguments,
                         const VerifySettings& settings);

}  // namespace motley::tensor
