// Hot loops are compiled three times, for AVX-512, for AVX2 and for any x86-64, and the loader
// picks the best version that the machine supports. Functions called by such a loop must be inlined
// into it (MOTLEY_INLINE), or they are compiled for the baseline.
//
//   MOTLEY_VECTORIZED void add(float* to, const float* from, int64_t n) { ... }
#pragma once

// The sanitizers are not initialized yet when the loader chooses.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MOTLEY_VECTORIZED \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"), optimize("O3")))
#else
#define MOTLEY_VECTORIZED
#endif

#define MOTLEY_INLINE inline __attribute__((always_inline))
