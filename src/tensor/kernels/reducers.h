// The known reducers as functions on elements; dispatch on reducer and element type happens once,
// outside the loops.
//
//   with_reducer<float>(Reducer::kMax, [&](auto op) { ... op(a, b) ... });
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tensor/ir/index_structure.h"
#include "tensor/kernels/vectorized.h"

namespace motley::tensor {

template <class T>
struct SumOf {
  MOTLEY_INLINE T operator()(T a, T b) const { return static_cast<T>(a + b); }
  static constexpr T identity() { return 0; }
};
template <class T>
struct ProductOf {
  MOTLEY_INLINE T operator()(T a, T b) const { return static_cast<T>(a * b); }
  static constexpr T identity() { return 1; }
};
// NaN if either operand is.
template <class T>
struct MinOf {
  MOTLEY_INLINE T operator()(T a, T b) const { return (a < b) | (a != a) ? a : b; }
  static constexpr T identity() {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::max();
  }
};
template <class T>
struct MaxOf {
  MOTLEY_INLINE T operator()(T a, T b) const { return (a > b) | (a != a) ? a : b; }
  static constexpr T identity() {
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  }
};
template <class T>
struct AndOf {
  MOTLEY_INLINE T operator()(T a, T b) const { return static_cast<T>(a & b); }
  static constexpr T identity() { return static_cast<T>(std::is_same_v<T, uint8_t> ? 1 : -1); }
};
template <class T>
struct OrOf {
  MOTLEY_INLINE T operator()(T a, T b) const { return static_cast<T>(a | b); }
  static constexpr T identity() { return 0; }
};
template <class T>
struct XorOf {
  MOTLEY_INLINE T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
  static constexpr T identity() { return 0; }
};

// T: float, double, int32_t (which must wrap: use uint32_t for sums and products), uint8_t for i1.
template <class T, class F>
MOTLEY_INLINE void with_reducer(Reducer reducer, F f) {
  switch (reducer) {
    case Reducer::kSum:
      return f(SumOf<T>{});
    case Reducer::kProduct:
      return f(ProductOf<T>{});
    case Reducer::kMin:
      return f(MinOf<T>{});
    case Reducer::kMax:
      return f(MaxOf<T>{});
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (reducer == Reducer::kAnd) return f(AndOf<T>{});
    if (reducer == Reducer::kOr) return f(OrOf<T>{});
    if (reducer == Reducer::kXor) return f(XorOf<T>{});
  }
}

}  // namespace motley::tensor
