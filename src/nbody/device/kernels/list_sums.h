// What sums over the lists of leaves share: a warp per item, that is, up to 64 targets of a leaf.
//
//   pack     particles of the list's runs within the cut-off of the leaf's box, or of that of its
//            targets, as floats relative to its centre, in the order of the list, into shared
//            memory
//   sum      by the kernels that include this
//
// Warps do not wait for each other: leaves differ in targets and sources.
#pragma once

#include "nbody/device/kernels/pair_force.h"
#include "nbody/device/kernels/walk_kernels.h"

namespace motley::nbody::device {

struct SumCounters {
  uint64_t particles;     // targets
  uint64_t direct_pairs;  // targets x packed sources, as the host counts them
  uint64_t cell_pairs;
  uint64_t summed_pairs;  // evaluated: fewer with sub-boxes
};

// Adds up what the sums have written into their lists. Counting in the sums themselves would make
// their blocks wait for each other.
struct CountPairs {
  static constexpr int kThreads = 256, kPerBlock = 512;
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

struct LeafBox {
  uint32_t center[3];
  float half[3];
};

struct ListArguments {
  const Cell* cells;
  LeafList* lists;
  const SumItem* items;
  uint32_t num_heavy, max_items;  // the others are at the end of the items
  const Run* runs;
  const uint32_t* taken;
  const uint32_t *x, *y, *z;
  PairLaw law;
  float scale;
  double unit;
  float *out_x, *out_y, *out_z;

  MOTLEY_KERNEL SumItem item(int64_t block) const {
    return items[block < num_heavy ? block : max_items - 1 - (block - num_heavy)];
  }
  MOTLEY_KERNEL LeafBox box_of(const Cell& leaf) const {
    return {{leaf.center[0], leaf.center[1], leaf.center[2]},
            {leaf.half[0], leaf.half[1], leaf.half[2]}};
  }
  MOTLEY_KERNEL Float4 position(uint32_t i, const LeafBox& leaf) const {
    return {offset(x[i], leaf.center[0], scale), offset(y[i], leaf.center[1], scale),
            offset(z[i], leaf.center[2], scale), 0};
  }
  // A cell's centre of mass from a target.
  MOTLEY_KERNEL Float4 cell_offset(const Cell& cell, const LeafBox& leaf, const Float4& at) const {
    return {offset(cell.center[0], leaf.center[0], scale) + cell.mass_center[0] - at.x,
            offset(cell.center[1], leaf.center[1], scale) + cell.mass_center[1] - at.y,
            offset(cell.center[2], leaf.center[2], scale) + cell.mass_center[2] - at.z, 0};
  }
};

// The targets of an item in shared memory, and their sums.
struct ListTargets {
  Float4 target[SumItem::kTargets];
  double sum[3][SumItem::kTargets];

  // From particle `first` on.
  template <class B>
  MOTLEY_KERNEL void load(B& block, const ListArguments& a, const LeafBox& leaf, uint32_t first,
                          int number) {
    block.for_threads([&](int t) {
      for (int i = t; i < number; i += kWarp) {
        target[i] = a.position(first + i, leaf);
        for (int axis = 0; axis < 3; ++axis) sum[axis][i] = 0;
      }
    });
    block.sync();
  }
  template <class B>
  MOTLEY_KERNEL void store(B& block, const ListArguments& a, uint32_t first, int number) const {
    block.sync();
    block.for_threads([&](int t) {
      for (int i = t; i < number; i += kWarp) {
        a.out_x[first + i] = static_cast<float>(sum[0][i] * a.unit);
        a.out_y[first + i] = static_cast<float>(sum[1][i] * a.unit);
        a.out_z[first + i] = static_cast<float>(sum[2][i] * a.unit);
      }
    });
  }
};

// Of targets, relative to the centre of their leaf.
struct TargetBox {
  float center[3], half[3];
  float limit;  // squared distance from it, of sources that matter
};
MOTLEY_KERNEL TargetBox box_of_all(const LeafBox& leaf) {
  return {{0, 0, 0}, {leaf.half[0], leaf.half[1], leaf.half[2]}, kCutoffSquare};
}
// Order-preserving, and its own inverse.
MOTLEY_KERNEL int32_t ordered(int32_t bits) { return bits < 0 ? bits ^ 0x7fffffff : bits; }
// A little wider, for rounding: what is beyond its cut-off is so for every target.
template <class B>
MOTLEY_KERNEL TargetBox box_of_targets(B& block, const Float4* target, int number) {
  TargetBox box;
  PerThread<int32_t, kWarp> low, high;
  for (int axis = 0; axis < 3; ++axis) {
    block.for_threads([&](int t) {
      low[t] = 0x7fffffff;
      high[t] = -low[t];
      for (int i = t; i < number; i += kWarp) {
        const float x = axis == 0 ? target[i].x : axis == 1 ? target[i].y : target[i].z;
        const int32_t place = ordered(static_cast<int32_t>(float_bits(x)));
        low[t] = place < low[t] ? place : low[t];
        high[t] = place > high[t] ? place : high[t];
      }
    });
    const float least = float_of_bits(static_cast<uint32_t>(ordered(block.least(low)))),
                most = float_of_bits(static_cast<uint32_t>(ordered(block.largest(high))));
    box.center[axis] = 0.5f * (least + most);
    box.half[axis] = 0.5f * (most - least);
  }
  box.limit = kCutoffSquare * 1.0001f;
  return box;
}

// Goes through the candidates of a list.
class ListPacker {
 public:
  // `counts`: also those within the cut-off of the leaf's box, as the host counts them.
  MOTLEY_KERNEL ListPacker(const ListArguments& a, const LeafList& list, const LeafBox& leaf,
                           const TargetBox& box, bool counts)
      : a_(a),
        leaf_(leaf),
        box_(box),
        counts_(counts),
        count_(list.num_candidates),
        end_(a.runs + list.runs + list.num_runs) {}
  template <class B>
  MOTLEY_KERNEL void begin(B& block, const LeafList& list) {
    block.for_threads([&](int t) { enter(t, a_.runs + list.runs); });
  }
  MOTLEY_KERNEL bool has_more() const { return at_ < count_; }
  MOTLEY_KERNEL uint32_t num_counted() const { return num_counted_; }

  // Appends sources behind `count` as long as kWarp more would fit into `capacity`. Behind that is
  // room for kWarp more, where threads without a source write theirs: cheaper than a branch.
  template <class B>
  MOTLEY_KERNEL void pack(B& block, Float4* source, uint32_t capacity, uint32_t& count) {
    PerThread<Float4, kWarp> found;
    PerThread<bool, kWarp> within, counted;
    while (has_more() && count + kWarp <= capacity) {
      block.for_threads([&](int t) {
        // The threads behind the end repeat the last candidate.
        const uint32_t wanted = at_ + t, c = wanted < count_ ? wanted : count_ - 1;
        while (next_[t] <= c) enter(t, run_[t] + 1);
        const Float4 p = a_.position(shift_[t] + c, leaf_);
        within[t] = is_within(p, box_) & (wanted < count_);
        found[t] = p;
      });
      const uint32_t bits = block.ballot(within);
      if (counts_) {
        block.for_threads([&](int t) {
          counted[t] = is_within(found[t], box_of_all(leaf_)) & (at_ + t < count_);
        });
        num_counted_ += count_bits(block.ballot(counted));
      }
      block.for_threads([&](int t) {
        source[within[t] ? count + count_bits(bits & bits_before(t)) : capacity + t] = found[t];
      });
      count += count_bits(bits);
      at_ += kWarp;
    }
    block.sync();
  }

 private:
  MOTLEY_KERNEL static bool is_within(const Float4& p, const TargetBox& box) {
    const float gx = largest(std::fabs(p.x - box.center[0]) - box.half[0], 0.0f),
                gy = largest(std::fabs(p.y - box.center[1]) - box.half[1], 0.0f),
                gz = largest(std::fabs(p.z - box.center[2]) - box.half[2], 0.0f);
    return fused(gx, gx, fused(gy, gy, gz * gz)) < box.limit;
  }
  MOTLEY_KERNEL void enter(int t, const Run* run) {
    const Run now = *run;
    run_[t] = run;
    shift_[t] = now.first - now.before;
    next_[t] = run + 1 < end_ ? run[1].before : 0xffffffffu;
  }

  const ListArguments& a_;
  const LeafBox& leaf_;
  const TargetBox& box_;
  bool counts_;
  uint32_t count_, num_counted_ = 0;
  const Run* end_;
  PerThread<const Run*, kWarp> run_;
  PerThread<uint32_t, kWarp> shift_, next_;  // from candidates to particles; the next run's first
  uint32_t at_ = 0;
};

}  // namespace motley::nbody::device
