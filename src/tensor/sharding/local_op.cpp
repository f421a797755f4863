#include "tensor/sharding/local_op.h"

#include <algorithm>
#include <unordered_map>

#include "tensor/ir/expr.h"
#include "tensor/ir/op_shard.h"

namespace motley::tensor {
namespace {

// The op's shard on one rank.
OpShard op_shard(ProgramBuilder& b, const OpView& view, const OpRules& rules, const OpRule& rule,
                 const OpShardings& states, const LocalPlace& place,
                 const std::vector<ValueId>& operands,
                 const std::unordered_map<ValueId, ValueId>& captured) {
  OpShard shard{b, view, rules.index(), captured, operands};
  for (int i = 0; i < view.num_operands(); ++i) {
    shard.held_operands.push_back(
        held(states.operands[i], view.operand(i).shape, place.group, place.rank));
  }
  for (int i = 0; i < view.num_results(); ++i) {
    shard.held_results.push_back(
        held(states.results[i], view.result(i).shape, place.group, place.rank));
    Shape shape;
    for (const Held& dim : shard.held_results.back()) shape.push_back(dim.extent());
    shard.results.push_back(view.result(i).with_shape(std::move(shape)));
  }
  for (int a = 0; a < place.group.num_axes(); ++a) {
    if (rule[a].kind != AxisRule::Kind::kSplit) continue;
    const DimSharding cut{.period = rule[a].period, .shares = rule[a].shares};
    const int64_t extent = rules.index().axes[rule[a].axis].extent;
    const Held mine = held(cut, extent, place.group.coordinate(place.rank, a));
    const auto known = std::ranges::find(shard.splits, rule[a].axis, &OpShard::SplitAxis::axis);
    if (known == shard.splits.end()) {
      shard.splits.push_back({rule[a].axis, mine});
    } else {
      known->held = in_both(known->held, mine);
    }
  }
  return shard;
}

// Initial values of a sum, and the operand that a scatter adds to, count on one rank alone. Other
// reducers are idempotent.
void mask_counted_once(OpShard& shard, const OpRule& rule, const LocalPlace& place) {
  for (int a = 0; a < place.group.num_axes(); ++a) {
    if (rule[a].kind != AxisRule::Kind::kSplit) continue;
    const Axis& axis = shard.index.axes[rule[a].axis];
    if (axis.kind != AxisKind::kReduced || axis.reducer != Reducer::kSum) continue;
    if (place.group.coordinate(place.rank, a) == 0) continue;
    for (int i : shard.index.counted_once) {
      const TensorType type = shard.operand(i);
      shard.operands[i] = full(shard.builder, type, 0).id();
    }
  }
}

}  // namespace

std::optional<OpShardings> shardings(const OpRules& rules, const OpRule& rule,
                                     const DeviceGrid& group, const OpView& view) {
  OpShardings all;
  all.operands.resize(view.num_operands());
  all.results.resize(view.num_results());
  for (int a = 0; a < group.num_axes(); ++a) {
    const auto states = rules.states(rule[a]);
    if (!states) return std::nullopt;
    for (int b = 0; b < a; ++b) {
      const bool both_split =
          rule[a].kind == AxisRule::Kind::kSplit && rule[b].kind == AxisRule::Kind::kSplit;
      if (!both_split || rule[a].axis != rule[b].axis) continue;
      const DimSharding one{.period = rule[a].period, .shares = rule[a].shares};
      const DimSharding other{.period = rule[b].period, .shares = rule[b].shares};
      if (!is_nested(one, other) && !is_nested(other, one)) return std::nullopt;
    }
    for (size_t i = 0; i < all.operands.size(); ++i) all.operands[i][a] = states->operands[i];
    for (size_t i = 0; i < all.results.size(); ++i) all.results[i][a] = states->results[i];
  }
  for (int i = 0; i < view.num_operands(); ++i) {
    if (!fault(all.operands[i], view.operand(i), group).empty()) return std::nullopt;
  }
  for (int i = 0; i < view.num_results(); ++i) {
    if (!fault(all.results[i], view.result(i), group).empty()) return std::nullopt;
  }
  return all;
}

std::vector<ValueId> add_local_op(ProgramBuilder& b, const OpView& view, const OpRules& rules,
                                  const OpRule& rule, const OpShardings& states,
                                  const LocalPlace& place, const std::vector<ValueId>& operands,
                                  const std::unordered_map<ValueId, ValueId>& captured) {
  OpShard shard = op_shard(b, view, rules, rule, states, place, operands, captured);
  const bool is_empty = std::ranges::all_of(
      shard.results, [](const TensorType& type) { return type.num_elements() == 0; });
  if (is_empty && !shard.results.empty()) return shard.zeros();
  mask_counted_once(shard, rule, place);
  return localize(shard);
}

Literal local_literal(const Literal& whole, const Sharding& sharding, const LocalPlace& place) {
  return shard_of(whole, held(sharding, whole.shape(), place.group, place.rank));
}

}  // namespace motley::tensor
