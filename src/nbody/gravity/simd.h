// Vectors of floats for the instruction set that the file is compiled for (core/base/vector_isa.h):
// what the direct sums need, under one name each.
//
//   Floats d = load(x) - all(target);       kLanes floats: 16 with AVX-512, 8 with AVX2, else 4
//   Mask near = less(d * d, all(2.0f));
//   sum = fused(near_force, d, sum);        near_force * d + sum
#pragma once

#include <cstdint>

#include "core/base/vector_isa.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace motley::nbody::MOTLEY_VECTOR_ISA {

inline constexpr int kLanes = MOTLEY_VECTOR_LANES;
typedef float Floats __attribute__((vector_size(4 * MOTLEY_VECTOR_LANES)));
typedef int32_t Ints __attribute__((vector_size(4 * MOTLEY_VECTOR_LANES)));

static inline Floats all(float x) { return x - Floats{}; }
static inline Floats load(const float* p) {
  Floats x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}
static inline void store(float* p, Floats x) { __builtin_memcpy(p, &x, sizeof x); }
// The first n of them, kLanes at most; zeros behind, which are not read.
static inline Ints load_ints(const uint32_t* p, int n) {
  Ints x = {};
  if (n >= kLanes) {
    __builtin_memcpy(&x, p, sizeof x);
    return x;
  }
#if defined(__AVX512F__)
  return reinterpret_cast<Ints>(_mm512_maskz_loadu_epi32(static_cast<__mmask16>((1u << n) - 1), p));
#else
  for (int i = 0; i < n; ++i) x[i] = static_cast<int32_t>(p[i]);
  return x;
#endif
}
typedef uint32_t Coordinates __attribute__((vector_size(4 * MOTLEY_VECTOR_LANES)));

// From `center` to coordinates, the shortest way round the Box.
static inline Ints offset_of(Ints x, uint32_t center) {
  return reinterpret_cast<Ints>(reinterpret_cast<Coordinates>(x) - center);
}

static inline Floats to_floats(Ints x) { return __builtin_convertvector(x, Floats); }

typedef float Four __attribute__((vector_size(16)));
static inline float sum_of_four(Four x) {
  const Four y = x + __builtin_shufflevector(x, x, 2, 3, 0, 1);
  return y[0] + y[1];
}

#if defined(__AVX512F__) && defined(__AVX512DQ__)

using Mask = __mmask16;
static inline Floats fused(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
static inline Floats negative_fused(Floats a, Floats b, Floats c) {
  return _mm512_fnmadd_ps(a, b, c);  // c - a b
}
static inline Mask less(Floats a, Floats b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
static inline bool any(Mask m) { return m != 0; }
static inline Mask both(Mask a, Mask b) { return a & b; }
static inline Mask either(Mask a, Mask b) { return a | b; }
static inline Mask but_not(Mask a, Mask b) { return static_cast<Mask>(a & ~b); }
// a b - c where the mask is set, else zero.
static inline Floats masked_fused_minus(Mask m, Floats a, Floats b, Floats c) {
  return _mm512_maskz_fmsub_ps(m, a, b, c);
}
static inline Floats select(Mask m, Floats yes, Floats no) {
  return _mm512_mask_blend_ps(m, no, yes);
}
// Within 2^-14 of 1 / sqrt(x).
static inline Floats inverse_root_estimate(Floats x) { return _mm512_maskz_rsqrt14_ps(0xffff, x); }
static inline float sum_of_lanes(Floats x) {
  typedef float Eight __attribute__((vector_size(32)));
  const Eight y = __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7) +
                  __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15);
  const Four z =
      __builtin_shufflevector(y, y, 0, 1, 2, 3) + __builtin_shufflevector(y, y, 4, 5, 6, 7);
  return sum_of_four(z);
}
static inline unsigned mask_bits(Mask m) { return m; }
static inline Mask first_lanes(Mask m, int n) {
  return n >= kLanes ? m : static_cast<Mask>(m & ((1u << n) - 1));
}
// Writes the lanes of the mask one after the other; may write up to kLanes in all.
static inline void store_compressed(float* p, Mask m, Floats x) {
  // Compressing to memory is slow on some machines; the lanes behind are overwritten next.
  store(p, _mm512_maskz_compress_ps(m, x));
}

#elif defined(__AVX2__) && defined(__FMA__)

using Mask = __m256;
static inline Floats fused(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
static inline Floats negative_fused(Floats a, Floats b, Floats c) {
  return _mm256_fnmadd_ps(a, b, c);
}
static inline Mask less(Floats a, Floats b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
static inline bool any(Mask m) { return _mm256_movemask_ps(m) != 0; }
static inline Mask both(Mask a, Mask b) { return _mm256_and_ps(a, b); }
static inline Mask either(Mask a, Mask b) { return _mm256_or_ps(a, b); }
static inline Mask but_not(Mask a, Mask b) { return _mm256_andnot_ps(b, a); }
static inline Floats masked_fused_minus(Mask m, Floats a, Floats b, Floats c) {
  return _mm256_and_ps(m, _mm256_fmsub_ps(a, b, c));
}
static inline Floats select(Mask m, Floats yes, Floats no) { return _mm256_blendv_ps(no, yes, m); }
// Within 1.5 * 2^-12.
static inline Floats inverse_root_estimate(Floats x) { return _mm256_rsqrt_ps(x); }
static inline float sum_of_lanes(Floats x) {
  const Four z =
      __builtin_shufflevector(x, x, 0, 1, 2, 3) + __builtin_shufflevector(x, x, 4, 5, 6, 7);
  return sum_of_four(z);
}
static inline unsigned mask_bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_ps(m)); }
static inline Mask first_lanes(Mask m, int n) {
  Ints lanes;
  for (int i = 0; i < kLanes; ++i) lanes[i] = i < n ? -1 : 0;
  return _mm256_and_ps(m, reinterpret_cast<Mask>(lanes));
}
static inline void store_compressed(float* p, Mask m, Floats x) {
  float lanes[kLanes];
  store(lanes, x);
  for (unsigned bits = mask_bits(m); bits != 0; bits &= bits - 1) *p++ = lanes[__builtin_ctz(bits)];
}

#else

using Mask = Ints;
static inline Floats fused(Floats a, Floats b, Floats c) { return a * b + c; }
static inline Floats negative_fused(Floats a, Floats b, Floats c) { return c - a * b; }
static inline Mask less(Floats a, Floats b) { return a < b; }
static inline unsigned mask_bits(Mask m) {
  unsigned bits = 0;
  for (int i = 0; i < kLanes; ++i) bits |= static_cast<unsigned>(m[i] & 1) << i;
  return bits;
}
static inline bool any(Mask m) { return mask_bits(m) != 0; }
static inline Mask both(Mask a, Mask b) { return a & b; }
static inline Mask either(Mask a, Mask b) { return a | b; }
static inline Mask but_not(Mask a, Mask b) { return a & ~b; }
static inline Mask first_lanes(Mask m, int n) {
  for (int i = n; i < kLanes; ++i) m[i] = 0;
  return m;
}
static inline Floats select(Mask m, Floats yes, Floats no) { return m ? yes : no; }
static inline Floats masked_fused_minus(Mask m, Floats a, Floats b, Floats c) {
  return select(m, a * b - c, Floats{});
}
static inline Floats inverse_root_estimate(Floats x) {
  Floats y;
  for (int i = 0; i < kLanes; ++i) y[i] = 1 / __builtin_sqrtf(x[i]);
  return y;
}
static inline float sum_of_lanes(Floats x) { return sum_of_four(x); }
static inline void store_compressed(float* p, Mask m, Floats x) {
  for (int i = 0; i < kLanes; ++i) {
    if (m[i]) *p++ = x[i];
  }
}

#endif

static inline Floats absolute(Floats x) {
  return reinterpret_cast<Floats>(reinterpret_cast<Ints>(x) & 0x7fffffff);
}
static inline Floats maximum(Floats a, Floats b) { return a > b ? a : b; }
static inline Floats minimum(Floats a, Floats b) { return a < b ? a : b; }

}  // namespace motley::nbody::MOTLEY_VECTOR_ISA
