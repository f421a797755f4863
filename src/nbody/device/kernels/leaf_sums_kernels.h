// Sums the interaction lists of leaves: a block of four warps each.
//
//   pack     all threads: particles of the list's runs within the cut-off of the leaf's box, as
//            floats relative to its centre, in the order of the list, into shared memory
//   select   a warp per sub-box, 8 targets that follow each other on the curve: groups of 4 sources
//            within the cut-off of the sub-box
//   sum      a warp is 8 targets x 4 slices: source j is in slice j mod 4, whatever is skipped
//
// Skipped pairs are beyond the cut-off and would add exactly nothing: with and without sub-boxes
// the sums have the same bits. A slice sums up to 256 sources in float; then slices are added in
// double, in a fixed order.
#pragma once

#include "nbody/device/kernels/pair_force.h"
#include "nbody/device/kernels/walk_kernels.h"

namespace motley::nbody::device {

struct SumCounters {
  uint64_t particles;     // targets
  uint64_t direct_pairs;  // targets x packed sources, as the host counts them
  uint64_t cell_pairs;
  uint64_t summed_pairs;  // evaluated, in whole groups: fewer with sub-boxes
};

// Adds up what the sums have written into their lists. Counting in the sums themselves would make
// their blocks wait for each other.
struct CountPairs {
  static constexpr int kThreads = 256, kPerBlock = 4096;
  struct Shared {
    SumCounters sum;
  };
  const LeafList* lists;
  const Cell* cells;
  uint32_t number;
  SumCounters* counters;

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    block.for_threads([&](int t) {
      if (t == 0) shared.sum = {0, 0, 0, 0};
    });
    block.sync();
    block.for_threads([&](int t) {
      SumCounters own = {0, 0, 0, 0};
      const int64_t begin = block.index() * kPerBlock;
      for (int64_t i = begin + t; i < begin + kPerBlock && i < number; i += kThreads) {
        const LeafList& list = lists[i];
        const uint64_t targets = cells[list.cell].count;
        own.particles += targets;
        own.direct_pairs += targets * list.num_packed;
        own.cell_pairs += targets * list.num_cells;
        own.summed_pairs += list.num_summed;
      }
      fetch_add(&shared.sum.particles, own.particles);
      fetch_add(&shared.sum.direct_pairs, own.direct_pairs);
      fetch_add(&shared.sum.cell_pairs, own.cell_pairs);
      fetch_add(&shared.sum.summed_pairs, own.summed_pairs);
    });
    block.sync();
    block.for_threads([&](int t) {
      if (t != 0) return;
      fetch_add(&counters->particles, shared.sum.particles);
      fetch_add(&counters->direct_pairs, shared.sum.direct_pairs);
      fetch_add(&counters->cell_pairs, shared.sum.cell_pairs);
      fetch_add(&counters->summed_pairs, shared.sum.summed_pairs);
    });
  }
};

template <int kDegree, bool kPlummer, bool kSubBoxes>
struct LeafSums {
  static constexpr int kThreads = 128, kWarps = kThreads / kWarp;
  static constexpr int kMinBlocks = 8;  // that share the registers of a processor
  static constexpr int kSources = 1024, kGroup = 4, kGroups = kSources / kGroup;
  static constexpr int kTargets = 128, kSubBox = 8;
  static constexpr float kFar = 1e4f;  // padding
  struct Shared {
    // Source j is [j % 4][j / 4], so that neighbouring threads read neighbouring groups; the last
    // group is padding.
    Float4 source[kGroup][kGroups + 1];
    Float4 target[kTargets];
    double sum[3][kTargets];
    uint32_t packed[2][kWarps];
    uint32_t summed[kWarps];
    uint16_t group[kWarps][kGroups + kGroup];
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

  // Packs sources from candidate `at` on; returns their number.
  template <class B>
  MOTLEY_KERNEL uint32_t pack(B& block, Shared& shared, const LeafList& list, const Cell& leaf,
                              PerThread<uint32_t, kThreads>& run, uint32_t& at) const {
    const Run* run_of = runs + list.runs;
    PerThread<Float4, kThreads> source;
    PerThread<bool, kThreads> within;
    PerThread<uint32_t, kThreads> bits;
    uint32_t count = 0;
    int parity = 0;
    while (at < list.num_candidates && count + kThreads <= kSources) {
      block.for_threads([&](int t) {
        const uint32_t c = at + t;
        within[t] = false;
        if (c >= list.num_candidates) return;
        uint32_t r = run[t];
        while (r + 1 < list.num_runs && run_of[r + 1].before <= c) ++r;
        run[t] = r;
        const uint32_t i = run_of[r].first + (c - run_of[r].before);
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
        shared.source[to % kGroup][to / kGroup] = source[t];
      });
      for (int w = 0; w < kWarps; ++w) count += shared.packed[parity][w];
      at += kThreads;
      parity ^= 1;
    }
    block.sync();
    return count;
  }

  struct Box {
    Float4 center, half;
  };
  // Of the targets from `begin` on.
  MOTLEY_KERNEL Box sub_box_of(const Shared& shared, int begin, int num_targets) const {
    const int end = begin + kSubBox < num_targets ? begin + kSubBox : num_targets;
    Float4 low = {1e30f, 1e30f, 1e30f, 0}, high = {-1e30f, -1e30f, -1e30f, 0};
    for (int i = begin; i < end; ++i) {
      const Float4 p = shared.target[i];
      low = {least(low.x, p.x), least(low.y, p.y), least(low.z, p.z), 0};
      high = {largest(high.x, p.x), largest(high.y, p.y), largest(high.z, p.z), 0};
    }
    return {{0.5f * (low.x + high.x), 0.5f * (low.y + high.y), 0.5f * (low.z + high.z), 0},
            {0.5f * (high.x - low.x), 0.5f * (high.y - low.y), 0.5f * (high.z - low.z), 0}};
  }

  MOTLEY_KERNEL bool is_near(const Box& box, const Float4& s) const {
    const float gx = largest(std::fabs(s.x - box.center.x) - box.half.x, 0.0f),
                gy = largest(std::fabs(s.y - box.center.y) - box.half.y, 0.0f),
                gz = largest(std::fabs(s.z - box.center.z) - box.half.z, 0.0f);
    // A margin for rounding: what is skipped is beyond the cut-off for every target.
    return fused(gx, gx, fused(gy, gy, gz * gz)) < kCutoffSquare * 1.0001f;
  }

  // The groups within the cut-off of each warp's sub-box of targets from `begin` on, as a list that
  // is padded to a multiple of 4; returns their number for each warp, in its threads.
  template <class B>
  MOTLEY_KERNEL void select(B& block, Shared& shared, int num_targets, int sub_box, uint32_t count,
                            PerThread<uint32_t, kThreads>& selected) const {
    const uint32_t groups = (count + kGroup - 1) / kGroup;
    PerThread<Box, kThreads> box;
    PerThread<bool, kThreads> near;
    PerThread<uint32_t, kThreads> bits;
    block.for_threads([&](int t) {
      selected[t] = 0;
      box[t] = sub_box_of(shared, (sub_box + t / kWarp) * kSubBox, num_targets);
    });
    for (uint32_t first = 0; first < groups; first += kWarp) {
      block.for_threads([&](int t) {
        const uint32_t g = first + t % kWarp;
        near[t] = false;
        if (g >= groups) return;
        // All four, without branches.
        bool any = false;
        MOTLEY_UNROLL(4)
        for (int k = 0; k < kGroup; ++k) any |= is_near(box[t], shared.source[k][g]);
        near[t] = any;
      });
      block.ballot(near, bits);
      block.for_threads([&](int t) {
        const int lane = t % kWarp;
        if (near[t]) {
          shared.group[t / kWarp][selected[t] + count_bits(bits[t] & bits_before(lane))] =
              static_cast<uint16_t>(first + lane);
        }
        selected[t] += count_bits(bits[t]);
      });
    }
    block.for_threads([&](int t) {
      // The group after the sources is padding.
      const uint32_t padded = (selected[t] + 3) / 4 * 4;
      const uint32_t at = selected[t] + t % kWarp;
      if (at < padded) shared.group[t / kWarp][at] = kGroups;
      selected[t] = padded;
    });
  }

  // Sums the packed sources on all targets into shared.sum.
  template <class B>
  MOTLEY_KERNEL void sum_sources(B& block, Shared& shared, int num_targets, uint32_t count,
                                 PerThread<uint32_t, kThreads>& summed) const {
    const uint32_t all = ((count + kGroup - 1) / kGroup + 3) / 4 * 4;
    PerThread<uint32_t, kThreads> selected;
    PerThread<double, kThreads> total[3];
    const int sub_boxes = (num_targets + kSubBox - 1) / kSubBox;
    for (int sub_box = 0; sub_box < sub_boxes; sub_box += kWarps) {
      if (kSubBoxes) {
        select(block, shared, num_targets, sub_box, count, selected);
        sync_warps();
      }
      block.for_threads([&](int t) {
        const int lane = t % kWarp, warp = t / kWarp, slice = lane / kSubBox;
        const int own = (sub_box + warp) * kSubBox + lane % kSubBox;
        const Float4 at = shared.target[own < num_targets ? own : 0];
        Sum3 sum{0, 0, 0};
        if (sub_box + warp < sub_boxes) {
          const uint32_t n = kSubBoxes ? selected[t] : all;
          for (uint32_t i = 0; i < n; i += 4) {
            float dx[4], dy[4], dz[4];
            MOTLEY_UNROLL(4)
            for (int k = 0; k < 4; ++k) {
              const uint32_t g = kSubBoxes ? shared.group[warp][i + k] : i + k;
              const Float4 s = shared.source[slice][g];
              dx[k] = s.x - at.x;
              dy[k] = s.y - at.y;
              dz[k] = s.z - at.z;
            }
            add_pairs<kDegree, kPlummer, 4>(law, dx, dy, dz, sum);
          }
          if (lane == 0) summed[t] += n * (kGroup * kSubBox);
        }
        total[0][t] = static_cast<double>(sum.x);
        total[1][t] = static_cast<double>(sum.y);
        total[2][t] = static_cast<double>(sum.z);
      });
      add_to_targets(block, shared, num_targets, sub_box, total);
    }
  }

  template <class B>
  MOTLEY_KERNEL void add_to_targets(B& block, Shared& shared, int num_targets, int sub_box,
                                    PerThread<double, kThreads>* total) const {
    for (int axis = 0; axis < 3; ++axis) {
      block.add_across(total[axis], kSubBox);
      block.add_across(total[axis], 2 * kSubBox);
    }
    block.for_threads([&](int t) {
      const int lane = t % kWarp;
      const int own = (sub_box + t / kWarp) * kSubBox + lane;
      if (lane >= kSubBox || own >= num_targets) return;
      for (int axis = 0; axis < 3; ++axis) shared.sum[axis][own] += total[axis][t];
    });
    sync_warps();
  }

  // Cell c of the list is in slice c mod 4.
  template <class B>
  MOTLEY_KERNEL void sum_cells(B& block, Shared& shared, const LeafList& list, const Cell& leaf,
                               int num_targets) const {
    PerThread<double, kThreads> total[3];
    const int sub_boxes = (num_targets + kSubBox - 1) / kSubBox;
    for (int sub_box = 0; sub_box < sub_boxes; sub_box += kWarps) {
      block.for_threads([&](int t) {
        const int lane = t % kWarp, slice = lane / kSubBox;
        const int own = (sub_box + t / kWarp) * kSubBox + lane % kSubBox;
        const Float4 at = shared.target[own < num_targets ? own : 0];
        Sum3 sum{0, 0, 0};
        for (uint32_t c = slice; own < num_targets && c < list.num_cells; c += 4) {
          const Cell& cell = cells[taken[list.cells + c]];
          const float dx =
              offset(cell.center[0], leaf.center[0], scale) + cell.mass_center[0] - at.x;
          const float dy =
              offset(cell.center[1], leaf.center[1], scale) + cell.mass_center[1] - at.y;
          const float dz =
              offset(cell.center[2], leaf.center[2], scale) + cell.mass_center[2] - at.z;
          const float s = fused(dx, dx, fused(dy, dy, dz * dz));
          add_cell<kDegree <= 10 ? 10 : 16>(law, dx, dy, dz, static_cast<float>(cell.count),
                                            &cell.xx, inverse_root(s + law.plummer_square), sum);
        }
        total[0][t] = static_cast<double>(sum.x);
        total[1][t] = static_cast<double>(sum.y);
        total[2][t] = static_cast<double>(sum.z);
      });
      add_to_targets(block, shared, num_targets, sub_box, total);
    }
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const LeafList list = lists[block.index()];
    const Cell& leaf = cells[list.cell];
    PerThread<uint32_t, kThreads> run, summed;
    block.for_threads([&](int t) { summed[t] = 0; });
    uint32_t num_sources = 0;
    for (uint32_t first = 0; first < leaf.count; first += kTargets) {
      const int num_targets =
          static_cast<int>(leaf.count - first < kTargets ? leaf.count - first : kTargets);
      block.for_threads([&](int t) {
        run[t] = 0;
        for (int axis = 0; axis < 3; ++axis) shared.sum[axis][t] = 0;
        if (t < kGroup) shared.source[t][kGroups] = {kFar, kFar, kFar, 0};
        if (t >= num_targets) return;
        const uint32_t i = leaf.first + first + t;
        shared.target[t] = {offset(x[i], leaf.center[0], scale),
                            offset(y[i], leaf.center[1], scale),
                            offset(z[i], leaf.center[2], scale), 0};
      });
      block.sync();
      num_sources = 0;
      for (uint32_t at = 0; at < list.num_candidates;) {
        const uint32_t count = pack(block, shared, list, leaf, run, at);
        // Whole groups, and a multiple of 4 of them.
        block.for_threads([&](int t) {
          const uint32_t j = count + t;
          if (t < 16 && j < kSources) shared.source[j % kGroup][j / kGroup] = {kFar, kFar, kFar, 0};
        });
        block.sync();
        sum_sources(block, shared, num_targets, count, summed);
        block.sync();
        num_sources += count;
      }
      if (list.num_cells > 0) sum_cells(block, shared, list, leaf, num_targets);
      block.sync();
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
      if (t % kWarp == 0) shared.summed[t / kWarp] = summed[t];
    });
    block.sync();
    block.for_threads([&](int t) {
      if (t != 0) return;
      uint64_t sum = 0;
      for (int w = 0; w < kWarps; ++w) sum += shared.summed[w];
      lists[block.index()].num_packed = num_sources;
      lists[block.index()].num_summed = sum;
    });
  }
};

}  // namespace motley::nbody::device
