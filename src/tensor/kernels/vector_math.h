// Elementary functions on vectors of floats (core/base/simd.h), for the instruction set that the
// file is compiled for.
//
//   Floats y = exp(load(x));    // kLanes floats at once: 16 with AVX-512, 8 with AVX2, else 4
//   store(out, y);
//
// Each function is within 4 ulp of the true value for every float, denormals included, and treats
// zeros, infinities and NaN as the C library does (tests/tensor/kernels/test_vector_math.cpp).
// Multiply-add pairs may be contracted; nothing depends on it.
#pragma once

#include <cstdint>

#include "core/base/simd.h"

namespace motley::tensor::MOTLEY_VECTOR_ISA {

using namespace core::MOTLEY_VECTOR_ISA;

// x = n ln2 + r with |r| <= ln2 / 2; e^r by an economized series; 2^n as two factors, since 2^n
// itself may overflow or underflow while 2^(n/2) is always a float.
static inline Floats exp(Floats x) {
  x = min(all(89.0f), max(all(-104.0f), x));
  constexpr float kShift = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer
  const Floats shifted = x * 1.44269504f + kShift;
  const Ints n = bits(shifted) - bits(all(kShift));
  const Floats n_float = shifted - kShift;
  Floats r = x - n_float * 0.693359375f;  // few bits: the product is exact
  r = r + n_float * 2.12194440e-4f;
  Floats p = r * 1.37805939e-3f + 8.37312452e-3f;
  p = p * r + 4.16695364e-2f;
  p = p * r + 1.66664720e-1f;
  p = p * r + 4.99999851e-1f;
  p = p * r + 1.0f;
  p = p * r + 1.0f;
  const Ints half = n >> 1;
  return p * from_bits((half + 127) << 23) * from_bits((n - half + 127) << 23);
}

// x = 2^k z with z in [sqrt(1/2), sqrt(2)).
static inline Floats log(Floats x) {
  const auto is_denormal = x < 1.17549435e-38f;
  const Floats normal = is_denormal ? x * 8388608.0f : x;
  constexpr uint32_t kRootHalf = 0x3f3504f3;
  // Wraps around below zero, where the result is NaN anyway.
  const Ints above = reinterpret_cast<Ints>(reinterpret_cast<Words>(normal) - kRootHalf);
  const Floats k = __builtin_convertvector((above >> 23) - (is_denormal & 23), Floats);
  const Floats r = from_bits((above & 0x7fffff) + static_cast<int32_t>(kRootHalf)) - 1.0f;
  Floats p = r * 7.0376836292e-2f - 1.1514610310e-1f;
  p = p * r + 1.1676998740e-1f;
  p = p * r - 1.2420140846e-1f;
  p = p * r + 1.4249322787e-1f;
  p = p * r - 1.6668057665e-1f;
  p = p * r + 2.0000714765e-1f;
  p = p * r - 2.4999993993e-1f;
  p = p * r + 3.3333331174e-1f;
  const Floats r2 = r * r;
  Floats y = p * r * r2 + k * -2.12194440e-4f;
  y = y - 0.5f * r2;
  y = r + y + k * 0.693359375f;
  y = x == __builtin_inff() ? x : y;
  y = x == 0.0f ? all(-__builtin_inff()) : y;
  return x < 0.0f || x != x ? all(__builtin_nanf("")) : y;
}

static inline Floats logistic(Floats x) {
  const Floats e = exp(-abs(x));
  return (x < 0.0f ? e : all(1.0f)) / (1.0f + e);
}

static inline Floats tanh(Floats x) {
  const Floats t = abs(x), s = x * x;
  Floats p = s * -5.70498872745e-3f + 2.06390887954e-2f;
  p = p * s - 5.37397155531e-2f;
  p = p * s + 1.33314422036e-1f;
  p = p * s - 3.33332819422e-1f;
  const Floats near_zero = p * s * x + x;
  const Floats far = 1.0f - 2.0f / (exp(2.0f * t) + 1.0f);
  return copysign(t < 0.625f ? near_zero : far, x);
}

// Away from zero 1 - e^q(t), q a polynomial fitted to log(erfc(t)).
static inline Floats erf(Floats x) {
  const Floats t = min(all(4.0f), abs(x)), s = t * t;
  Floats p = s * -5.96761703e-4f + 4.99119423e-3f;
  p = p * s - 2.67681349e-2f;
  p = p * s + 1.12819925e-1f;
  p = p * s - 3.76125336e-1f;
  p = p * s + 1.28379166e-1f;
  const Floats near_zero = p * x + x;
  Floats q = t * -1.72853470e-5f + 3.83197126e-4f;
  q = q * s + (t * -3.88396438e-3f + 2.42546219e-2f);
  q = q * t - 1.06777877e-1f;
  q = q * t - 6.34846687e-1f;
  q = q * t - 1.28717512e-1f;
  q = q * t - t;
  return t > 0.927734375f ? copysign(1.0f - exp(q), x) : near_zero;
}

// sin(x + quarters * pi / 2), |x| < 2^28. The reduction x = n pi/2 + r, |r| <= pi/4, is done in
// double: in float, arguments near a multiple of pi would lose all their digits.
static inline Floats sin_of_quarters(Floats x, int quarters) {
  typedef double Doubles __attribute__((vector_size(8 * MOTLEY_VECTOR_LANES)));
  constexpr double kShift = 6755399441055744.0;  // 1.5 * 2^52
  const Doubles wide = __builtin_convertvector(x, Doubles);
  const Doubles n = (wide * 0.63661977236758134308 + kShift) - kShift;
  Doubles remainder = wide - n * 1.57079631090164184570;  // 25 bits of pi/2: exact
  remainder = remainder - n * 1.58932547735281966916e-8;
  const Floats r = __builtin_convertvector(remainder, Floats);
  const Ints quadrant = __builtin_convertvector(n, Ints) + quarters;
  const Floats s = r * r;
  Floats sine = s * -1.9515295891e-4f + 8.3321608736e-3f;
  sine = sine * s - 1.6666654611e-1f;
  sine = sine * s * r + r;
  Floats cosine = s * 2.443315711809948e-5f - 1.388731625493765e-3f;
  cosine = cosine * s + 4.166664568298827e-2f;
  cosine = cosine * s * s - 0.5f * s + 1.0f;
  const Floats y = (quadrant & 1) != 0 ? cosine : sine;
  return from_bits(bits(y) ^ ((quadrant & 2) << 30));
}

// Larger arguments, infinities and NaN are passed to the C library one by one.
inline constexpr float kLargeAngle = 1e6f;

static inline Floats sin(Floats x) {
  const Ints is_small = abs(x) <= kLargeAngle;
  Floats y = sin_of_quarters(is_small ? x : Floats{}, 0);
  for (int i = 0; any(~is_small) && i < kLanes; ++i) {
    if (!is_small[i]) y[i] = static_cast<float>(__builtin_sin(x[i]));
  }
  return bits(x) == INT32_MIN ? x : y;
}

static inline Floats cos(Floats x) {
  const Ints is_small = abs(x) <= kLargeAngle;
  Floats y = sin_of_quarters(is_small ? x : Floats{}, 1);
  for (int i = 0; any(~is_small) && i < kLanes; ++i) {
    if (!is_small[i]) y[i] = static_cast<float>(__builtin_cos(x[i]));
  }
  return y;
}

}  // namespace motley::tensor::MOTLEY_VECTOR_ISA
