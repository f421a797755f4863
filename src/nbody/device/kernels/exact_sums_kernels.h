// The lists of leaves in the exact mode: the bits of gravity/exact_vectors.cpp. A warp is 2 targets
// x 16 lanes, and source j is in lane j mod 16. Up to 512 sources are summed in float; then lanes 8
// apart are added, 4, 2 and 1, and the result to a double.
#pragma once

#include "nbody/device/kernels/list_sums.h"

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
  static constexpr int kThreads = kWarp;
  static constexpr int kLanes = 16, kAtOnce = kThreads / kLanes;  // targets at once
  static constexpr int kLength = 512;                             // sources summed in float
  struct Shared {
    Float4 source[kLength + 2 * kWarp];
    ListTargets targets;
  };

  ListArguments a;

  MOTLEY_KERNEL void add_pair(const Float4& at, const Float4& source, Sum3& sum) const {
    const float dx = source.x - at.x, dy = source.y - at.y, dz = source.z - at.z;
    const float s = fused(dx, dx, fused(dy, dy, fused(dz, dz, kTinySquare)));
    const float soft = kPlummer ? s + a.law.plummer_square : s;
    const float root = exact_root(soft);
    float cube = exact_cube(soft, root);
    if (!kPlummer && s < a.law.support_square) cube = softened_cube(a.law, s, root, cube);
    add_within(s, cube - polynomial<kDegree>(a.law.coefficient, s - 1.0f), dx, dy, dz, sum);
  }

  // Adds `add(lane, target, sum)` of all lanes to all targets.
  template <class B, class F>
  MOTLEY_KERNEL void over_targets(B& block, Shared& shared, int num_targets, const F& add) const {
    PerThread<float, kThreads> sum[3];
    for (int first = 0; first < num_targets; first += kAtOnce) {
      block.for_threads([&](int t) {
        const int own = first + t / kLanes;
        Sum3 all{0, 0, 0};
        if (own < num_targets) add(t % kLanes, shared.targets.target[own], all);
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
          shared.targets.sum[axis][own] += static_cast<double>(sum[axis][t]);
        }
      });
    }
    block.sync();
  }

  // The first sources; the others move to the front.
  template <class B>
  MOTLEY_KERNEL void sum_sources(B& block, Shared& shared, int num_targets, uint32_t& count) const {
    const uint32_t number = count < kLength ? count : kLength;
    over_targets(block, shared, num_targets, [&](int lane, const Float4& at, Sum3& sum) {
      for (uint32_t j = lane; j < number; j += kLanes) add_pair(at, shared.source[j], sum);
    });
    const uint32_t left = count - number;  // at most a warp
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
  MOTLEY_KERNEL void sum_cells(B& block, Shared& shared, const LeafList& list, const LeafBox& leaf,
                               int num_targets) const {
    over_targets(block, shared, num_targets, [&](int lane, const Float4& at, Sum3& sum) {
      for (uint32_t c = lane; c < list.num_cells; c += kLanes) {
        const Cell& cell = a.cells[a.taken[list.cells + c]];
        const Float4 d = a.cell_offset(cell, leaf, at);
        const float s = fused(d.x, d.x, fused(d.y, d.y, d.z * d.z));
        add_cell<kDegree <= 10 ? 10 : 16>(a.law, d.x, d.y, d.z, static_cast<float>(cell.count),
                                          &cell.xx, exact_root(s + a.law.plummer_square), sum);
      }
    });
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const SumItem item = a.item(block.index());
    const LeafList list = a.lists[item.list];
    const Cell& cell = a.cells[list.cell];
    const LeafBox leaf = a.box_of(cell);
    const uint32_t first = cell.first + item.first;
    const int num_targets = SumItem::targets_of(cell.count, item.first);
    shared.targets.load(block, a, leaf, first, num_targets);
    uint64_t num_sources = 0;
    uint32_t count = 0;
    const TargetBox box = box_of_all(leaf);
    ListPacker packer(a, list, leaf, box, false);
    if (list.num_candidates > 0) packer.begin(block, list);
    while (packer.has_more()) {
      const uint32_t before = count;
      packer.pack(block, shared.source, kLength + kWarp, count);
      num_sources += count - before;
      sum_sources(block, shared, num_targets, count);
    }
    if (count > 0) sum_sources(block, shared, num_targets, count);
    if (list.num_cells > 0) sum_cells(block, shared, list, leaf, num_targets);
    shared.targets.store(block, a, first, num_targets);
    block.for_threads([&](int t) {
      if (t != 0) return;
      LeafList& out = a.lists[item.list];
      if (item.first == 0) out.num_packed = num_sources;
      fetch_add(&out.num_summed, num_sources * num_targets);
    });
  }
};

}  // namespace motley::nbody::device
