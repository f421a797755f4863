// The octree of gravity/tree.h on a device, all depths at once: the host's cells with the host's
// numbers.
#pragma once

#include "nbody/device/kernel_phases.h"
#include "nbody/gravity/cell.h"

namespace motley::nbody::device {

// What the walk needs to decide about a cell, in two 16-byte loads.
struct CellBox {
  alignas(16) uint32_t x;
  uint32_t y, z, count;
  float half_x, half_y, half_z;
  float width;  // negative for a leaf
};
static_assert(sizeof(CellBox) == 32);

// How a cell is connected, in one 16-byte load.
struct CellLinks {
  alignas(16) uint32_t first;
  uint32_t count, child, num_children;
};
static_assert(sizeof(CellLinks) == 16);

inline constexpr int kCurveDepth = 21;
inline constexpr int64_t kTaskSize = 512;  // kTaskParticles of gravity/short_range.h

// Digits of eight that two keys share.
MOTLEY_KERNEL int common_digits(uint64_t a, uint64_t b) {
  return a == b ? kCurveDepth : (leading_zeros(a ^ b) - 1) / 3;
}

// Which cells begin at a particle follows from the keys around it, so that all depths are made at
// once: a cell begins where a digit changes, if the cell around it is split.
struct SortedKeys {
  const uint64_t* key;
  int64_t count;
  int64_t leaf_size;

  MOTLEY_KERNEL int common(int64_t i, int64_t j) const {
    return i < 0 || j >= count ? -1 : common_digits(key[i], key[j]);
  }
  // Whether the cell of this depth around particle i has more than `most` particles.
  MOTLEY_KERNEL bool holds_more(int64_t i, int depth, int64_t most) const {
    const int64_t half = most / 2;
    if (common(i - half, i) < depth && common(i, i + most - half) < depth) return false;
    int64_t before = 0, high = i < most ? i : most;  // particles of the cell before i
    while (before < high) {
      const int64_t middle = (before + high + 1) / 2;
      if (common(i - middle, i) >= depth) {
        before = middle;
      } else {
        high = middle - 1;
      }
    }
    return common(i, i + most - before) >= depth;
  }

  // Depths of the cells that begin at a particle, none if first > last; of the one among them that
  // is a task of the walk (the largest of at most kTaskSize particles, or a leaf), else -1.
  struct Begins {
    int first, last, task;
    MOTLEY_KERNEL uint32_t packed() const {
      return static_cast<uint32_t>(first | (last + 1) << 8 | (task + 1) << 16);
    }
    MOTLEY_KERNEL static Begins unpacked(uint32_t word) {
      return {static_cast<int>(word & 0xff), static_cast<int>(word >> 8 & 0xff) - 1,
              static_cast<int>(word >> 16) - 1};
    }
  };
  MOTLEY_KERNEL Begins begins(int64_t i) const {
    const int around = common(i - 1, i);
    if (around >= kCurveDepth) return {0, -1, -1};
    if (around >= kMinLeafDepth && !holds_more(i, around, leaf_size)) return {0, -1, -1};
    const auto larger = [](int a, int b) { return a < b ? b : a; };
    const auto smaller = [](int a, int b) { return a < b ? a : b; };
    const int first = around + 1;
    const int split = common(i, i + leaf_size) + 1;  // the cells above it are
    const int last = smaller(kCurveDepth, larger(kMinLeafDepth, larger(first, split)));
    int task = smaller(last, larger(first, common(i, i + kTaskSize) + 1));
    if (task == first && around >= 0 && !holds_more(i, around, kTaskSize)) task = -1;
    return {first, last, task};
  }
  // The end of the cell of this depth that begins at particle i.
  MOTLEY_KERNEL int64_t end(int64_t i, int depth, bool is_leaf) const {
    int64_t low = i + 1, high = count;
    if (is_leaf && depth < kCurveDepth && i + leaf_size < high) high = i + leaf_size;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (common_digits(key[i], key[middle]) >= depth) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

// Rows of counters: cells of each depth, and tasks.
inline constexpr int kCellRows = kCurveDepth + 1, kTaskRow = kCellRows, kBeginRows = kCellRows + 1;

// Counts the cells of each depth, and the tasks, that begin in each kPerBlock particles:
// counts[row * blocks + block], so that their running sums number cells depth by depth. Which ones
// begin at each particle is kept.
struct CountCells {
  static constexpr int kThreads = 256, kPerBlock = 1024;
  struct Shared {
    uint32_t count[kBeginRows];
  };
  SortedKeys keys;
  int64_t blocks;
  uint32_t* counts;
  uint32_t* kept;

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    block.for_threads([&](int t) {
      if (t < kBeginRows) shared.count[t] = 0;
    });
    block.sync();
    block.for_threads([&](int t) {
      const int64_t begin = block.index() * kPerBlock;
      for (int64_t i = begin + t; i < begin + kPerBlock && i < keys.count; i += kThreads) {
        const SortedKeys::Begins at = keys.begins(i);
        kept[i] = at.packed();
        for (int depth = at.first; depth <= at.last; ++depth) fetch_add(&shared.count[depth], 1u);
        if (at.task >= 0) fetch_add(&shared.count[kTaskRow], 1u);
      }
    });
    block.sync();
    block.for_threads([&](int t) {
      if (t < kBeginRows) counts[t * blocks + block.index()] = shared.count[t];
    });
  }
};

// Writes first particle, child and parent of each cell, and the tasks in the order of particles.
struct AppendCells {
  static constexpr int kThreads = 256, kPerBlock = CountCells::kPerBlock;
  static constexpr int kRounds = kPerBlock / kThreads, kWarps = kThreads / kWarp;
  struct Begin {
    uint16_t particle;
    int8_t first, last, task;
  };
  struct Shared {
    uint32_t of_warp[kRounds * kWarps];
    Begin begin[kPerBlock];
  };
  int64_t num_particles;
  const uint32_t* kept;
  int64_t blocks;
  const uint32_t* before;  // running sums of the counts
  Cell* cells;
  uint32_t* parent;
  uint32_t* tasks;

  template <class B>
  MOTLEY_KERNEL uint32_t find(B& block, Shared& shared, int64_t first) const {
    PerThread<SortedKeys::Begins, kThreads> at[kRounds];
    PerThread<bool, kThreads> has;
    PerThread<uint32_t, kThreads> bits[kRounds];
    MOTLEY_UNROLL(4)
    for (int round = 0; round < kRounds; ++round) {
      block.for_threads([&](int t) {
        const int64_t i = first + round * kThreads + t;
        at[round][t] = {0, -1, -1};
        if (i < num_particles) at[round][t] = SortedKeys::Begins::unpacked(kept[i]);
        has[t] = at[round][t].first <= at[round][t].last;
      });
      block.ballot(has, bits[round]);
      block.for_threads([&](int t) {
        if (t % kWarp == 0) shared.of_warp[round * kWarps + t / kWarp] = count_bits(bits[round][t]);
      });
    }
    block.sync();
    uint32_t all = 0;
    for (int w = 0; w < kRounds * kWarps; ++w) all += shared.of_warp[w];
    MOTLEY_UNROLL(4)
    for (int round = 0; round < kRounds; ++round) {
      block.for_threads([&](int t) {
        const SortedKeys::Begins b = at[round][t];
        if (b.first > b.last) return;
        uint32_t to = count_bits(bits[round][t] & bits_before(t % kWarp));
        for (int w = 0; w < round * kWarps + t / kWarp; ++w) to += shared.of_warp[w];
        shared.begin[to] = {static_cast<uint16_t>(round * kThreads + t),
                            static_cast<int8_t>(b.first), static_cast<int8_t>(b.last),
                            static_cast<int8_t>(b.task)};
      });
    }
    block.sync();
    return all;
  }

  MOTLEY_KERNEL uint32_t base(int row, int64_t block) const {
    return row < 0 || row >= kCellRows ? 0 : before[row * blocks + block];
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const int64_t first = block.index() * kPerBlock;
    const uint32_t number = find(block, shared, first);
    // A thread per depth; it counts the cells of the depths above and below as well.
    block.for_threads([&](int depth) {
      if (depth >= kCellRows) return;
      uint32_t above = base(depth - 1, block.index()), own = base(depth, block.index()),
               below = base(depth + 1, block.index());
      const uint32_t num_cells = before[kTaskRow * blocks];  // tasks are counted after them
      uint32_t task = before[kTaskRow * blocks + block.index()] - num_cells;
      for (uint32_t s = 0; s < number; ++s) {
        const Begin b = shared.begin[s];
        const auto begins = [&](int d) { return b.first <= d && d <= b.last; };
        above += begins(depth - 1);
        if (begins(depth)) {
          Cell& cell = cells[own];
          cell.first = static_cast<uint32_t>(first + b.particle);
          cell.total = static_cast<uint32_t>(depth);  // until FinishCells
          cell.child = depth < b.last ? below : 0;
          if (depth == b.last) cell.num_children = 0;
          parent[own] = depth > 0 ? above - 1 : 0;
          if (b.task == depth) tasks[task] = own;
          ++own;
        }
        below += begins(depth + 1);
        task += b.task >= 0;
      }
    });
  }
};

// The particles of each cell and, of the last child, the number of children of its parent.
struct FinishCells {
  SortedKeys keys;
  Cell* cells;
  const uint32_t* parent;

  MOTLEY_KERNEL void operator()(int64_t i) const {
    Cell& cell = cells[i];
    const auto depth = static_cast<int>(cell.total);
    const int64_t end = keys.end(cell.first, depth, cell.child == 0);
    cell.count = cell.total = static_cast<uint32_t>(end - cell.first);
    if (depth == 0 || keys.common(end - 1, end) >= depth - 1) return;
    Cell& above = cells[parent[i]];
    above.num_children = static_cast<uint32_t>(i) - above.child + 1;
  }
};

MOTLEY_KERNEL void set_box(CellBox& box, const Cell& c) {
  box.x = c.center[0];
  box.y = c.center[1];
  box.z = c.center[2];
  box.count = c.count;
  box.half_x = c.half[0];
  box.half_y = c.half[1];
  box.half_z = c.half[2];
  box.width = c.is_leaf() ? -width(c) : width(c);
}

MOTLEY_KERNEL void set_links(CellLinks& links, const Cell& c) {
  links = {c.first, c.count, c.child, c.num_children};
}

struct MakeBoxes {
  const Cell* cells;
  CellBox* boxes;
  CellLinks* links;
  MOTLEY_KERNEL void operator()(int64_t i) const {
    set_box(boxes[i], cells[i]);
    set_links(links[i], cells[i]);
  }
};

// Boxes and moments: a warp per leaf, and the cells above by whoever finishes their last child.
// Extents are integers; moments are summed in the order of particles and children, as on the host.
struct CellMoments {
  static constexpr int kThreads = kWarp, kAtOnce = 128;
  struct Shared {
    float d[3][kAtOnce];
  };
  Cell* cells;
  CellBox* boxes;
  CellLinks* links;
  const uint32_t* parent;
  uint32_t* arrived;  // children of each cell that are done; 0 at first
  const uint32_t* position[3];
  const float* old;  // accelerations; may be null
  double scale, acceleration_unit;
  uint32_t* widest;  // bits of the largest half width of a leaf

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    const auto index = static_cast<uint32_t>(block.index());
    Cell& cell = cells[index];
    if (!cell.is_leaf()) return;
    Cell result = cell;
    set_extents(block, result);
    sum_moments(block, shared, result);
    block.for_threads([&](int t) {
      if (t != 0) return;
      cell = result;
      for (int axis = 0; axis < 3; ++axis) {
        // Read first: few leaves are the widest so far.
        const uint32_t bits = float_bits(result.half[axis]);
        if (bits > peek(widest)) fetch_max(widest, bits);
      }
      set_box(index);
      climb(index);
    });
  }

  MOTLEY_KERNEL void set_box(uint32_t i) const {
    device::set_box(boxes[i], cells[i]);
    set_links(links[i], cells[i]);
  }

  MOTLEY_KERNEL void climb(uint32_t i) const {
    while (i != 0) {
      i = parent[i];
      if (fetch_add_ordered(&arrived[i], 1u) + 1 < cells[i].num_children) return;
      combine_child_moments(cells[i], cells + cells[i].child, scale, false);
      set_box(i);
    }
  }

  // kRounds particles of each thread at once, so that their loads wait together.
  static constexpr int kRounds = kAtOnce / kThreads;
  template <class B>
  MOTLEY_KERNEL void set_extents(B& block, Cell& result) const {
    const uint32_t begin = result.first, count = result.count;
    const uint32_t origin[3] = {position[0][begin], position[1][begin], position[2][begin]};
    PerThread<int32_t, kThreads> low[3], high[3], least_bits;
    PerThread<int64_t, kThreads> sums[3];
    block.for_threads([&](int t) {
      for (int axis = 0; axis < 3; ++axis) {
        low[axis][t] = high[axis][t] = 0;
        sums[axis][t] = 0;
      }
      least_bits[t] = 0x7fffffff;
      for (uint32_t from = 0; from < count; from += kAtOnce) {
        uint32_t x[3][kRounds];
        float a[kRounds];
        MOTLEY_UNROLL(4)
        for (int k = 0; k < kRounds; ++k) {
          // Behind the end the first particle again, which changes nothing.
          const uint32_t i = from + k * kThreads + t, at = begin + (i < count ? i : 0);
          MOTLEY_UNROLL(3)
          for (int axis = 0; axis < 3; ++axis) x[axis][k] = position[axis][at];
          a[k] = old ? old[at] : 0.0f;
        }
        MOTLEY_UNROLL(4)
        for (int k = 0; k < kRounds; ++k) {
          MOTLEY_UNROLL(3)
          for (int axis = 0; axis < 3; ++axis) {
            const auto d = static_cast<int32_t>(x[axis][k] - origin[axis]);
            low[axis][t] = d < low[axis][t] ? d : low[axis][t];
            high[axis][t] = d > high[axis][t] ? d : high[axis][t];
            sums[axis][t] += d;
          }
          // Accelerations are not negative: their bits have their order.
          const auto bits = static_cast<int32_t>(float_bits(a[k]));
          least_bits[t] = bits < least_bits[t] ? bits : least_bits[t];
        }
      }
    });
    for (int axis = 0; axis < 3; ++axis) {
      set_leaf_axis(result, axis, origin[axis], block.least(low[axis]), block.largest(high[axis]),
                    static_cast<double>(block.sum(sums[axis])), scale);
    }
    const auto bits = static_cast<uint32_t>(block.least(least_bits));
    result.min_acceleration =
        old ? static_cast<float>(float_of_bits(bits) / acceleration_unit) : 0.0f;
  }

  // Thread m sums moment m of xx, yy, zz, xy, xz, yz.
  template <class B>
  MOTLEY_KERNEL void sum_moments(B& block, Shared& shared, Cell& result) const {
    const auto unit = static_cast<float>(scale);
    PerThread<float, kThreads> sum;
    block.for_threads([&](int t) { sum[t] = 0; });
    for (uint32_t from = 0; from < result.count; from += kAtOnce) {
      const uint32_t left = result.count - from, number = left < kAtOnce ? left : kAtOnce;
      block.for_threads([&](int t) {
        MOTLEY_UNROLL_BY(4)
        for (uint32_t i = t; i < number; i += kThreads) {
          MOTLEY_UNROLL(3)
          for (int axis = 0; axis < 3; ++axis) {
            shared.d[axis][i] =
                offset(position[axis][result.first + from + i], result.center[axis], unit) -
                result.mass_center[axis];
          }
        }
      });
      block.sync();
      block.for_threads([&](int t) {
        if (t >= 6) return;
        const float* a = shared.d[t < 3 ? t : t == 5 ? 1 : 0];
        const float* b = shared.d[t < 3 ? t : t == 3 ? 1 : 2];
        MOTLEY_UNROLL_BY(8)
        for (uint32_t i = 0; i < number; ++i) sum[t] += a[i] * b[i];
      });
      block.sync();
    }
    block.for_threads([&](int t) {
      if (t < 6) shared.d[0][t] = sum[t];
    });
    block.sync();
    float* moment = &result.xx;
    for (int m = 0; m < 6; ++m) moment[m] = shared.d[0][m];
  }
};

}  // namespace motley::nbody::device
