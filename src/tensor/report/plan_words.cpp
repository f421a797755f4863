#include "tensor/report/plan_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace motley::tensor {

using planner::Plan;
using strategy::DimNames;

namespace {

// "5:3:3:1", or "8x5:24x3" where many devices have the same.
std::string shares_text(const Shares& shares) {
  std::vector<std::string> texts;
  for (int begin = 0, end = 0; begin < shares.num_devices(); begin = end) {
    while (end < shares.num_devices() && shares[end] == shares[begin]) ++end;
    const bool is_long = shares.num_devices() > 8 && end - begin > 1;
    for (int i = begin; i < (is_long ? begin + 1 : end); ++i) {
      texts.push_back(is_long ? fmt::format("{}x{}", end - begin, shares[begin])
                              : fmt::format("{}", shares[begin]));
    }
  }
  return fmt::format("{}", fmt::join(texts, ":"));
}

// Bytes of the step's arguments of this role that are sharded along an axis of the grid, as a share
// of all of them.
double sharded_share(const Plan& plan, StepRole role, int axis) {
  double sharded = 0, all = 0;
  for (size_t i = 0; i < plan.on.step().arguments.size(); ++i) {
    const StepArgument& argument = plan.on.step().arguments[i];
    if (argument.role != role) continue;
    const auto bytes = static_cast<double>(argument.type.num_bytes());
    const ValueId v = plan.on.step().program.body.arguments[i];
    all += bytes;
    if (plan.stage().sharding.values[v.index][axis].is_sharded()) sharded += bytes;
  }
  return all > 0 ? sharded / all : 0;
}

// "data-parallel over 4 devices, uneven 5:3:3:1, with sharded optimizer state".
std::string axis_text(const Plan& plan, int axis) {
  const int num_devices = plan.stage().sharding.group.sizes[axis];
  const double params = sharded_share(plan, StepRole::kParam, axis),
               state = sharded_share(plan, StepRole::kState, axis);
  for (int i : strategy::batch_dim(plan.on.step()).arguments) {
    const ValueId v = plan.on.step().program.body.arguments[i];
    const AxisState& batch = plan.stage().sharding.values[v.index][axis];
    if (!batch.is_sharded()) continue;
    const Shares& shares = batch.cut.shares;
    return fmt::format("{}-parallel over {} devices{}{}", batch.cut.dim == 0 ? "data" : "sequence",
                       num_devices,
                       shares.is_even() ? "" : fmt::format(", uneven {}", shares_text(shares)),
                       params > 0.5  ? ", with sharded parameters"
                       : state > 0.5 ? ", with sharded optimizer state"
                                     : "");
  }
  return fmt::format("{} over {} devices", params > 0 ? "tensor-parallel" : "replicated",
                     num_devices);
}

}  // namespace

std::string samples_of(const Plan& plan) {
  return samples_text(plan.on.model_step->samples_per_step(), plan.on.microbatches());
}

std::string parallelism_text(const Plan& plan) {
  std::vector<std::string> texts;
  for (int a = 0; a < plan.stage().sharding.group.num_axes(); ++a) {
    if (plan.stage().sharding.group.sizes[a] > 1) texts.push_back(axis_text(plan, a));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string state_words(const DimNames& dims, int argument, const Sharding& state,
                        const DeviceGrid& group) {
  std::string text;
  for (int a = 0; a < group.num_axes(); ++a) {
    const std::string along = group.num_axes() == 1 ? "" : a == 0 ? " across rows" : " within rows";
    if (state[a].is_sharded()) {
      text += fmt::format("{}sharded along {} (dimension {}){}", text.empty() ? "" : ", ",
                          dims.name(argument, state[a].cut.dim), state[a].cut.dim, along);
    } else if (state[a].is_partial()) {
      text += fmt::format("{}partial sums{}", text.empty() ? "" : ", ", along);
    }
  }
  return text.empty() ? "replicated" : text;
}

int64_t num_samples(const Plan& plan, const strategy::BatchDim& batch, int rank) {
  const ShardPlan& sharding = plan.stage().sharding;
  int64_t samples = batch.extent, most_bytes = 0;
  for (int i : batch.arguments) {
    const ValueId v = plan.on.step().program.body.arguments[i];
    const TensorType& type = plan.on.step().program.type(v);
    const Shape local = local_shape(sharding.values[v.index], type.shape, sharding.group, rank);
    if (is_replicated(sharding.values[v.index]) || type.num_bytes() <= most_bytes) continue;
    most_bytes = type.num_bytes();
    samples = local[0];
  }
  return samples;
}

}  // namespace motley::tensor
