// Kicks, drifts and the sums of a step, with the host's rounding (step/stepper.cpp).
#pragma once

#include "nbody/device/kernel_phases.h"

namespace motley::nbody::device {

struct Floats3 {
  float *x, *y, *z;
  MOTLEY_HOST_DEVICE float* operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};
struct Words3 {
  uint32_t *x, *y, *z;
  MOTLEY_HOST_DEVICE uint32_t* operator[](int axis) const {
    return axis == 0 ? x : axis == 1 ? y : z;
  }
};

// A set of particles: their indices, or null for all.
struct Members {
  const uint32_t* index;
  MOTLEY_KERNEL int64_t operator[](int64_t i) const { return index ? index[i] : i; }
};

struct Kick {
  Members set;
  Floats3 momentum, acceleration;
  float factor;
  MOTLEY_KERNEL void operator()(int64_t i) const {
    const int64_t at = set[i];
    momentum.x[at] = momentum.x[at] + factor * acceleration.x[i];
    momentum.y[at] = momentum.y[at] + factor * acceleration.y[i];
    momentum.z[at] = momentum.z[at] + factor * acceleration.z[i];
  }
};

// The nearest integer modulo 2^32, for magnitudes below 2^51.
MOTLEY_KERNEL uint32_t nearest_integer(double steps) {
  return static_cast<uint32_t>(double_bits(steps + 0x1.8p52));
}

struct Drift {
  Members set;
  const uint8_t* in_subset;  // these stay; null: none
  Words3 position;
  Floats3 momentum;
  double factor;
  MOTLEY_KERNEL void operator()(int64_t i) const {
    if (in_subset && in_subset[i]) return;
    const int64_t at = set[i];
    position.x[at] += nearest_integer(static_cast<double>(momentum.x[at]) * factor);
    position.y[at] += nearest_integer(static_cast<double>(momentum.y[at]) * factor);
    position.z[at] += nearest_integer(static_cast<double>(momentum.z[at]) * factor);
  }
};

// |internal + external|; `known`: whether there are internal accelerations.
struct TotalAcceleration {
  Floats3 internal, external;
  bool known;
  MOTLEY_KERNEL float operator[](int64_t i) const {
    const float x = known ? internal.x[i] + external.x[i] : external.x[i];
    const float y = known ? internal.y[i] + external.y[i] : external.y[i];
    const float z = known ? internal.z[i] + external.z[i] : external.z[i];
    return std::sqrt(x * x + y * y + z * z);
  }
};

// Flags the members of a small set with an acceleration above the limit, and counts those before
// each and all of them: one block.
struct FindFaster {
  static constexpr int kThreads = 512, kWarps = kThreads / kWarp;
  static constexpr int64_t kMost = 16384;
  struct Shared {
    uint32_t of_warp[2][kWarps];
  };
  TotalAcceleration total;
  float limit;
  int64_t count;
  uint32_t *flag, *before, *number;

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    PerThread<bool, kThreads> is_faster;
    PerThread<uint32_t, kThreads> bits;
    uint32_t sum = 0;
    int parity = 0;
    for (int64_t first = 0; first < count; first += kThreads) {
      block.for_threads(
          [&](int t) { is_faster[t] = first + t < count && total[first + t] > limit; });
      block.ballot(is_faster, bits);
      block.for_threads([&](int t) {
        if (t % kWarp == 0) shared.of_warp[parity][t / kWarp] = count_bits(bits[t]);
      });
      block.sync();
      block.for_threads([&](int t) {
        if (first + t >= count) return;
        uint32_t own = sum + count_bits(bits[t] & bits_before(t % kWarp));
        for (int w = 0; w < t / kWarp; ++w) own += shared.of_warp[parity][w];
        flag[first + t] = is_faster[t];
        before[first + t] = own;
      });
      for (int w = 0; w < kWarps; ++w) sum += shared.of_warp[parity][w];
      parity ^= 1;
    }
    block.for_threads([&](int t) {
      if (t == 0) *number = sum;
    });
  }
};

// The last kicks of a global step, with the sum of p^2 and the largest acceleration of each 4096
// particles, in the host's order.
struct FinishKicks {
  static constexpr int kThreads = 256, kBlock = 4096, kLanes = 8;
  struct Shared {
    double sum[kLanes];
    uint32_t largest;
  };
  Floats3 momentum, near, far;
  float near_kick, far_kick;
  int64_t count;
  struct Sums {
    double momentum_square;
    float max_acceleration;
    uint32_t unused;
  };
  Sums* sums;

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const int64_t begin = block.index() * kBlock;
    const int64_t size = count - begin < kBlock ? count - begin : kBlock;
    block.for_threads([&](int t) {
      if (t == 0) shared.largest = 0;
    });
    block.sync();
    block.for_threads([&](int t) {
      for (int64_t i = begin + t; i < begin + size; i += kThreads) {
        float square = 0;
        for (int axis = 0; axis < 3; ++axis) {
          const float a = far[axis][i], b = near[axis][i];
          const float kicked = momentum[axis][i] + far_kick * a;
          momentum[axis][i] = kicked + near_kick * b;
          const float total = a + b;
          square = square + total * total;
        }
        fetch_max(&shared.largest, float_bits(square));
      }
    });
    block.sync();
    block.for_threads([&](int t) {
      if (t >= kLanes) return;
      double sum = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const float* p = momentum[axis] + begin;
        int64_t i = 0;
        for (; i + 8 * kLanes <= size; i += 8 * kLanes) {
          float next[8];  // loaded together
          MOTLEY_UNROLL(8)
          for (int k = 0; k < 8; ++k) next[k] = p[i + k * kLanes + t];
          MOTLEY_UNROLL(8)
          for (int k = 0; k < 8; ++k) sum += static_cast<double>(next[k]) * next[k];
        }
        for (; i + kLanes <= size; i += kLanes) {
          const double value = p[i + t];
          sum += value * value;
        }
        for (; t == 0 && i < size; ++i) sum += static_cast<double>(p[i]) * p[i];
      }
      shared.sum[t] = sum;
    });
    block.sync();
    block.for_threads([&](int t) {
      if (t != 0) return;
      const double* s = shared.sum;
      sums[block.index()] = {
          (0 + ((s[0] + s[1]) + (s[2] + s[3]))) + ((s[4] + s[5]) + (s[6] + s[7])),
          std::sqrt(float_of_bits(shared.largest)), 0};
    });
  }
};

}  // namespace motley::nbody::device
