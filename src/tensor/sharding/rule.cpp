#include "tensor/sharding/rule.h"

#include <algorithm>

#include "tensor/ir/graph.h"

namespace motley::tensor {
namespace {

int num_mentions(const TensorIndex& tensor, int axis) {
  int count = 0;
  for (const DimIndex& dim : tensor) {
    for (const AxisTerm& term : dim.terms) count += term.axis == axis;
  }
  return count;
}

bool mentions(const TensorIndex& tensor, int axis) { return num_mentions(tensor, axis) > 0; }

bool can_split_lookup(const OpView& view, const IndexStructure& index, int axis) {
  const auto& can_split = row(view.op.code).can_split_lookup;
  const TensorIndex& table = index.operands[0];
  for (size_t d = 0; can_split && d < table.size(); ++d) {
    if (mentions({table[d]}, axis)) return can_split(view, static_cast<int64_t>(d));
  }
  return false;
}

bool can_reduce(const OpView& view, Reducer reducer) {
  for (int i = 0; i < view.num_results(); ++i) {
    if (!is_reducible(view.result(i).element, reducer)) return false;
  }
  return true;
}

bool has_captures(const OpView& view) {
  return std::any_of(view.op.regions.begin(), view.op.regions.end(),
                     [](const Region& r) { return !captured_values(r).empty(); });
}

// The reducer for a sharded lookup: all contributions but one are zero.
Reducer lookup_reducer(ElementType element) {
  return is_bool(element) ? Reducer::kOr : Reducer::kSum;
}

bool is_splittable(const OpView& view, const IndexStructure& index, int a) {
  const Axis& axis = index.axes[a];
  if (axis.kind == AxisKind::kOpaque || axis.extent == 0) return false;
  if (axis.position_matters && row(view.op.code).positions == PositionShards::kNone) return false;
  for (const auto* tensors : {&index.operands, &index.results}) {
    for (const TensorIndex& tensor : *tensors) {
      if (num_mentions(tensor, a) > 1) return false;
    }
  }
  switch (axis.kind) {
    case AxisKind::kReduced:
      return can_reduce(view, axis.reducer);
    case AxisKind::kLookup: {
      if (!can_split_lookup(view, index, a)) return false;
      const bool on_results = mentions(index.results[0], a);
      return on_results || can_reduce(view, lookup_reducer(view.result(0).element));
    }
    default:
      return true;
  }
}

}  // namespace

bool is_reducible(ElementType element, Reducer reducer) {
  switch (reducer) {
    case Reducer::kSum:
      return is_float(element) || (!is_bool(element) && bit_width(element) != 16);
    case Reducer::kMin:
    case Reducer::kMax:
      return is_float(element) || element == ElementType::kI32 || element == ElementType::kI64;
    case Reducer::kAnd:
    case Reducer::kOr:
      return is_bool(element);
    default:
      return false;
  }
}

OpRules::OpRules(const OpView& view) : index_(index_structure(view)) {
  for (int i = 0; i < view.num_operands(); ++i) operands_.push_back(view.operand(i));
  for (int i = 0; i < view.num_results(); ++i) results_.push_back(view.result(i));
  const bool closed = !has_captures(view);
  for (int a = 0; a < static_cast<int>(index_.axes.size()); ++a) {
    splittable_.push_back(closed && is_splittable(view, index_, a));
    const bool one_range = row(view.op.code).positions == PositionShards::kContiguous;
    contiguous_only_.push_back(index_.axes[a].kind == AxisKind::kLookup ||
                               (one_range && index_.axes[a].position_matters));
  }
}

// The state of a tensor that may contain the axis; empty if its dimension cannot be split this way.
std::optional<AxisState> OpRules::cut_state(const TensorIndex& tensor, const Shape& shape,
                                            const AxisRule& rule) const {
  const int64_t axis_extent = index_.axes[rule.axis].extent;
  for (int d = 0; d < static_cast<int>(tensor.size()); ++d) {
    if (!mentions({tensor[d]}, rule.axis)) continue;
    if (const auto whole = tensor::period(index_, tensor[d], rule.axis, shape[d])) {
      const int64_t stride = *whole / axis_extent;
      return sharded({.dim = d, .period = stride * rule.period, .shares = rule.shares});
    }
    const DimIndex& dim = tensor[d];
    const bool shifted = dim.terms.size() == 1 && dim.terms[0].stride == 1 && dim.divisor == 1 &&
                         dim.offset % rule.period == 0 && shape[d] % rule.period == 0 &&
                         shape[d] > 0;
    if (!shifted) return std::nullopt;
    return sharded({.dim = d, .period = rule.period, .shares = rule.shares});
  }
  return replicated();
}

std::optional<OpStates> OpRules::states(const AxisRule& rule) const {
  OpStates states;
  states.operands.resize(operands_.size());
  states.results.resize(results_.size());
  if (rule.kind == AxisRule::Kind::kReplicate) return states;

  if (rule.kind == AxisRule::Kind::kPass) {
    if (rule.linear_set < 0 || rule.linear_set >= static_cast<int>(index_.linear_in.size())) {
      return std::nullopt;
    }
    if (rule.reducer != Reducer::kSum && !index_.copies) return std::nullopt;
    for (const TensorType& type : results_) {
      if (!is_reducible(type.element, rule.reducer)) return std::nullopt;
    }
    for (int i : index_.linear_in[rule.linear_set]) {
      if (!is_reducible(operands_[i].element, rule.reducer)) return std::nullopt;
      states.operands[i] = partial(rule.reducer);
    }
    for (AxisState& state : states.results) state = partial(rule.reducer);
    return states;
  }

  if (rule.axis < 0 || !can_split(rule.axis)) return std::nullopt;
  const Axis& axis = index_.axes[rule.axis];
  if (rule.period <= 0 || axis.extent % rule.period != 0) return std::nullopt;
  if (rule.period % rule.shares.total() != 0) return std::nullopt;
  if (contiguous_only_[rule.axis] && rule.period != axis.extent) return std::nullopt;
  for (size_t i = 0; i < operands_.size(); ++i) {
    const auto state = cut_state(index_.operands[i], operands_[i].shape, rule);
    if (!state) return std::nullopt;
    states.operands[i] = *state;
  }
  for (size_t i = 0; i < results_.size(); ++i) {
    auto state = cut_state(index_.results[i], results_[i].shape, rule);
    if (!state) return std::nullopt;
    if (state->is_replicated()) {  // does not contain it
      const auto& whole = index_.made_whole;
      if (std::ranges::find(whole, static_cast<int>(i)) != whole.end()) continue;
      if (axis.kind == AxisKind::kParallel) return std::nullopt;
      state = partial(axis.kind == AxisKind::kReduced ? axis.reducer
                                                      : lookup_reducer(results_[i].element));
    }
    states.results[i] = *state;
  }
  return states;
}

std::vector<AxisRule> OpRules::taking(int operand, const AxisState& state) const {
  return matching(true, operand, state);
}

std::vector<AxisRule> OpRules::giving(int result, const AxisState& state) const {
  return matching(false, result, state);
}

std::vector<AxisRule> OpRules::matching(bool of_operand, int position,
                                        const AxisState& state) const {
  std::vector<AxisRule> rules;
  const auto add = [&](const AxisRule& rule) {
    const auto given = states(rule);
    if (given && (of_operand ? given->operands : given->results)[position] == state) {
      rules.push_back(rule);
    }
  };
  if (state.is_partial()) {
    for (int s = 0; s < static_cast<int>(index_.linear_in.size()); ++s) {
      add({.kind = AxisRule::Kind::kPass, .linear_set = s, .reducer = state.reducer});
    }
  }
  if (state.is_sharded()) {
    const auto& tensors = of_operand ? index_.operands : index_.results;
    for (const AxisTerm& term : tensors[position][state.cut.dim].terms) {
      if (term.stride <= 0 || state.cut.period % term.stride != 0) continue;
      add({.kind = AxisRule::Kind::kSplit,
           .axis = term.axis,
           .period = state.cut.period / term.stride,
           .shares = state.cut.shares});
    }
  }
  return rules;
}

}  // namespace motley::tensor
