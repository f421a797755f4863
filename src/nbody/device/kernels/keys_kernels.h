// Peano-Hilbert keys by the host's table of three depths per step.
#pragma once

#include "nbody/device/kernel_phases.h"

namespace motley::nbody::device {

inline constexpr int kCurveOctants = 512, kCurveStates = 24;

MOTLEY_KERNEL uint64_t interleaved(uint32_t coordinate) {
  uint64_t x = coordinate >> 11;
  x = (x | x << 32) & 0x001f00000000ffff;
  x = (x | x << 16) & 0x001f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

// `table`: the next state and the digits, by state and octants (domain/hilbert.h).
MOTLEY_KERNEL uint64_t curve_key(const uint16_t* table, uint32_t x, uint32_t y, uint32_t z) {
  const uint64_t octants = interleaved(z) << 2 | interleaved(y) << 1 | interleaved(x);
  uint64_t key = 0;
  uint32_t state = 0;
  for (int shift = 54; shift >= 0; shift -= 9) {
    const uint32_t step =
        table[state * kCurveOctants + static_cast<uint32_t>(octants >> shift) % kCurveOctants];
    key = key << 9 | step % kCurveOctants;
    state = step / kCurveOctants;
  }
  return key;
}

// The key of each particle, and its index.
struct KeysKernel {
  static constexpr int kThreads = 256, kPerThread = 16;
  struct Shared {
    uint16_t table[kCurveStates * kCurveOctants];
  };
  const uint16_t* table;
  const uint32_t *x, *y, *z;
  int64_t count;
  uint64_t* key;
  uint32_t* index;

  static int64_t blocks(int64_t count) {
    return (count + kThreads * kPerThread - 1) / (kThreads * kPerThread);
  }
  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    block.for_threads([&](int t) {
      for (int i = t; i < kCurveStates * kCurveOctants; i += kThreads) shared.table[i] = table[i];
    });
    block.sync();
    block.for_threads([&](int t) {
      for (int k = 0; k < kPerThread; ++k) {
        const int64_t i = (block.index() * kPerThread + k) * kThreads + t;
        if (i >= count) break;
        key[i] = curve_key(shared.table, x[i], y[i], z[i]);
        index[i] = static_cast<uint32_t>(i);
      }
    });
  }
};

}  // namespace motley::nbody::device
