#include "tensor/lower/local_program.h"

#include <algorithm>

#include "core/base/error.h"
#include "tensor/ir/expr.h"
#include "tensor/plan/shard/late_ops.h"

namespace motley::tensor {
namespace {

class Lowering {
 public:
  Lowering(const ShardingProblem& problem, const ShardPlan& plan, int rank)
      : problem_(problem),
        plan_(plan),
        group_(plan.group),
        rank_(rank),
        b_(problem.program().name, problem.program().source),
        layouts_(problem.program().values.size()),
        is_forward_(problem.graph().ancestors({problem.program().body.results[0]})),
        late_(late_ops(problem.graph())),
        is_postponed_(problem.program().values.size()) {}

  LocalProgram run() && {
    const Region& body = problem_.program().body;
    for (ValueId v : body.arguments) {
      const Sharding& held = plan_.values[v.index];
      layouts_[v.index].push_back({held, b_.argument(local_type(v, held)), kEveryPart});
    }
    local_.num_step_arguments = static_cast<int>(body.arguments.size());
    for (int i = 0; i < problem_.graph().num_ops(); ++i) {
      if (late_[i] && would_wait(i)) {
        postpone(i);
      } else {
        add(i);
      }
    }
    for (int i : postponed_) add(i);
    // All are begun before any is waited for, so that they travel together.
    std::vector<ValueId> results;
    for (size_t i = 0; i < body.results.size(); ++i) results.push_back(result(i));
    for (ValueId v : results) needed(v);
    local_.program = std::move(b_).finish(std::move(results));
    return std::move(local_);
  }

 private:
  static constexpr int kEveryPart = -1;

  // A value as it is at hand.
  struct Layout {
    Sharding sharding;
    ValueId local;
    int part = kEveryPart;  // of the step, in which alone it may be used
  };

  TensorType local_type(ValueId v, const Sharding& s) const {
    const TensorType& type = problem_.program().type(v);
    return type.with_shape(local_shape(s, type.shape, group_, rank_));
  }

  // What updates an argument comes back as that argument is held; the rest is given to all.
  ValueId result(size_t i) {
    const Region& body = problem_.program().body;
    const int updated = static_cast<int>(i) - 1;
    Sharding wanted;
    if (updated >= 0 && updated < problem_.num_updated()) {
      wanted = plan_.values[body.arguments[updated].index];
    }
    return at(body.results[i], wanted);
  }

  // What has time does not hold up the rest: an op that no product waits for stands back as long as
  // something that it reads is on its way.
  bool would_wait(int i) const {
    return std::ranges::any_of(problem_.graph().inputs[i], [&](ValueId v) {
      while (problem_.is_virtual(v)) {
        const Op& op = problem_.graph().ops[problem_.graph().producer[v.index]];
        if (op.code != OpCode::kBroadcastInDim) return false;
        v = op.operands[0];
      }
      if (is_postponed_[v.index]) return true;
      return std::ranges::any_of(layouts_[v.index], [&](const Layout& layout) {
        return output_of_.contains(layout.local);
      });
    });
  }

  void postpone(int i) {
    postponed_.push_back(i);
    for (ValueId v : problem_.graph().ops[i].results) is_postponed_[v.index] = true;
  }

  void add(int i) {
    const Op& op = problem_.program().body.ops[i];
    if (!op.results.empty() && problem_.is_virtual(op.results[0])) return;
    part_ = is_forward_[i] ? 0 : 1;
    const OpShardings* states = problem_.shardings(i, plan_.rules[i]);
    MOTLEY_CHECK(states, "op {}: its rule does not hold", i);
    const auto made = add_op(i, plan_.rules[i], *states);
    if (is_product(op.code)) ++num_products_;
    for (size_t r = 0; r < made.size(); ++r) {
      const ValueId v = op.results[r];
      layouts_[v.index].push_back({states->results[r], made[r], kEveryPart});
      at(v, plan_.values[v.index]);
    }
  }

  std::vector<ValueId> add_op(int i, const OpRule& rule, const OpShardings& states) {
    const Op& op = problem_.program().body.ops[i];
    std::vector<ValueId> operands;
    for (size_t k = 0; k < op.operands.size(); ++k) {
      operands.push_back(needed(at(op.operands[k], states.operands[k])));
    }
    std::unordered_map<ValueId, ValueId> captured;
    for (const Region& region : op.regions) {
      for (ValueId v : captured_values(region)) captured[v] = needed(at(v, {}));
    }
    return add_local_op(b_, problem_.view(i), problem_.rules(i), rule, states, {group_, rank_},
                        operands, captured);
  }

  // The value in this Sharding: as it is at hand, or brought there.
  ValueId at(ValueId v, const Sharding& wanted) {
    auto& layouts = layouts_[v.index];
    const Layout* best = nullptr;
    const Reshard* way = nullptr;
    for (const Layout& layout : layouts) {
      if (layout.part != kEveryPart && layout.part != part_) continue;
      if (layout.sharding == wanted) return layout.local;
      if (problem_.is_virtual(v)) continue;
      const Reshard& other = problem_.reshard(v, layout.sharding, wanted);
      if (!best || other.seconds < way->seconds) {
        best = &layout;
        way = &other;
      }
    }
    if (problem_.is_virtual(v)) return made_anew(v, wanted);
    MOTLEY_CHECK(best, "a value that is not there");
    ValueId local = best->local;
    for (const ReshardStep& step : way->steps) {
      local = apply(step, v, needed(local));
      const int part = plan_.gathered_on_use[v.index] ? part_ : kEveryPart;
      layouts.push_back({step.to, local, part});
    }
    return local;
  }

  ValueId made_anew(ValueId v, const Sharding& wanted) {
    const int producer = problem_.graph().producer[v.index];
    OpRule rule;
    bool partial = false;
    for (int a = 0; a < group_.num_axes(); ++a) {
      partial = partial || wanted[a].is_partial();
      if (!wanted[a].is_sharded()) continue;
      const auto giving = problem_.rules(producer).giving(0, wanted[a]);
      if (!giving.empty()) rule[a] = giving[0];
    }
    const OpShardings* states = problem_.shardings(producer, rule);
    if (!states) {
      rule = {};
      states = problem_.shardings(producer, rule);
    }
    const ValueId local = add_op(producer, rule, *states)[0];
    layouts_[v.index].push_back({states->results[0], local, kEveryPart});
    ValueId at = local;
    for (const ReshardStep& step : problem_.reshard(v, states->results[0], wanted).steps) {
      at = apply(step, v, at);
      layouts_[v.index].push_back({step.to, at, kEveryPart});
    }
    return at;
  }

  ValueId apply(const ReshardStep& step, ValueId v, ValueId local) {
    switch (step.kind) {
      case ReshardKind::kSlice:
        return slice(step, v, local);
      case ReshardKind::kKeepOnFirst: {
        if (group_.coordinate(rank_, step.axis) == 0) return local;
        const Reducer reducer = step.to[step.axis].reducer;
        const TensorType type = b_.type(local);
        return broadcast_to(constant(b_, identity_of(reducer, type.element)), type.shape).id();
      }
      case ReshardKind::kPad:
        return pad(step, v, local);
      default:
        return begin_collective(step, v, local);
    }
  }

  // The dimension seen as [periods, period], where there is more than one.
  Expr with_periods(Expr x, int dim, int64_t num_periods) {
    if (num_periods == 1) return x;
    Shape shape = x.shape();
    shape[dim] /= num_periods;
    shape.insert(shape.begin() + dim, num_periods);
    return reshape(x, shape);
  }

  ValueId slice(const ReshardStep& step, ValueId v, ValueId local) {
    const DimCut& cut = step.to[step.axis].cut;
    const int64_t extent = problem_.program().type(v).shape[cut.dim];
    const Held mine = held(cut, extent, group_.coordinate(rank_, step.axis));
    const int dim = mine.num_periods == 1 ? cut.dim : cut.dim + 1;
    const TensorType type = local_type(v, step.to);
    if (type.num_elements() == 0) return full(b_, type, 0).id();
    const Expr periods = with_periods(Expr(b_, local), cut.dim, mine.num_periods);
    const Expr piece = slice_dim(periods, dim, mine.begin, mine.begin + mine.length);
    return mine.num_periods == 1 ? piece.id() : reshape(piece, type.shape).id();
  }

  ValueId pad(const ReshardStep& step, ValueId v, ValueId local) {
    const DimCut& cut = step.from[step.axis].cut;
    const int64_t extent = problem_.program().type(v).shape[cut.dim];
    const Held mine = held(cut, extent, group_.coordinate(rank_, step.axis));
    const TensorType type = local_type(v, step.to);
    if (mine.length == 0) return full(b_, type, 0).id();
    const int dim = mine.num_periods == 1 ? cut.dim : cut.dim + 1;
    const Expr periods = with_periods(Expr(b_, local), cut.dim, mine.num_periods);
    Dims low(periods.num_dims()), high(periods.num_dims()), interior(periods.num_dims());
    low[dim] = mine.begin;
    high[dim] = mine.period - mine.begin - mine.length;
    const Expr zero = full(b_, type.scalar(), 0);
    const Expr padded = tensor::pad(periods, zero, low, high, interior);
    return mine.num_periods == 1 ? padded.id() : reshape(padded, type.shape).id();
  }

  ValueId begin_collective(const ReshardStep& step, ValueId v, ValueId local) {
    if (group_.sizes[step.axis] == 1) return local;
    Sharding others = step.from;  // what the line holds together
    others[step.axis] = {};
    const AxisState &from = step.from[step.axis], &to = step.to[step.axis];
    const ValueId output = b_.argument(local_type(v, step.to));
    local_.collectives.push_back({.kind = step.kind,
                                  .axis = step.axis,
                                  .reducer = from.reducer,
                                  .whole = local_type(v, others),
                                  .from = from.cut,
                                  .to = to.cut,
                                  .input = local,
                                  .output = output,
                                  .value = v,
                                  .value_bytes = problem_.program().type(v).num_bytes()});
    const int index = static_cast<int>(local_.collectives.size()) - 1;
    output_of_[output] = index;
    add_event(CollectiveEvent::Kind::kBegin, index);
    return output;
  }

  void add_event(CollectiveEvent::Kind kind, int collective) {
    local_.events.push_back({kind, collective, static_cast<int>(b_.num_body_ops()), num_products_});
  }

  // The value is about to be read; said once, where it is the output of a collective.
  ValueId needed(ValueId local) {
    const auto found = output_of_.find(local);
    if (found == output_of_.end()) return local;
    add_event(CollectiveEvent::Kind::kNeed, found->second);
    output_of_.erase(found);
    return local;
  }

  const ShardingProblem& problem_;
  const ShardPlan& plan_;
  const DeviceGrid& group_;
  int rank_;
  int num_products_ = 0;  // so far
  ProgramBuilder b_;
  std::vector<std::vector<Layout>> layouts_;
  std::vector<bool> is_forward_;
  std::vector<bool> late_;          // by op
  std::vector<bool> is_postponed_;  // by value
  std::vector<int> postponed_;      // ops
  int part_ = 0;
  std::unordered_map<ValueId, int> output_of_;  // collectives, until somebody needs them
  LocalProgram local_;
};

}  // namespace

LocalProgram local_program(const ShardingProblem& problem, const ShardPlan& plan, int rank) {
  return Lowering(problem, plan, rank).run();
}

}  // namespace motley::tensor
