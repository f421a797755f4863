#include "tensor/plan/strategy/dim_names.h"

#include "tensor/plan/strategy/sharding_strategies.h"
#include "tensor/plan/strategy/tensor_parallel.h"

namespace motley::tensor::strategy {
namespace {

// Convolution kernels have spatial dimensions; all other parameters map hidden features.
constexpr size_t kKernelDims = 4;

std::vector<std::string> default_names(const StepArgument& argument) {
  const size_t num_dims = argument.type.shape.size();
  if (argument.role != StepRole::kBatch) {
    return std::vector<std::string>(num_dims, num_dims == kKernelDims ? "channels" : "hidden");
  }
  // Integers are tokens of a sequence; other data has features.
  std::vector<std::string> names(num_dims,
                                 is_float(argument.type.element) ? "features" : "sequence");
  return names;
}

}  // namespace

DimNames::DimNames(const TrainStep& step) {
  for (const StepArgument& argument : step.arguments) names_.push_back(default_names(argument));
  for (int i : batch_dim(step).arguments) names_[i][0] = "batch";
  for (const auto& [argument, dim] : tensor_parallel_dims(step)) {
    names_[argument][dim.dim] = dim.name;
  }
  for (const auto& [argument, cut] : expert_shardings(step, 1)) {
    names_[argument][cut.dim] = "experts";
  }
  // The optimizer state of a parameter has its dimensions, and its name with a suffix.
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].role != StepRole::kState) continue;
    for (int p = 0; p < step.num_params; ++p) {
      const bool belongs = step.arguments[i].name.starts_with(step.arguments[p].name + ".") &&
                           names_[p].size() == names_[i].size();
      if (belongs) names_[i] = names_[p];
    }
  }
}

}  // namespace motley::tensor::strategy
