// Elementwise ops: each result element depends on the operand elements at the same place.
#include <fmt/format.h>

#include "tensor/ir/ops/rows.h"

namespace motley::tensor {
namespace {

// All operands have one type, of one of `Classes`; the result has it too.
template <unsigned Classes>
Inferred same_type(const OpView& view) {
  const TensorType& type = view.operand(0);
  for (int i = 1; i < view.num_operands(); ++i) {
    if (view.operand(i) != type) {
      return Inferred::no(fmt::format("operands must have one type, but are {} and {}",
                                      type.to_string(), view.operand(i).to_string()));
    }
  }
  if (!in_class(type.element, Classes)) {
    return Inferred::no(
        fmt::format("needs {} elements, not {}", describe(Classes), type.to_string()));
  }
  return type;
}

// As same_type<Classes>, with a boolean result.
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
        fmt::format("this kind of comparison does not fit {}", view.operand(0).to_string()));
  }
  return predicate<kAnyElement>(view);
}

Inferred infer_reduce_precision(const OpView& view) {
  const auto& attrs = view.get<ReducePrecisionAttrs>();
  if (attrs.exponent_bits < 1 || attrs.exponent_bits > 11 || attrs.mantissa_bits < 0 ||
      attrs.mantissa_bits > 52) {
    return Inferred::no(
        fmt::format("no such format: e{}m{}", attrs.exponent_bits, attrs.mantissa_bits));
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
    return Inferred::no(fmt::format("both choices must have one type, but are {} and {}",
                                    type.to_string(), view.operand(2).to_string()));
  }
  if (!is_bool(predicate.element) || (!predicate.is_scalar() && predicate.shape != type.shape)) {
    return Inferred::no(fmt::format("the predicate must be {} or tensor<i1>, not {}",
                                    type.with_element(ElementType::kI1).to_string(),
                                    predicate.to_string()));
  }
  return type;
}

// Linear in each of the sets below, where the numbers are numbers (not booleans).
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
  // From float to integer truncates, to boolean compares, from boolean counts 0 and 1: sums pass
  // only among floats and among integers.
  const ElementType from = view.operand(0).element, to = view.result(0).element;
  const bool linear = (is_float(from) && is_float(to)) ||
                      (is_integer(from) && is_integer(to) && bit_width(to) <= bit_width(from));
  return linear ? with_linearity(view, {{0}}) : elementwise_index(view);
}

}  // namespace

void add_elementwise_rows(std::vector<OpRow>& rows) {
  // Flops of one element: one for arithmetic, about ten for what needs a polynomial.
  constexpr double kArithmetic = 1, kFunction = 10;
  auto add = [&](OpCode code, int operands, Inferred (*infer)(const OpView&), double flops,
                 IndexStructure (*index)(const OpView&) = elementwise_index) {
    rows.push_back({.code = code,
                    .num_operands = operands,
                    .num_regions = 0,
                    .infer = infer,
                    .index = index,
                    .flops_per_point = flops});
  };
  using enum OpCode;

  add(kAbs, 1, same_type<kFloats | kSignedInts>, kArithmetic);
  add(kCbrt, 1, same_type<kFloats>, kFunction);
  add(kCeil, 1, same_type<kFloats>, kArithmetic);
  add(kConvert, 1, infer_convert, kArithmetic, index_convert);
  add(kCosine, 1, same_type<kFloats>, kFunction);
  add(kCountLeadingZeros, 1, same_type<kInts>, kArithmetic);
  add(kExponential, 1, same_type<kFloats>, kFunction);
  add(kExponentialMinusOne, 1, same_type<kFloats>, kFunction);
  add(kFloor, 1, same_type<kFloats>, kArithmetic);
  add(kIsFinite, 1, predicate<kFloats>, kArithmetic);
  add(kLog, 1, same_type<kFloats>, kFunction);
  add(kLogPlusOne, 1, same_type<kFloats>, kFunction);
  add(kLogistic, 1, same_type<kFloats>, kFunction);
  add(kNegate, 1, same_type<kNumbers>, kArithmetic, index_linear);
  add(kNot, 1, same_type<kInts | kBools>, kArithmetic);
  add(kPopulationCount, 1, same_type<kInts>, kArithmetic);
  add(kReducePrecision, 1, infer_reduce_precision, kArithmetic);
  add(kRoundNearestAfz, 1, same_type<kFloats>, kArithmetic);
  add(kRoundNearestEven, 1, same_type<kFloats>, kArithmetic);
  add(kRsqrt, 1, same_type<kFloats>, kFunction);
  add(kSign, 1, same_type<kFloats | kSignedInts>, kArithmetic);
  add(kSine, 1, same_type<kFloats>, kFunction);
  add(kSqrt, 1, same_type<kFloats>, kFunction);
  add(kTan, 1, same_type<kFloats>, kFunction);
  add(kTanh, 1, same_type<kFloats>, kFunction);
  add(kAcos, 1, same_type<kFloats>, kFunction);
  add(kAcosh, 1, same_type<kFloats>, kFunction);
  add(kAsin, 1, same_type<kFloats>, kFunction);
  add(kAsinh, 1, same_type<kFloats>, kFunction);
  add(kAtan, 1, same_type<kFloats>, kFunction);
  add(kAtanh, 1, same_type<kFloats>, kFunction);
  add(kBesselI1e, 1, same_type<kFloats>, kFunction);
  add(kCosh, 1, same_type<kFloats>, kFunction);
  add(kDigamma, 1, same_type<kFloats>, kFunction);
  add(kErf, 1, same_type<kFloats>, kFunction);
  add(kErfInv, 1, same_type<kFloats>, kFunction);
  add(kErfc, 1, same_type<kFloats>, kFunction);
  add(kIsInf, 1, predicate<kFloats>, kArithmetic);
  add(kIsNegInf, 1, predicate<kFloats>, kArithmetic);
  add(kIsPosInf, 1, predicate<kFloats>, kArithmetic);
  add(kLgamma, 1, same_type<kFloats>, kFunction);
  add(kSinh, 1, same_type<kFloats>, kFunction);
  add(kSquare, 1, same_type<kNumbers>, kArithmetic);

  add(kAdd, 2, same_type<kAnyElement>, kArithmetic, index_sum);
  add(kAnd, 2, same_type<kInts | kBools>, kArithmetic);
  add(kAtan2, 2, same_type<kFloats>, kFunction);
  add(kClamp, 3, infer_clamp, kArithmetic);
  add(kCompare, 2, infer_compare, kArithmetic);
  add(kDivide, 2, same_type<kNumbers>, kArithmetic, index_divide);
  add(kMaximum, 2, same_type<kAnyElement>, kArithmetic);
  add(kMinimum, 2, same_type<kAnyElement>, kArithmetic);
  add(kMultiply, 2, same_type<kAnyElement>, kArithmetic, index_product);
  add(kOr, 2, same_type<kInts | kBools>, kArithmetic);
  add(kPower, 2, same_type<kNumbers>, kFunction);
  add(kRemainder, 2, same_type<kNumbers>, kArithmetic);
  add(kSelect, 3, infer_select, kArithmetic, index_select);
  add(kShiftLeft, 2, same_type<kInts>, kArithmetic);
  add(kShiftRightArithmetic, 2, same_type<kInts>, kArithmetic);
  add(kShiftRightLogical, 2, same_type<kInts>, kArithmetic);
  add(kSubtract, 2, same_type<kNumbers>, kArithmetic, index_sum);
  add(kXor, 2, same_type<kInts | kBools>, kArithmetic);
  add(kNextAfter, 2, same_type<kFloats>, kArithmetic);
  add(kPolygamma, 2, same_type<kFloats>, kFunction);
  add(kZeta, 2, same_type<kFloats>, kFunction);
}

}  // namespace motley::tensor
