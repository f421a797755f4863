#include "tensor/plan/propagate/ops_without_rule.h"

namespace motley::tensor::propagate {

namespace {

// No axis of its loop nest can be sharded, and no partial sum passes through.
bool only_replicates(const OpRules& rules) {
  const IndexStructure& index = rules.index();
  for (int a = 0; a < std::ssize(index.axes); ++a) {
    if (rules.can_split(a)) return false;
  }
  return index.linear_in.empty() && !index.axes.empty();
}

}  // namespace

std::vector<int> ops_without_rule(const ShardingProblem& problem, const ShardPlan& plan) {
  std::vector<int> found;
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    const Op& op = problem.program().body.ops[i];
    if (!op.results.empty() && problem.is_rematerialized(op.results[0])) continue;
    bool wants = false;
    for (int a = 0; a < plan.group.num_axes() && !wants; ++a) {
      if (plan.rules[i][a].kind != AxisRule::Kind::kReplicate) continue;
      wants = plan.group.sizes[a] > 1 && only_replicates(problem.rules(i));
      for (size_t k = 0; k < op.operands.size() && !wants; ++k) {
        const AxisState& state = plan.values[op.operands[k].index][a];
        wants = !problem.is_rematerialized(op.operands[k]) && state.is_sharded() &&
                problem.rules(i).taking(static_cast<int>(k), state).empty();
      }
    }
    if (wants) found.push_back(i);
  }
  return found;
}

}  // namespace motley::tensor::propagate
