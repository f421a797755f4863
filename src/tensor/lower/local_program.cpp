#include "tensor/lower/local_program.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/base/error.h"
#include "tensor/lower/local_phase.h"
#include "tensor/plan/propagate/late_ops.h"
#include "tensor/sharding/local_reshard.h"

namespace motley::tensor {
namespace {

using namespace propagate;
using namespace shard_cost;

// Target of the lowering: a Program.
class ProgramTarget {
 public:
  using Result = LocalProgram;

  ProgramTarget(const ShardingProblem& problem, int rank)
      : problem_(problem),
        place_{problem.group(), rank},
        b_(problem.program().name, problem.program().source) {}

  ValueId argument(TensorType type) { return b_.argument(std::move(type)); }
  int num_ops() const { return static_cast<int>(b_.num_body_ops()); }

  // `inputs` are all values the op reads, captured ones included.
  std::vector<ValueId> add_op(int op, const OpRule& rule, const OpShardings& states,
                              const std::vector<ValueId>& inputs) {
    const auto& read = problem_.graph().inputs[op];
    const size_t num_operands = problem_.graph().ops[op].operands.size();
    const std::vector<ValueId> operands(inputs.begin(), inputs.begin() + num_operands);
    std::unordered_map<ValueId, ValueId> captured;
    for (size_t k = num_operands; k < read.size(); ++k) captured[read[k]] = inputs[k];
    return add_local_op(b_, problem_.view(op), problem_.rules(op), rule, states, place_, operands,
                        captured);
  }
  ValueId add_reshard(ValueId v, const ReshardStep& step, ValueId local) {
    return add_local_reshard(b_, problem_.program().type(v), step, place_, local);
  }
  void finish(std::vector<ValueId> results, LocalProgram& out) && {
    out.program = std::move(b_).finish(std::move(results));
  }

 private:
  const ShardingProblem& problem_;
  LocalPlace place_;
  ProgramBuilder b_;
};

// Target of the lowering: an outline.
class OutlineTarget {
 public:
  using Result = LocalOutline;

  OutlineTarget(const ShardingProblem& problem, int rank) : problem_(problem), rank_(rank) {}

  ValueId argument(const TensorType& type) {
    outline_.arguments.emplace_back(outline_.value_bytes.size());
    outline_.value_bytes.push_back(type.num_bytes());
    return outline_.arguments.back();
  }
  int num_ops() const { return outline_.num_ops(); }

  std::vector<ValueId> add_op(int op, const OpRule& rule, const OpShardings& states,
                              const std::vector<ValueId>& inputs) {
    const std::vector<ValueId> made =
        outline_.append(problem_.local_op(op, rule, states, rank_), inputs);
    source_ops_.resize(outline_.ops.size(), op);
    source_values_.resize(outline_.value_bytes.size(), -1);
    const std::vector<ValueId>& results = problem_.graph().ops[op].results;
    for (size_t r = 0; r < made.size(); ++r) source_values_[made[r].index] = results[r].index;
    return made;
  }
  ValueId add_reshard(ValueId v, const ReshardStep& step, ValueId local) {
    const ValueId made = outline_.append(problem_.local_reshard(v, step, rank_), {&local, 1})[0];
    source_ops_.resize(outline_.ops.size(), -1);
    return made;
  }
  void finish(std::vector<ValueId> results, LocalOutline& out) && {
    outline_.results = std::move(results);
    source_values_.resize(outline_.value_bytes.size(), -1);
    out.outline = std::move(outline_);
    out.source_ops = std::move(source_ops_);
    out.source_values = std::move(source_values_);
  }

 private:
  const ShardingProblem& problem_;
  int rank_;
  ProgramOutline outline_;
  std::vector<int> source_ops_, source_values_;
};

// Of results that update no argument: whole on every rank, or as the plan stores them.
enum class LocalResults : uint8_t { kWhole, kAsStored };

template <class Target>
class Lowering {
 public:
  Lowering(const ShardingProblem& problem, const ShardPlan& plan, int rank,
           LocalResults results = LocalResults::kWhole)
      : results_(results),
        problem_(problem),
        plan_(plan),
        group_(plan.group),
        rank_(rank),
        target_(problem, rank),
        layouts_(problem.program().values.size()),
        is_postponed_(problem.program().values.size()) {}

  typename Target::Result run() && {
    const Region& body = problem_.program().body;
    for (ValueId v : body.arguments) {
      const Sharding& held = plan_.values[v.index];
      layouts_[v.index].push_back({&held, target_.argument(local_type(v, held)), kAnyPass});
    }
    local_.num_step_arguments = static_cast<int>(body.arguments.size());
    find_deferred();
    const std::vector<bool> is_early = add_early();
    for (int i = 0; i < problem_.graph().num_ops(); ++i) {
      if (is_deferred_[i] || is_early[i]) continue;
      if (problem_.facts().is_late[i] && would_stall(i)) {
        postpone(i);
      } else {
        add(i);
      }
    }
    for (int i : postponed_) add(i);
    for (int i = 0; i < problem_.graph().num_ops(); ++i) {
      if (is_deferred_[i]) add(i);
    }
    // Issue all collectives before waiting for any, so that they overlap.
    std::vector<ValueId> results;
    for (size_t i = 0; i < body.results.size(); ++i) results.push_back(result(i));
    for (ValueId v : results) mark_needed(v);
    local_.num_ops = target_.num_ops();
    std::move(target_).finish(std::move(results), local_);
    return std::move(local_);
  }

 private:
  static constexpr int kAnyPass = -1;

  // One local copy of a value.
  struct Layout {
    const Sharding* sharding;  // the plan's or the problem's
    ValueId local;
    int pass = kAnyPass;  // usable in that pass only
  };

  TensorType local_type(ValueId v, const Sharding& s) const {
    const TensorType& type = problem_.program().type(v);
    return type.with_shape(local_shape(s, type.shape, group_, rank_));
  }

  // A result that updates an argument takes that argument's Sharding; others are replicated, or as
  // they are stored.
  ValueId result(size_t i) {
    const Region& body = problem_.program().body;
    const int updated = static_cast<int>(i) - 1;
    Sharding wanted;
    if (updated >= 0 && updated < problem_.num_updated()) {
      wanted = plan_.values[body.arguments[updated].index];
    } else if (results_ == LocalResults::kAsStored &&
               !problem_.is_rematerialized(body.results[i])) {
      wanted = plan_.values[body.results[i].index];
    }
    return at(body.results[i], wanted);
  }

  // Keeps non-critical ops from stalling the rest: an op that no matrix product depends on is
  // postponed while one of its inputs is still in flight.
  bool would_stall(int i) const {
    return std::ranges::any_of(problem_.graph().inputs[i], [&](ValueId v) {
      while (problem_.is_rematerialized(v)) {
        const Op& op = problem_.graph().ops[problem_.graph().producer[v.index]];
        if (row(op.code).recompute != Recompute::kAlways) return false;
        v = op.operands[0];
      }
      if (is_postponed_[v.index]) return true;
      return std::ranges::any_of(layouts_[v.index], [&](const Layout& layout) {
        return unread_outputs_.contains(layout.local);
      });
    });
  }

  // Ops of the update on parameters and state alone, such as the decay of a moment: computed where
  // they are read, they are fused with the rest of the update, and the old value is overwritten.
  // Before the gradients have arrived, their results would be stored beside it.
  void find_deferred() {
    const Graph& graph = problem_.graph();
    is_deferred_.assign(graph.num_ops(), false);
    // Values that depend on arguments alone, through ops that are deferred or computed by whoever
    // reads them. A broadcast of anything else is no such value.
    std::vector<bool> is_at_hand(graph.program.values.size());
    for (ValueId v : graph.program.body.arguments) is_at_hand[v.index] = true;
    for (int i = 0; i < graph.num_ops(); ++i) {
      if (!std::ranges::all_of(graph.inputs[i], [&](ValueId v) { return is_at_hand[v.index]; }))
        continue;
      const std::vector<ValueId>& results = graph.ops[i].results;
      is_deferred_[i] = problem_.facts().is_late[i] && graph.ops[i].regions.empty();
      const bool is_by_reader = !results.empty() && problem_.is_rematerialized(results[0]);
      for (ValueId v : results) is_at_hand[v.index] = is_deferred_[i] || is_by_reader;
    }
  }

  // Casts of arguments that are gathered afterwards: so the gathers can begin at any time.
  std::vector<bool> add_early() {
    std::vector<bool> is_early(problem_.graph().num_ops());
    for (int i = 0; i < problem_.graph().num_ops(); ++i) {
      if (!problem_.facts().narrows_argument[i]) continue;
      const ValueId v = problem_.graph().ops[i].results[0];
      if (!plan_.regather[v.index] && !plan_.read_as.contains(v)) continue;
      is_early[i] = true;
      add(i);
      for (const Layout& layout : layouts_[v.index]) early_.insert(layout.local);
    }
    local_.num_early_ops = target_.num_ops();
    return is_early;
  }

  void add_deferred(int i) {
    for (ValueId v : problem_.graph().inputs[i]) {
      const int from = problem_.graph().producer[v.index];
      if (from == kNone) continue;
      if (is_deferred_[from]) {
        add(from);
      } else if (problem_.is_rematerialized(v)) {
        add_deferred(from);
      }
    }
  }

  void postpone(int i) {
    postponed_.push_back(i);
    for (ValueId v : problem_.graph().ops[i].results) is_postponed_[v.index] = true;
  }

  void add(int i) {
    is_deferred_[i] = false;
    add_deferred(i);
    const Op& op = problem_.program().body.ops[i];
    if (!op.results.empty() && problem_.is_rematerialized(op.results[0])) return;
    // A pass of a micro-batch begins with its first product.
    if (is_product(op.code) && problem_.facts().is_forward[i] != is_forward_) {
      is_forward_ = !is_forward_;
      ++pass_;
    }
    const OpShardings* states = problem_.shardings(i, plan_.rules[i]);
    MOTLEY_CHECK(states, "op {}: its sharding rule is not valid", i);
    const auto made = add_op(i, plan_.rules[i], *states);
    if (is_product(op.code)) ++num_products_;
    for (size_t r = 0; r < made.size(); ++r) {
      const ValueId v = op.results[r];
      layouts_[v.index].push_back({&states->results[r], made[r], kAnyPass});
      at(v, plan_.values[v.index]);
    }
  }

  std::vector<ValueId> add_op(int i, const OpRule& rule, const OpShardings& states) {
    const auto& read = problem_.graph().inputs[i];
    std::vector<ValueId> inputs;
    for (size_t k = 0; k < read.size(); ++k) {
      // Values captured by a region are replicated.
      const bool is_operand = k < states.operands.size();
      inputs.push_back(mark_needed(at(read[k], is_operand ? states.operands[k] : whole_)));
    }
    return target_.add_op(i, rule, states, inputs);
  }

  // The value in this Sharding: an existing copy, or one resharded from the cheapest copy.
  ValueId at(ValueId v, const Sharding& wanted) {
    auto& layouts = layouts_[v.index];
    const Layout* best = nullptr;
    const Reshard* way = nullptr;
    for (const Layout& layout : layouts) {
      if (layout.pass != kAnyPass && layout.pass != pass_) continue;
      if (layout.sharding == &wanted || *layout.sharding == wanted) return layout.local;
      if (problem_.is_rematerialized(v)) continue;
      const Reshard& other = problem_.reshard(v, *layout.sharding, wanted);
      if (!best || other.seconds < way->seconds) {
        best = &layout;
        way = &other;
      }
    }
    if (problem_.is_rematerialized(v)) return rematerialize(v, wanted);
    MOTLEY_CHECK(best, "a value without a local copy");
    ValueId local = best->local;
    for (const ReshardStep& step : way->steps) {
      local = apply(step, v, mark_needed(local));
      const int pass = plan_.regather[v.index] ? pass_ : kAnyPass;
      layouts.push_back({&step.to, local, pass});
    }
    return local;
  }

  ValueId rematerialize(ValueId v, const Sharding& wanted) {
    const int producer = problem_.graph().producer[v.index];
    OpRule rule;
    bool partial = false;
    for (int a = 0; a < group_.num_axes(); ++a) {
      partial = partial || wanted[a].is_partial();
      if (!wanted[a].is_sharded()) continue;
      const auto& giving = problem_.giving(producer, 0, wanted[a]);
      if (!giving.empty()) rule[a] = giving[0];
    }
    const OpShardings* states = problem_.shardings(producer, rule);
    if (!states) {
      rule = {};
      states = problem_.shardings(producer, rule);
    }
    const ValueId local = add_op(producer, rule, *states)[0];
    layouts_[v.index].push_back({&states->results[0], local, kAnyPass});
    ValueId at = local;
    for (const ReshardStep& step : problem_.reshard(v, states->results[0], wanted).steps) {
      at = apply(step, v, at);
      layouts_[v.index].push_back({&step.to, at, kAnyPass});
    }
    return at;
  }

  ValueId apply(const ReshardStep& step, ValueId v, ValueId local) {
    return communicates(step.kind) ? begin_collective(step, v, local)
                                   : target_.add_reshard(v, step, local);
  }

  ValueId begin_collective(const ReshardStep& step, ValueId v, ValueId local) {
    if (group_.sizes[step.axis] == 1) return local;
    Sharding others = step.from;  // the tensor held by the whole line
    others[step.axis] = {};
    const auto of_line = [&](const Sharding& s) {
      return cut_of_line(s, step.axis, group_, rank_);
    };
    const ValueId output = target_.argument(local_type(v, step.to));
    local_.collectives.push_back({.kind = step.kind,
                                  .axis = step.axis,
                                  .reducer = step.from[step.axis].reducer,
                                  .whole = local_type(v, others),
                                  .from = of_line(step.from),
                                  .to = of_line(step.to),
                                  .input = local,
                                  .output = output,
                                  .value = v,
                                  .is_early = early_.contains(local) ||
                                              std::cmp_less(local.index, local_.num_step_arguments),
                                  .value_bytes = problem_.program().type(v).num_bytes()});
    const int index = static_cast<int>(local_.collectives.size()) - 1;
    unread_outputs_[output] = index;
    add_event(CollectiveEvent::Kind::kBegin, index);
    return output;
  }

  void add_event(CollectiveEvent::Kind kind, int collective) {
    local_.events.push_back({kind, collective, target_.num_ops(), num_products_});
  }

  // Called before the value is read; records the first use of a collective's output.
  ValueId mark_needed(ValueId local) {
    const auto found = unread_outputs_.find(local);
    if (found == unread_outputs_.end()) return local;
    add_event(CollectiveEvent::Kind::kNeed, found->second);
    unread_outputs_.erase(found);
    return local;
  }

  LocalResults results_;
  const ShardingProblem& problem_;
  const ShardPlan& plan_;
  const DeviceGrid& group_;
  int rank_;
  int num_products_ = 0;  // so far
  Target target_;
  const Sharding whole_;
  std::vector<std::vector<Layout>> layouts_;
  std::vector<bool> is_deferred_;      // by op: not added before it is read
  std::vector<bool> is_postponed_;     // by value
  std::vector<int> postponed_;         // ops
  std::unordered_set<ValueId> early_;  // local values
  int pass_ = 0;                       // forward, backward, forward of the next micro-batch, ...
  bool is_forward_ = true;
  std::unordered_map<ValueId, int> unread_outputs_;  // collective outputs not yet read
  typename Target::Result local_;
};

}  // namespace

LocalProgram local_program(const ShardingProblem& problem, const ShardPlan& plan, int rank) {
  return Lowering<ProgramTarget>(problem, plan, rank).run();
}

LocalProgram local_phase(const ShardingProblem& problem, const ShardPlan& plan, int rank) {
  return Lowering<ProgramTarget>(problem, plan, rank, LocalResults::kAsStored).run();
}

LocalOutline local_outline(const ShardingProblem& problem, const ShardPlan& plan, int rank) {
  return Lowering<OutlineTarget>(problem, plan, rank).run();
}

}  // namespace motley::tensor
