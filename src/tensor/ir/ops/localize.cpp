#include "tensor/ir/ops/localize.h"

#include <algorithm>

#include "tensor/ir/expr.h"

namespace motley::tensor {
namespace {

bool has_empty_operand(const OpShard& shard) {
  return std::ranges::any_of(shard.operands,
                             [&](ValueId v) { return shard.builder.type(v).num_elements() == 0; });
}

// An index in whole periods of the dimension, counted in periods of the shard.
int64_t local_index(int64_t index, const Held& held) { return index / held.period * held.length; }

}  // namespace

std::vector<ValueId> localize_constant(OpShard& shard) {
  ConstantAttrs attrs = shard.get<ConstantAttrs>();
  if (!attrs.is_splat() && !attrs.type.is_scalar()) {
    attrs.value = shard_of(attrs.value, shard.held_results[0]);
  }
  attrs.type = shard.results[0];
  return {shard.builder.add_one(OpCode::kConstant, {}, std::move(attrs))};
}

std::vector<ValueId> localize_iota(OpShard& shard) {
  const auto& attrs = shard.get<IotaAttrs>();
  const Held& at = shard.held_results[0][attrs.dim];
  if (at.num_periods == 1) {
    const Expr local = iota(shard.builder, shard.results[0], attrs.dim);
    return {at.begin == 0 ? local.id() : (local + static_cast<double>(at.begin)).id()};
  }
  Literal along = Literal::zeros({attrs.type.element, {at.extent()}});
  for (int64_t i = 0; i < at.extent(); ++i) {
    along.set_from_double(i, static_cast<double>(at.global(i)));
  }
  const Expr positions = constant(shard.builder, std::move(along));
  return {broadcast(positions, shard.results[0].shape, {attrs.dim}).id()};
}

std::vector<ValueId> localize_broadcast(OpShard& shard) {
  return shard.add(BroadcastAttrs{shard.results[0].shape, shard.get<BroadcastAttrs>().dims});
}

std::vector<ValueId> localize_reshape(OpShard& shard) {
  return shard.add(ReshapeAttrs{shard.results[0].shape});
}

// Slices and padding of a sharded dimension are whole periods (sharding/rule.h).
std::vector<ValueId> localize_slice(OpShard& shard) {
  SliceAttrs attrs = shard.get<SliceAttrs>();
  const std::vector<Held>& dims = shard.held_operands[0];
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d].is_whole()) continue;
    attrs.start[d] = local_index(attrs.start[d], dims[d]);
    attrs.limit[d] = local_index(attrs.limit[d], dims[d]);
  }
  return shard.add(std::move(attrs));
}

std::vector<ValueId> localize_pad(OpShard& shard) {
  PadAttrs attrs = shard.get<PadAttrs>();
  const std::vector<Held>& dims = shard.held_operands[0];
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d].is_whole()) continue;
    attrs.low[d] = local_index(attrs.low[d], dims[d]);
    attrs.high[d] = local_index(attrs.high[d], dims[d]);
  }
  return shard.add(std::move(attrs));
}

std::vector<ValueId> localize_dynamic_slice(OpShard& shard) {
  return shard.add(DynamicSliceAttrs{shard.results[0].shape});
}

std::vector<ValueId> localize_dot(OpShard& shard) {
  if (has_empty_operand(shard)) return shard.zeros();
  return shard.add(shard.whole.op.attrs);
}

std::vector<ValueId> localize_convolution(OpShard& shard) {
  if (has_empty_operand(shard)) return shard.zeros();
  constexpr int kGroupAxis = 3;  // of a grouped convolution's index structure
  ConvolutionAttrs attrs = shard.get<ConvolutionAttrs>();
  int64_t& groups =
      attrs.feature_group_count > 1 ? attrs.feature_group_count : attrs.batch_group_count;
  for (const OpShard::SplitAxis& split : shard.splits) {
    if (split.axis == kGroupAxis && groups != 1) groups = split.held.extent();
  }
  return shard.add(std::move(attrs));
}

std::vector<ValueId> localize_attention(OpShard& shard) {
  AttentionAttrs attrs = shard.get<AttentionAttrs>();
  if (attrs.causal) attrs.query_offset += shard.held_operands[0][attrs.query.find('s')].begin;
  return shard.add(std::move(attrs));
}

}  // namespace motley::tensor
