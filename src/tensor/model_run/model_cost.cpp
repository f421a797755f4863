#include "tensor/model_run/model_cost.h"

#include <utility>

#include "core/base/error.h"
#include "tensor/cost/step_cost.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/step/model_step.h"

namespace motley::tensor {
namespace {

// A step ready to be compiled, and what its arguments are.
struct CostedStep {
  Program program;
  std::vector<ArgumentKind> kinds;
  std::vector<Update> updates;
};

// Attention is fused while it can still be recognized: before it is differentiated.
CostedStep costed_step(LoadedModel loaded, const std::optional<std::string>& optimizer,
                       bool bf16_products) {
  CostedStep step;
  bf16_products |= loaded.bf16_products;
  if (!optimizer) {
    differentiate(loaded, true);
    if (bf16_products) loaded.program = with_bf16_products(std::move(loaded.program));
    for (const ArgumentSpec& spec : loaded.signature)
      step.kinds.push_back(spec.role == Role::kBatch ? ArgumentKind::kBatch
                                                     : ArgumentKind::kParameter);
    step.program = std::move(loaded.program);
    return step;
  }
  if (loaded.signature.empty())
    throw core::UserError({loaded.name},
                          "has no signature that tells which arguments are parameters; name a "
                          "model folder, or leave --optimizer out");
  const ModelStepPtr built =
      build_step(loaded, {.optimizer = *optimizer, .bf16_products = bf16_products});
  const TrainStep& train = built->step;
  for (const StepArgument& argument : train.arguments)
    step.kinds.push_back(argument.role == StepRole::kParam || argument.role == StepRole::kFrozen
                             ? ArgumentKind::kParameter
                         : argument.role == StepRole::kState ? ArgumentKind::kState
                                                             : ArgumentKind::kBatch);
  step.updates = updates_of(train);
  step.program = train.program;
  return step;
}

DeviceTypeCost cost_on(const core::DeviceType& type, const CostedStep& step, StepPricing& pricing) {
  const StepCost priced = pricing.on(type);
  DeviceTypeCost cost{type, priced.threads, priced.time, memory_of(*priced.compiled, step.kinds)};
  for (const KernelCost& k : cost.time.kernels)
    cost.flops += k.flops, cost.peak_seconds += k.peak_seconds;
  return cost;
}

}  // namespace

double DeviceTypeCost::measured_share() const {
  double measured = 0;
  for (const KernelCost& k : time.kernels) measured += k.measured ? k.seconds : 0;
  return time.seconds > 0 ? measured / time.seconds : 0;
}

ModelCost model_cost(const LoadedModel& model, const core::Cluster& cluster,
                     const std::optional<std::string>& optimizer, bool bf16_products) {
  const CostedStep step = costed_step(model, optimizer, bf16_products);
  StepPricing pricing(step.program, step.updates);
  ModelCost cost{.types = {}, .warnings = unstated_rates(step.program, cluster)};
  for (const core::DeviceType& type : cluster.device_types)
    cost.types.push_back(cost_on(type, step, pricing));
  return cost;
}

}  // namespace motley::tensor
