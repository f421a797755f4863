// Elementwise ops that depend on the element type or on attributes.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "tensor/ir/compare_direction.h"
#include "tensor/reference/eval_elementwise.h"

namespace motley::tensor::reference {
namespace {

void apply_convert(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  convert_cells(step.from, step.to, in[0], out, count);
}

// Equal widths: the bits of the element in another type.
void apply_bitcast(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto& attrs = step.op->get<ConvertAttrs>();
  const ElementType from = attrs.bits_of(step.from), to = attrs.bits_of(step.to);
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = is_float(from) ? float_bits(from, in[0][i].f) : in[0][i].u;
    if (is_float(to)) {
      out[i].f = float_from_bits(to, bits);
    } else {
      out[i].u = bits;
    }
  }
}

void apply_count_leading_zeros(const ScalarStep& step, const Cell* const* in, Cell* out,
                               int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = in[0][i].u & width_mask(step.from);
    out[i].s = std::countl_zero(bits) - (64 - bit_width(step.from));
  }
}

void apply_population_count(const ScalarStep& step, const Cell* const* in, Cell* out,
                            int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    out[i].s = std::popcount(in[0][i].u & width_mask(step.from));
  }
}

void apply_not(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const uint64_t flipped = is_bool(step.to) ? 1 : ~uint64_t{0};
  for (int64_t i = 0; i < count; ++i) out[i].u = in[0][i].u ^ flipped;
}

void apply_is_finite(const ScalarStep&, const Cell* const* in, Cell* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) out[i].u = std::isfinite(in[0][i].f);
}
void apply_is_inf(const ScalarStep&, const Cell* const* in, Cell* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) out[i].u = std::isinf(in[0][i].f);
}
void apply_is_pos_inf(const ScalarStep&, const Cell* const* in, Cell* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) out[i].u = std::isinf(in[0][i].f) && in[0][i].f > 0;
}
void apply_is_neg_inf(const ScalarStep&, const Cell* const* in, Cell* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) out[i].u = std::isinf(in[0][i].f) && in[0][i].f < 0;
}

// Amounts of the width or more, including negative ones, shift out all bits.
template <class Shift>
void apply_shift(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count,
                 Shift shift) {
  const uint64_t mask = width_mask(step.to);
  const uint64_t width = bit_width(step.to);
  for (int64_t i = 0; i < count; ++i) {
    out[i].u = shift(in[0][i].u & mask, std::min(in[1][i].u & mask, width), width);
  }
}
void apply_shift_left(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  apply_shift(step, in, out, count, [](uint64_t bits, uint64_t by, uint64_t width) {
    return by == width ? 0 : bits << by;
  });
}
void apply_shift_right_logical(const ScalarStep& step, const Cell* const* in, Cell* out,
                               int64_t count) {
  apply_shift(step, in, out, count, [](uint64_t bits, uint64_t by, uint64_t width) {
    return by == width ? 0 : bits >> by;
  });
}
// Unsigned types also have their top bit replicated, as in XLA.
void apply_shift_right_arithmetic(const ScalarStep& step, const Cell* const* in, Cell* out,
                                  int64_t count) {
  apply_shift(step, in, out, count, [](uint64_t bits, uint64_t by, uint64_t width) {
    const auto extended = static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
    return static_cast<uint64_t>(extended >> std::min(by, width - 1));
  });
}

// Rounds to `mantissa_bits` in the type's own bit pattern, then maps out-of-range exponents to
// infinity or zero. Subnormal results become zero: the format does not represent them.
double reduced_precision(ElementType type, const ReducePrecisionAttrs& attrs, double value) {
  if (std::isnan(value)) return value;
  const int mantissa = mantissa_width(type), exponent = bit_width(type) - 1 - mantissa;
  uint64_t bits = float_bits(type, value);
  const uint64_t sign = bits & (uint64_t{1} << (mantissa + exponent));
  bits ^= sign;
  if (attrs.mantissa_bits < mantissa) {
    const auto dropped = static_cast<int>(mantissa - attrs.mantissa_bits);
    const uint64_t last_kept = (bits >> dropped) & 1;
    bits += (uint64_t{1} << (dropped - 1)) - 1 + last_kept;
    bits &= ~((uint64_t{1} << dropped) - 1);
  }
  if (attrs.exponent_bits < exponent) {
    const uint64_t bias = (uint64_t{1} << (exponent - 1)) - 1;
    const uint64_t new_bias = (uint64_t{1} << (attrs.exponent_bits - 1)) - 1;
    const uint64_t field = bits >> mantissa;
    const uint64_t infinity = ((uint64_t{1} << exponent) - 1) << mantissa;
    if (field > bias + new_bias) bits = infinity;
    if (field <= bias - new_bias) bits = 0;
  }
  return float_from_bits(type, bits | sign);
}

void apply_reduce_precision(const ScalarStep& step, const Cell* const* in, Cell* out,
                            int64_t count) {
  const auto& attrs = step.op->get<ReducePrecisionAttrs>();
  for (int64_t i = 0; i < count; ++i) out[i].f = reduced_precision(step.to, attrs, in[0][i].f);
}

// The neighbour of `a` towards `b` among the numbers of the type.
double next_after(ElementType type, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return b;
  const uint64_t sign = uint64_t{1} << (bit_width(type) - 1);
  if (a == 0) return float_from_bits(type, 1 | (b < 0 ? sign : 0));
  const bool away_from_zero = (b > a) == (a > 0);
  return float_from_bits(type, float_bits(type, a) + (away_from_zero ? 1 : -1));
}

void apply_next_after(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) out[i].f = next_after(step.to, in[0][i].f, in[1][i].f);
}

void apply_compare(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto& attrs = step.op->get<CompareAttrs>();
  const CompareDirection direction = attrs.direction;
  const Cell *a = in[0], *b = in[1];
  if (is_float(step.from) && attrs.kind == CompareKind::kTotalOrder) {
    for (int64_t i = 0; i < count; ++i) {
      out[i].u = holds(direction, total_order(a[i].f), total_order(b[i].f));
    }
  } else if (is_float(step.from)) {
    for (int64_t i = 0; i < count; ++i) out[i].u = holds(direction, a[i].f, b[i].f);
  } else if (is_signed(step.from)) {
    for (int64_t i = 0; i < count; ++i) out[i].u = holds(direction, a[i].s, b[i].s);
  } else {
    for (int64_t i = 0; i < count; ++i) out[i].u = holds(direction, a[i].u, b[i].u);
  }
}

void apply_select(const ScalarStep&, const Cell* const* in, Cell* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) out[i] = in[0][i].u != 0 ? in[1][i] : in[2][i];
}

// min(max(x, low), high), NaN if any is.
void apply_clamp(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const Cell *low = in[0], *x = in[1], *high = in[2];
  switch (compute_type(step.to)) {
    case ComputeType::kFloat:
      for (int64_t i = 0; i < count; ++i) {
        out[i].f = float_minimum(float_maximum(x[i].f, low[i].f), high[i].f);
      }
      break;
    case ComputeType::kSigned:
      for (int64_t i = 0; i < count; ++i) {
        out[i].s = std::min(std::max(x[i].s, low[i].s), high[i].s);
      }
      break;
    case ComputeType::kUnsigned:
      for (int64_t i = 0; i < count; ++i) {
        out[i].u = std::min(std::max(x[i].u, low[i].u), high[i].u);
      }
      break;
  }
}

struct TypedRow {
  OpCode code;
  ScalarStep::Apply apply;
};

constexpr TypedRow kTyped[] = {
    {OpCode::kConvert, apply_convert},
    {OpCode::kBitcastConvert, apply_bitcast},
    {OpCode::kCountLeadingZeros, apply_count_leading_zeros},
    {OpCode::kPopulationCount, apply_population_count},
    {OpCode::kNot, apply_not},
    {OpCode::kIsFinite, apply_is_finite},
    {OpCode::kIsInf, apply_is_inf},
    {OpCode::kIsPosInf, apply_is_pos_inf},
    {OpCode::kIsNegInf, apply_is_neg_inf},
    {OpCode::kShiftLeft, apply_shift_left},
    {OpCode::kShiftRightLogical, apply_shift_right_logical},
    {OpCode::kShiftRightArithmetic, apply_shift_right_arithmetic},
    {OpCode::kReducePrecision, apply_reduce_precision},
    {OpCode::kNextAfter, apply_next_after},
    {OpCode::kCompare, apply_compare},
    {OpCode::kSelect, apply_select},
    {OpCode::kClamp, apply_clamp},
};

}  // namespace

ScalarStep::Apply typed_apply(OpCode code) {
  for (const TypedRow& row : kTyped) {
    if (row.code == code) return row.apply;
  }
  return nullptr;
}

}  // namespace motley::tensor::reference
