// All pairs of a small set: tiles of 32 particles along the curve, without a tree.
//
// A block has one tile of targets; warp w of it sums the tiles w, w + 8, .. of sources whose box is
// within the cut-off. Differences are of integers, so tiles may be as wide as the Box. The sums of
// warps are added in their order.
#pragma once

#include "nbody/device/kernels/pair_force.h"
#include "nbody/gravity/cell.h"

namespace motley::nbody::device {

struct TileBox {
  alignas(16) uint32_t center[3];
  float half[3];  // units of l; huge if the tile is wider than a quarter of the Box
};

struct MakeTiles {
  static constexpr int kThreads = kWarp;
  using Shared = NoShared;
  const uint32_t* position[3];
  int64_t count;
  double scale;
  TileBox* tiles;

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared&) const {
    const int64_t begin = block.index() * kWarp;
    PerThread<int32_t, kThreads> low, high;
    for (int axis = 0; axis < 3; ++axis) {
      const uint32_t origin = position[axis][begin];
      block.for_threads([&](int t) {
        low[t] = high[t] = 0;
        if (begin + t < count)
          low[t] = high[t] = static_cast<int32_t>(position[axis][begin + t] - origin);
      });
      const int32_t least = block.least(low), most = block.largest(high);
      block.for_threads([&](int t) {
        if (t != 0) return;
        const auto extent = static_cast<uint32_t>(most) - static_cast<uint32_t>(least);
        const bool is_wide = extent > 0x40000000u;
        tiles[block.index()].center[axis] = origin + static_cast<uint32_t>(least) + extent / 2;
        tiles[block.index()].half[axis] = is_wide ? 1e30f : half_width(extent, scale);
      });
    }
  }
};

template <int kDegree, bool kPlummer>
struct SmallSums {
  static constexpr int kWarps = 8, kThreads = kWarps * kWarp;
  struct Shared {
    uint32_t source[kWarps][3][kWarp];
    double sum[kWarps][3][kWarp];
  };
  const uint32_t *x, *y, *z;
  int64_t count;
  const TileBox* tiles;
  PairLaw law;
  float scale;
  double unit;
  float *out_x, *out_y, *out_z;

  MOTLEY_KERNEL bool is_near(const TileBox& a, const TileBox& b) const {
    float sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const float d =
          std::fabs(static_cast<float>(static_cast<int32_t>(a.center[axis] - b.center[axis]))) *
          scale;
      const float gap = largest(d - (a.half[axis] + b.half[axis]), 0.0f);
      sum = fused(gap, gap, sum);
    }
    return sum < kCutoffSquare * 1.0001f;
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const int64_t num_tiles = (count + kWarp - 1) / kWarp, own = block.index();
    block.for_threads([&](int t) {
      for (int axis = 0; axis < 3; ++axis) shared.sum[t / kWarp][axis][t % kWarp] = 0;
    });
    for (int64_t round = 0; round < num_tiles; round += kWarps) {
      sync_warps();
      block.for_threads([&](int t) {
        const int warp = t / kWarp, lane = t % kWarp;
        const int64_t i = (round + warp) * kWarp + lane;
        if (i >= count) return;
        shared.source[warp][0][lane] = x[i];
        shared.source[warp][1][lane] = y[i];
        shared.source[warp][2][lane] = z[i];
      });
      sync_warps();
      block.for_threads([&](int t) {
        const int warp = t / kWarp, lane = t % kWarp;
        const int64_t tile = round + warp, i = own * kWarp + lane;
        if (tile >= num_tiles || !is_near(tiles[own], tiles[tile])) return;
        const int64_t left = count - tile * kWarp;
        const int number = left < kWarp ? static_cast<int>(left) : kWarp;
        const int64_t at = i < count ? i : own * kWarp;
        const uint32_t tx = x[at], ty = y[at], tz = z[at];
        Sum3 sum{0, 0, 0};
        int j = 0;
        for (; j + 4 <= number; j += 4) {
          float dx[4], dy[4], dz[4];
          MOTLEY_UNROLL(4)
          for (int k = 0; k < 4; ++k) {
            dx[k] = offset(shared.source[warp][0][j + k], tx, scale);
            dy[k] = offset(shared.source[warp][1][j + k], ty, scale);
            dz[k] = offset(shared.source[warp][2][j + k], tz, scale);
          }
          add_pairs<kDegree, kPlummer, 4>(law, dx, dy, dz, sum);
        }
        for (; j < number; ++j) {
          const float dx = offset(shared.source[warp][0][j], tx, scale);
          const float dy = offset(shared.source[warp][1][j], ty, scale);
          const float dz = offset(shared.source[warp][2][j], tz, scale);
          add_pairs<kDegree, kPlummer, 1>(law, &dx, &dy, &dz, sum);
        }
        shared.sum[warp][0][lane] += static_cast<double>(sum.x);
        shared.sum[warp][1][lane] += static_cast<double>(sum.y);
        shared.sum[warp][2][lane] += static_cast<double>(sum.z);
      });
    }
    block.sync();
    block.for_threads([&](int t) {
      const int axis = t / kWarp, lane = t % kWarp;
      const int64_t i = own * kWarp + lane;
      if (axis >= 3 || i >= count) return;
      double sum = 0;
      for (int w = 0; w < kWarps; ++w) sum += shared.sum[w][axis][lane];
      float* out = axis == 0 ? out_x : axis == 1 ? out_y : out_z;
      out[i] = static_cast<float>(sum * unit);
    });
  }
};

}  // namespace motley::nbody::device
