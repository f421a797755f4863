#include "tensor/plan/strategy/sample_counters.h"

#include <algorithm>
#include <map>

#include "core/cluster/cluster.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor::strategy {
namespace {

using namespace propagate;
using namespace shard_cost;

class Counters {
 public:
  Counters(const ShardingProblem& problem, const ShardPlan& plan,
           const std::vector<LossArgument>& arguments)
      : problem_(problem),
        plan_(plan),
        graph_(problem.graph()),
        of_batch_(graph_.program.values.size()),
        of_state_(graph_.program.values.size()) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      const ValueId v = graph_.program.body.arguments[i];
      of_batch_[v.index] = arguments[i].is_batch();
      of_state_[v.index] = arguments[i].is_state();
    }
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const auto any = [&](const std::vector<bool>& of) {
        return std::ranges::any_of(graph_.inputs[i], [&](ValueId v) { return of[v.index]; });
      };
      const bool batch = any(of_batch_), state = any(of_state_);
      for (ValueId v : graph_.ops[i].results)
        of_batch_[v.index] = batch, of_state_[v.index] = state;
    }
  }

  std::optional<std::vector<ValueId>> run() && {
    const auto is_forward = graph_.ancestors({graph_.program.body.results[0]});
    for (int i = 0; i < graph_.num_ops() && is_possible_; ++i) {
      if (is_forward[i]) meet_samples(i);
    }
    check_readers(is_forward);
    if (!is_possible_) return std::nullopt;
    return std::move(counters_);
  }

 private:
  bool is_drawn(ValueId v) const { return of_state_[v.index] && !of_batch_[v.index]; }

  // The states in which an op of the plan reads its operands; null if it is recomputed by readers.
  const OpShardings* states_of(int op) const {
    const Op& o = graph_.ops[op];
    if (!o.results.empty() && problem_.is_rematerialized(o.results[0])) return nullptr;
    return problem_.shardings(op, plan_.rules[op]);
  }

  // An op that reads what is drawn sharded, beside samples.
  void meet_samples(int op) {
    const OpShardings* states = states_of(op);
    if (!states) return;
    for (size_t k = 0; k < graph_.ops[op].operands.size(); ++k) {
      const ValueId v = graph_.ops[op].operands[k];
      if (is_drawn(v) && states->operands[k][0].is_sharded()) want(v, states->operands[k][0]);
    }
  }

  // The value of the whole batch is the values of the micro-batches, one after the other along the
  // dimension that is sharded.
  void want(ValueId v, const AxisState& state) {
    const auto [at, is_new] = wanted_.try_emplace(v.index, state);
    if (!is_new) {
      is_possible_ = is_possible_ && at->second == state;
      return;
    }
    const int op = graph_.producer[v.index];
    const int64_t extent = graph_.program.type(v).shape[state.cut.dim];
    if (op == kNone || state.cut.period != extent) {
      is_possible_ = false;
      return;
    }
    const Op& o = graph_.ops[op];
    if (const auto* iota = std::get_if<IotaAttrs>(&o.attrs)) {
      if (iota->dim != state.cut.dim) return;
      // Elements before the samples would be counted otherwise in a larger batch.
      is_possible_ = is_possible_ && state.cut.dim == 0;
      counters_.push_back(v);
      return;
    }
    if (const auto* constant = std::get_if<ConstantAttrs>(&o.attrs)) {
      is_possible_ = is_possible_ && constant->is_splat();
      return;
    }
    const auto result = std::ranges::find(o.results, v) - o.results.begin();
    const auto& rules = problem_.giving(op, static_cast<int>(result), state);
    if (rules.empty() || std::holds_alternative<RngAttrs>(o.attrs)) {  // it has no counter
      is_possible_ = false;
      return;
    }
    const auto states = problem_.rules(op).states(rules[0]);
    for (size_t k = 0; k < o.operands.size() && is_possible_; ++k) {
      if (states->operands[k].is_partial()) is_possible_ = false;
      if (states->operands[k].is_sharded()) want(o.operands[k], states->operands[k]);
    }
  }

  // What is drawn for samples, and what counts them, is not read as a whole, as by a sum over all.
  void check_readers(const std::vector<bool>& is_forward) {
    std::vector<bool> counts(graph_.program.values.size());
    for (ValueId v : counters_) counts[v.index] = true;
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const Op& o = graph_.ops[i];
      const bool does =
          std::ranges::any_of(graph_.inputs[i], [&](ValueId v) { return counts[v.index]; });
      for (ValueId v : o.results) counts[v.index] = counts[v.index] || does;
      const bool is_of_draw = std::ranges::any_of(
          o.results, [&](ValueId r) { return wanted_.contains(static_cast<int>(r.index)); });
      if (!is_forward[i] || is_of_draw) continue;
      const OpShardings* states = states_of(i);
      for (size_t k = 0; k < o.operands.size(); ++k) {
        const ValueId v = o.operands[k];
        const bool is_cut = states && states->operands[k][0].is_sharded();
        const bool is_of_samples =
            wanted_.contains(static_cast<int>(v.index)) && (is_drawn(v) || counts[v.index]);
        if (is_of_samples && !is_cut) is_possible_ = false;
      }
    }
  }

  const ShardingProblem& problem_;
  const ShardPlan& plan_;
  const Graph& graph_;
  std::vector<bool> of_batch_, of_state_;  // by value: what it depends on
  std::map<int, AxisState> wanted_;        // by value
  std::vector<ValueId> counters_;
  bool is_possible_ = true;
};

}  // namespace

std::optional<std::vector<ValueId>> sample_counters(const Program& loss,
                                                    const std::vector<LossArgument>& arguments) {
  const BatchDim batch = batch_dim(loss, arguments);
  if (batch.extent < 2) return std::nullopt;
  const DeviceGrid halves{{2}};
  const core::Cluster two = core::one_host({.flops_per_second = 1e12}, 2, {1e9, 0});
  const ShardingProblem problem(loss, 0, halves, group_costs(two, halves, {0, 1}));
  Pins pins{.follow_operands = true};
  for (int i : batch.arguments) {
    pins.values[loss.body.arguments[i]][0] = sharded(
        {.dim = 0, .period = batch.extent, .shares = Shares(units_of({0.5, 0.5}, batch.extent))});
  }
  const ShardPlan plan = complete(problem, pins);
  return Counters(problem, plan, arguments).run();
}

}  // namespace motley::tensor::strategy
