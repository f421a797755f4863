#include "tensor/plan/planner/plan_diff.h"

#include <map>

namespace motley::tensor::planner {

std::optional<PlanDiff> diff(const Plan& before, const Plan& after) {
  const StepOnCluster &a = before.on, &b = after.on;
  if (a.optimizer() != b.optimizer() ||
      a.step().program.values.size() != b.step().program.values.size() ||
      structural_hash(a.model_step->model.program) !=
          structural_hash(b.model_step->model.program)) {
    return std::nullopt;
  }
  const auto state_text = [](const Plan& plan, ValueId v) {
    const ShardPlan& sharding = plan.stage().sharding;
    return to_string(sharding.values[v.index], plan.on.step().program.type(v).shape,
                     sharding.group);
  };
  const auto names = value_names(a.step());
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> changes;
  PlanDiff result;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    auto states = std::pair(state_text(before, ValueId(i)), state_text(after, ValueId(i)));
    if (states.first == states.second) {
      ++result.num_same;
    } else {
      changes[std::move(states)].push_back(names[i]);
    }
  }
  for (auto& [states, values] : changes) {
    result.changes.push_back({states.first, states.second, std::move(values)});
  }
  return result;
}

}  // namespace motley::tensor::planner
