// Elementwise ops: each result element depends on the operand elements at the same index.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tensor/ir/gradient.h"
#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

constexpr double kSqrtPi = 1.7724538509055160273;

// All operands have the same type, with elements of `Classes`; so has the result.
template <unsigned Classes>
Inferred same_type(const OpView& view) {
  const TensorType& type = view.operand(0);
  for (int i = 1; i < view.num_operands(); ++i) {
    if (view.operand(i) != type) {
      return Inferred::no(fmt::format("operands must have the same type, but are {} and {}",
                                      type.to_string(), view.operand(i).to_string()));
    }
  }
  if (!in_class(type.element, Classes)) {
    return Inferred::no(
        fmt::format("needs {} elements, not {}", describe(Classes), type.to_string()));
  }
  return type;
}

// Like same_type<Classes>, with a boolean result.
template <unsigned Classes>
Inferred predicate(const OpView& view) {
  Inferred inferred = same_type<Classes>(view);
  for (TensorType& type : inferred.types) type.element = ElementType::kI1;
  return inferred;
}

Inferred infer_convert(const OpView& view) {
  return view.operand(0).with_element(view.get<ConvertAttrs>().element);
}

Inferred infer_compare(const OpView& view) {
  const ElementType element = view.operand(0).element;
  const CompareKind kind = view.get<CompareAttrs>().kind;
  const bool fits =
      is_float(element)
          ? kind == CompareKind::kFloat || kind == CompareKind::kTotalOrder
          : kind == (is_signed(element) ? CompareKind::kSigned : CompareKind::kUnsigned);
  if (!fits) {
    return Inferred::no(
        fmt::format("this comparison type does not apply to {}", view.operand(0).to_string()));
  }
  return predicate<kAnyElement>(view);
}

Inferred infer_reduce_precision(const OpView& view) {
  const auto& attrs = view.get<ReducePrecisionAttrs>();
  if (attrs.exponent_bits < 1 || attrs.exponent_bits > 11 || attrs.mantissa_bits < 0 ||
      attrs.mantissa_bits > 52) {
    return Inferred::no(
        fmt::format("invalid format e{}m{}", attrs.exponent_bits, attrs.mantissa_bits));
  }
  return same_type<kFloats>(view);
}

Inferred infer_clamp(const OpView& view) {
  const TensorType& type = view.operand(1);
  for (int i : {0, 2}) {
    if (view.operand(i) != type && view.operand(i) != type.scalar()) {
      return Inferred::no(fmt::format("bounds must be {} or scalars of it, not {}",
                                      type.to_string(), view.operand(i).to_string()));
    }
  }
  return type;
}

Inferred infer_select(const OpView& view) {
  const TensorType &predicate = view.operand(0), &type = view.operand(1);
  if (view.operand(2) != type) {
    return Inferred::no(fmt::format("both branches must have the same type, but are {} and {}",
                                    type.to_string(), view.operand(2).to_string()));
  }
  if (!is_bool(predicate.element) || (!predicate.is_scalar() && predicate.shape != type.shape)) {
    return Inferred::no(fmt::format("the predicate must be {} or tensor<i1>, not {}",
                                    type.with_element(ElementType::kI1).to_string(),
                                    predicate.to_string()));
  }
  return type;
}

// Elementwise, and linear in each of these sets of operands unless elements are booleans.
IndexStructure with_linearity(const OpView& view, std::vector<std::vector<int>> sets) {
  IndexStructure index = elementwise_index(view);
  if (!is_bool(view.result(0).element)) index.linear_in = std::move(sets);
  return index;
}
IndexStructure index_linear(const OpView& view) { return with_linearity(view, {{0}}); }
IndexStructure index_sum(const OpView& view) { return with_linearity(view, {{0, 1}}); }
IndexStructure index_product(const OpView& view) { return with_linearity(view, {{0}, {1}}); }
IndexStructure index_divide(const OpView& view) {
  return is_float(view.result(0).element) ? with_linearity(view, {{0}}) : elementwise_index(view);
}
IndexStructure index_select(const OpView& view) {
  IndexStructure index = elementwise_index(view);
  index.linear_in = {{1, 2}};
  index.copies = true;
  return index;
}
IndexStructure index_convert(const OpView& view) {
  // Partial sums pass through conversions between floats and to integers of no more bits. Floats to
  // integers truncate, conversions to boolean compare, and booleans convert to 0 and 1.
  const ElementType from = view.operand(0).element, to = view.result(0).element;
  const bool linear = (is_float(from) && is_float(to)) ||
                      (is_integer(from) && is_integer(to) && bit_width(to) <= bit_width(from));
  return linear ? with_linearity(view, {{0}}) : elementwise_index(view);
}

// --- Gradients -------------------------------------------------------------------------------

using Rule = void (*)(Backward&);

// For y(x) with dy/dx = f(x, y): the operand's gradient is gradient * f.
template <auto Derivative>  // Expr(Expr x, Expr y)
void chain(Backward& r) {
  r.give(0, [&] { return r.gradient() * Derivative(r.operand(0), r.result()); });
}

Expr zero_like(Expr x) { return zeros_like(x); }

void gradient_convert(Backward& r) {
  r.give(0, [&] { return convert(r.gradient(), r.operand(0).element()); });
}

void gradient_reduce_precision(Backward& r) {
  r.give(0, [&] { return emit(OpCode::kReducePrecision, {r.gradient()}, r.op.attrs); });
}

void gradient_add(Backward& r) {
  r.give(0, [&] { return r.gradient(); });
  r.give(1, [&] { return r.gradient(); });
}

void gradient_subtract(Backward& r) {
  r.give(0, [&] { return r.gradient(); });
  r.give(1, [&] { return -r.gradient(); });
}

void gradient_multiply(Backward& r) {
  r.give(0, [&] { return r.gradient() * r.operand(1); });
  r.give(1, [&] { return r.gradient() * r.operand(0); });
}

void gradient_divide(Backward& r) {
  r.give(0, [&] { return r.gradient() / r.operand(1); });
  // Uses the operands only: a softmax's gradient fuses into one pass if it reads exp(x) and not the
  // quotient as well (XLA: 48 instead of 53 ms for a step of vit-base on an H200).
  r.give(1, [&] { return -(r.gradient() * r.operand(0) / r.operand(1) / r.operand(1)); });
}

// Equal operands get half each, so that max(x, x) has derivative 1.
template <CompareDirection Chosen>
void gradient_extremum(Backward& r) {
  const Expr a = r.operand(0), b = r.operand(1);
  for (int i : {0, 1}) {
    r.give(i, [&] {
      const Expr share =
          select(compare(a, CompareDirection::kEq, b), full_like(a, 0.5), zero_like(a));
      return r.gradient() *
             select(i == 0 ? compare(a, Chosen, b) : compare(b, Chosen, a), full_like(a, 1), share);
    });
  }
}

void gradient_power(Backward& r) {
  const Expr x = r.operand(0), n = r.operand(1);
  r.give(0, [&] {  // n x^(n-1); 0 for n = 0, also at x = 0
    const Expr slope = n * power(x, n - 1.0);
    return r.gradient() * select(compare(n, CompareDirection::kEq, 0.0), zero_like(x), slope);
  });
  r.give(1, [&] {  // x^n log x; 0 at x = 0
    const Expr logarithm = log(select(compare(x, CompareDirection::kEq, 0.0), full_like(x, 1), x));
    return r.gradient() * logarithm * r.result();
  });
}

void gradient_remainder(Backward& r) {
  r.give(0, [&] { return r.gradient(); });
  r.give(1, [&] {
    const Expr quotient = r.operand(0) / r.operand(1);
    return -(r.gradient() * sign(quotient) * emit(OpCode::kFloor, {abs(quotient)}));
  });
}

void gradient_atan2(Backward& r) {
  const Expr y = r.operand(0), x = r.operand(1);
  r.give(0, [&] { return r.gradient() * x / (x * x + y * y); });
  r.give(1, [&] { return -(r.gradient() * y / (x * x + y * y)); });
}

void gradient_select(Backward& r) {
  r.give(1, [&] { return select(r.operand(0), r.gradient(), zero_like(r.gradient())); });
  r.give(2, [&] { return select(r.operand(0), zero_like(r.gradient()), r.gradient()); });
}

void gradient_clamp(Backward& r) {
  const Expr low = r.operand(0), x = r.operand(1), high = r.operand(2);
  auto where = [&](Expr condition) { return select(condition, r.gradient(), zero_like(x)); };
  auto to_bound = [&](Expr bound, Expr g) {
    return bound.num_dims() == x.num_dims() ? g : sum_all(g);
  };
  r.give(1, [&] {
    return where(emit(OpCode::kAnd, {compare(x, CompareDirection::kGt, low),
                                     compare(x, CompareDirection::kLt, high)}));
  });
  r.give(0, [&] { return to_bound(low, where(compare(x, CompareDirection::kLe, low))); });
  r.give(2, [&] { return to_bound(high, where(compare(x, CompareDirection::kGe, high))); });
}

// exp(-|x|) I0(x). Up to |x| = 30: the mean of exp(|x| (cos t - 1)) over a circle; the trapezoidal
// rule converges faster than any power, with 64 points to 1e-14. Beyond: the asymptotic series with
// terms ((2k - 1)!!)^2 / (k! (8 |x|)^k).
Expr bessel_i0e(Expr x) {
  constexpr int64_t kPoints = 64;
  Literal angles = Literal::zeros({x.element(), {kPoints}});
  for (int64_t k = 0; k < kPoints; ++k)
    angles.set_float(k, std::cos(2 * std::numbers::pi * static_cast<double>(k) / kPoints) - 1);
  const Expr size = abs(x), small = minimum(size, 30.0), large = maximum(size, 30.0);
  Shape column = x.shape();
  column.push_back(1);
  const Expr circle =
      mean(exponential(reshape(small, column) * constant(x.builder(), angles)), {-1});
  Expr series = full_like(x, 1);
  for (int k = 12; k >= 1; --k) {  // Horner: 1 + t1 (1 + t2/t1 (1 + ...))
    const double ratio = (2.0 * k - 1) * (2.0 * k - 1) / (8.0 * k);
    series = 1.0 + ratio / large * series;
  }
  const Expr tail = series * rsqrt(2 * std::numbers::pi * large);
  return select(compare(size, CompareDirection::kLe, 30.0), circle, tail);
}

// i1e' = i0e - i1e (sign x + 1 / x); 1/2 at 0.
Expr slope_of_bessel_i1e(Expr x, Expr y) {
  const Expr is_zero = compare(x, CompareDirection::kEq, 0.0);
  const Expr nonzero = select(is_zero, full_like(x, 1), x);
  const Expr slope = bessel_i0e(x) - y * (sign(x) + 1.0 / nonzero);
  return select(is_zero, full_like(x, 0.5), slope);
}

// Not differentiable in the order n: no gradient is given, which reverse mode reports.
void gradient_polygamma(Backward& r) {
  r.give(1, [&] {
    return r.gradient() * emit(OpCode::kPolygamma, {r.operand(0) + 1.0, r.operand(1)});
  });
}

void gradient_zeta(Backward& r) {
  const Expr s = r.operand(0), q = r.operand(1);
  r.give(1, [&] { return -(r.gradient() * s * emit(OpCode::kZeta, {s + 1.0, q})); });
}

}  // namespace

void add_elementwise_rows(std::vector<OpRow>& rows) {
  // Flops per element: 1 for arithmetic, about 10 for functions evaluated by polynomials.
  constexpr double kArithmetic = 1, kFunction = 10;
  auto add = [&](OpCode code, int operands, Inferred (*infer)(const OpView&), double flops,
                 Rule gradient,
                 IndexStructure (*index)(const OpView&) = elementwise_index) -> OpRow& {
    rows.push_back({.code = code,
                    .num_operands = operands,
                    .num_regions = 0,
                    .infer = infer,
                    .index = index,
                    .work_class = WorkClass::kFused,
                    .layer = LayerKind::kOther,
                    .recompute = Recompute::kFromConstants,
                    .flops_per_point = flops,
                    .gradient = gradient});
    return rows.back();
  };
  using enum OpCode;

  add(kAbs, 1, same_type<kFloats | kSignedInts>, kArithmetic,
      chain<[](Expr x, Expr) {  // 1 at 0, as JAX has it
        return select(compare(x, CompareDirection::kGe, 0.0), full_like(x, 1), full_like(x, -1));
      }>);
  add(kCbrt, 1, same_type<kFloats>, kFunction,
      chain<[](Expr, Expr y) { return 1.0 / (3.0 * y * y); }>);
  add(kCeil, 1, same_type<kFloats>, kArithmetic, flat_gradient);
  add(kConvert, 1, infer_convert, kArithmetic, gradient_convert, index_convert).layer =
      LayerKind::kCast;
  add(kCosine, 1, same_type<kFloats>, kFunction, chain<[](Expr x, Expr) { return -sine(x); }>);
  add(kCountLeadingZeros, 1, same_type<kInts>, kArithmetic, flat_gradient);
  add(kExponential, 1, same_type<kFloats>, kFunction, chain<[](Expr, Expr y) { return y; }>).layer =
      LayerKind::kActivation;
  add(kExponentialMinusOne, 1, same_type<kFloats>, kFunction,
      chain<[](Expr, Expr y) { return y + 1.0; }>);
  add(kFloor, 1, same_type<kFloats>, kArithmetic, flat_gradient);
  add(kIsFinite, 1, predicate<kFloats>, kArithmetic, flat_gradient);
  add(kLog, 1, same_type<kFloats>, kFunction,
      [](Backward& r) { r.give(0, [&] { return r.gradient() / r.operand(0); }); });
  add(kLogPlusOne, 1, same_type<kFloats>, kFunction,
      [](Backward& r) { r.give(0, [&] { return r.gradient() / (r.operand(0) + 1.0); }); });
  add(kLogistic, 1, same_type<kFloats>, kFunction,
      chain<[](Expr, Expr y) { return y * (1.0 - y); }>)
      .layer = LayerKind::kActivation;
  add(
      kNegate, 1, same_type<kNumbers>, kArithmetic,
      [](Backward& r) { r.give(0, [&] { return -r.gradient(); }); }, index_linear);
  add(kNot, 1, same_type<kInts | kBools>, kArithmetic, flat_gradient);
  add(kPopulationCount, 1, same_type<kInts>, kArithmetic, flat_gradient);
  add(kReducePrecision, 1, infer_reduce_precision, kArithmetic, gradient_reduce_precision);
  add(kRoundNearestAfz, 1, same_type<kFloats>, kArithmetic, flat_gradient);
  add(kRoundNearestEven, 1, same_type<kFloats>, kArithmetic, flat_gradient);
  add(kRsqrt, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr y) { return -0.5 * (y / x); }>);
  add(kSign, 1, same_type<kFloats | kSignedInts>, kArithmetic, flat_gradient);
  add(kSine, 1, same_type<kFloats>, kFunction, chain<[](Expr x, Expr) { return cosine(x); }>);
  add(kSqrt, 1, same_type<kFloats>, kFunction, chain<[](Expr, Expr y) { return 0.5 / y; }>);
  add(kTan, 1, same_type<kFloats>, kFunction, chain<[](Expr, Expr y) { return 1.0 + y * y; }>);
  add(kTanh, 1, same_type<kFloats>, kFunction, chain<[](Expr, Expr y) { return 1.0 - y * y; }>)
      .layer = LayerKind::kActivation;
  add(kAcos, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return -rsqrt(1.0 - x * x); }>);
  add(kAcosh, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return rsqrt((x - 1.0) * (x + 1.0)); }>);
  add(kAsin, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return rsqrt(1.0 - x * x); }>);
  add(kAsinh, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return rsqrt(x * x + 1.0); }>);
  add(kAtan, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return 1.0 / (1.0 + x * x); }>);
  add(kAtanh, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return 1.0 / ((1.0 - x) * (1.0 + x)); }>);
  add(kBesselI1e, 1, same_type<kFloats>, kFunction, chain<slope_of_bessel_i1e>);
  add(kCosh, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return emit(OpCode::kSinh, {x}); }>);
  add(kDigamma, 1, same_type<kFloats>, kFunction, chain<[](Expr x, Expr) {
        return emit(OpCode::kPolygamma, {full_like(x, 1), x});
      }>);
  add(kErf, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return 2 / kSqrtPi * exponential(-(x * x)); }>)
      .layer = LayerKind::kActivation;
  add(kErfInv, 1, same_type<kFloats>, kFunction,
      chain<[](Expr, Expr y) { return kSqrtPi / 2 * exponential(y * y); }>);
  add(kErfc, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return -2 / kSqrtPi * exponential(-(x * x)); }>);
  add(kIsInf, 1, predicate<kFloats>, kArithmetic, flat_gradient);
  add(kIsNegInf, 1, predicate<kFloats>, kArithmetic, flat_gradient);
  add(kIsPosInf, 1, predicate<kFloats>, kArithmetic, flat_gradient);
  add(kLgamma, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return emit(OpCode::kDigamma, {x}); }>);
  add(kSinh, 1, same_type<kFloats>, kFunction,
      chain<[](Expr x, Expr) { return emit(OpCode::kCosh, {x}); }>);
  add(kSquare, 1, same_type<kNumbers>, kArithmetic, chain<[](Expr x, Expr) { return 2.0 * x; }>);

  add(kAdd, 2, same_type<kAnyElement>, kArithmetic, gradient_add, index_sum).layer =
      LayerKind::kAdd;
  add(kAnd, 2, same_type<kInts | kBools>, kArithmetic, flat_gradient);
  add(kAtan2, 2, same_type<kFloats>, kFunction, gradient_atan2);
  add(kClamp, 3, infer_clamp, kArithmetic, gradient_clamp);
  add(kCompare, 2, infer_compare, kArithmetic, flat_gradient);
  add(kDivide, 2, same_type<kNumbers>, kArithmetic, gradient_divide, index_divide);
  add(kMaximum, 2, same_type<kAnyElement>, kArithmetic, gradient_extremum<CompareDirection::kGt>)
      .layer = LayerKind::kActivation;
  add(kMinimum, 2, same_type<kAnyElement>, kArithmetic, gradient_extremum<CompareDirection::kLt>);
  add(kMultiply, 2, same_type<kAnyElement>, kArithmetic, gradient_multiply, index_product);
  add(kOr, 2, same_type<kInts | kBools>, kArithmetic, flat_gradient);
  add(kPower, 2, same_type<kNumbers>, kFunction, gradient_power);
  add(kRemainder, 2, same_type<kNumbers>, kArithmetic, gradient_remainder);
  add(kSelect, 3, infer_select, kArithmetic, gradient_select, index_select).layer =
      LayerKind::kActivation;
  add(kShiftLeft, 2, same_type<kInts>, kArithmetic, flat_gradient);
  add(kShiftRightArithmetic, 2, same_type<kInts>, kArithmetic, flat_gradient);
  add(kShiftRightLogical, 2, same_type<kInts>, kArithmetic, flat_gradient);
  add(kSubtract, 2, same_type<kNumbers>, kArithmetic, gradient_subtract, index_sum);
  add(kXor, 2, same_type<kInts | kBools>, kArithmetic, flat_gradient);
  add(kNextAfter, 2, same_type<kFloats>, kArithmetic, flat_gradient);
  add(kPolygamma, 2, same_type<kFloats>, kFunction, gradient_polygamma);
  add(kZeta, 2, same_type<kFloats>, kFunction, gradient_zeta);
}

}  // namespace motley::tensor
