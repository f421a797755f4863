// What a device can do at most, measured beside the timings: copies and multiply-adds.
#pragma once

#include "nbody/device/kernel_phases.h"

namespace motley::nbody::device {

struct CopyWords {
  const Float4* from;
  Float4* to;
  MOTLEY_KERNEL void operator()(int64_t i) const { to[i] = from[i]; }
};

// Eight independent chains of multiply-adds per thread.
struct MultiplyAdds {
  static constexpr int kChains = 8, kLength = 2048;
  float* out;
  MOTLEY_KERNEL void operator()(int64_t i) const {
    float x[kChains];
    MOTLEY_UNROLL(8)
    for (int c = 0; c < kChains; ++c) x[c] = static_cast<float>(i + c);
    for (int k = 0; k < kLength; ++k) {
      MOTLEY_UNROLL(8)
      for (int c = 0; c < kChains; ++c) x[c] = fused(x[c], 0.999f, 1e-3f);
    }
    float sum = 0;
    MOTLEY_UNROLL(8)
    for (int c = 0; c < kChains; ++c) sum += x[c];
    out[i] = sum;
  }
};

}  // namespace motley::nbody::device
