#include "tensor/grad/shifts.h"

#include <algorithm>
#include <unordered_map>

#include "tensor/ir/graph.h"
#include "tensor/ir/loops.h"
#include "tensor/ir/op_row.h"
#include "tensor/passes/pass.h"

namespace motley::tensor {
namespace {

// The effect on a value of adding delta to the root: value + times * delta, or value * exp(times *
// delta). Along dimension i of the value, delta varies with the root's dimension along[i]; -1: it
// is constant.
struct Shift {
  bool is_factor = false;
  int times = 0;
  Dims along;

  bool operator==(const Shift&) const = default;
};

struct ShiftEffect {
  enum class Kind { kUnknown, kUnchanged, kShifted } kind = Kind::kUnknown;
  Shift shift = {};
};

ShiftEffect shifted(Shift shift) {
  if (shift.times == 0) return {ShiftEffect::Kind::kUnchanged};
  return {ShiftEffect::Kind::kShifted, std::move(shift)};
}

class ShiftAnalysis {
 public:
  explicit ShiftAnalysis(const Program& program) : program_(program) {
    for (size_t i = 0; i < program.body.ops.size(); ++i) {
      const Op& op = program.body.ops[i];
      if (op.code == OpCode::kConstant)
        constants_.emplace(op.results[0], &op.get<ConstantAttrs>().value);
    }
  }

  // Whether the results are independent of the result of ops[from].
  bool cancels(size_t from) {
    shifts_.clear();
    const ValueId root = program_.body.ops[from].results[0];
    Shift start{.times = 1};
    for (int64_t d = 0; d < program_.type(root).num_dims(); ++d) start.along.push_back(d);
    shifts_.emplace(root, start);
    for (size_t i = from + 1; i < program_.body.ops.size(); ++i) {
      const Op& op = program_.body.ops[i];
      bool is_reached = false;
      for (ValueId v : inputs_of(op)) is_reached = is_reached || shifts_.contains(v);
      if (!is_reached) continue;
      const ShiftEffect effect = effect_of(op);
      if (effect.kind == ShiftEffect::Kind::kUnknown) return false;
      if (effect.kind == ShiftEffect::Kind::kShifted) shifts_.emplace(op.results[0], effect.shift);
    }
    for (ValueId v : program_.body.results)
      if (shifts_.contains(v)) return false;
    return true;
  }

 private:
  const Shift* of(const Op& op, size_t operand) const {
    const auto found = shifts_.find(op.operands[operand]);
    return found == shifts_.end() ? nullptr : &found->second;
  }

  ShiftEffect effect_of(const Op& op) const {
    switch (op.code) {
      case OpCode::kAdd:
        return sum(of(op, 0), of(op, 1), 1);
      case OpCode::kSubtract:
        return sum(of(op, 0), of(op, 1), -1);
      case OpCode::kMultiply:
        return product(of(op, 0), of(op, 1), 1);
      case OpCode::kDivide:
        return product(of(op, 0), of(op, 1), -1);
      case OpCode::kExponential:
        return of(op, 0)->is_factor ? ShiftEffect{} : with_factor(*of(op, 0), true);
      case OpCode::kLog:
        return of(op, 0)->is_factor ? with_factor(*of(op, 0), false) : ShiftEffect{};
      case OpCode::kBroadcastInDim:
        return broadcast(op, *of(op, 0));
      case OpCode::kReshape:
        return reshaped(op, *of(op, 0));
      case OpCode::kReduce:
        return reduced(op);
      default:
        return {};
    }
  }

  static ShiftEffect with_factor(Shift shift, bool is_factor) {
    shift.is_factor = is_factor;
    return shifted(std::move(shift));
  }

  static ShiftEffect sum(const Shift* a, const Shift* b, int sign) {
    if (a && b && a->along != b->along) return {};
    if ((a && a->is_factor) || (b && b->is_factor))  // a common factor
      return a && b && *a == *b ? shifted(*a) : ShiftEffect{};
    Shift result = a ? *a : *b;
    result.times = (a ? a->times : 0) + sign * (b ? b->times : 0);
    return shifted(std::move(result));
  }

  static ShiftEffect product(const Shift* a, const Shift* b, int sign) {
    if ((a && !a->is_factor) || (b && !b->is_factor)) return {};
    if (a && b && a->along != b->along) return {};
    Shift result = a ? *a : *b;
    result.times = (a ? a->times : 0) + sign * (b ? b->times : 0);
    return shifted(std::move(result));
  }

  ShiftEffect broadcast(const Op& op, const Shift& from) const {
    const auto& attrs = op.get<BroadcastAttrs>();
    Shift result = from;
    result.along.assign(attrs.shape.size(), -1);
    for (size_t i = 0; i < attrs.dims.size(); ++i) {
      const bool is_one = program_.type(op.operands[0]).shape[i] == 1;
      if (!is_one) result.along[attrs.dims[i]] = from.along[i];
    }
    return shifted(std::move(result));
  }

  // Only extents of 1 are added or removed.
  ShiftEffect reshaped(const Op& op, const Shift& from) const {
    const Shape &old = program_.type(op.operands[0]).shape, &now = op.get<ReshapeAttrs>().shape;
    Shift result = from;
    result.along.assign(now.size(), -1);
    size_t i = 0;
    for (size_t d = 0; d < now.size(); ++d) {
      if (now[d] == 1) continue;
      while (i < old.size() && old[i] == 1) ++i;
      if (i == old.size() || old[i] != now[d]) return {};
      result.along[d] = from.along[i++];
    }
    return shifted(std::move(result));
  }

  // A sum of terms with a common factor, along dimensions in which the factor is constant.
  ShiftEffect reduced(const Op& op) const {
    if (op.operands.size() != 2 || recognized_reducer(op.regions[0]) != Reducer::kSum) return {};
    const Shift* from = of(op, 0);
    const auto initial = constants_.find(op.operands[1]);
    const bool begins_at_zero = initial != constants_.end() && initial->second->as_double(0) == 0;
    if (!from || !from->is_factor || !begins_at_zero) return {};
    Shift result = *from;
    result.along.clear();
    const Dims& dims = op.get<ReduceAttrs>().dims;
    for (size_t d = 0; d < from->along.size(); ++d) {
      const bool is_reduced =
          std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) != dims.end();
      if (is_reduced && from->along[d] >= 0) return {};
      if (!is_reduced) result.along.push_back(from->along[d]);
    }
    return shifted(std::move(result));
  }

  const Program& program_;
  std::unordered_map<ValueId, const Literal*> constants_;
  std::unordered_map<ValueId, Shift> shifts_;
};

}  // namespace

std::unordered_set<ValueId> cancelled_shifts(const Program& program) {
  ShiftAnalysis analysis(program);
  std::unordered_set<ValueId> candidates, found;
  for (size_t i = 0; i < program.body.ops.size(); ++i) {
    const Op& op = program.body.ops[i];
    bool is_candidate = op.code == OpCode::kReduce && op.results.size() == 1 &&
                        recognized_reducer(op.regions[0]) == Reducer::kMax;
    if (op.code == OpCode::kMaximum || op.code == OpCode::kSelect)
      for (ValueId v : op.operands) is_candidate = is_candidate || candidates.contains(v);
    if (!is_candidate || !is_float(program.type(op.results[0]).element)) continue;
    candidates.insert(op.results[0]);
    if (analysis.cancels(i)) found.insert(op.results[0]);
  }
  return found;
}

namespace {

// The Program without these stops of its body; values keep their ids.
Program without_stops(const Program& program, const std::unordered_set<ValueId>& stops) {
  Program result = program;
  std::vector<ValueId> same(program.values.size());
  for (size_t i = 0; i < same.size(); ++i) same[i] = ValueId(i);
  const auto rename = [&](auto&& self, Region& region) -> void {
    for (Op& op : region.ops) {
      for (ValueId& v : op.operands) v = same[v.index];
      for (Region& nested : op.regions) self(self, nested);
      if (op.code == OpCode::kStopGradient && stops.contains(op.results[0]))
        same[op.results[0].index] = op.operands[0];
    }
    for (ValueId& v : region.results) v = same[v.index];
  };
  rename(rename, result.body);
  std::erase_if(result.body.ops, [&](const Op& op) {
    return op.code == OpCode::kStopGradient && stops.contains(op.results[0]);
  });
  return result;
}

}  // namespace

Program without_redundant_stops(const Program& program, const std::vector<int>& arguments) {
  const Graph graph(program);
  std::vector<bool> depends(program.values.size());
  for (int a : arguments) depends[program.body.arguments[a].index] = true;
  ShiftAnalysis analysis(program);
  std::unordered_set<ValueId> stops, of_shifts;
  for (int i = 0; i < graph.num_ops(); ++i) {
    const Op& op = graph.ops[i];
    const bool does =
        std::ranges::any_of(graph.inputs[i], [&](ValueId v) { return depends[v.index]; });
    for (ValueId v : op.results) depends[v.index] = does;
    if (op.code != OpCode::kStopGradient) continue;
    if (does && analysis.cancels(i)) of_shifts.insert(op.results[0]);
    if (!does) stops.insert(op.results[0]);
  }
  // Only where differentiation then knows the shift for one, so that it computes nothing through
  // it.
  std::unordered_set<ValueId> all = stops;
  all.insert(of_shifts.begin(), of_shifts.end());
  const std::unordered_set<ValueId> held = cancelled_shifts(without_stops(program, all));
  for (ValueId stop : of_shifts) {
    ValueId v = graph.ops[graph.producer[stop.index]].operands[0];
    while (!held.contains(v) && graph.producer[v.index] != kNone) {
      const Op& op = graph.ops[graph.producer[v.index]];
      const bool moves = op.code == OpCode::kBroadcastInDim || op.code == OpCode::kReshape ||
                         (op.code == OpCode::kStopGradient && all.contains(op.results[0]));
      if (!moves) break;
      v = op.operands[0];
    }
    if (held.contains(v)) stops.insert(stop);
  }
  return stops.empty() ? program : remove_dead(without_stops(program, stops));
}

}  // namespace motley::tensor
