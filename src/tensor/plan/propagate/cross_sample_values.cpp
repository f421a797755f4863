#include "tensor/plan/propagate/cross_sample_values.h"

#include <algorithm>

namespace motley::tensor::propagate {

std::vector<CrossSampleValue> cross_sample_values(const ShardingProblem& problem,
                                                  const ShardPlan& plan) {
  const Region& body = problem.program().body;
  const auto is_forward = problem.graph().ancestors({body.results[0]});
  std::vector<CrossSampleValue> found;
  const auto add = [&](ValueId v, const AxisState& state) {
    if (v == body.results[0] || std::ranges::count(found, v, &CrossSampleValue::value)) return;
    found.push_back({v, {}});
    if (state.is_partial()) found.back().reducer = state.reducer;
  };
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    const Op& op = body.ops[i];
    if (!is_forward[i] || (!op.results.empty() && problem.is_rematerialized(op.results[0])))
      continue;
    const OpShardings* states = problem.shardings(i, plan.rules[i]);
    for (size_t k = 0; k < op.operands.size(); ++k) {
      ValueId v = op.operands[k];
      Sharding needed = states->operands[k];
      while (problem.is_rematerialized(v)) {  // back to the broadcast value
        const int producer = problem.graph().producer[v.index];
        if (row(body.ops[producer].code).recompute != Recompute::kAlways) break;
        needed = operand_of_broadcast(problem, producer, needed);
        v = body.ops[producer].operands[0];
      }
      if (problem.is_rematerialized(v)) continue;
      const AxisState& held = plan.values[v.index][0];
      if (!held.is_replicated() && !(held == needed[0])) add(v, held);
    }
    for (size_t k = 0; k < op.results.size(); ++k) {
      const AxisState &made = states->results[k][0], &held = plan.values[op.results[k].index][0];
      if (made.is_partial() && !(made == held)) add(op.results[k], made);
    }
  }
  return found;
}

}  // namespace motley::tensor::propagate
