// Compiled once for each instruction set: see vector_isa.h.
#include "tensor/kernels/tile_functions.h"
#include "tensor/kernels/vector_math.h"

namespace motley::tensor::MOTLEY_VECTOR_ISA {

namespace {

using I1 = uint8_t;

// --- Functions of one element ------------------------------------------------------------

// Signed integers wrap: they are computed as unsigned ones.
template <class T>
struct Wrapping {
  using type = T;
};
template <>
struct Wrapping<int32_t> {
  using type = uint32_t;
};
template <>
struct Wrapping<int64_t> {
  using type = uint64_t;
};
template <class T>
using WrappingOf = typename Wrapping<T>::type;

#define MOTLEY_BINARY(Name, expression)         \
  struct Name {                                 \
    template <class T>                          \
    static T apply(T a, T b) {                  \
      using U [[maybe_unused]] = WrappingOf<T>; \
      return static_cast<T>(expression);        \
    }                                           \
  };
MOTLEY_BINARY(Add, U(a) + U(b))
MOTLEY_BINARY(Subtract, U(a) - U(b))
MOTLEY_BINARY(Multiply, U(a) * U(b))
MOTLEY_BINARY(Divide, a / b)
MOTLEY_BINARY(Maximum, a > b || a != a ? a : b)
MOTLEY_BINARY(Minimum, a < b || a != a ? a : b)
MOTLEY_BINARY(And, a& b)
MOTLEY_BINARY(Or, a | b)
MOTLEY_BINARY(Xor, a ^ b)
MOTLEY_BINARY(ShiftLeft, U(b) < 8 * sizeof(T) ? U(a) << (U(b) % (8 * sizeof(T))) : U(0))
MOTLEY_BINARY(ShiftRightLogical, U(b) < 8 * sizeof(T) ? U(a) >> (U(b) % (8 * sizeof(T))) : U(0))
#undef MOTLEY_BINARY

struct Power {
  template <class T>
  static T apply(T a, T b) {
    return std::pow(a, b);
  }
};
struct Atan2 {
  template <class T>
  static T apply(T a, T b) {
    return std::atan2(a, b);
  }
};
struct Remainder {
  template <class T>
  static T apply(T a, T b) {
    return std::fmod(a, b);
  }
};

#define MOTLEY_COMPARE(Name, expression) \
  struct Name {                          \
    template <class T>                   \
    static I1 apply(T a, T b) {          \
      return expression;                 \
    }                                    \
  };
MOTLEY_COMPARE(Eq, a == b)
MOTLEY_COMPARE(Ne, a != b)
MOTLEY_COMPARE(Ge, a >= b)
MOTLEY_COMPARE(Gt, a > b)
MOTLEY_COMPARE(Le, a <= b)
MOTLEY_COMPARE(Lt, a < b)
#undef MOTLEY_COMPARE

#define MOTLEY_UNARY(Name, expression)          \
  struct Name {                                 \
    template <class T>                          \
    static T apply(T a) {                       \
      using U [[maybe_unused]] = WrappingOf<T>; \
      return static_cast<T>(expression);        \
    }                                           \
  };
MOTLEY_UNARY(Negate, -U(a))
MOTLEY_UNARY(Square, U(a) * U(a))
MOTLEY_UNARY(Abs, a < 0 ? static_cast<T>(-U(a)) : a)
MOTLEY_UNARY(FloatAbs, std::abs(a))
MOTLEY_UNARY(Sign, a > 0 ? T(1) : a < 0 ? T(-1) : a)  // zeros and NaN unchanged
MOTLEY_UNARY(Not, ~a)
MOTLEY_UNARY(LogicalNot, a == 0)
MOTLEY_UNARY(Sqrt, std::sqrt(a))
MOTLEY_UNARY(Rsqrt, T(1) / std::sqrt(a))
MOTLEY_UNARY(Exponential, std::exp(a))
MOTLEY_UNARY(ExponentialMinusOne, std::expm1(a))
MOTLEY_UNARY(Log, std::log(a))
MOTLEY_UNARY(LogPlusOne, std::log1p(a))
MOTLEY_UNARY(Logistic, T(1) / (T(1) + std::exp(-a)))
MOTLEY_UNARY(Tanh, std::tanh(a))
MOTLEY_UNARY(Erf, std::erf(a))
MOTLEY_UNARY(Erfc, std::erfc(a))
MOTLEY_UNARY(Sine, std::sin(a))
MOTLEY_UNARY(Cosine, std::cos(a))
MOTLEY_UNARY(Tangent, std::tan(a))
MOTLEY_UNARY(Cbrt, std::cbrt(a))
MOTLEY_UNARY(Floor, std::floor(a))
MOTLEY_UNARY(Ceil, std::ceil(a))
MOTLEY_UNARY(RoundNearestEven, std::nearbyint(a))
MOTLEY_UNARY(RoundNearestAfz, std::round(a))
#undef MOTLEY_UNARY

struct IsFinite {
  template <class T>
  static I1 apply(T a) {
    return a - a == 0;
  }
};

// --- Loops -------------------------------------------------------------------------------

// `to` may be one of the operands: an element is read before it is written.
template <class F, class From, class To>
void unary_loop(void* to, const void* a, const void*, const void*, int64_t count) {
  auto* out = static_cast<To*>(to);
  auto* x = static_cast<const From*>(a);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) out[i] = F::apply(x[i]);
}

template <class F, class From, class To, bool kSingleA, bool kSingleB>
void binary_loop(void* to, const void* a, const void* b, const void*, int64_t count) {
  auto* out = static_cast<To*>(to);
  auto* x = static_cast<const From*>(a);
  auto* y = static_cast<const From*>(b);
  const From x0 = *x, y0 = *y;
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) out[i] = F::apply(kSingleA ? x0 : x[i], kSingleB ? y0 : y[i]);
}

template <class T, bool kSingleA, bool kSingleB>
void select_loop(void* to, const void* predicate, const void* a, const void* b, int64_t count) {
  auto* out = static_cast<T*>(to);
  auto* p = static_cast<const I1*>(predicate);
  auto* x = static_cast<const T*>(a);
  auto* y = static_cast<const T*>(b);
  const T x0 = *x, y0 = *y;
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) {
    const T on_true = kSingleA ? x0 : x[i], on_false = kSingleB ? y0 : y[i];
    out[i] = p[i] ? on_true : on_false;
  }
}

template <Floats (*f)(Floats)>
void float_loop(void* to, const void* a, const void*, const void*, int64_t count) {
  auto* out = static_cast<float*>(to);
  auto* x = static_cast<const float*>(a);
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) store(out + i, f(load(x + i)));
  if (i < count) store_part(out + i, f(load_part(x + i, count - i)), count - i);
}

// From a float to an integer: truncated, saturated to the type's range, NaN gives 0. Otherwise as
// in C++.
template <class To>
struct Convert {
  template <class From>
  static To apply(From a) {
    constexpr bool kSaturates = From(1) / 2 != 0 && To(1) / 2 == 0;
    if constexpr (!kSaturates) {
      return static_cast<To>(a);
    } else {
      constexpr int kValueBits = 8 * sizeof(To) - (To(-1) < To(0) ? 1 : 0);
      constexpr To kMax = static_cast<To>(~uint64_t{0} >> (64 - kValueBits));
      constexpr To kMin = To(-1) < To(0) ? static_cast<To>(-kMax - 1) : To(0);
      if (a != a) return 0;
      if (a >= static_cast<From>(kMax)) return kMax;
      if (a <= static_cast<From>(kMin)) return kMin;
      return static_cast<To>(a);
    }
  }
};
struct IsNotZero {
  template <class From>
  static I1 apply(From a) {
    return a != 0;
  }
};

// bf16 and f16 as in core/base/half.h, which this file must not include.
struct BF16 {
  uint16_t bits;
};
struct F16 {
  uint16_t bits;
};

inline uint32_t bits_of(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float float_of(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

inline float widened(BF16 a) { return float_of(static_cast<uint32_t>(a.bits) << 16); }
inline float widened(F16 a) {
  const uint32_t sign = (a.bits & 0x8000u) << 16, rest = a.bits & 0x7fffu;
  const uint32_t finite = bits_of(float_of(rest << 13) * 0x1p112f);
  return float_of(sign | (rest >= 0x7c00 ? 0x7f800000u | (rest << 13) : finite));
}

// To nearest, ties to even; NaN stays NaN.
template <class To>
To narrowed(float value);
template <>
inline BF16 narrowed<BF16>(float value) {
  const uint32_t bits = bits_of(value);
  const uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  return {static_cast<uint16_t>(value != value ? (bits >> 16) | 0x40 : rounded)};
}
template <>
inline F16 narrowed<F16>(float value) {
  const uint32_t bits = bits_of(value), sign = (bits >> 16) & 0x8000, rest = bits & 0x7fffffff;
  const uint32_t normal = (rest + 0xfff + ((rest >> 13) & 1) - 0x38000000) >> 13;
  const uint32_t small = bits_of(float_of(rest) + 0.5f) - 0x3f000000;  // below the normal numbers
  const uint32_t finite = rest < 0x38800000 ? small : normal;
  const uint32_t large = rest > 0x7f800000 ? 0x7e00 : 0x7c00;
  return {static_cast<uint16_t>(sign | (rest >= 0x477ff000 ? large : finite))};
}

template <class From>
struct Widen {
  static float apply(From a) { return widened(a); }
};
template <class To>
struct Narrow {
  static To apply(float a) { return narrowed<To>(a); }
};
template <class Half>
struct RoundTo {
  static float apply(float a) { return widened(narrowed<Half>(a)); }
};

// Four vector accumulators keep the adders busy and the rounding error small.
template <class F, class T>
void fold_loop(void* to, const void* a, const void*, const void*, int64_t count) {
  auto* x = static_cast<const T*>(a);
  constexpr int kWidth = 64;
  T part[kWidth];
  if (count < kWidth) {
    T result = x[0];
    for (int64_t i = 1; i < count; ++i) result = F::apply(result, x[i]);
    *static_cast<T*>(to) = result;
    return;
  }
  for (int j = 0; j < kWidth; ++j) part[j] = x[j];
  int64_t i = kWidth;
  for (; i + kWidth <= count; i += kWidth) {
    for (int j = 0; j < kWidth; ++j) part[j] = F::apply(part[j], x[i + j]);
  }
  for (int j = 0; i < count; ++i, ++j) part[j] = F::apply(part[j], x[i]);
  for (int width = kWidth / 2; width > 0; width /= 2) {
    for (int j = 0; j < width; ++j) part[j] = F::apply(part[j], part[j + width]);
  }
  *static_cast<T*>(to) = part[0];
}

// --- Tables ------------------------------------------------------------------------------

template <class F, class From, class To>
TileOp unary() {
  return {{unary_loop<F, From, To>}};
}
template <class F, class From, class To = From>
TileOp binary() {
  return {{binary_loop<F, From, To, false, false>, binary_loop<F, From, To, true, false>,
           binary_loop<F, From, To, false, true>}};
}
template <class T>
TileOp select() {
  TileOp op;
  op.loops[0b000] = select_loop<T, false, false>;
  op.loops[0b010] = select_loop<T, true, false>;
  op.loops[0b100] = select_loop<T, false, true>;
  op.loops[0b110] = select_loop<T, true, true>;
  return op;
}

template <class T>
TileOp compare_of(CompareDirection direction) {
  switch (direction) {
    case CompareDirection::kEq:
      return binary<Eq, T, I1>();
    case CompareDirection::kNe:
      return binary<Ne, T, I1>();
    case CompareDirection::kGe:
      return binary<Ge, T, I1>();
    case CompareDirection::kGt:
      return binary<Gt, T, I1>();
    case CompareDirection::kLe:
      return binary<Le, T, I1>();
    case CompareDirection::kLt:
      return binary<Lt, T, I1>();
  }
  return {};
}

template <class T>
TileOp arithmetic_of(const TileOpKey& key) {
  switch (key.code) {
    case OpCode::kAdd:
      return binary<Add, T>();
    case OpCode::kSubtract:
      return binary<Subtract, T>();
    case OpCode::kMultiply:
      return binary<Multiply, T>();
    case OpCode::kMaximum:
      return binary<Maximum, T>();
    case OpCode::kMinimum:
      return binary<Minimum, T>();
    case OpCode::kCompare:
      return compare_of<T>(key.direction);
    case OpCode::kSelect:
      return select<T>();
    case OpCode::kNegate:
      return unary<Negate, T, T>();
    case OpCode::kSquare:
      return unary<Square, T, T>();
    default:
      return {};
  }
}

template <class T>
TileOp float_op(const TileOpKey& key) {
  switch (key.code) {
    case OpCode::kDivide:
      return binary<Divide, T>();
    case OpCode::kPower:
      return binary<Power, T>();
    case OpCode::kAtan2:
      return binary<Atan2, T>();
    case OpCode::kRemainder:
      return binary<Remainder, T>();
    case OpCode::kAbs:
      return unary<FloatAbs, T, T>();
    case OpCode::kSign:
      return unary<Sign, T, T>();
    case OpCode::kSqrt:
      return unary<Sqrt, T, T>();
    case OpCode::kRsqrt:
      return unary<Rsqrt, T, T>();
    case OpCode::kExponential:
      return unary<Exponential, T, T>();
    case OpCode::kExponentialMinusOne:
      return unary<ExponentialMinusOne, T, T>();
    case OpCode::kLog:
      return unary<Log, T, T>();
    case OpCode::kLogPlusOne:
      return unary<LogPlusOne, T, T>();
    case OpCode::kLogistic:
      return unary<Logistic, T, T>();
    case OpCode::kTanh:
      return unary<Tanh, T, T>();
    case OpCode::kErf:
      return unary<Erf, T, T>();
    case OpCode::kErfc:
      return unary<Erfc, T, T>();
    case OpCode::kSine:
      return unary<Sine, T, T>();
    case OpCode::kCosine:
      return unary<Cosine, T, T>();
    case OpCode::kTan:
      return unary<Tangent, T, T>();
    case OpCode::kCbrt:
      return unary<Cbrt, T, T>();
    case OpCode::kFloor:
      return unary<Floor, T, T>();
    case OpCode::kCeil:
      return unary<Ceil, T, T>();
    case OpCode::kRoundNearestEven:
      return unary<RoundNearestEven, T, T>();
    case OpCode::kRoundNearestAfz:
      return unary<RoundNearestAfz, T, T>();
    case OpCode::kIsFinite:
      return unary<IsFinite, T, I1>();
    default:
      return arithmetic_of<T>(key);
  }
}

// The vector functions take precedence over the C library's.
TileOp f32_op(const TileOpKey& key) {
  switch (key.code) {
    case OpCode::kExponential:
      return {{float_loop<exp>}};
    case OpCode::kLog:
      return {{float_loop<log>}};
    case OpCode::kTanh:
      return {{float_loop<tanh>}};
    case OpCode::kLogistic:
      return {{float_loop<logistic>}};
    case OpCode::kErf:
      return {{float_loop<erf>}};
    case OpCode::kSine:
      return {{float_loop<sin>}};
    case OpCode::kCosine:
      return {{float_loop<cos>}};
    default:
      return float_op<float>(key);
  }
}

template <class T>
TileOp integer_op(const TileOpKey& key) {
  switch (key.code) {
    case OpCode::kAnd:
      return binary<And, T>();
    case OpCode::kOr:
      return binary<Or, T>();
    case OpCode::kXor:
      return binary<Xor, T>();
    case OpCode::kNot:
      return unary<Not, T, T>();
    case OpCode::kShiftLeft:
      return binary<ShiftLeft, T>();
    case OpCode::kShiftRightLogical:
      return binary<ShiftRightLogical, T>();
    case OpCode::kAbs:
      return T(-1) < T(0) ? unary<Abs, T, T>() : TileOp{};
    case OpCode::kSign:
      return T(-1) < T(0) ? unary<Sign, T, T>() : TileOp{};
    default:
      return arithmetic_of<T>(key);
  }
}

TileOp boolean_op(const TileOpKey& key) {
  switch (key.code) {
    case OpCode::kAnd:
      return binary<And, I1>();
    case OpCode::kOr:
      return binary<Or, I1>();
    case OpCode::kXor:
      return binary<Xor, I1>();
    case OpCode::kNot:
      return unary<LogicalNot, I1, I1>();
    case OpCode::kSelect:
      return select<I1>();
    case OpCode::kCompare:
      return compare_of<I1>(key.direction);
    case OpCode::kMaximum:
      return binary<Or, I1>();
    case OpCode::kMinimum:
      return binary<And, I1>();
    default:
      return {};
  }
}

template <class From>
TileOp convert_from(ElementType to) {
  switch (to) {
    case ElementType::kF32:
      return unary<Convert<float>, From, float>();
    case ElementType::kF64:
      return unary<Convert<double>, From, double>();
    case ElementType::kI32:
      return unary<Convert<int32_t>, From, int32_t>();
    case ElementType::kU32:
      return unary<Convert<uint32_t>, From, uint32_t>();
    case ElementType::kI64:
      return unary<Convert<int64_t>, From, int64_t>();
    case ElementType::kI1:
      return unary<IsNotZero, From, I1>();
    default:
      return {};
  }
}

bool is_half_type(ElementType element) {
  return element == ElementType::kBF16 || element == ElementType::kF16;
}

// bf16 and f16 are converted to and from f32 only, and rounded in f32.
TileOp half_op(const TileOpKey& key) {
  const bool rounds = key.code == OpCode::kReducePrecision;
  if (key.from == ElementType::kF32 && key.to == ElementType::kBF16)
    return rounds ? unary<RoundTo<BF16>, float, float>() : unary<Narrow<BF16>, float, BF16>();
  if (key.from == ElementType::kF32 && key.to == ElementType::kF16)
    return rounds ? unary<RoundTo<F16>, float, float>() : unary<Narrow<F16>, float, F16>();
  if (rounds || key.to != ElementType::kF32) return {};
  if (key.from == ElementType::kBF16) return unary<Widen<BF16>, BF16, float>();
  if (key.from == ElementType::kF16) return unary<Widen<F16>, F16, float>();
  return {};
}

TileOp convert_op(const TileOpKey& key) {
  switch (key.from) {
    case ElementType::kF32:
      return convert_from<float>(key.to);
    case ElementType::kF64:
      return convert_from<double>(key.to);
    case ElementType::kI32:
      return convert_from<int32_t>(key.to);
    case ElementType::kU32:
      return convert_from<uint32_t>(key.to);
    case ElementType::kI64:
      return convert_from<int64_t>(key.to);
    case ElementType::kI1:
      return convert_from<I1>(key.to);
    default:
      return {};
  }
}

template <class T>
TileLoop fold_of(OpCode reducer) {
  switch (reducer) {
    case OpCode::kAdd:
      return fold_loop<Add, T>;
    case OpCode::kMultiply:
      return fold_loop<Multiply, T>;
    case OpCode::kMaximum:
      return fold_loop<Maximum, T>;
    case OpCode::kMinimum:
      return fold_loop<Minimum, T>;
    default:
      return nullptr;
  }
}

}  // namespace

TileOp find_tile_op(const TileOpKey& key) {
  if (key.code == OpCode::kReducePrecision || is_half_type(key.from) || is_half_type(key.to))
    return half_op(key);
  if (key.code == OpCode::kConvert) return convert_op(key);
  switch (key.from) {
    case ElementType::kF32:
      return f32_op(key);
    case ElementType::kF64:
      return float_op<double>(key);
    case ElementType::kI32:
      return integer_op<int32_t>(key);
    case ElementType::kU32:
      return integer_op<uint32_t>(key);
    case ElementType::kI64:
      return integer_op<int64_t>(key);
    case ElementType::kI1:
      return boolean_op(key);
    default:
      return {};
  }
}

TileLoop find_tile_fold(OpCode reducer, ElementType element) {
  switch (element) {
    case ElementType::kF32:
      return fold_of<float>(reducer);
    case ElementType::kF64:
      return fold_of<double>(reducer);
    case ElementType::kI32:
      return fold_of<int32_t>(reducer);
    case ElementType::kU32:
      return fold_of<uint32_t>(reducer);
    case ElementType::kI64:
      return fold_of<int64_t>(reducer);
    case ElementType::kI1:
      if (reducer == OpCode::kAnd || reducer == OpCode::kMinimum) return fold_loop<And, I1>;
      if (reducer == OpCode::kOr || reducer == OpCode::kMaximum) return fold_loop<Or, I1>;
      return nullptr;
    default:
      return nullptr;
  }
}

}  // namespace motley::tensor::MOTLEY_VECTOR_ISA
