// gather and scatter on one device, where dimensions that the index vectors address are sharded.
#include <algorithm>
#include <optional>

#include "tensor/ir/expr.h"
#include "tensor/ir/ops/localize.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

// A sharded dimension of the table (operand 0) that the index vectors address.
struct Lookup {
  int64_t component = 0;  // of the index vectors
  int64_t extent = 0;     // of the dimension, on the whole table
  Held held;
};

// `index_map` is start_index_map or scatter_dims_to_operand_dims.
std::vector<Lookup> sharded_lookups(const OpShard& shard, const Dims& index_map) {
  std::vector<Lookup> lookups;
  const TensorIndex& table = shard.index.operands[0];
  for (const OpShard::SplitAxis& split : shard.splits) {
    if (shard.index.axes[split.axis].kind != AxisKind::kLookup) continue;
    const auto dim = std::ranges::find_if(table, [&](const DimIndex& of) {
      return std::ranges::any_of(of.terms, [&](const AxisTerm& t) { return t.axis == split.axis; });
    });
    const int64_t d = dim - table.begin();
    lookups.push_back({.component = std::ranges::find(index_map, d) - index_map.begin(),
                       .extent = shard.whole.operand(0).shape[d],
                       .held = shard.held_operands[0][d]});
  }
  return lookups;
}

// One value per component of the index vectors, broadcast to the shape of the indices.
Expr by_component(Expr indices, int64_t vector_dim, const std::vector<double>& values) {
  Literal literal = Literal::zeros({indices.element(), {static_cast<int64_t>(values.size())}});
  for (size_t i = 0; i < values.size(); ++i) {
    literal.set_from_double(static_cast<int64_t>(i), values[i]);
  }
  const Expr vector = constant(indices.builder(), std::move(literal));
  if (vector_dim == indices.num_dims()) {
    return broadcast(reshape(vector, {}), indices.shape(), {});
  }
  return broadcast(vector, indices.shape(), {vector_dim});
}

// Component c of every index vector.
Expr component_of(Expr indices, int64_t vector_dim, int64_t c) {
  if (vector_dim == indices.num_dims()) return indices;
  const Expr one = slice_dim(indices, vector_dim, c, c + 1);
  Shape shape = indices.shape();
  shape.erase(shape.begin() + vector_dim);
  return reshape(one, shape);
}

// Index vectors relative to the shard's first row; may be out of its bounds.
Expr shifted(Expr indices, int64_t vector_dim, const Lookup& lookup) {
  const int64_t n = vector_dim == indices.num_dims() ? 1 : indices.extent(vector_dim);
  std::vector<double> by(n);
  by[lookup.component] = static_cast<double>(lookup.held.begin);
  return indices - by_component(indices, vector_dim, by);
}

Expr clamped_to(Expr rows, const Lookup& lookup) {
  return minimum(maximum(rows, 0.0), static_cast<double>(lookup.extent - 1));
}

// Index vectors with one component clamped to the whole table, as gather does.
Expr clamped(Expr indices, int64_t vector_dim, const Lookup& lookup) {
  if (vector_dim == indices.num_dims()) return clamped_to(indices, lookup);
  const int64_t n = indices.extent(vector_dim);
  std::vector<Expr> parts;
  for (int64_t c = 0; c < n; ++c) {
    const Expr part = slice_dim(indices, vector_dim, c, c + 1);
    parts.push_back(c == lookup.component ? clamped_to(part, lookup) : part);
  }
  return n == 1 ? parts[0] : concatenate(parts, vector_dim);
}

}  // namespace

std::vector<ValueId> localize_gather(OpShard& shard) {
  if (shard.operand(0).num_elements() == 0) return shard.zeros();
  const auto& attrs = shard.get<GatherAttrs>();
  const int64_t vector_dim = attrs.index_vector_dim;
  const Expr asked(shard.builder, shard.operands[1]);
  Expr indices = asked;
  std::optional<Expr> is_local;
  for (const Lookup& lookup : sharded_lookups(shard, attrs.start_index_map)) {
    const Expr row = clamped_to(component_of(asked, vector_dim, lookup.component), lookup);
    const auto begin = static_cast<double>(lookup.held.begin);
    const auto end = static_cast<double>(lookup.held.begin + lookup.held.length);
    const Expr in_range = emit(OpCode::kAnd, {compare(row, CompareDirection::kGe, begin),
                                              compare(row, CompareDirection::kLt, end)});
    is_local = is_local ? emit(OpCode::kAnd, {*is_local, in_range}) : in_range;
    indices = shifted(clamped(indices, vector_dim, lookup), vector_dim, lookup);
  }
  GatherAttrs local = attrs;
  for (int64_t d = 0; d < shard.whole.operand(0).num_dims(); ++d) {
    const bool whole = attrs.slice_sizes[d] == shard.whole.operand(0).shape[d];
    if (whole && !contains(attrs.collapsed_slice_dims, d) &&
        !contains(attrs.operand_batching_dims, d)) {
      local.slice_sizes[d] = shard.operand(0).shape[d];
    }
  }
  const Expr taken =
      emit(OpCode::kGather, {Expr(shard.builder, shard.operands[0]), indices}, std::move(local));
  if (!is_local) return {taken.id()};
  const Expr mask =
      broadcast(*is_local, taken.shape(), remaining_dims(taken.num_dims(), attrs.offset_dims));
  return {select(mask, taken, zeros_like(taken)).id()};
}

// Scatter drops updates that are out of bounds, so those of rows held elsewhere drop out.
std::vector<ValueId> localize_scatter(OpShard& shard) {
  const auto& attrs = shard.get<ScatterAttrs>();
  ValueId& indices = shard.operands[shard.whole.num_operands() / 2];
  for (const Lookup& lookup : sharded_lookups(shard, attrs.scatter_dims_to_operand_dims)) {
    indices = shifted(Expr(shard.builder, indices), attrs.index_vector_dim, lookup).id();
  }
  return shard.add(attrs);
}

}  // namespace motley::tensor
