// The lists of leaves in the exact mode: the bits of gravity/exact_vectors.cpp. A block of four
// warps per leaf; a warp is 2 targets x 16 lanes, and source j is in lane j mod 16. Up to 512
// sources are summed in float; then lanes 8 apart are added, 4, 2 and 1, and the result to a
// double.
#pragma once

#include "nbody/device/kernels/pair_force.h"
#include "nbody/device/kernels/walk_kernels.h"

namespace motley::nbody::device {

MOTLEY_KERNEL float exact_root(float s) {
  const float y = float_of_bits(0x5f3759dfu - (float_bits(s) >> 1));
  const float d = fused(-(s * y), y, 1.0f);
  return fused(y * d, fused(d, 0.375f, 0.5f), y);
}
MOTLEY_KERNEL float exact_cube(float s, float y) {
  const float square = y * y;
  const float d = fused(-s, square, 1.0f);
  return square * y * fused(d, 1.5f, 1.0f);
}

template <int kDegree, bool kPlummer>
struct ExactSums {
  static constexpr int kThreads = 128, kWarps = kThreads / kWarp;
  static constexpr int kLanes = 16, kAtOnce = kThreads / kLanes;  // targets at once
  static constexpr int kTargets = 128, kLength = 512;             // sources summed in float
  static constexpr float kFar = 1e4f;                             // padding
  struct Shared {
    Float4 source[kLength + kThreads];
    Float4 target[kTargets];
    double sum[3][kTargets];
    uint32_t packed[2][kWarps];
  };

  const Cell* cells;
  LeafList* lists;
  const Run* runs;
  const uint32_t* taken;
  const uint32_t *x, *y, *z;
  PairLaw law;
  float scale;
  double unit;
  float *out_x, *out_y, *out_z;

  // Packs the next kThreads candidates from `at` on behind `count` sources.
  template <class B>
  MOTLEY_KERNEL void pack(B& block, Shared& shared, const LeafList& list, const Cell& leaf,
                          PerThread<uint32_t, kThreads>& run, uint32_t at, int parity,
                          uint32_t& count) const {
    const Run* run_of = runs + list.runs;
    PerThread<Float4, kThreads> source;
    PerThread<bool, kThreads> within;
    PerThread<uint32_t, kThreads> bits;
    block.for_threads([&](int t) {
      const uint32_t c = at + t;
      within[t] = false;
      if (c >= list.num_candidates) return;
      while (run[t] + 1 < list.num_runs && run_of[run[t] + 1].before <= c) ++run[t];
      const uint32_t i = run_of[run[t]].first + (c - run_of[run[t]].before);
      const float px = offset(x[i], leaf.center[0], scale),
                  py = offset(y[i], leaf.center[1], scale),
                  pz = offset(z[i], leaf.center[2], scale);
      const float gx = largest(std::fabs(px) - leaf.half[0], 0.0f),
                  gy = largest(std::fabs(py) - leaf.half[1], 0.0f),
                  gz = largest(std::fabs(pz) - leaf.half[2], 0.0f);
      within[t] = fused(gx, gx, fused(gy, gy, gz * gz)) < kCutoffSquare;
      source[t] = {px, py, pz, 0};
    });
    block.ballot(within, bits);
    block.for_threads([&](int t) {
      if (t % kWarp == 0) shared.packed[parity][t / kWarp] = count_bits(bits[t]);
    });
    block.sync();
    block.for_threads([&](int t) {
      if (!within[t]) return;
      uint32_t to = count + count_bits(bits[t] & bits_before(t % kWarp));
      for (int w = 0; w < t / kWarp; ++w) to += shared.packed[parity][w];
      shared.source[to] = source[t];
    });
    for (int w = 0; w < kWarps; ++w) count += shared.packed[parity][w];
    block.sync();
  }

  MOTLEY_KERNEL void add_pair(const Float4& at, const Float4& source, Sum3& sum) const {
    const float dx = source.x - at.x, dy = source.y - at.y, dz = source.z - at.z;
    const float s = fused(dx, dx, fused(dy, dy, fused(dz, dz, kTinySquare)));
    const float soft = kPlummer ? s + law.plummer_square : s;
    const float root = exact_root(soft);
    float cube = exact_cube(soft, root);
    if (!kPlummer && s < law.support_square) cube = softened(s, root, cube);
    const float force = cube - polynomial<kDegree>(law.coefficient, s - 1.0f);
    const float f = s < 2.0f ? force : 0.0f;
    sum.x = fused(f, dx, sum.x);
    sum.y = fused(f, dy, sum.y);
    sum.z = fused(f, dz, sum.z);
  }
  MOTLEY_KERNEL float softened(float s, float root, float cube) const {
    const float q = s * root * law.support_inverse, q2 = q * q;
    const float h3 = law.support_inverse * law.support_inverse * law.support_inverse;
    const float inner = fused(q2, fused(q, 32.0f, -38.4f), 32.0f / 3);
    const float outer = fused(q, fused(q, fused(q, -32.0f / 3, 38.4f), -48.0f), 64.0f / 3) * h3 -
                        cube * (1.0f / 15);
    return q < 0.5f ? inner * h3 : outer;
  }

  // Adds `add(t, target, sum)` of all lanes to all targets.
  template <class B, class F>
  MOTLEY_KERNEL void over_targets(B& block, Shared& shared, int num_targets, const F& add) const {
    PerThread<float, kThreads> sum[3];
    for (int first = 0; first < num_targets; first += kAtOnce) {
      block.for_threads([&](int t) {
        const int own = first + t / kLanes;
        Sum3 all{0, 0, 0};
        if (own < num_targets) add(t % kLanes, shared.target[own], all);
        sum[0][t] = all.x;
        sum[1][t] = all.y;
        sum[2][t] = all.z;
      });
      for (int axis = 0; axis < 3; ++axis) {
        for (int by = kLanes / 2; by > 0; by /= 2) block.add_across(sum[axis], by);
      }
      block.for_threads([&](int t) {
        const int own = first + t / kLanes;
        if (t % kLanes != 0 || own >= num_targets) return;
        for (int axis = 0; axis < 3; ++axis) {
          shared.sum[axis][own] += static_cast<double>(sum[axis][t]);
        }
      });
    }
  }

  // The first sources; the others move to the front.
  template <class B>
  MOTLEY_KERNEL void sum_sources(B& block, Shared& shared, int num_targets, uint32_t& count) const {
    const uint32_t number = count < kLength ? count : kLength;
    over_targets(block, shared, num_targets, [&](int lane, const Float4& at, Sum3& sum) {
      for (uint32_t j = lane; j < number; j += kLanes) add_pair(at, shared.source[j], sum);
    });
    block.sync();
    const uint32_t left = count - number;  // fewer than threads
    PerThread<Float4, kThreads> moved;
    block.for_threads([&](int t) {
      if (static_cast<uint32_t>(t) < left) moved[t] = shared.source[kLength + t];
    });
    block.sync();
    block.for_threads([&](int t) {
      if (static_cast<uint32_t>(t) < left) shared.source[t] = moved[t];
    });
    block.sync();
    count = left;
  }

  template <class B>
  MOTLEY_KERNEL void sum_cells(B& block, Shared& shared, const LeafList& list, const Cell& leaf,
                               int num_targets) const {
    over_targets(block, shared, num_targets, [&](int lane, const Float4& at, Sum3& sum) {
      for (uint32_t c = lane; c < list.num_cells; c += kLanes) {
        const Cell& cell = cells[taken[list.cells + c]];
        const float dx = offset(cell.center[0], leaf.center[0], scale) + cell.mass_center[0] - at.x;
        const float dy = offset(cell.center[1], leaf.center[1], scale) + cell.mass_center[1] - at.y;
        const float dz = offset(cell.center[2], leaf.center[2], scale) + cell.mass_center[2] - at.z;
        const float s = fused(dx, dx, fused(dy, dy, dz * dz));
        add_cell<kDegree <= 10 ? 10 : 16>(law, dx, dy, dz, static_cast<float>(cell.count), &cell.xx,
                                          exact_root(s + law.plummer_square), sum);
      }
    });
    block.sync();
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const LeafList list = lists[block.index()];
    const Cell& leaf = cells[list.cell];
    PerThread<uint32_t, kThreads> run;
    uint64_t num_sources = 0;
    for (uint32_t first = 0; first < leaf.count; first += kTargets) {
      const int num_targets =
          static_cast<int>(leaf.count - first < kTargets ? leaf.count - first : kTargets);
      block.for_threads([&](int t) {
        run[t] = 0;
        for (int axis = 0; axis < 3; ++axis) shared.sum[axis][t] = 0;
        if (t >= num_targets) return;
        const uint32_t i = leaf.first + first + t;
        shared.target[t] = {offset(x[i], leaf.center[0], scale),
                            offset(y[i], leaf.center[1], scale),
                            offset(z[i], leaf.center[2], scale), 0};
      });
      block.sync();
      num_sources = 0;
      uint32_t count = 0;
      int parity = 0;
      for (uint32_t at = 0; at < list.num_candidates; at += kThreads) {
        const uint32_t before = count;
        pack(block, shared, list, leaf, run, at, parity, count);
        num_sources += count - before;
        parity ^= 1;
        if (count >= kLength) sum_sources(block, shared, num_targets, count);
      }
      if (count > 0) sum_sources(block, shared, num_targets, count);
      if (list.num_cells > 0) sum_cells(block, shared, list, leaf, num_targets);
      block.for_threads([&](int t) {
        if (t >= num_targets) return;
        const uint32_t i = leaf.first + first + t;
        out_x[i] = static_cast<float>(shared.sum[0][t] * unit);
        out_y[i] = static_cast<float>(shared.sum[1][t] * unit);
        out_z[i] = static_cast<float>(shared.sum[2][t] * unit);
      });
      block.sync();
    }
    block.for_threads([&](int t) {
      if (t != 0) return;
      lists[block.index()].num_packed = num_sources;
      lists[block.index()].num_summed = num_sources * leaf.count;
    });
  }
};

}  // namespace motley::nbody::device
