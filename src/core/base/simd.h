// SIMD vectors of floats for the instruction set that the file is compiled for (vector_isa.h).
//
//   Floats d = load(x) - all(target);       kLanes floats: 16 with AVX-512, 8 with AVX2, else 4
//   Mask near = less(d * d, all(2.0f));
//   sum = fused(force, d, sum);             force * d + sum
//   total += sum_of_lanes(sum);
//
// Built on the compiler's vector types, so that the arithmetic operators work and one source serves
// every instruction set. Only what those types cannot express uses intrinsics.
//
// Every function is `static inline` in a namespace named after the instruction set. Otherwise the
// linker would keep one copy of an inline function for all files, and could run AVX-512 code on a
// machine without AVX-512. For the same reason, a file compiled with its own -m flags may use no
// other inline functions. Import the names with
//
//   using namespace core::MOTLEY_VECTOR_ISA;     inside motley::FOLDER::MOTLEY_VECTOR_ISA
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/vector_isa.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace motley::core::MOTLEY_VECTOR_ISA {

inline constexpr int kLanes = MOTLEY_VECTOR_LANES;
typedef float Floats __attribute__((vector_size(4 * MOTLEY_VECTOR_LANES)));
typedef int32_t Ints __attribute__((vector_size(4 * MOTLEY_VECTOR_LANES)));
typedef uint32_t Words __attribute__((vector_size(4 * MOTLEY_VECTOR_LANES)));

// Broadcast to all lanes.
static inline Floats all(float x) { return x - Floats{}; }

// Loads and stores; pointers need no alignment.
static inline Floats load(const float* p) {
  Floats x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}
static inline void store(float* p, Floats x) { __builtin_memcpy(p, &x, sizeof x); }
// Loads the first n lanes and sets the others to `rest`; memory past them is not read. Whole
// vectors (n >= kLanes) load at full speed.
static inline Floats load_part(const float* p, int n, float rest = 0) {
  if (n >= kLanes) return load(p);
  Floats x = rest - Floats{};
  __builtin_memcpy(&x, p, sizeof(float) * static_cast<size_t>(n));
  return x;
}
static inline void store_part(float* p, Floats x, int n) {
  if (n >= kLanes) return store(p, x);
  __builtin_memcpy(p, &x, sizeof(float) * static_cast<size_t>(n));
}
// Loads the first min(n, kLanes) integers and sets the other lanes to zero; memory past them is not
// read.
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

static inline Floats to_floats(Ints x) { return __builtin_convertvector(x, Floats); }
static inline Ints bits(Floats x) { return reinterpret_cast<Ints>(x); }
static inline Floats from_bits(Ints x) { return reinterpret_cast<Floats>(x); }
static inline Floats abs(Floats x) { return from_bits(bits(x) & 0x7fffffff); }
static inline Floats copysign(Floats x, Floats sign) {
  return from_bits((bits(x) & 0x7fffffff) | (bits(sign) & INT32_MIN));
}
// A NaN in x is returned; a NaN in `bound` is not.
static inline Floats max(Floats bound, Floats x) { return bound > x ? bound : x; }
static inline Floats min(Floats bound, Floats x) { return bound < x ? bound : x; }

// Reductions over the lanes by halves, always in the same order:
// ((x0 + x8) + (x4 + x12)) + ((x2 + x10) + (x6 + x14)) + ...
template <int kBy, size_t... kLane>
static inline Floats rotated(Floats x, std::index_sequence<kLane...>) {
  return __builtin_shufflevector(x, x, ((kLane + kBy) % kLanes)...);
}
template <class F>
static inline float fold_lanes(Floats x, F f) {
  using All = std::make_index_sequence<kLanes>;
  if constexpr (kLanes > 8) x = f(x, rotated<8>(x, All{}));
  if constexpr (kLanes > 4) x = f(x, rotated<4>(x, All{}));
  x = f(x, rotated<2>(x, All{}));
  return f(x, rotated<1>(x, All{}))[0];
}
static inline float max_of_lanes(Floats x) {
  return fold_lanes(x, [](Floats a, Floats b) { return max(a, b); });
}
typedef float FourFloats __attribute__((vector_size(16)));
static inline float sum_of_four(FourFloats x) {
  const FourFloats y = x + __builtin_shufflevector(x, x, 2, 3, 0, 1);
  return y[0] + y[1];
}

// Whether any lane of a vector comparison (x < y) is set.
static inline bool any(Ints mask) {
  int32_t lanes[kLanes];
  __builtin_memcpy(lanes, &mask, sizeof lanes);
  int32_t joined = 0;
  for (int i = 0; i < kLanes; ++i) joined |= lanes[i];
  return joined != 0;
}

// Operations with one implementation per instruction set. Mask is the native result of less().
//
//   fused(a, b, c)                   a b + c, rounded once (portable: twice)
//   negative_fused(a, b, c)          c - a b
//   masked_fused_minus(m, a, b, c)   a b - c where the mask is set, else 0
//   inverse_root_estimate(x)         1 / sqrt(x) within 2^-14 (AVX-512), 1.5 * 2^-12 (AVX2), exact
//   first_lanes(m, n)                the mask with all lanes from n on cleared
//   store_compressed(p, m, x)        writes the lanes of the mask one after the other; may write up
//                                    to kLanes floats in all
#if defined(__AVX512F__) && defined(__AVX512DQ__)

using Mask = __mmask16;
static inline Floats fused(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
static inline Floats negative_fused(Floats a, Floats b, Floats c) {
  return _mm512_fnmadd_ps(a, b, c);
}
static inline Mask less(Floats a, Floats b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
static inline bool any(Mask m) { return m != 0; }
static inline Mask both(Mask a, Mask b) { return a & b; }
static inline Mask either(Mask a, Mask b) { return a | b; }
static inline Mask but_not(Mask a, Mask b) { return static_cast<Mask>(a & ~b); }
static inline Floats masked_fused_minus(Mask m, Floats a, Floats b, Floats c) {
  return _mm512_maskz_fmsub_ps(m, a, b, c);
}
static inline Floats select(Mask m, Floats yes, Floats no) {
  return _mm512_mask_blend_ps(m, no, yes);
}
static inline Floats inverse_root_estimate(Floats x) { return _mm512_maskz_rsqrt14_ps(0xffff, x); }
static inline float sum_of_lanes(Floats x) {
  typedef float EightFloats __attribute__((vector_size(32)));
  const EightFloats y = __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7) +
                        __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15);
  return sum_of_four(__builtin_shufflevector(y, y, 0, 1, 2, 3) +
                     __builtin_shufflevector(y, y, 4, 5, 6, 7));
}
static inline unsigned mask_bits(Mask m) { return m; }
static inline Mask first_lanes(Mask m, int n) {
  return n >= kLanes ? m : static_cast<Mask>(m & ((1u << n) - 1));
}
static inline void store_compressed(float* p, Mask m, Floats x) {
  // Compressing straight to memory is slow on some processors; the extra lanes are overwritten by
  // the next call.
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
static inline Floats inverse_root_estimate(Floats x) { return _mm256_rsqrt_ps(x); }
static inline float sum_of_lanes(Floats x) {
  return sum_of_four(__builtin_shufflevector(x, x, 0, 1, 2, 3) +
                     __builtin_shufflevector(x, x, 4, 5, 6, 7));
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
static inline Mask both(Mask a, Mask b) { return a & b; }
static inline Mask either(Mask a, Mask b) { return a | b; }
static inline Mask but_not(Mask a, Mask b) { return a & ~b; }
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
static inline unsigned mask_bits(Mask m) {
  unsigned bits = 0;
  for (int i = 0; i < kLanes; ++i) bits |= static_cast<unsigned>(m[i] & 1) << i;
  return bits;
}
static inline Mask first_lanes(Mask m, int n) {
  for (int i = n; i < kLanes; ++i) m[i] = 0;
  return m;
}
static inline void store_compressed(float* p, Mask m, Floats x) {
  for (int i = 0; i < kLanes; ++i) {
    if (m[i]) *p++ = x[i];
  }
}

#endif

}  // namespace motley::core::MOTLEY_VECTOR_ISA
