#include "tensor/ir/expr.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace motley::tensor {
namespace {

// Dimension numbers with negative ones (counted from the end) resolved.
Dims nonnegative_dims(Expr x, const Dims& dims) {
  Dims plain;
  for (int64_t d : dims) plain.push_back(d < 0 ? d + x.num_dims() : d);
  return plain;
}

// The broadcast shape of both; if they do not match, the longer one, and the op reports the error.
Shape common_shape(const Shape& a, const Shape& b) {
  Shape shape = a.size() >= b.size() ? a : b;
  const Shape& other = a.size() >= b.size() ? b : a;
  const size_t skip = shape.size() - other.size();
  for (size_t d = 0; d < other.size(); ++d) {
    if (shape[skip + d] == 1) shape[skip + d] = other[d];
  }
  return shape;
}

Expr binary(OpCode code, Expr a, Expr b) {
  if (a.shape() != b.shape()) {
    const Shape shape = common_shape(a.shape(), b.shape());
    a = broadcast_to(a, shape);
    b = broadcast_to(b, shape);
  }
  return emit(code, {a, b});
}

Shape with_ones(Expr x, const Dims& dims) {
  Shape shape = x.shape();
  for (int64_t d : nonnegative_dims(x, dims)) shape[d] = 1;
  return shape;
}

double num_reduced(Expr x, const Dims& dims) {
  double n = 1;
  for (int64_t d : nonnegative_dims(x, dims)) n *= static_cast<double>(x.extent(d));
  return n;
}

}  // namespace

int64_t Expr::extent(int64_t dim) const {
  const Shape s = shape();
  return s.at(dim < 0 ? dim + static_cast<int64_t>(s.size()) : dim);
}

// --- Leaves ----------------------------------------------------------------------------------

Expr argument(ProgramBuilder& b, TensorType type) { return {b, b.argument(std::move(type))}; }

Expr constant(ProgramBuilder& b, Literal value) {
  TensorType type = value.type();
  return {b, b.add_one(OpCode::kConstant, {}, ConstantAttrs{std::move(type), std::move(value)})};
}

Expr full(ProgramBuilder& b, const TensorType& type, double value) {
  return broadcast_to(constant(b, Literal::scalar(type.element, value)), type.shape);
}
Expr full_like(Expr x, double value) { return full(x.builder(), x.type(), value); }
Expr zeros_like(Expr x) { return full_like(x, 0); }

Expr iota(ProgramBuilder& b, const TensorType& type, int64_t dim) {
  return {b, b.add_one(OpCode::kIota, {}, IotaAttrs{type, dim < 0 ? dim + type.num_dims() : dim})};
}

Expr emit(OpCode code, const std::vector<Expr>& operands, Attrs attrs,
          std::vector<Region> regions) {
  std::vector<ValueId> ids;
  for (const Expr& operand : operands) ids.push_back(operand.id());
  ProgramBuilder& b = operands.at(0).builder();
  return {b, b.add_one(code, std::move(ids), std::move(attrs), std::move(regions))};
}

// --- Elementwise -----------------------------------------------------------------------------

Expr operator+(Expr a, Expr b) { return binary(OpCode::kAdd, a, b); }
Expr operator-(Expr a, Expr b) { return binary(OpCode::kSubtract, a, b); }
Expr operator*(Expr a, Expr b) { return binary(OpCode::kMultiply, a, b); }
Expr operator/(Expr a, Expr b) { return binary(OpCode::kDivide, a, b); }
Expr operator+(Expr a, double b) { return a + full_like(a, b); }
Expr operator-(Expr a, double b) { return a - full_like(a, b); }
Expr operator*(Expr a, double b) { return a * full_like(a, b); }
Expr operator/(Expr a, double b) { return a / full_like(a, b); }
Expr operator+(double a, Expr b) { return full_like(b, a) + b; }
Expr operator-(double a, Expr b) { return full_like(b, a) - b; }
Expr operator*(double a, Expr b) { return full_like(b, a) * b; }
Expr operator/(double a, Expr b) { return full_like(b, a) / b; }
Expr operator-(Expr x) { return emit(OpCode::kNegate, {x}); }
Expr maximum(Expr a, Expr b) { return binary(OpCode::kMaximum, a, b); }
Expr maximum(Expr a, double b) { return maximum(a, full_like(a, b)); }
Expr minimum(Expr a, Expr b) { return binary(OpCode::kMinimum, a, b); }
Expr minimum(Expr a, double b) { return minimum(a, full_like(a, b)); }
Expr power(Expr a, Expr b) { return binary(OpCode::kPower, a, b); }
Expr power(Expr a, double b) { return power(a, full_like(a, b)); }

Expr compare(Expr a, CompareDirection direction, Expr b) {
  const Shape shape = common_shape(a.shape(), b.shape());
  const ElementType element = a.element();
  const CompareKind kind = is_float(element)    ? CompareKind::kFloat
                           : is_signed(element) ? CompareKind::kSigned
                                                : CompareKind::kUnsigned;
  return emit(OpCode::kCompare, {broadcast_to(a, shape), broadcast_to(b, shape)},
              CompareAttrs{direction, kind});
}
Expr compare(Expr a, CompareDirection direction, double b) {
  return compare(a, direction, full_like(a, b));
}

Expr select(Expr predicate, Expr on_true, Expr on_false) {
  Shape shape = common_shape(on_true.shape(), on_false.shape());
  if (predicate.num_dims() > 0) {
    shape = common_shape(shape, predicate.shape());
    predicate = broadcast_to(predicate, shape);
  }
  return emit(OpCode::kSelect,
              {predicate, broadcast_to(on_true, shape), broadcast_to(on_false, shape)});
}

Expr convert(Expr x, ElementType element) {
  return x.element() == element ? x : emit(OpCode::kConvert, {x}, ConvertAttrs{element});
}

Expr abs(Expr x) { return emit(OpCode::kAbs, {x}); }
Expr cosine(Expr x) { return emit(OpCode::kCosine, {x}); }
Expr erf(Expr x) { return emit(OpCode::kErf, {x}); }
Expr exponential(Expr x) { return emit(OpCode::kExponential, {x}); }
Expr log(Expr x) { return emit(OpCode::kLog, {x}); }
Expr log_plus_one(Expr x) { return emit(OpCode::kLogPlusOne, {x}); }
Expr logistic(Expr x) { return emit(OpCode::kLogistic, {x}); }
Expr rsqrt(Expr x) { return emit(OpCode::kRsqrt, {x}); }
Expr sign(Expr x) { return emit(OpCode::kSign, {x}); }
Expr sine(Expr x) { return emit(OpCode::kSine, {x}); }
Expr sqrt(Expr x) { return emit(OpCode::kSqrt, {x}); }
Expr square(Expr x) { return x * x; }
Expr tanh(Expr x) { return emit(OpCode::kTanh, {x}); }

// --- Shapes ----------------------------------------------------------------------------------

Expr reshape(Expr x, Shape shape) {
  const auto open = std::find(shape.begin(), shape.end(), -1);
  if (open != shape.end()) {
    int64_t known = 1;
    for (int64_t extent : shape) known *= extent == -1 ? 1 : extent;
    *open = known == 0 ? 0 : x.type().num_elements() / known;
  }
  if (shape == x.shape()) return x;
  return emit(OpCode::kReshape, {x}, ReshapeAttrs{std::move(shape)});
}

Expr transpose(Expr x, Dims permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end()) &&
      static_cast<int64_t>(permutation.size()) == x.num_dims())
    return x;
  return emit(OpCode::kTranspose, {x}, TransposeAttrs{std::move(permutation)});
}

Expr broadcast(Expr x, Shape shape, Dims dims) {
  return emit(OpCode::kBroadcastInDim, {x}, BroadcastAttrs{std::move(shape), std::move(dims)});
}

Expr broadcast_to(Expr x, Shape shape) {
  if (x.shape() == shape) return x;
  Dims dims(x.num_dims());
  std::iota(dims.begin(), dims.end(), static_cast<int64_t>(shape.size()) - x.num_dims());
  return broadcast(x, std::move(shape), std::move(dims));
}

Expr slice(Expr x, Dims start, Dims limit, Dims stride) {
  if (stride.empty()) stride.assign(start.size(), 1);
  return emit(OpCode::kSlice, {x},
              SliceAttrs{std::move(start), std::move(limit), std::move(stride)});
}

Expr slice_dim(Expr x, int64_t dim, int64_t start, int64_t limit) {
  Dims from(x.num_dims(), 0), to = x.shape();
  const int64_t d = nonnegative_dims(x, {dim})[0];
  from.at(d) = start;
  to.at(d) = limit;
  return slice(x, from, to);
}

Expr pad(Expr x, Expr value, Dims low, Dims high, Dims interior) {
  return emit(OpCode::kPad, {x, value},
              PadAttrs{std::move(low), std::move(high), std::move(interior)});
}

Expr concatenate(const std::vector<Expr>& parts, int64_t dim) {
  if (parts.size() == 1) return parts[0];
  return emit(OpCode::kConcatenate, parts,
              ConcatenateAttrs{nonnegative_dims(parts.at(0), {dim})[0]});
}

Expr reverse(Expr x, Dims dims) {
  return emit(OpCode::kReverse, {x}, ReverseAttrs{std::move(dims)});
}

// --- Reductions ------------------------------------------------------------------------------

OpCode op_of(Reducer reducer) {
  switch (reducer) {
    case Reducer::kSum:
      return OpCode::kAdd;
    case Reducer::kProduct:
      return OpCode::kMultiply;
    case Reducer::kMin:
      return OpCode::kMinimum;
    case Reducer::kMax:
      return OpCode::kMaximum;
    case Reducer::kAnd:
      return OpCode::kAnd;
    case Reducer::kOr:
      return OpCode::kOr;
    case Reducer::kXor:
      return OpCode::kXor;
  }
  return OpCode::kAdd;
}

Literal identity_of(Reducer reducer, ElementType element) {
  const int bits = bit_width(element);
  Literal value = Literal::zeros({element, {}});
  auto extreme = [&](bool largest) {
    switch (compute_type(element)) {
      case ComputeType::kFloat:
        return value.set_float(0, largest ? std::numeric_limits<double>::infinity()
                                          : -std::numeric_limits<double>::infinity());
      case ComputeType::kSigned:
        return value.set_signed(0, largest
                                       ? static_cast<int64_t>(~uint64_t{0} >> (65 - bits))
                                       : -1 - static_cast<int64_t>(~uint64_t{0} >> (65 - bits)));
      case ComputeType::kUnsigned:
        return value.set_unsigned(0, largest ? ~uint64_t{0} >> (64 - bits) : 0);
    }
  };
  switch (reducer) {
    case Reducer::kProduct:
      value.set_from_double(0, 1);
      break;
    case Reducer::kMin:
      extreme(true);
      break;
    case Reducer::kMax:
      extreme(false);
      break;
    case Reducer::kAnd:
      if (is_signed(element)) {
        value.set_signed(0, -1);
      } else {
        extreme(true);
      }
      break;
    default:
      break;
  }
  return value;
}

Expr reduce(Expr x, Reducer reducer, const Dims& dims) {
  if (dims.empty()) return x;
  ProgramBuilder& b = x.builder();
  const Expr init = constant(b, identity_of(reducer, x.element()));
  std::vector<Region> body;
  body.push_back(binary_region(b, op_of(reducer), x.element()));
  return emit(OpCode::kReduce, {x, init}, ReduceAttrs{nonnegative_dims(x, dims)}, std::move(body));
}

Expr sum(Expr x, const Dims& dims) { return reduce(x, Reducer::kSum, dims); }
Expr mean(Expr x, const Dims& dims) { return sum(x, dims) / num_reduced(x, dims); }
Expr max(Expr x, const Dims& dims) { return reduce(x, Reducer::kMax, dims); }
Expr sum_keep(Expr x, const Dims& dims) { return reshape(sum(x, dims), with_ones(x, dims)); }
Expr mean_keep(Expr x, const Dims& dims) { return reshape(mean(x, dims), with_ones(x, dims)); }
Expr max_keep(Expr x, const Dims& dims) { return reshape(max(x, dims), with_ones(x, dims)); }
Expr sum_all(Expr x) {
  Dims dims(x.num_dims());
  std::iota(dims.begin(), dims.end(), 0);
  return sum(x, dims);
}

// --- Products --------------------------------------------------------------------------------

Expr dot_general(Expr a, Expr b, DotAttrs attrs) {
  return emit(OpCode::kDotGeneral, {a, b}, std::move(attrs));
}

Expr einsum(std::string_view equation, Expr a, Expr b) {
  const size_t comma = equation.find(','), arrow = equation.find("->");
  MOTLEY_CHECK(comma != equation.npos && arrow != equation.npos && comma < arrow, "einsum `{}`",
               equation);
  const std::string_view left = equation.substr(0, comma),
                         right = equation.substr(comma + 1, arrow - comma - 1),
                         result = equation.substr(arrow + 2);
  MOTLEY_CHECK(static_cast<int64_t>(left.size()) == a.num_dims() &&
                   static_cast<int64_t>(right.size()) == b.num_dims(),
               "einsum `{}` on {} and {}", equation, a.type().to_string(), b.type().to_string());
  // Letters that occur in one operand only and not in the result are summed first.
  auto sum_unshared = [&](std::string_view letters, std::string_view others, Expr x,
                          std::string& kept) {
    Dims lonely;
    for (size_t d = 0; d < letters.size(); ++d) {
      if (others.find(letters[d]) == others.npos && result.find(letters[d]) == result.npos) {
        lonely.push_back(static_cast<int64_t>(d));
      } else {
        kept += letters[d];
      }
    }
    return sum(x, lonely);
  };
  std::string l, r;
  a = sum_unshared(left, right, a, l);
  b = sum_unshared(right, left, b, r);
  DotAttrs attrs;
  attrs.element = a.element();
  std::string order;  // subscripts of the product: batch, free of a, free of b
  for (size_t d = 0; d < l.size(); ++d) {
    const size_t other = r.find(l[d]);
    if (other == r.npos) continue;
    const bool batch = result.find(l[d]) != result.npos;
    (batch ? attrs.lhs_batch : attrs.lhs_contracting).push_back(static_cast<int64_t>(d));
    (batch ? attrs.rhs_batch : attrs.rhs_contracting).push_back(static_cast<int64_t>(other));
    if (batch) order += l[d];
  }
  for (char c : l) order += r.find(c) == r.npos ? std::string(1, c) : "";
  for (char c : r) order += l.find(c) == l.npos ? std::string(1, c) : "";
  Dims permutation;
  for (char c : result) {
    MOTLEY_CHECK(order.find(c) != order.npos, "einsum `{}`: `{}` is in no operand", equation, c);
    permutation.push_back(static_cast<int64_t>(order.find(c)));
  }
  return transpose(dot_general(a, b, std::move(attrs)), permutation);
}

// --- Lookup ----------------------------------------------------------------------------------

Expr take_rows(Expr table, Expr ids) {
  GatherAttrs attrs;
  const int64_t batch = ids.num_dims();
  for (int64_t d = 1; d < table.num_dims(); ++d) attrs.offset_dims.push_back(batch + d - 1);
  attrs.collapsed_slice_dims = {0};
  attrs.start_index_map = {0};
  attrs.index_vector_dim = batch;
  attrs.slice_sizes = table.shape();
  attrs.slice_sizes.at(0) = 1;
  return emit(OpCode::kGather, {table, ids}, std::move(attrs));
}

Expr one_hot(Expr x, int64_t depth, ElementType element) {
  Shape shape = x.shape();
  shape.push_back(depth);
  const Expr index = iota(x.builder(), {x.element(), shape}, -1);
  Dims dims(x.num_dims());
  std::iota(dims.begin(), dims.end(), 0);
  return convert(compare(broadcast(x, shape, dims), CompareDirection::kEq, index), element);
}

Expr take_last(Expr x, Expr ids) { return sum(x * one_hot(ids, x.extent(-1), x.element()), {-1}); }

}  // namespace motley::tensor
