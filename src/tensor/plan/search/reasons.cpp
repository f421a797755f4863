#include "tensor/plan/search/reasons.h"

#include <algorithm>

namespace motley::tensor::search {

std::vector<Reason> alike_arguments(const TrainStep& step, const ShardPlan& plan) {
  std::vector<Reason> reasons;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const StepRole role = step.arguments[i].role;
    if (role == StepRole::kState || role == StepRole::kSetting) continue;
    const ValueId v = step.program.body.arguments[i];
    const int64_t bytes = step.arguments[i].type.num_bytes();
    const auto same = std::ranges::find_if(reasons, [&](const Reason& r) {
      return step.program.type(r.values[0]) == step.arguments[i].type &&
             r.state == plan.values[v.index];
    });
    if (same == reasons.end()) {
      reasons.push_back({.state = plan.values[v.index], .values = {v}, .bytes = bytes});
    } else {
      same->values.push_back(v);
      same->bytes += bytes;
    }
  }
  std::ranges::stable_sort(reasons, std::greater(), &Reason::bytes);
  return reasons;
}

}  // namespace motley::tensor::search
