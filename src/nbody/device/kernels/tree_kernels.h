// The octree of gravity/tree.h on a device, one depth after the other: the host's cells with the
// host's numbers.
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

inline constexpr int kCurveDepth = 21;

MOTLEY_KERNEL uint32_t digit_of(uint64_t key, int depth) {
  return static_cast<uint32_t>(key >> (3 * (kCurveDepth - 1 - depth))) & 7;
}
MOTLEY_KERNEL bool is_split(const Cell& cell, int depth, uint32_t leaf_size) {
  return depth < kCurveDepth && (depth < kMinLeafDepth || cell.count > leaf_size);
}

// Finds where the digits 0..7 begin in each cell of one depth: one thread per cell and digit.
struct FindDigits {
  const uint64_t* key;
  const Cell* cell;  // of this depth
  int depth;
  uint32_t leaf_size;
  uint32_t* border;

  MOTLEY_KERNEL void operator()(int64_t i) const {
    const Cell& c = cell[i / 8];
    if (!is_split(c, depth, leaf_size)) return;
    const auto digit = static_cast<uint32_t>(i % 8);
    uint32_t low = c.first, high = c.first + c.count;
    while (digit > 0 && low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (digit_of(key[middle], depth) < digit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    border[i] = low;
  }
};

// The number of children of each cell of one depth.
struct CountChildren {
  const Cell* cell;
  int depth;
  uint32_t leaf_size;
  const uint32_t* border;
  uint32_t* children;

  MOTLEY_KERNEL void operator()(int64_t i) const {
    const Cell& c = cell[i];
    uint32_t count = 0;
    if (is_split(c, depth, leaf_size)) {
      for (int d = 0; d < 8; ++d) {
        const uint32_t end = d == 7 ? c.first + c.count : border[8 * i + d + 1];
        count += end > border[8 * i + d];
      }
    }
    children[i] = count;
  }
};

// Appends the children of one depth's cells.
struct AppendChildren {
  Cell* cells;
  uint32_t* parent;
  uint32_t begin, end;  // of this depth; children follow from `end`
  int depth;
  uint32_t leaf_size;
  const uint32_t *border, *before;  // `before`: children of the cells before

  MOTLEY_KERNEL void operator()(int64_t i) const {
    Cell& c = cells[begin + i];
    c.child = c.num_children = 0;
    c.total = c.count;
    if (!is_split(c, depth, leaf_size)) return;
    uint32_t next = end + before[i];
    c.child = next;
    for (int d = 0; d < 8; ++d) {
      const uint32_t first = border[8 * i + d];
      const uint32_t last = d == 7 ? c.first + c.count : border[8 * i + d + 1];
      if (last == first) continue;
      cells[next] = Cell{};
      cells[next].first = first;
      cells[next].count = last - first;
      parent[next] = begin + static_cast<uint32_t>(i);
      ++next;
    }
    c.num_children = next - c.child;
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

// Boxes and moments of the leaves: a warp each. Extents are integers; moments are summed in the
// order of the particles, as on the host.
struct LeafMoments {
  static constexpr int kThreads = kWarp;
  using Shared = NoShared;
  Cell* cells;
  CellBox* boxes;
  const uint32_t* position[3];
  const float* old;  // accelerations; may be null
  double scale, acceleration_unit;
  uint32_t* widest;  // bits of the largest half width of a leaf

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared&) const {
    Cell& cell = cells[block.index()];
    if (!cell.is_leaf()) return;
    const uint32_t begin = cell.first, count = cell.count;
    PerThread<int32_t, kThreads> low, high;
    PerThread<int64_t, kThreads> sums;
    Cell result = cell;
    for (int axis = 0; axis < 3; ++axis) {
      const uint32_t* x = position[axis] + begin;
      block.for_threads([&](int t) {
        low[t] = high[t] = 0;
        sums[t] = 0;
        for (uint32_t i = t; i < count; i += kThreads) {
          const auto d = static_cast<int32_t>(x[i] - x[0]);
          low[t] = d < low[t] ? d : low[t];
          high[t] = d > high[t] ? d : high[t];
          sums[t] += d;
        }
      });
      set_leaf_axis(result, axis, x[0], block.least(low), block.largest(high),
                    static_cast<double>(block.sum(sums)), scale);
    }
    // Accelerations are not negative: their bits have their order.
    block.for_threads([&](int t) {
      low[t] = 0x7fffffff;
      for (uint32_t i = t; old && i < count; i += kThreads) {
        const auto bits = static_cast<int32_t>(float_bits(old[begin + i]));
        low[t] = bits < low[t] ? bits : low[t];
      }
    });
    const int32_t least_bits = block.least(low);
    result.min_acceleration =
        old ? static_cast<float>(float_of_bits(static_cast<uint32_t>(least_bits)) /
                                 acceleration_unit)
            : 0.0f;
    block.for_threads([&](int t) {
      if (t < 6) moment(result, t, begin, count, &cell.xx + t);
    });
    block.for_threads([&](int t) {
      if (t != 0) return;
      for (int axis = 0; axis < 3; ++axis) {
        cell.center[axis] = result.center[axis];
        cell.half[axis] = result.half[axis];
        cell.mass_center[axis] = result.mass_center[axis];
        // Read first: few leaves are the widest so far.
        const uint32_t bits = float_bits(result.half[axis]);
        if (bits > peek(widest)) fetch_max(widest, bits);
      }
      cell.min_acceleration = result.min_acceleration;
      set_box(boxes[block.index()], result);
    });
  }

  // Moment m of xx, yy, zz, xy, xz, yz.
  MOTLEY_KERNEL void moment(const Cell& cell, int m, uint32_t begin, uint32_t count,
                            float* out) const {
    const int a = m < 3 ? m : m == 5 ? 1 : 0, b = m < 3 ? m : m == 3 ? 1 : 2;
    const auto unit = static_cast<float>(scale);
    float sum = 0;
    for (uint32_t i = begin; i < begin + count; ++i) {
      const float da = offset(position[a][i], cell.center[a], unit) - cell.mass_center[a];
      const float db = offset(position[b][i], cell.center[b], unit) - cell.mass_center[b];
      sum += da * db;
    }
    *out = sum;
  }
};

// The other cells of one depth, from their children.
struct CombineChildren {
  Cell* cells;
  CellBox* boxes;
  uint32_t begin;
  double scale;

  MOTLEY_KERNEL void operator()(int64_t i) const {
    Cell& cell = cells[begin + i];
    if (cell.is_leaf()) return;
    combine_child_moments(cell, cells + cell.child, scale, false);
    set_box(boxes[begin + i], cell);
  }
};

// Marks the cells that are tasks of the walk: the largest of at most `most` particles.
struct MarkTasks {
  const Cell* cells;
  const uint32_t* parent;
  uint32_t most;
  uint32_t* mark;

  MOTLEY_KERNEL bool is_task(uint32_t i) const {
    return cells[i].is_leaf() || cells[i].count <= most;
  }
  MOTLEY_KERNEL void operator()(int64_t i) const {
    const auto c = static_cast<uint32_t>(i);
    mark[i] = is_task(c) && (c == 0 || !is_task(parent[c]));
  }
};

}  // namespace motley::nbody::device
