// Sums the interaction lists of leaves (list_sums.h).
//
//   select   sources within the cut-off of a sub-box, 8 targets that follow each other on the curve
//   sum      8 targets x 4 slices: source j is in slice j mod 4, whatever is skipped
//
// Skipped pairs are beyond the cut-off and would add exactly nothing: with and without sub-boxes
// the sums have the same bits. A slice sums up to kSources / 4 sources in float; then slices are
// added in double, in a fixed order.
#pragma once

#include "nbody/device/kernels/list_sums.h"

namespace motley::nbody::device {

template <int kDegree, bool kPlummer, bool kSubBoxes>
struct LeafSums {
  static constexpr int kThreads = kWarp;
  static constexpr int kMinBlocks = 24;  // that share registers and memory of a processor
  static constexpr int kSources = 256, kSlices = 4, kSubBox = 8;
  static constexpr int kMaxSubBoxes = SumItem::kTargets / kSubBox;
  static constexpr uint32_t kBytes = sizeof(Float4);
  static constexpr float kFar = 1e4f;  // padding
  struct Box {
    Float4 center, half;  // half: negative, in units of the cut-off
  };
  // Sources by their offset in bytes, which needs no arithmetic in the innermost loop.
  struct Four {
    alignas(16) uint32_t of[4];
  };
  struct Shared {
    Float4 source[kSources + kWarp];  // with padding
    ListTargets targets;
    Box box[kMaxSubBoxes];
    // Lists of Four, and room for what is not selected: cheaper than a branch.
    alignas(16) uint32_t selected[kSlices][kSources / kSlices + kWarp / kSlices];
  };

  ListArguments a;

  MOTLEY_KERNEL Box sub_box_of(const Shared& shared, int index, int num_targets) const {
    const int begin = index * kSubBox;
    const int end = begin + kSubBox < num_targets ? begin + kSubBox : num_targets;
    Float4 low = {1e30f, 1e30f, 1e30f, 0}, high = {-1e30f, -1e30f, -1e30f, 0};
    for (int i = begin; i < end; ++i) {
      const Float4 p = shared.targets.target[i];
      low = {least(low.x, p.x), least(low.y, p.y), least(low.z, p.z), 0};
      high = {largest(high.x, p.x), largest(high.y, p.y), largest(high.z, p.z), 0};
    }
    return {{0.5f * (low.x + high.x), 0.5f * (low.y + high.y), 0.5f * (low.z + high.z), 0},
            {-0.5f * kUnit * (high.x - low.x), -0.5f * kUnit * (high.y - low.y),
             -0.5f * kUnit * (high.z - low.z), 0}};
  }

  // In units of the cut-off, less a margin for rounding: what is skipped is beyond the cut-off for
  // every target. A gap above 1 counts as 1, which is beyond it too.
  static constexpr float kUnit = 0.70707142f;  // 1 / sqrt(2.0002)
  MOTLEY_KERNEL bool is_near(const Box& box, const Float4& s) const {
    const float gx = saturated(fused(std::fabs(s.x - box.center.x), kUnit, box.half.x)),
                gy = saturated(fused(std::fabs(s.y - box.center.y), kUnit, box.half.y)),
                gz = saturated(fused(std::fabs(s.z - box.center.z), kUnit, box.half.z));
    return fused(gx, gx, fused(gy, gy, gz * gz)) < 1.0f;
  }

  // Lists the sources near a sub-box, slice by slice; returns the length of the lists, which are
  // padded to a multiple of 4 with the source behind the last one.
  template <class B>
  MOTLEY_KERNEL uint32_t select(B& block, Shared& shared, const Box box, uint32_t count,
                                uint32_t& number) const {
    PerThread<bool, kThreads> near;
    PerThread<int32_t, kThreads> length;         // of the list of slice t mod 4
    PerThread<uint32_t, kThreads> slice, below;  // bits of that slice, and those before t
    block.for_threads([&](int t) {
      length[t] = 0;
      slice[t] = 0x11111111u << t % kSlices;
      below[t] = slice[t] & bits_before(t);
    });
    number = 0;
    for (uint32_t first = 0; first < count; first += kWarp) {
      // Padding, behind the sources, is not near.
      block.for_threads([&](int t) { near[t] = is_near(box, shared.source[first + t]); });
      const uint32_t bits = block.ballot(near);
      number += count_bits(bits);
      block.for_threads([&](int t) {
        const uint32_t to =
            near[t] ? length[t] + count_bits(bits & below[t]) : kSources / kSlices + t / kSlices;
        shared.selected[t % kSlices][to] = (first + t) * kBytes;
        length[t] += count_bits(bits & slice[t]);
      });
    }
    const uint32_t longest = (static_cast<uint32_t>(block.largest(length)) + 3) / 4 * 4;
    block.for_threads([&](int t) {
      MOTLEY_UNROLL_BY(1)
      for (uint32_t i = length[t] + t / kSlices; i < longest; i += kWarp / kSlices) {
        shared.selected[t % kSlices][i] = count * kBytes;
      }
    });
    block.sync();
    return longest;
  }

  // The next four sources of a slice.
  MOTLEY_KERNEL Four next_four(const Shared& shared, int slice, uint32_t i) const {
    if (kSubBoxes) return *reinterpret_cast<const Four*>(shared.selected[slice] + i);
    const uint32_t first = (i * kSlices + slice) * kBytes, step = kSlices * kBytes;
    return {{first, first + step, first + 2 * step, first + 3 * step}};
  }

  // Sums the packed sources on all targets; returns the number of pairs.
  template <class B>
  MOTLEY_KERNEL uint32_t sum_sources(B& block, Shared& shared, int num_targets,
                                     uint32_t count) const {
    PerThread<double, kThreads> total[3];
    uint32_t pairs = 0;
    for (int begin = 0; begin < num_targets; begin += kSubBox) {
      uint32_t length = ((count + kSlices - 1) / kSlices + 3) / 4 * 4, number = count;
      if (kSubBoxes) length = select(block, shared, shared.box[begin / kSubBox], count, number);
      pairs += number * (num_targets - begin < kSubBox ? num_targets - begin : kSubBox);
      block.for_threads([&](int t) {
        const int slice = t / kSubBox, own = begin + t % kSubBox;
        const Float4 at = shared.targets.target[own < num_targets ? own : begin];
        Sum3 sum{0, 0, 0};
        for (uint32_t i = 0; i < length; i += 4) {
          float dx[4], dy[4], dz[4];
          const Four next = next_four(shared, slice, i);
          MOTLEY_UNROLL(4)
          for (int k = 0; k < 4; ++k) {
            const Float4 s = *reinterpret_cast<const Float4*>(
                reinterpret_cast<const char*>(shared.source) + next.of[k]);
            dx[k] = s.x - at.x;
            dy[k] = s.y - at.y;
            dz[k] = s.z - at.z;
          }
          add_pairs<kDegree, kPlummer, 4>(a.law, dx, dy, dz, sum);
        }
        total[0][t] = static_cast<double>(sum.x);
        total[1][t] = static_cast<double>(sum.y);
        total[2][t] = static_cast<double>(sum.z);
      });
      add_to_targets(block, shared, num_targets, begin, total);
    }
    return pairs;
  }

  template <class B>
  MOTLEY_KERNEL void add_to_targets(B& block, Shared& shared, int num_targets, int begin,
                                    PerThread<double, kThreads>* total) const {
    for (int axis = 0; axis < 3; ++axis) {
      block.add_across(total[axis], kSubBox);
      block.add_across(total[axis], 2 * kSubBox);
    }
    block.for_threads([&](int t) {
      if (t >= kSubBox || begin + t >= num_targets) return;
      for (int axis = 0; axis < 3; ++axis) shared.targets.sum[axis][begin + t] += total[axis][t];
    });
    block.sync();
  }

  // Cell c of the list is in slice c mod 4.
  template <class B>
  MOTLEY_KERNEL void sum_cells(B& block, Shared& shared, const LeafList& list, const LeafBox& leaf,
                               int num_targets) const {
    PerThread<double, kThreads> total[3];
    for (int begin = 0; begin < num_targets; begin += kSubBox) {
      block.for_threads([&](int t) {
        const int slice = t / kSubBox, own = begin + t % kSubBox;
        const Float4 at = shared.targets.target[own < num_targets ? own : begin];
        Sum3 sum{0, 0, 0};
        for (uint32_t c = slice; own < num_targets && c < list.num_cells; c += kSlices) {
          const Cell& cell = a.cells[a.taken[list.cells + c]];
          const Float4 d = a.cell_offset(cell, leaf, at);
          const float s = fused(d.x, d.x, fused(d.y, d.y, d.z * d.z));
          add_cell<kDegree <= 10 ? 10 : 16>(a.law, d.x, d.y, d.z, static_cast<float>(cell.count),
                                            &cell.xx, inverse_root(s + a.law.plummer_square), sum);
        }
        total[0][t] = static_cast<double>(sum.x);
        total[1][t] = static_cast<double>(sum.y);
        total[2][t] = static_cast<double>(sum.z);
      });
      add_to_targets(block, shared, num_targets, begin, total);
    }
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
    if (kSubBoxes) {
      block.for_threads([&](int t) {
        if (t * kSubBox < num_targets) shared.box[t] = sub_box_of(shared, t, num_targets);
      });
      block.sync();
    }
    uint64_t num_sources = 0, num_pairs = 0;
    // The box of a leaf of several items is too wide for each of them.
    const bool is_all = num_targets == static_cast<int>(cell.count);
    const TargetBox box =
        is_all ? box_of_all(leaf) : box_of_targets(block, shared.targets.target, num_targets);
    ListPacker packer(a, list, leaf, box, !is_all && item.first == 0);
    if (list.num_candidates > 0) packer.begin(block, list);
    while (packer.has_more()) {
      uint32_t count = 0;
      packer.pack(block, shared.source, kSources, count);
      block.for_threads([&](int t) { shared.source[count + t] = {kFar, kFar, kFar, 0}; });
      block.sync();
      num_pairs += sum_sources(block, shared, num_targets, count);
      num_sources += count;
    }
    if (list.num_cells > 0) sum_cells(block, shared, list, leaf, num_targets);
    shared.targets.store(block, a, first, num_targets);
    block.for_threads([&](int t) {
      if (t != 0) return;
      LeafList& out = a.lists[item.list];
      if (item.first == 0) out.num_packed = is_all ? num_sources : packer.num_counted();
      fetch_add(&out.num_summed, num_pairs);
    });
  }
};

}  // namespace motley::nbody::device
