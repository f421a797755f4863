#include "tensor/plan/propagate/cross_sample_values.h"

#include <algorithm>

namespace motley::tensor::propagate {
namespace {

// Values that are affine in a sum over the samples: a mean of errors plus a penalty on parameters.
// The plan reduces the sum before the penalty is added, yet the mean of such values over
// micro-batches is that of the whole batch, as long as what reads them is affine in them, too.
class AffineValues {
 public:
  AffineValues(const ShardingProblem& problem, const ShardPlan& plan)
      : problem_(problem),
        is_affine_(problem.program().values.size()),
        is_of_batch_(problem.program().values.size()) {
    // Sums that are held as they were made, to be reduced by whoever needs them whole.
    for (size_t v = 0; v < plan.values.size(); ++v) {
      const AxisState& held = plan.values[v][0];
      is_sum_.push_back(held.is_partial() && held.reducer == Reducer::kSum);
    }
    for (ValueId v : problem.program().body.arguments)
      is_of_batch_[v.index] = !plan.values[v.index][0].is_replicated();
  }

  bool contains(ValueId v) const { return is_affine_[v.index]; }
  void add(ValueId v) { is_affine_[v.index] = true; }

  // After `op`, in which operand k is a sum over the samples or affine in one: whether its results
  // are, too.
  bool add_results(const Op& op, int k) {
    if (!op.regions.empty() && row(op.code).layer != LayerKind::kReduction) return false;
    const auto fits = [&](int other) {
      const ValueId v = op.operands[other];
      return other == k || !is_of_batch_[v.index] || is_affine_[v.index] || is_sum_[v.index];
    };
    const IndexStructure index = index_structure({problem_.program().values, op});
    const bool is_one = std::ranges::any_of(index.linear_in, [&](const std::vector<int>& set) {
      if (!std::ranges::count(set, k)) return false;
      for (int i = 0; i < static_cast<int>(op.operands.size()); ++i) {
        const bool is_in_set = std::ranges::count(set, i) > 0;
        if (is_in_set ? !fits(i) : is_of_batch_[op.operands[i].index]) return false;
      }
      return true;
    });
    if (!is_one) return false;
    for (ValueId v : op.results) is_affine_[v.index] = true;
    return true;
  }

  // The broadcast of a mean over the samples is as good as the mean: scans stack those of all
  // layers by broadcasting each to a row.
  void pass_broadcast(const Op& op) {
    if (op.operands.empty() || op.results.empty() || !problem_.is_rematerialized(op.results[0]))
      return;
    const ValueId from = op.operands[0];
    if (is_affine_[from.index] || is_sum_[from.index]) add(op.results[0]);
  }

  void visit(const Op& op, const std::vector<ValueId>& inputs) {
    const bool is_of_batch =
        std::ranges::any_of(inputs, [&](ValueId v) { return is_of_batch_[v.index]; });
    for (ValueId v : op.results) is_of_batch_[v.index] = is_of_batch;
  }

 private:
  const ShardingProblem& problem_;
  std::vector<bool> is_affine_, is_of_batch_, is_sum_;
};

}  // namespace

std::vector<CrossSampleValue> cross_sample_values(const ShardingProblem& problem,
                                                  const ShardPlan& plan) {
  const Region& body = problem.program().body;
  const auto is_forward = problem.graph().ancestors({body.results[0]});
  std::vector<CrossSampleValue> found;
  // The loss itself is averaged, which is right for a mean but not for the largest of the samples.
  const auto is_averaged = [&](ValueId v, const AxisState& state) {
    return v == body.results[0] && (!state.is_partial() || state.reducer == Reducer::kSum);
  };
  const auto add = [&](ValueId v, const AxisState& state) {
    if (is_averaged(v, state) || std::ranges::count(found, v, &CrossSampleValue::value)) return;
    found.push_back({v, {}});
    if (state.is_partial()) found.back().reducer = state.reducer;
  };
  AffineValues affine(problem, plan);
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    const Op& op = body.ops[i];
    affine.visit(op, problem.graph().inputs[i]);
    affine.pass_broadcast(op);
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
      const bool is_reduced = !held.is_replicated() && !(held == needed[0]);
      const bool is_sum = held.is_partial() && held.reducer == Reducer::kSum;
      if (affine.contains(v) || (is_sum && is_reduced)) {
        if (!affine.add_results(op, static_cast<int>(k))) add(v, partial());
      } else if (is_reduced) {
        add(v, held);
      }
    }
    for (size_t k = 0; k < op.results.size(); ++k) {
      const AxisState &made = states->results[k][0], &held = plan.values[op.results[k].index][0];
      const bool is_loss = op.results[k] == body.results[0];
      if (!made.is_partial() || (made == held && !is_loss)) continue;
      if (made.reducer == Reducer::kSum && held.is_replicated()) {
        affine.add(op.results[k]);  // those who read it decide
      } else {
        add(op.results[k], made);
      }
    }
  }
  return found;
}

}  // namespace motley::tensor::propagate
