// Constants, iota, and ops that move elements to statically known places.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/integer.h"
#include "tensor/ir/gradient.h"
#include "tensor/ir/ops/localize.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

// --- constant, iota --------------------------------------------------------------------------

Inferred infer_constant(const OpView& view) {
  const auto& attrs = view.get<ConstantAttrs>();
  const TensorType& held = attrs.value.type();
  if (held != attrs.type && held != attrs.type.scalar()) {
    return Inferred::no(
        fmt::format("has a value of type {}, not {}", held.to_string(), attrs.type.to_string()));
  }
  return attrs.type;
}

IndexStructure index_constant(const OpView& view) {
  IndexStructure index;
  index.results.push_back(add_axes(index, view.result(0).shape));
  if (!view.get<ConstantAttrs>().is_splat()) {
    for (Axis& axis : index.axes) axis.position_matters = true;
  }
  return index;
}

Inferred infer_iota(const OpView& view) {
  const auto& attrs = view.get<IotaAttrs>();
  if (attrs.dim < 0 || attrs.dim >= attrs.type.num_dims()) {
    return Inferred::no(fmt::format("{} has no dimension {}", attrs.type.to_string(), attrs.dim));
  }
  if (is_bool(attrs.type.element))
    return Inferred::no("needs integer or float elements, not booleans");
  return attrs.type;
}

IndexStructure index_iota(const OpView& view) {
  IndexStructure index;
  index.results.push_back(add_axes(index, view.result(0).shape));
  index.axes[view.get<IotaAttrs>().dim].position_matters = true;
  return index;
}

// --- bitcast_convert -------------------------------------------------------------------------

// Same width: same shape. Narrower: a new last dimension. Wider: the last dimension is removed.
Inferred infer_bitcast(const OpView& view) {
  const TensorType& from = view.operand(0);
  const ElementType to = view.get<ConvertAttrs>().element;
  if (is_bool(from.element) != is_bool(to)) {
    return Inferred::no(
        fmt::format("cannot bitcast between {} and {}", from.to_string(), name(to)));
  }
  const auto& attrs = view.get<ConvertAttrs>();
  const int from_bits = bit_width(attrs.bits_of(from.element)),
            to_bits = bit_width(attrs.bits_of(to));
  TensorType result = from.with_element(to);
  if (to_bits < from_bits) {
    result.shape.push_back(from_bits / to_bits);
  } else if (to_bits > from_bits) {
    if (from.shape.empty() || from.shape.back() != to_bits / from_bits) {
      return Inferred::no(fmt::format("{} to {} needs a last dimension of {}", from.to_string(),
                                      name(to), to_bits / from_bits));
    }
    result.shape.pop_back();
  }
  return result;
}

IndexStructure index_bitcast(const OpView& view) {
  IndexStructure index;
  const Shape &from = view.operand(0).shape, &to = view.result(0).shape;
  TensorIndex longer = add_axes(index, from.size() > to.size() ? from : to);
  TensorIndex shorter(longer.begin(), longer.begin() + std::min(from.size(), to.size()));
  if (from.size() != to.size()) index.axes.back().kind = AxisKind::kOpaque;
  index.operands = {from.size() > to.size() ? longer : shorter};
  index.results = {from.size() > to.size() ? shorter : longer};
  return index;
}

// --- broadcast_in_dim ------------------------------------------------------------------------

Inferred infer_broadcast(const OpView& view) {
  const auto& attrs = view.get<BroadcastAttrs>();
  const TensorType& from = view.operand(0);
  if (static_cast<int>(attrs.dims.size()) != from.num_dims() ||
      !are_distinct_dims(attrs.dims, static_cast<int64_t>(attrs.shape.size()))) {
    return Inferred::no(fmt::format("dims = {} do not place {} in {} dimensions",
                                    to_string(attrs.dims), from.to_string(), attrs.shape.size()));
  }
  for (size_t d = 0; d < attrs.dims.size(); ++d) {
    if (from.shape[d] != 1 && from.shape[d] != attrs.shape[attrs.dims[d]]) {
      return Inferred::no(fmt::format("cannot stretch dimension {} of {} to {}", d,
                                      from.to_string(), attrs.shape[attrs.dims[d]]));
    }
  }
  return from.with_shape(attrs.shape);
}

IndexStructure index_broadcast(const OpView& view) {
  const auto& dims = view.get<BroadcastAttrs>().dims;
  IndexStructure index{.linear_in = {{0}}, .copies = true};
  index.results.push_back(add_axes(index, view.result(0).shape));
  TensorIndex operand(dims.size());
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool stretched = view.operand(0).shape[d] != view.result(0).shape[dims[d]];
    if (!stretched) operand[d] = index.results[0][dims[d]];
  }
  index.operands = {operand};
  return index;
}

// --- reshape ---------------------------------------------------------------------------------

Inferred infer_reshape(const OpView& view) {
  const TensorType result = view.operand(0).with_shape(view.get<ReshapeAttrs>().shape);
  if (!fits_in_memory_model(result) || result.num_elements() != view.operand(0).num_elements()) {
    return Inferred::no(fmt::format("{} and {} differ in the number of elements",
                                    view.operand(0).to_string(), result.to_string()));
  }
  return result;
}

// One side of a reshape, factored into axes from the minor or the major end.
struct ReshapeSide {
  const Shape& shape;
  TensorIndex& index;
  Dims left;   // the factor of each dimension that has no axis yet
  Dims inner;  // stride of the next minor factor of each dimension
  explicit ReshapeSide(const Shape& s, TensorIndex& i)
      : shape(s), index(i), left(s), inner(s.size(), 1) {}

  // The last (or first) dimension with a factor left; -1 if there is none.
  int next(bool minor) const {
    const int n = static_cast<int>(shape.size());
    for (int k = 0; k < n; ++k) {
      const int d = minor ? n - 1 - k : k;
      if (left[d] > 1) return d;
    }
    return -1;
  }
  void take(int d, int64_t factor, int axis, bool minor) {
    left[d] /= factor;
    index[d].terms.push_back({axis, minor ? inner[d] : inner[d] * left[d]});
    if (minor) inner[d] *= factor;
  }
};

// Either shape writes the row-major index of an element in mixed radix. A common factor of the two
// minor (or major) radices is a digit of both, and so an axis of both. Parts without a common
// factor (as in [2,3] to [3,2]) are opaque.
//   [8,16,32] -> [128,32]   32 | 16 | 8           [6,4] -> [3,8]   4 | 2 | 3
IndexStructure index_reshape(const OpView& view) {
  IndexStructure index{.linear_in = {{0}}, .copies = true};
  const Shape &from = view.operand(0).shape, &to = view.result(0).shape;
  index.operands.emplace_back(from.size());
  index.results.emplace_back(to.size());
  if (view.result(0).num_elements() == 0) {
    index.operands[0] = add_axes(index, from, AxisKind::kOpaque);
    index.results[0] = add_axes(index, to, AxisKind::kOpaque);
    return index;
  }
  ReshapeSide a(from, index.operands[0]), b(to, index.results[0]);
  for (bool minor : {true, false}) {
    while (true) {
      const int da = a.next(minor), db = b.next(minor);
      if (da < 0 || db < 0) break;
      const int64_t factor = std::gcd(a.left[da], b.left[db]);
      if (factor == 1) break;
      const int axis = add_axis(index, factor);
      a.take(da, factor, axis, minor);
      b.take(db, factor, axis, minor);
    }
  }
  for (ReshapeSide* side : {&a, &b}) {
    for (int d = side->next(true); d >= 0; d = side->next(true)) {
      side->take(d, side->left[d], add_axis(index, side->left[d], AxisKind::kOpaque), true);
    }
  }
  return index;
}

// --- transpose, reverse, slice, pad, concatenate ---------------------------------------------

Inferred infer_transpose(const OpView& view) {
  const auto& permutation = view.get<TransposeAttrs>().permutation;
  const TensorType& from = view.operand(0);
  if (static_cast<int>(permutation.size()) != from.num_dims() ||
      !are_distinct_dims(permutation, from.num_dims())) {
    return Inferred::no(fmt::format("{} is not a permutation of the dimensions of {}",
                                    to_string(permutation), from.to_string()));
  }
  Shape shape;
  for (int64_t d : permutation) shape.push_back(from.shape[d]);
  return from.with_shape(shape);
}

IndexStructure index_transpose(const OpView& view) {
  const auto& permutation = view.get<TransposeAttrs>().permutation;
  IndexStructure index{.linear_in = {{0}}, .copies = true};
  index.results.push_back(add_axes(index, view.result(0).shape));
  TensorIndex operand(permutation.size());
  for (size_t d = 0; d < permutation.size(); ++d) operand[permutation[d]] = index.results[0][d];
  index.operands = {operand};
  return index;
}

Inferred infer_reverse(const OpView& view) {
  const auto& dims = view.get<ReverseAttrs>().dims;
  if (!are_distinct_dims(dims, view.operand(0).num_dims())) {
    return Inferred::no(
        fmt::format("{} are not dimensions of {}", to_string(dims), view.operand(0).to_string()));
  }
  return view.operand(0);
}

IndexStructure index_reverse(const OpView& view) {
  IndexStructure index = elementwise_index(view);
  index.linear_in = {{0}};
  index.copies = true;
  for (int64_t d : view.get<ReverseAttrs>().dims) {
    DimIndex& dim = index.operands[0][d];
    dim.terms[0].stride = -1;
    dim.offset = view.operand(0).shape[d] - 1;
  }
  return index;
}

Inferred infer_slice(const OpView& view) {
  const auto& [start, limit, stride] = view.get<SliceAttrs>();
  const TensorType& from = view.operand(0);
  const size_t n = from.shape.size();
  if (start.size() != n || limit.size() != n || stride.size() != n) {
    return Inferred::no(fmt::format("needs one range for each dimension of {}", from.to_string()));
  }
  Shape shape;
  for (size_t d = 0; d < n; ++d) {
    if (start[d] < 0 || limit[d] < start[d] || limit[d] > from.shape[d] || stride[d] < 1) {
      return Inferred::no(fmt::format("[{}:{}:{}] is not a range of dimension {} of {}", start[d],
                                      limit[d], stride[d], d, from.to_string()));
    }
    shape.push_back(core::ceil_divide(limit[d] - start[d], stride[d]));
  }
  return from.with_shape(shape);
}

IndexStructure index_slice(const OpView& view) {
  const auto& [start, limit, stride] = view.get<SliceAttrs>();
  IndexStructure index = elementwise_index(view);
  index.linear_in = {{0}};
  index.copies = true;
  for (size_t d = 0; d < start.size(); ++d) {
    DimIndex& dim = index.operands[0][d];
    dim.terms[0].stride = stride[d];
    dim.offset = start[d];
  }
  return index;
}

Inferred infer_pad(const OpView& view) {
  const auto& [low, high, interior] = view.get<PadAttrs>();
  const TensorType& from = view.operand(0);
  const size_t n = from.shape.size();
  if (view.operand(1) != from.scalar()) {
    return Inferred::no(fmt::format("the padding value must be {}, not {}",
                                    from.scalar().to_string(), view.operand(1).to_string()));
  }
  if (low.size() != n || high.size() != n || interior.size() != n) {
    return Inferred::no(
        fmt::format("needs low, high and interior for each dimension of {}", from.to_string()));
  }
  Shape shape;
  for (size_t d = 0; d < n; ++d) {
    // In 128 bits: padding in a file may be any 64-bit number.
    const __int128 inner =
        from.shape[d] == 0 ? 0 : static_cast<__int128>(from.shape[d] - 1) * interior[d];
    const __int128 extent = inner + from.shape[d] + low[d] + high[d];
    if (interior[d] < 0 || extent < 0 || extent > INT64_MAX) {
      return Inferred::no(
          fmt::format("padding [{}, {}, {}] of dimension {} of {} gives an invalid extent", low[d],
                      high[d], interior[d], d, from.to_string()));
    }
    shape.push_back(static_cast<int64_t>(extent));
  }
  return from.with_shape(shape);
}

IndexStructure index_pad(const OpView& view) {
  const auto& [low, high, interior] = view.get<PadAttrs>();
  IndexStructure index{.linear_in = {{0, 1}}, .copies = true};
  index.results.push_back(add_axes(index, view.result(0).shape));
  index.operands = {index.results[0], {}};
  for (size_t d = 0; d < low.size(); ++d) {
    DimIndex& dim = index.operands[0][d];
    dim.offset = -low[d];
    dim.divisor = interior[d] + 1;
  }
  return index;
}

Inferred infer_concatenate(const OpView& view) {
  const int64_t dim = view.get<ConcatenateAttrs>().dim;
  if (view.num_operands() == 0) return Inferred::no("needs at least one operand");
  TensorType result = view.operand(0);
  if (dim < 0 || dim >= result.num_dims()) {
    return Inferred::no(fmt::format("{} has no dimension {}", result.to_string(), dim));
  }
  for (int i = 1; i < view.num_operands(); ++i) {
    TensorType other = view.operand(i);
    bool fits = other.element == result.element && other.num_dims() == result.num_dims();
    for (int64_t d = 0; fits && d < result.num_dims(); ++d) {
      fits = d == dim || other.shape[d] == result.shape[d];
    }
    if (!fits) {
      return Inferred::no(fmt::format("{} cannot be concatenated with {} along dimension {}",
                                      other.to_string(), view.operand(0).to_string(), dim));
    }
    auto extent = core::checked_add(result.shape[dim], other.shape[dim]);
    if (!extent) return Inferred::no("the result is too large");
    result.shape[dim] = *extent;
  }
  return result;
}

// Each result index lies in one operand; in the others it is out of bounds and touches nothing.
IndexStructure index_concatenate(const OpView& view) {
  const int64_t dim = view.get<ConcatenateAttrs>().dim;
  IndexStructure index{.copies = true};
  index.results.push_back(add_axes(index, view.result(0).shape));
  int64_t offset = 0;
  index.linear_in.emplace_back();
  for (int i = 0; i < view.num_operands(); ++i) {
    index.operands.push_back(index.results[0]);
    index.operands.back()[dim].offset = -offset;
    offset += view.operand(i).shape[dim];
    index.linear_in[0].push_back(i);
  }
  return index;
}

// --- Gradients -------------------------------------------------------------------------------

// Sums over the broadcast dimensions and transposes the rest to the operand's order.
void gradient_broadcast(Backward& r) {
  r.give(0, [&] {
    const auto& dims = r.get<BroadcastAttrs>().dims;
    const Shape from = r.operand(0).shape(), to = r.result().shape();
    Dims kept;  // result dimensions that are not stretched, in the operand's order
    for (size_t d = 0; d < dims.size(); ++d) {
      if (from[d] == to[dims[d]]) kept.push_back(dims[d]);
    }
    Dims repeated = remaining_dims(static_cast<int64_t>(to.size()), kept);
    Dims sorted = kept, permutation;
    std::sort(sorted.begin(), sorted.end());
    for (int64_t d : kept)
      permutation.push_back(std::find(sorted.begin(), sorted.end(), d) - sorted.begin());
    return reshape(transpose(sum(r.gradient(), repeated), permutation), from);
  });
}

void gradient_reshape(Backward& r) {
  r.give(0, [&] { return reshape(r.gradient(), r.operand(0).shape()); });
}

void gradient_transpose(Backward& r) {
  r.give(0, [&] {
    const auto& permutation = r.get<TransposeAttrs>().permutation;
    Dims inverse(permutation.size());
    for (size_t d = 0; d < permutation.size(); ++d)
      inverse[permutation[d]] = static_cast<int64_t>(d);
    return transpose(r.gradient(), inverse);
  });
}

void gradient_reverse(Backward& r) {
  r.give(0, [&] { return reverse(r.gradient(), r.get<ReverseAttrs>().dims); });
}

void gradient_slice(Backward& r) {
  r.give(0, [&] {
    const auto& s = r.get<SliceAttrs>();
    const Shape from = r.operand(0).shape(), to = r.result().shape();
    Dims high(from.size()), interior(from.size());
    for (size_t d = 0; d < from.size(); ++d) {
      interior[d] = s.stride[d] - 1;
      const int64_t covered = to[d] == 0 ? 0 : (to[d] - 1) * s.stride[d] + 1;
      high[d] = from[d] - s.start[d] - covered;
    }
    return pad(r.gradient(), constant(r.builder, Literal::zeros(r.operand(0).type().scalar())),
               s.start, high, interior);
  });
}

// The gradient at the operand's elements; the rest belongs to the padding value.
Expr unpadded(Backward& r) {
  const auto& p = r.get<PadAttrs>();
  const Shape from = r.operand(0).shape();
  Expr g = r.gradient();
  Dims low = p.low, high = p.high;
  const bool cut = std::any_of(low.begin(), low.end(), [](int64_t v) { return v < 0; }) ||
                   std::any_of(high.begin(), high.end(), [](int64_t v) { return v < 0; });
  if (cut) {  // cropped elements get zero
    Dims more_low(low.size()), more_high(high.size());
    for (size_t d = 0; d < low.size(); ++d) {
      more_low[d] = std::max<int64_t>(-low[d], 0);
      more_high[d] = std::max<int64_t>(-high[d], 0);
      low[d] = std::max<int64_t>(low[d], 0);
      high[d] = std::max<int64_t>(high[d], 0);
    }
    g = pad(g, constant(r.builder, Literal::zeros(g.type().scalar())), more_low, more_high,
            Dims(low.size(), 0));
  }
  Dims limit = g.shape(), stride(low.size());
  for (size_t d = 0; d < low.size(); ++d) {
    limit[d] -= high[d];
    stride[d] = p.interior[d] + 1;
  }
  return g.shape() == from ? g : slice(g, low, limit, stride);
}

void gradient_pad(Backward& r) {
  r.give(0, [&] { return unpadded(r); });
  r.give(1, [&] { return sum_all(r.gradient()) - sum_all(unpadded(r)); });
}

void gradient_concatenate(Backward& r) {
  const int64_t dim = r.get<ConcatenateAttrs>().dim;
  int64_t start = 0;
  for (int i = 0; i < r.num_operands(); ++i) {
    const int64_t limit = start + r.operand(i).extent(dim);
    r.give(i, [&] { return slice_dim(r.gradient(), dim, start, limit); });
    start = limit;
  }
}

}  // namespace

void add_movement_rows(std::vector<OpRow>& rows) {
  auto add = [&](OpCode code, int operands, Inferred (*infer)(const OpView&),
                 IndexStructure (*index)(const OpView&), void (*gradient)(Backward&),
                 WorkClass work_class, LayerKind layer = LayerKind::kOther,
                 std::vector<ValueId>(*localize)(OpShard&) = nullptr) -> OpRow& {
    rows.push_back({.code = code,
                    .num_operands = operands,
                    .num_regions = 0,
                    .infer = infer,
                    .index = index,
                    .work_class = work_class,
                    .layer = layer,
                    .recompute = Recompute::kFromConstants,
                    .gradient = gradient,
                    .localize = localize});
    return rows.back();
  };
  using enum OpCode;
  using enum WorkClass;
  add(kBitcastConvert, 1, infer_bitcast, index_bitcast, nullptr, kFused);
  add(kBroadcastInDim, 1, infer_broadcast, index_broadcast, gradient_broadcast, kFree,
      LayerKind::kOther, localize_broadcast)
      .recompute = Recompute::kAlways;
  add(kConcatenate, -1, infer_concatenate, index_concatenate, gradient_concatenate, kOther);
  add(kConstant, 0, infer_constant, index_constant, flat_gradient, kFree, LayerKind::kOther,
      localize_constant)
      .positions = PositionShards::kAny;
  add(kIota, 0, infer_iota, index_iota, flat_gradient, kFree, LayerKind::kOther, localize_iota)
      .positions = PositionShards::kAny;
  add(kPad, 2, infer_pad, index_pad, gradient_pad, kOther, LayerKind::kOther, localize_pad);
  add(kReshape, 1, infer_reshape, index_reshape, gradient_reshape, kFree, LayerKind::kReshape,
      localize_reshape);
  add(kReverse, 1, infer_reverse, index_reverse, gradient_reverse, kFused);
  add(kSlice, 1, infer_slice, index_slice, gradient_slice, kFree, LayerKind::kSlice,
      localize_slice);
  add(kTranspose, 1, infer_transpose, index_transpose, gradient_transpose, kFree,
      LayerKind::kTranspose);
}

}  // namespace motley::tensor
