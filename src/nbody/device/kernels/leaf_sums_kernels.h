// Sums the interaction lists of leaves: a block of four warps each.
//
//   pack     all threads: particles of the list's runs within the cut-off of the leaf's box, as
//            floats relative to its centre, in the order of the list, into shared memory
//   select   a warp per sub-box, 8 targets that follow each other on the curve: groups of 4 sources
//            within the cut-off of the sub-box
//   sum      a warp is 8 targets x 4 slices: source j is in slice j mod 4, whatever is skipped
//
// Where fewer sub-boxes than warps are left, two or four warps share one, each with a part of the
// sources. Skipped pairs are beyond the cut-off and would add exactly nothing: with and without
// sub-boxes the sums have the same bits. A slice sums up to 256 sources in float; then slices and
// parts are added in double, in a fixed order.
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

// `kAtLeast`: blocks that share the registers of a processor.
template <int kDegree, bool kPlummer, bool kSubBoxes, int kBlockWarps = 4, int kMaxSources = 1024,
          int kAtLeast = 6>
struct LeafSums {
  static constexpr int kMinBlocks = kAtLeast;
  static constexpr int kWarps = kBlockWarps, kThreads = kWarps * kWarp;
  static constexpr int kSources = kMaxSources, kGroup = 4, kGroups = kSources / kGroup;
  static constexpr int kTargets = 128, kSubBox = 8;
  static constexpr int kAtOnce = 2;  // candidates of a thread while packing
  static constexpr uint32_t kRuns = 192;
  static constexpr float kFar = 1e4f;  // padding
  struct Shared {
    // Source j is [j % 4][j / 4], so that neighbouring threads read neighbouring groups; the last
    // group is padding.
    Float4 source[kGroup][kGroups + 1];
    Float4 target[kTargets];
    double sum[3][kTargets];
    double part[kWarps][3][kSubBox];
    Run run[kRuns];
    uint32_t packed[2][kAtOnce * kWarps];
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

  // The last run from `low` on that begins at or before candidate c.
  MOTLEY_KERNEL uint32_t run_of(const Run* all, uint32_t low, uint32_t end, uint32_t c) const {
    uint32_t high = end;
    while (low + 1 < high) {
      const uint32_t middle = (low + high) / 2;
      if (all[middle].before <= c) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  // Packs sources from candidate `at` on; returns their number.
  template <class B>
  MOTLEY_KERNEL uint32_t pack(B& block, Shared& shared, const LeafList& list, const Cell& leaf,
                              PerThread<uint32_t, kThreads>& run, uint32_t& at) const {
    const Run* all = list.num_runs <= kRuns ? shared.run : runs + list.runs;
    PerThread<Float4, kThreads> source[kAtOnce];
    PerThread<bool, kThreads> within[kAtOnce];
    PerThread<uint32_t, kThreads> bits[kAtOnce];
    uint32_t count = 0;
    int parity = 0;
    while (at < list.num_candidates && count + kAtOnce * kThreads <= kSources) {
      MOTLEY_UNROLL(2)
      for (int k = 0; k < kAtOnce; ++k) {
        block.for_threads([&](int t) {
          const uint32_t c = at + k * kThreads + t;
          within[k][t] = false;
          if (c >= list.num_candidates) return;
          const uint32_t r = run[t] = run_of(all, run[t], list.num_runs, c);
          const uint32_t i = all[r].first + (c - all[r].before);
          const float px = offset(x[i], leaf.center[0], scale),
                      py = offset(y[i], leaf.center[1], scale),
                      pz = offset(z[i], leaf.center[2], scale);
          const float gx = largest(std::fabs(px) - leaf.half[0], 0.0f),
                      gy = largest(std::fabs(py) - leaf.half[1], 0.0f),
                      gz = largest(std::fabs(pz) - leaf.half[2], 0.0f);
          within[k][t] = fused(gx, gx, fused(gy, gy, gz * gz)) < kCutoffSquare;
          source[k][t] = {px, py, pz, 0};
        });
      }
      MOTLEY_UNROLL(2)
      for (int k = 0; k < kAtOnce; ++k) {
        block.ballot(within[k], bits[k]);
        block.for_threads([&](int t) {
          if (t % kWarp == 0) {
            shared.packed[parity][k * kWarps + t / kWarp] = count_bits(bits[k][t]);
          }
        });
      }
      block.sync();
      MOTLEY_UNROLL(2)
      for (int k = 0; k < kAtOnce; ++k) {
        block.for_threads([&](int t) {
          if (!within[k][t]) return;
          uint32_t to = count + count_bits(bits[k][t] & bits_before(t % kWarp));
          for (int w = 0; w < k * kWarps + t / kWarp; ++w) to += shared.packed[parity][w];
          shared.source[to % kGroup][to / kGroup] = source[k][t];
        });
      }
      for (int w = 0; w < kAtOnce * kWarps; ++w) count += shared.packed[parity][w];
      at += kAtOnce * kThreads;
      parity ^= 1;
    }
    block.sync();
    return count;
  }

  MOTLEY_KERNEL bool is_near(const Float4& low, const Float4& high, const Float4& s) const {
    const float gx = largest(largest(low.x - s.x, s.x - high.x), 0.0f),
                gy = largest(largest(low.y - s.y, s.y - high.y), 0.0f),
                gz = largest(largest(low.z - s.z, s.z - high.z), 0.0f);
    // A margin for rounding: what is skipped is beyond the cut-off for every target.
    return fused(gx, gx, fused(gy, gy, gz * gz)) < kCutoffSquare * 1.0001f;
  }

  // How warps share sub-boxes from `first` on: all parts of one sub-box together have all sources.
  struct Share {
    int first, boxes, parts;
    uint32_t per_part;  // groups, a multiple of 4

    MOTLEY_KERNEL int sub_box(int warp) const { return first + warp % boxes; }
    MOTLEY_KERNEL uint32_t begin(int warp) const { return warp / boxes * per_part; }
    MOTLEY_KERNEL uint32_t end(int warp, uint32_t groups) const {
      const uint32_t last = begin(warp) + per_part;
      return last < groups ? last : groups;
    }
  };
  MOTLEY_KERNEL static Share share_of(int first, int sub_boxes, uint32_t count) {
    const int left = sub_boxes - first;
    Share share{first, left >= kWarps ? kWarps : left == 3 ? 4 : left, 1, 0};
    share.parts = kWarps / share.boxes;
    const uint32_t quads = (count + 4 * kGroup - 1) / (4 * kGroup);
    share.per_part = (quads + share.parts - 1) / share.parts * 4;
    return share;
  }

  // The groups of each warp's part within the cut-off of its sub-box, as a list that is padded to a
  // multiple of 4; returns their number for each warp, in its threads.
  template <class B>
  MOTLEY_KERNEL void select(B& block, Shared& shared, int num_targets, const Share& share,
                            uint32_t count, PerThread<uint32_t, kThreads>& selected) const {
    const uint32_t groups = (count + kGroup - 1) / kGroup;
    PerThread<Float4, kThreads> low, high;
    PerThread<bool, kThreads> near;
    PerThread<uint32_t, kThreads> bits;
    block.for_threads([&](int t) {
      selected[t] = 0;
      const int begin = share.sub_box(t / kWarp) * kSubBox;
      const int end = begin + kSubBox < num_targets ? begin + kSubBox : num_targets;
      low[t] = {1e30f, 1e30f, 1e30f, 0};
      high[t] = {-1e30f, -1e30f, -1e30f, 0};
      for (int i = begin; i < end; ++i) {
        const Float4 p = shared.target[i];
        low[t] = {least(low[t].x, p.x), least(low[t].y, p.y), least(low[t].z, p.z), 0};
        high[t] = {largest(high[t].x, p.x), largest(high[t].y, p.y), largest(high[t].z, p.z), 0};
      }
    });
    for (uint32_t first = 0; first < share.per_part && first < groups; first += kWarp) {
      block.for_threads([&](int t) {
        const uint32_t g = share.begin(t / kWarp) + first + t % kWarp;
        near[t] = false;
        if (g >= share.end(t / kWarp, groups)) return;
        MOTLEY_UNROLL(4)
        for (int k = 0; k < kGroup; ++k) {
          near[t] = near[t] || is_near(low[t], high[t], shared.source[k][g]);
        }
      });
      block.ballot(near, bits);
      block.for_threads([&](int t) {
        const int lane = t % kWarp;
        if (near[t]) {
          shared.group[t / kWarp][selected[t] + count_bits(bits[t] & bits_before(lane))] =
              static_cast<uint16_t>(share.begin(t / kWarp) + first + lane);
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
    const uint32_t padded = (count + 4 * kGroup - 1) / (4 * kGroup) * 4;  // groups
    PerThread<uint32_t, kThreads> selected;
    PerThread<double, kThreads> total[3];
    const int sub_boxes = (num_targets + kSubBox - 1) / kSubBox;
    for (int first = 0; first < sub_boxes;) {
      const Share share = share_of(first, sub_boxes, count);
      if (kSubBoxes) {
        select(block, shared, num_targets, share, count, selected);
        sync_warps();
      }
      block.for_threads([&](int t) {
        const int lane = t % kWarp, warp = t / kWarp, slice = lane / kSubBox;
        const int own = share.sub_box(warp) * kSubBox + lane % kSubBox;
        const Float4 at = shared.target[own < num_targets ? own : 0];
        Sum3 sum{0, 0, 0};
        if (share.sub_box(warp) < sub_boxes) {
          const uint32_t begin = kSubBoxes ? 0 : share.begin(warp);
          const uint32_t end = kSubBoxes ? selected[t] : share.end(warp, padded);
          for (uint32_t i = begin; i < end; i += 4) {
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
          if (lane == 0 && begin < end) summed[t] += (end - begin) * (kGroup * kSubBox);
        }
        total[0][t] = static_cast<double>(sum.x);
        total[1][t] = static_cast<double>(sum.y);
        total[2][t] = static_cast<double>(sum.z);
      });
      if (share.parts == 1) {
        add_to_targets(block, shared, num_targets, first, total);
      } else {
        add_parts(block, shared, num_targets, share, total);
      }
      first += share.boxes;
    }
  }

  template <class B>
  MOTLEY_KERNEL void add_slices(B& block, PerThread<double, kThreads>* total) const {
    for (int axis = 0; axis < 3; ++axis) {
      block.add_across(total[axis], kSubBox);
      block.add_across(total[axis], 2 * kSubBox);
    }
  }

  template <class B>
  MOTLEY_KERNEL void add_to_targets(B& block, Shared& shared, int num_targets, int sub_box,
                                    PerThread<double, kThreads>* total) const {
    add_slices(block, total);
    block.for_threads([&](int t) {
      const int lane = t % kWarp;
      const int own = (sub_box + t / kWarp) * kSubBox + lane;
      if (lane >= kSubBox || own >= num_targets) return;
      for (int axis = 0; axis < 3; ++axis) shared.sum[axis][own] += total[axis][t];
    });
    sync_warps();
  }

  // The parts of a sub-box in their order.
  template <class B>
  MOTLEY_KERNEL void add_parts(B& block, Shared& shared, int num_targets, const Share& share,
                               PerThread<double, kThreads>* total) const {
    add_slices(block, total);
    block.for_threads([&](int t) {
      const int lane = t % kWarp;
      if (lane >= kSubBox) return;
      for (int axis = 0; axis < 3; ++axis) shared.part[t / kWarp][axis][lane] = total[axis][t];
    });
    block.sync();
    block.for_threads([&](int t) {
      const int lane = t % kWarp, warp = t / kWarp;
      const int own = share.sub_box(warp) * kSubBox + lane;
      if (warp >= share.boxes || lane >= kSubBox || own >= num_targets) return;
      for (int part = 0; part < share.parts; ++part) {
        for (int axis = 0; axis < 3; ++axis) {
          shared.sum[axis][own] += shared.part[part * share.boxes + warp][axis][lane];
        }
      }
    });
    block.sync();
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
        if (t < kGroup) shared.source[t][kGroups] = {kFar, kFar, kFar, 0};
        if (list.num_runs <= kRuns) {
          for (uint32_t r = t; r < list.num_runs; r += kThreads) {
            shared.run[r] = runs[list.runs + r];
          }
        }
        for (int k = t; k < num_targets; k += kThreads) {
          const uint32_t i = leaf.first + first + k;
          for (int axis = 0; axis < 3; ++axis) shared.sum[axis][k] = 0;
          shared.target[k] = {offset(x[i], leaf.center[0], scale),
                              offset(y[i], leaf.center[1], scale),
                              offset(z[i], leaf.center[2], scale), 0};
        }
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
        for (int k = t; k < num_targets; k += kThreads) {
          const uint32_t i = leaf.first + first + k;
          out_x[i] = static_cast<float>(shared.sum[0][k] * unit);
          out_y[i] = static_cast<float>(shared.sum[1][k] * unit);
          out_z[i] = static_cast<float>(shared.sum[2][k] * unit);
        }
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
