#include "tensor/plan/planner/planned_arguments.h"

#include <algorithm>

#include "core/base/error.h"

namespace motley::tensor::planner {
namespace {

// Whether the devices of a plan are all of one type.
bool are_alike(const Plan& plan) {
  const std::vector<core::Device> devices = core::devices(plan.on.cluster);
  const std::vector<int>& used = plan.stage().devices;
  return std::ranges::all_of(used, [&](int d) { return devices[d].type == devices[used[0]].type; });
}

ArgumentCut cut_of(const DimSharding& sharding, int axis, int64_t extent, bool alike) {
  ArgumentCut cut{.axis = axis, .dim = sharding.dim, .period = sharding.period};
  const Shares& shares = sharding.shares;
  for (int device = 0; device < shares.num_devices(); ++device) {
    cut.sizes.push_back(extent / shares.total() * shares[device]);
  }
  if (shares.is_even()) return cut;
  // Equal devices have equal shares but for rounding, which may be to whole samples or heads.
  const auto [least, most] = std::ranges::minmax(cut.sizes);
  cut.kind =
      alike || most - least <= 1 ? ArgumentCut::Kind::kRemainder : ArgumentCut::Kind::kUneven;
  return cut;
}

// The state of an argument, or of a stack: that of most of its rows, with the dimension of the
// layers before theirs.
Sharding state_of_whole(const Plan& plan, size_t first, size_t num_rows) {
  const TrainStep& step = plan.on.step();
  const auto state_of = [&](size_t row) -> const Sharding& {
    return plan.stage().sharding.values[step.program.body.arguments[first + row].index];
  };
  if (!step.arguments[first].stack) return state_of(0);
  size_t best = 0, most = 0;
  for (size_t row = 0; row < num_rows; ++row) {
    size_t count = 0;
    for (size_t other = 0; other < num_rows; ++other) count += state_of(other) == state_of(row);
    if (count > most) best = row, most = count;
  }
  Sharding state = state_of(best);
  for (int axis = 0; axis < plan.stage().sharding.group.num_axes(); ++axis) {
    if (state[axis].is_sharded()) ++state[axis].cut.dim;
  }
  return state;
}

}  // namespace

bool PlannedArgument::is_uneven() const {
  return std::ranges::any_of(
      cuts, [](const ArgumentCut& cut) { return cut.kind == ArgumentCut::Kind::kUneven; });
}

std::vector<PlannedArgument> planned_arguments(const Plan& plan) {
  const TrainStep& step = plan.on.step();
  const ShardPlan& sharding = plan.stage().sharding;
  const bool alike = are_alike(plan);
  std::vector<PlannedArgument> arguments;
  for (size_t i = 0; i < step.arguments.size();) {
    const StepArgument& argument = step.arguments[i];
    const size_t num_rows = argument.stack ? argument.stack->num_rows : 1;
    const Sharding state = state_of_whole(plan, i, num_rows);
    const TensorType type = argument.whole_type();
    PlannedArgument planned{.role = argument.role,
                            .name = argument.whole_name(),
                            .type = type,
                            .state = to_string(state, type.shape, sharding.group),
                            .loss_argument = argument.loss_argument};
    for (int axis = 0; axis < sharding.group.num_axes(); ++axis) {
      if (!state[axis].is_sharded()) continue;
      const DimSharding& cut = state[axis].cut;
      planned.cuts.push_back(cut_of(cut, axis, type.shape[cut.dim], alike));
    }
    arguments.push_back(std::move(planned));
    i += num_rows;
  }
  return arguments;
}

bool is_even(const Plan& plan) {
  return std::ranges::none_of(planned_arguments(plan), &PlannedArgument::is_uneven);
}

std::string role_name(StepRole role) {
  switch (role) {
    case StepRole::kParam:
      return "param";
    case StepRole::kState:
      return "state";
    case StepRole::kSetting:
      return "setting";
    case StepRole::kFrozen:
      return "frozen";
    case StepRole::kBatch:
      return "batch";
  }
  MOTLEY_CHECK(false, "role {}", static_cast<int>(role));
}

}  // namespace motley::tensor::planner
