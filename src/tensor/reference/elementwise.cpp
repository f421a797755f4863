#include "tensor/reference/elementwise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "tensor/reference/special_functions.h"

namespace motley::tensor::reference {
namespace {

// ---- What the rows below are made of ----------------------------------------------------------

using FloatUnary = double (*)(double);
using SignedUnary = int64_t (*)(int64_t);
using UnsignedUnary = uint64_t (*)(uint64_t);
using FloatBinary = double (*)(double, double);
using SignedBinary = int64_t (*)(int64_t, int64_t);
using UnsignedBinary = uint64_t (*)(uint64_t, uint64_t);

// nullptr: the op has no such element type.
struct UnaryRow {
  OpCode code;
  FloatUnary f;
  SignedUnary s = nullptr;
  UnsignedUnary u = nullptr;
};
struct BinaryRow {
  OpCode code;
  FloatBinary f;
  SignedBinary s = nullptr;
  UnsignedBinary u = nullptr;
};
struct SpecialRow {
  OpCode code;
  ScalarStep::Apply apply;
};

// Signed arithmetic wraps; C++'s own may not overflow, so it goes through unsigned.
int64_t wrapped(uint64_t value) { return static_cast<int64_t>(value); }

template <class T>
T integer_power(T base, T exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    if (base == static_cast<T>(-1)) return exponent % 2 == 0 ? 1 : static_cast<T>(-1);
    return 0;
  }
  uint64_t power = 1, factor = static_cast<uint64_t>(base);
  for (auto e = static_cast<uint64_t>(exponent); e != 0; e >>= 1) {
    if (e & 1) power *= factor;
    factor *= factor;
  }
  return static_cast<T>(power);
}

// Division by zero gives -1 (all ones), the lowest value by -1 itself; a remainder by zero gives
// the dividend.
int64_t signed_divide(int64_t a, int64_t b) {
  if (b == 0) return -1;
  return b == -1 ? wrapped(0 - static_cast<uint64_t>(a)) : a / b;
}
int64_t signed_remainder(int64_t a, int64_t b) {
  if (b == 0) return a;
  return b == -1 ? 0 : a % b;
}

double float_maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return std::signbit(a) ? b : a;  // +0 is above -0
  return a > b ? a : b;
}
double float_minimum(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
double float_sign(double a) {
  if (std::isnan(a) || a == 0) return a;
  return a > 0 ? 1 : -1;
}

// ---- One line per op --------------------------------------------------------------------------

// Lambdas spell their types out: an op is a line, and there is nothing to look up elsewhere.
const UnaryRow kUnary[] = {
    {OpCode::kAbs, [](double a) { return std::fabs(a); },
     [](int64_t a) { return a < 0 ? wrapped(0 - static_cast<uint64_t>(a)) : a; },
     [](uint64_t a) { return a; }},
    {OpCode::kCbrt, [](double a) { return std::cbrt(a); }},
    {OpCode::kCeil, [](double a) { return std::ceil(a); }},
    {OpCode::kCosine, [](double a) { return std::cos(a); }},
    {OpCode::kExponential, [](double a) { return std::exp(a); }},
    {OpCode::kExponentialMinusOne, [](double a) { return std::expm1(a); }},
    {OpCode::kFloor, [](double a) { return std::floor(a); }},
    {OpCode::kLog, [](double a) { return std::log(a); }},
    {OpCode::kLogPlusOne, [](double a) { return std::log1p(a); }},
    {OpCode::kLogistic, [](double a) { return 1 / (1 + std::exp(-a)); }},
    {OpCode::kNegate, [](double a) { return -a; },
     [](int64_t a) { return wrapped(0 - static_cast<uint64_t>(a)); },
     [](uint64_t a) { return 0 - a; }},
    {OpCode::kRoundNearestAfz, [](double a) { return std::round(a); }},
    {OpCode::kRoundNearestEven, [](double a) { return std::nearbyint(a); }},
    {OpCode::kRsqrt, [](double a) { return 1 / std::sqrt(a); }},
    {OpCode::kSign, float_sign, [](int64_t a) { return int64_t{a > 0} - int64_t{a < 0}; },
     [](uint64_t a) { return uint64_t{a > 0}; }},
    {OpCode::kSine, [](double a) { return std::sin(a); }},
    {OpCode::kSqrt, [](double a) { return std::sqrt(a); }},
    {OpCode::kTan, [](double a) { return std::tan(a); }},
    {OpCode::kTanh, [](double a) { return std::tanh(a); }},
    {OpCode::kAcos, [](double a) { return std::acos(a); }},
    {OpCode::kAcosh, [](double a) { return std::acosh(a); }},
    {OpCode::kAsin, [](double a) { return std::asin(a); }},
    {OpCode::kAsinh, [](double a) { return std::asinh(a); }},
    {OpCode::kAtan, [](double a) { return std::atan(a); }},
    {OpCode::kAtanh, [](double a) { return std::atanh(a); }},
    {OpCode::kBesselI1e, bessel_i1e},
    {OpCode::kCosh, [](double a) { return std::cosh(a); }},
    {OpCode::kDigamma, digamma},
    {OpCode::kErf, [](double a) { return std::erf(a); }},
    {OpCode::kErfInv, erf_inverse},
    {OpCode::kErfc, [](double a) { return std::erfc(a); }},
    {OpCode::kLgamma, log_gamma},
    {OpCode::kSinh, [](double a) { return std::sinh(a); }},
    {OpCode::kSquare, [](double a) { return a * a; },
     [](int64_t a) { return wrapped(static_cast<uint64_t>(a) * static_cast<uint64_t>(a)); },
     [](uint64_t a) { return a * a; }},
};

const BinaryRow kBinary[] = {
    {OpCode::kAdd, [](double a, double b) { return a + b; },
     [](int64_t a, int64_t b) { return wrapped(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); },
     [](uint64_t a, uint64_t b) { return a + b; }},
    {OpCode::kAnd, nullptr, [](int64_t a, int64_t b) { return a & b; },
     [](uint64_t a, uint64_t b) { return a & b; }},
    {OpCode::kAtan2, [](double a, double b) { return std::atan2(a, b); }},
    {OpCode::kDivide, [](double a, double b) { return a / b; }, signed_divide,
     [](uint64_t a, uint64_t b) { return b == 0 ? ~uint64_t{0} : a / b; }},
    {OpCode::kMaximum, float_maximum, [](int64_t a, int64_t b) { return std::max(a, b); },
     [](uint64_t a, uint64_t b) { return std::max(a, b); }},
    {OpCode::kMinimum, float_minimum, [](int64_t a, int64_t b) { return std::min(a, b); },
     [](uint64_t a, uint64_t b) { return std::min(a, b); }},
    {OpCode::kMultiply, [](double a, double b) { return a * b; },
     [](int64_t a, int64_t b) { return wrapped(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); },
     [](uint64_t a, uint64_t b) { return a * b; }},
    {OpCode::kOr, nullptr, [](int64_t a, int64_t b) { return a | b; },
     [](uint64_t a, uint64_t b) { return a | b; }},
    {OpCode::kPower, [](double a, double b) { return std::pow(a, b); }, integer_power<int64_t>,
     integer_power<uint64_t>},
    {OpCode::kRemainder, [](double a, double b) { return std::fmod(a, b); }, signed_remainder,
     [](uint64_t a, uint64_t b) { return b == 0 ? a : a % b; }},
    {OpCode::kSubtract, [](double a, double b) { return a - b; },
     [](int64_t a, int64_t b) { return wrapped(static_cast<uint64_t>(a) - static_cast<uint64_t>(b)); },
     [](uint64_t a, uint64_t b) { return a - b; }},
    {OpCode::kXor, nullptr, [](int64_t a, int64_t b) { return a ^ b; },
     [](uint64_t a, uint64_t b) { return a ^ b; }},
    {OpCode::kPolygamma, polygamma},
    {OpCode::kZeta, hurwitz_zeta},
};

// ---- Ops that look at the type or at attributes -----------------------------------------------

uint64_t width_mask(ElementType type) { return ~uint64_t{0} >> (64 - bit_width(type)); }

void apply_convert(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  convert_cells(step.from, step.to, in[0], out, count);
}

// Within one width: the bits of the element under another type.
void apply_bitcast(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = is_float(step.from) ? float_bits(step.from, in[0][i].f) : in[0][i].u;
    if (is_float(step.to)) {
      out[i].f = float_from_bits(step.to, bits);
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

// Amounts of the width or more, negative ones among them, shift everything out.
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
// Unsigned types too have their top bit copied, as in XLA.
void apply_shift_right_arithmetic(const ScalarStep& step, const Cell* const* in, Cell* out,
                                  int64_t count) {
  apply_shift(step, in, out, count, [](uint64_t bits, uint64_t by, uint64_t width) {
    const auto extended = static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
    return static_cast<uint64_t>(extended >> std::min(by, width - 1));
  });
}

// Rounds to `mantissa_bits` in the type's own bit pattern, then sends exponents out of range to
// infinity or zero. Subnormal results become zero: a format without room for them.
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

template <class T>
bool holds(CompareDirection direction, T a, T b) {
  switch (direction) {
    case CompareDirection::kEq: return a == b;
    case CompareDirection::kNe: return a != b;
    case CompareDirection::kGe: return a >= b;
    case CompareDirection::kGt: return a > b;
    case CompareDirection::kLe: return a <= b;
    case CompareDirection::kLt: return a < b;
  }
  return false;
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

// min(max(x, low), high), NaN where any is.
void apply_clamp(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const Cell *low = in[0], *x = in[1], *high = in[2];
  switch (carrier(step.to)) {
    case Carrier::kFloat:
      for (int64_t i = 0; i < count; ++i) {
        out[i].f = float_minimum(float_maximum(x[i].f, low[i].f), high[i].f);
      }
      break;
    case Carrier::kSigned:
      for (int64_t i = 0; i < count; ++i) {
        out[i].s = std::min(std::max(x[i].s, low[i].s), high[i].s);
      }
      break;
    case Carrier::kUnsigned:
      for (int64_t i = 0; i < count; ++i) {
        out[i].u = std::min(std::max(x[i].u, low[i].u), high[i].u);
      }
      break;
  }
}

const SpecialRow kSpecial[] = {
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

// ---- The loops --------------------------------------------------------------------------------

void apply_float_unary(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto function = reinterpret_cast<FloatUnary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].f = function(in[0][i].f);
}
void apply_signed_unary(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto function = reinterpret_cast<SignedUnary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].s = function(in[0][i].s);
}
void apply_unsigned_unary(const ScalarStep& step, const Cell* const* in, Cell* out,
                          int64_t count) {
  const auto function = reinterpret_cast<UnsignedUnary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].u = function(in[0][i].u);
}
void apply_float_binary(const ScalarStep& step, const Cell* const* in, Cell* out, int64_t count) {
  const auto function = reinterpret_cast<FloatBinary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].f = function(in[0][i].f, in[1][i].f);
}
void apply_signed_binary(const ScalarStep& step, const Cell* const* in, Cell* out,
                         int64_t count) {
  const auto function = reinterpret_cast<SignedBinary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].s = function(in[0][i].s, in[1][i].s);
}
void apply_unsigned_binary(const ScalarStep& step, const Cell* const* in, Cell* out,
                           int64_t count) {
  const auto function = reinterpret_cast<UnsignedBinary>(step.function);
  for (int64_t i = 0; i < count; ++i) out[i].u = function(in[0][i].u, in[1][i].u);
}

template <class Row, size_t N>
const Row* find_row(const Row (&rows)[N], OpCode code) {
  for (const Row& row : rows) {
    if (row.code == code) return &row;
  }
  return nullptr;
}

template <class Function>
void set_function(ScalarStep& step, ScalarStep::Apply apply, Function function) {
  MOTLEY_CHECK(function != nullptr, "{} on {}", name(step.op->code), name(step.from));
  step.apply = apply;
  step.function = reinterpret_cast<ScalarStep::Function>(function);
}

const BinaryRow& row_of(Reducer reducer) {
  switch (reducer) {
    case Reducer::kSum: return *find_row(kBinary, OpCode::kAdd);
    case Reducer::kProduct: return *find_row(kBinary, OpCode::kMultiply);
    case Reducer::kMin: return *find_row(kBinary, OpCode::kMinimum);
    case Reducer::kMax: return *find_row(kBinary, OpCode::kMaximum);
    case Reducer::kAnd: return *find_row(kBinary, OpCode::kAnd);
    case Reducer::kOr: return *find_row(kBinary, OpCode::kOr);
    case Reducer::kXor: return *find_row(kBinary, OpCode::kXor);
  }
  MOTLEY_CHECK(false, "unknown reducer");
}

}  // namespace

bool is_elementwise(OpCode code) {
  return find_row(kUnary, code) || find_row(kBinary, code) || find_row(kSpecial, code);
}

std::optional<ScalarStep> scalar_step(const OpView& view) {
  const OpCode code = view.op.code;
  if (!is_elementwise(code)) return std::nullopt;
  ScalarStep step{.from = view.operand(view.num_operands() - 1).element,
                  .to = view.result(0).element,
                  .op = &view.op};
  if (code == OpCode::kBitcastConvert && bit_width(step.from) != bit_width(step.to)) {
    return std::nullopt;
  }
  if (const SpecialRow* special = find_row(kSpecial, code)) {
    step.apply = special->apply;
  } else if (const UnaryRow* unary = find_row(kUnary, code)) {
    switch (carrier(step.from)) {
      case Carrier::kFloat: set_function(step, apply_float_unary, unary->f); break;
      case Carrier::kSigned: set_function(step, apply_signed_unary, unary->s); break;
      case Carrier::kUnsigned: set_function(step, apply_unsigned_unary, unary->u); break;
    }
  } else {
    const BinaryRow* binary = find_row(kBinary, code);
    switch (carrier(step.from)) {
      case Carrier::kFloat: set_function(step, apply_float_binary, binary->f); break;
      case Carrier::kSigned: set_function(step, apply_signed_binary, binary->s); break;
      case Carrier::kUnsigned: set_function(step, apply_unsigned_binary, binary->u); break;
    }
  }
  return step;
}

void fold_cells(Reducer reducer, ElementType step, Cell* accumulator, const Cell* input,
                int64_t count, FoldStrides strides) {
  const BinaryRow& row = row_of(reducer);
  const int64_t a = strides.accumulator, b = strides.input;
  switch (carrier(step)) {
    case Carrier::kFloat:
      if (reducer == Reducer::kSum && step == ElementType::kF64) {  // the long loops: no calls
        for (int64_t i = 0; i < count; ++i) accumulator[i * a].f += input[i * b].f;
        return;
      }
      for (int64_t i = 0; i < count; ++i) {
        accumulator[i * a].f = row.f(accumulator[i * a].f, input[i * b].f);
        settle_cells(step, &accumulator[i * a], 1);
      }
      return;
    case Carrier::kSigned:
      for (int64_t i = 0; i < count; ++i) {
        accumulator[i * a].s = row.s(accumulator[i * a].s, input[i * b].s);
      }
      return;
    case Carrier::kUnsigned:
      for (int64_t i = 0; i < count; ++i) {
        accumulator[i * a].u = row.u(accumulator[i * a].u, input[i * b].u);
      }
      return;
  }
}

Cell identity_cell(Reducer reducer, ElementType type) {
  const Carrier kind = carrier(type);
  const int64_t high = std::numeric_limits<int64_t>::max() >> (64 - bit_width(type));
  Cell cell;
  cell.u = 0;
  switch (reducer) {
    case Reducer::kSum:
    case Reducer::kOr:
    case Reducer::kXor: break;
    case Reducer::kProduct:
      if (kind == Carrier::kFloat) {
        cell.f = 1;
      } else {
        cell.u = 1;
      }
      break;
    case Reducer::kAnd:
      cell.u = kind == Carrier::kUnsigned ? width_mask(type) : ~uint64_t{0};
      break;
    case Reducer::kMin:
      if (kind == Carrier::kFloat) cell.f = std::numeric_limits<double>::infinity();
      if (kind == Carrier::kSigned) cell.s = high;
      if (kind == Carrier::kUnsigned) cell.u = width_mask(type);
      break;
    case Reducer::kMax:
      if (kind == Carrier::kFloat) cell.f = -std::numeric_limits<double>::infinity();
      if (kind == Carrier::kSigned) cell.s = -high - 1;
      break;
  }
  return cell;
}

std::vector<Literal> evaluate_elementwise(Evaluation& e) {
  const std::optional<ScalarStep> step = scalar_step(e.view);
  MOTLEY_CHECK(step.has_value(), "{} is not elementwise here", name(e.view.op.code));
  constexpr int64_t kBlock = 512;  // cells of all operands stay in the first cache
  const int num_operands = e.view.num_operands();
  Literal result = Literal::zeros(e.view.result(0));

  std::vector<Cell> blocks((num_operands + 1) * kBlock);
  std::vector<const Cell*> in(num_operands);
  Cell* out = blocks.data() + num_operands * kBlock;
  for (int i = 0; i < num_operands; ++i) in[i] = blocks.data() + i * kBlock;
  for (int64_t start = 0; start < result.num_elements(); start += kBlock) {
    const int64_t count = std::min(kBlock, result.num_elements() - start);
    for (int i = 0; i < num_operands; ++i) {
      const Literal& operand = e.operand(i);
      // The scalar bounds of a clamp and the scalar predicate of a select serve every element.
      const bool repeated = operand.type().is_scalar();
      load_cells(operand.element(), operand.data(),
                 {.start = repeated ? 0 : start, .count = count, .stride = repeated ? 0 : 1},
                 blocks.data() + i * kBlock);
    }
    step->apply(*step, in.data(), out, count);
    store_cells(result.element(), result.data(), {.start = start, .count = count}, out);
  }
  return one_result(std::move(result));
}

}  // namespace motley::tensor::reference
