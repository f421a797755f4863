// Kernels written once: for CUDA, and as plain C++ (the twin) that runs everywhere, under
// sanitizers too.
//
//   struct Doubled {
//     static constexpr int kThreads = 128;
//     struct Shared { float value[kThreads]; };
//     float* data;
//     template <class B> MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
//       block.for_threads([&](int t) { shared.value[t] = 2 * data[block.index() * kThreads + t];
//       }); block.sync();
//       ...
//     }
//   };
//
// A kernel is a sequence of phases between barriers. for_threads(f) is one thread's share on a
// device and a loop over the threads of the block in the twin. Variables outside of phases are
// equal on all threads; a value that a thread keeps from one phase to the next is a PerThread.
// Warps have 32 threads. Where threads of one block communicate, they call sync() in between.
//
// No float atomics: integer ones give the same bits in any order.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/base/host_device.h"

#ifdef __CUDACC__
#define MOTLEY_KERNEL __device__ __forceinline__
#define MOTLEY_LAMBDA __device__
#define MOTLEY_UNROLL(n) _Pragma("unroll")
#define MOTLEY_PRAGMA(text) _Pragma(#text)
#define MOTLEY_UNROLL_BY(n) MOTLEY_PRAGMA(unroll n)
#else
#define MOTLEY_KERNEL inline
#define MOTLEY_LAMBDA
#define MOTLEY_UNROLL(n)
#define MOTLEY_UNROLL_BY(n)
#endif

namespace motley::nbody::device {

inline constexpr int kWarp = 32;

struct NoShared {};
// Source or target positions relative to a point, as one 16-byte load.
struct Float4 {
  alignas(16) float x;
  float y, z, w;
};
static_assert(sizeof(Float4) == 16);

#ifdef __CUDACC__

template <class T, int kThreads>
struct PerThread {
  T value;
  __device__ __forceinline__ T& operator[](int) { return value; }
};

template <int kThreads>
class Block {
 public:
  __device__ __forceinline__ int64_t index() const { return blockIdx.x; }
  template <class F>
  __device__ __forceinline__ void for_threads(const F& f) const {
    f(static_cast<int>(threadIdx.x));
  }
  __device__ __forceinline__ void sync() const {
    if constexpr (kThreads == kWarp) {
      __syncwarp();
    } else {
      __syncthreads();
    }
  }
  // The bits of `flag` over a warp, for each thread of it.
  __device__ __forceinline__ void ballot(PerThread<bool, kThreads>& flag,
                                         PerThread<uint32_t, kThreads>& bits) const {
    bits.value = __ballot_sync(0xffffffffu, flag.value);
  }
  // For blocks of one warp: the same bits as a value of the block.
  __device__ __forceinline__ uint32_t ballot(PerThread<bool, kThreads>& flag) const {
    static_assert(kThreads == kWarp);
    return __ballot_sync(0xffffffffu, flag.value);
  }
  // For blocks of one warp: replaces each value by the sum of those before it; returns the sum.
  __device__ __forceinline__ uint32_t exclusive_sums(PerThread<uint32_t, kThreads>& v) const {
    static_assert(kThreads == kWarp);
    const uint32_t own = v.value;
    uint32_t sum = own;
    const int lane = threadIdx.x;
#pragma unroll
    for (int by = 1; by < kWarp; by *= 2) {
      const uint32_t other = __shfl_up_sync(0xffffffffu, sum, by);
      if (lane >= by) sum += other;
    }
    v.value = sum - own;
    return __shfl_sync(0xffffffffu, sum, kWarp - 1);
  }
  __device__ __forceinline__ int32_t least(PerThread<int32_t, kThreads>& v) const {
    static_assert(kThreads == kWarp);
    return __reduce_min_sync(0xffffffffu, v.value);
  }
  __device__ __forceinline__ int32_t largest(PerThread<int32_t, kThreads>& v) const {
    static_assert(kThreads == kWarp);
    return __reduce_max_sync(0xffffffffu, v.value);
  }
  __device__ __forceinline__ int64_t sum(PerThread<int64_t, kThreads>& v) const {
    static_assert(kThreads == kWarp);
    int64_t s = v.value;
#pragma unroll
    for (int by = kWarp / 2; by > 0; by /= 2) s += __shfl_xor_sync(0xffffffffu, s, by);
    return s;
  }
  // Each value becomes value + that of the thread whose index differs in `bit`, of the same warp.
  template <class T>
  __device__ __forceinline__ void add_across(PerThread<T, kThreads>& v, int bit) const {
    v.value += __shfl_xor_sync(0xffffffffu, v.value, bit);
  }
};

__device__ __forceinline__ uint32_t fetch_add(uint32_t* p, uint32_t v) { return atomicAdd(p, v); }
__device__ __forceinline__ uint64_t fetch_add(uint64_t* p, uint64_t v) {
  return atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v));
}
// What this thread wrote before is seen by whoever reads a later value, and the other way round.
__device__ __forceinline__ uint32_t fetch_add_ordered(uint32_t* p, uint32_t v) {
  __threadfence();
  const uint32_t before = atomicAdd(p, v);
  __threadfence();
  return before;
}
__device__ __forceinline__ void fetch_max(uint32_t* p, uint32_t v) { atomicMax(p, v); }
__device__ __forceinline__ void fetch_min(int32_t* p, int32_t v) { atomicMin(p, v); }
__device__ __forceinline__ void fetch_max(int32_t* p, int32_t v) { atomicMax(p, v); }
__device__ __forceinline__ uint32_t peek(const uint32_t* p) {
  return *static_cast<const volatile uint32_t*>(p);
}
__device__ __forceinline__ int count_bits(uint32_t x) { return __popc(x); }
__device__ __forceinline__ int leading_zeros(uint64_t x) {
  return __clzll(static_cast<long long>(x));
}
// Threads of one warp wait for each other.
__device__ __forceinline__ void sync_warps() { __syncwarp(); }
__device__ __forceinline__ uint32_t float_bits(float x) { return __float_as_uint(x); }
__device__ __forceinline__ uint64_t double_bits(double x) {
  return static_cast<uint64_t>(__double_as_longlong(x));
}
__device__ __forceinline__ float float_of_bits(uint32_t x) { return __uint_as_float(x); }
// 1 / sqrt(x), to about 2^-22; x is not denormal.
__device__ __forceinline__ float inverse_root(float x) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__device__ __forceinline__ float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
__device__ __forceinline__ float least(float a, float b) { return fminf(a, b); }
__device__ __forceinline__ float largest(float a, float b) { return fmaxf(a, b); }
__device__ __forceinline__ float saturated(float x) { return __saturatef(x); }  // 0 to 1

#else

template <class T, int kThreads>
struct PerThread {
  T value[kThreads];
  T& operator[](int t) { return value[t]; }
};

template <int kThreads>
class Block {
 public:
  explicit Block(int64_t index) : index_(index) {}
  int64_t index() const { return index_; }
  template <class F>
  void for_threads(const F& f) const {
    for (int t = 0; t < kThreads; ++t) f(t);
  }
  void sync() const {}
  void ballot(PerThread<bool, kThreads>& flag, PerThread<uint32_t, kThreads>& bits) const {
    for (int warp = 0; warp < kThreads; warp += kWarp) {
      uint32_t all = 0;
      for (int lane = 0; lane < kWarp; ++lane) all |= uint32_t{flag[warp + lane]} << lane;
      for (int lane = 0; lane < kWarp; ++lane) bits[warp + lane] = all;
    }
  }
  uint32_t ballot(PerThread<bool, kThreads>& flag) const {
    PerThread<uint32_t, kThreads> bits;
    ballot(flag, bits);
    return bits[0];
  }
  uint32_t exclusive_sums(PerThread<uint32_t, kThreads>& v) const {
    uint32_t sum = 0;
    for (uint32_t& x : v.value) {
      const uint32_t own = x;
      x = sum;
      sum += own;
    }
    return sum;
  }
  int32_t least(PerThread<int32_t, kThreads>& v) const {
    int32_t m = v[0];
    for (const int32_t x : v.value) m = x < m ? x : m;
    return m;
  }
  int32_t largest(PerThread<int32_t, kThreads>& v) const {
    int32_t m = v[0];
    for (const int32_t x : v.value) m = x > m ? x : m;
    return m;
  }
  int64_t sum(PerThread<int64_t, kThreads>& v) const {
    int64_t s = 0;
    for (const int64_t x : v.value) s += x;
    return s;
  }
  template <class T>
  void add_across(PerThread<T, kThreads>& v, int bit) const {
    for (int t = 0; t < kThreads; ++t) {
      if (t & bit) continue;
      v[t] = v[t] + v[t | bit];
      v[t | bit] = v[t];
    }
  }

 private:
  int64_t index_;
};

template <class T>
inline T fetch_add(T* p, T v) {
  return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
inline uint32_t fetch_add_ordered(uint32_t* p, uint32_t v) {
  return __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL);
}
template <class T>
inline void fetch_max(T* p, T v) {
  T old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (old < v &&
         !__atomic_compare_exchange_n(p, &old, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}
template <class T>
inline void fetch_min(T* p, T v) {
  T old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (v < old &&
         !__atomic_compare_exchange_n(p, &old, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}
inline uint32_t peek(const uint32_t* p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
inline int count_bits(uint32_t x) { return __builtin_popcount(x); }
inline int leading_zeros(uint64_t x) { return __builtin_clzll(x); }
inline void sync_warps() {}
inline uint32_t float_bits(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline uint64_t double_bits(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline float float_of_bits(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
inline float inverse_root(float x) { return 1.0f / std::sqrt(x); }
inline float fused(float a, float b, float c) { return std::fma(a, b, c); }
inline float least(float a, float b) { return a < b ? a : b; }
inline float largest(float a, float b) { return a < b ? b : a; }
inline float saturated(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

#endif

// The bits below that of `lane`.
MOTLEY_KERNEL uint32_t bits_before(int lane) { return (1u << lane) - 1; }

// float_of_int and the products below are single roundings: with contraction off nothing is fused
// that is not written so.
MOTLEY_KERNEL float offset(uint32_t x, uint32_t from, float scale) {
  return static_cast<float>(static_cast<int32_t>(x - from)) * scale;
}

}  // namespace motley::nbody::device
