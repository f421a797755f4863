#include "nbody/gravity/tree.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/domain/hilbert.h"

namespace motley::nbody {
namespace {

uint64_t digit(uint64_t key, int level) { return (key >> (3 * (kKeyLevels - 1 - level))) & 7; }

// The first particle of [begin, end) whose digit at `level` is above `d`; keys are sorted.
uint32_t end_of_digit(std::span<const uint64_t> keys, uint32_t begin, uint32_t end, int level,
                      uint64_t d) {
  if (end - begin <= 64) {
    while (begin < end && digit(keys[begin], level) <= d) ++begin;
    return begin;
  }
  return static_cast<uint32_t>(
      std::partition_point(keys.begin() + begin, keys.begin() + end,
                           [&](uint64_t key) { return digit(key, level) <= d; }) -
      keys.begin());
}

// The far cells among stretches of places.
class FarCells {
 public:
  explicit FarCells(std::span<const FarCell> far) : far_(far), more_(far.size() + 1) {
    for (size_t i = 0; i < far.size(); ++i) more_[i + 1] = more_[i] + far[i].total - 1;
  }
  // Particles that the places [first, end) stand for, less those that are there.
  uint32_t more(uint32_t first, uint32_t end) const {
    return far_.empty() ? 0 : more_[index(end)] - more_[index(first)];
  }
  // The far cell that is exactly this one, or null.
  const FarCell* find(uint32_t first, uint32_t count, int level) const {
    if (far_.empty() || count != 1) return nullptr;
    const size_t i = index(first);
    return i < far_.size() && far_[i].place == first && far_[i].level == level ? &far_[i] : nullptr;
  }

 private:
  size_t index(uint32_t place) const {
    return std::ranges::lower_bound(far_, place, {}, &FarCell::place) - far_.begin();
  }
  std::span<const FarCell> far_;
  std::vector<uint32_t> more_;
};

Cell far_cell(const FarCell& far) {
  Cell cell{.first = far.place, .count = 1, .total = far.total};
  std::ranges::copy(far.center, cell.center);
  std::ranges::copy(far.half, cell.half);
  return cell;
}

bool is_open(std::span<const OpenKey> open, uint64_t key, int level) {
  const int shift = 3 * (kKeyLevels - level);
  return std::ranges::any_of(open, [&](const OpenKey& o) {
    return level < o.level && (o.key >> shift) == (key >> shift);
  });
}

int threads_for_cells(size_t count, int num_threads) {
  return core::threads_for(num_threads, static_cast<int64_t>(count), 256);
}

// Which particles belong to which cells, level after level.
class CellCutter {
 public:
  CellCutter(std::span<const uint64_t> keys, const TreeLayout& layout, int num_threads)
      : keys_(keys), layout_(layout), far_(layout.far), num_threads_(num_threads) {}

  // The cells, and where the levels begin, with the end.
  std::vector<size_t> cut(std::vector<Cell>& cells) const {
    cells.reserve(keys_.size() / std::max(1, layout_.leaf_size / 2) + 64);
    cells.push_back({.first = 0, .count = static_cast<uint32_t>(keys_.size())});
    std::vector<size_t> levels = {0};
    std::vector<std::vector<Cell>> children(num_threads_);  // each thread's, in their order
    while (levels.back() < cells.size()) {
      const auto level = static_cast<int>(levels.size()) - 1;
      const size_t begin = levels.back(), end = cells.size();
      levels.push_back(end);
      if (threads_for_cells(end - begin, num_threads_) == 1) {
        for (size_t i = begin; i < end; ++i) cut_cell(cells, i, level, cells);
      } else {
        cut_level(cells, begin, level, children);
      }
    }
    return levels;
  }

 private:
  // Appends the children of cell i, if it is not a leaf: to the cells themselves, or to others of
  // which `child` is then the place.
  void cut_cell(std::vector<Cell>& cells, size_t i, int level, std::vector<Cell>& children) const {
    const uint32_t first = cells[i].first, count = cells[i].count, end = first + count;
    const uint32_t total = count + far_.more(first, end);
    cells[i].total = total;
    if (const FarCell* given = far_.find(first, count, level)) {
      cells[i] = far_cell(*given);
      return;
    }
    const bool is_small =
        level >= kMinLeafLevel && total <= static_cast<uint32_t>(layout_.leaf_size);
    if (level == kKeyLevels || (is_small && !is_open(layout_.open, keys_[first], level))) return;
    const size_t before = children.size();
    for (uint32_t begin = first; begin < end;) {
      const uint32_t next = end_of_digit(keys_, begin, end, level, digit(keys_[begin], level));
      children.push_back({.first = begin, .count = next - begin});
      begin = next;
    }
    cells[i].child = static_cast<uint32_t>(before);
    cells[i].num_children = static_cast<uint32_t>(children.size() - before);
  }

  // The cells from `begin` on, by all threads; the same cells in the same order.
  void cut_level(std::vector<Cell>& cells, size_t begin, int level,
                 std::vector<std::vector<Cell>>& children) const {
    const size_t end = cells.size();
    std::vector<size_t> ends(num_threads_, begin);  // of each thread's parents
    core::parallel_for(threads_for_cells(end - begin, num_threads_),
                       static_cast<int64_t>(end - begin),
                       [&](int64_t first, int64_t last, int thread) {
                         for (int64_t i = first; i < last; ++i) {
                           cut_cell(cells, begin + i, level, children[thread]);
                         }
                         ends[thread] = begin + last;
                       });
    for (int thread = 0; thread < num_threads_; ++thread) {
      const auto offset = static_cast<uint32_t>(cells.size());
      for (; begin < ends[thread]; ++begin) {
        if (!cells[begin].is_leaf()) cells[begin].child += offset;
      }
      cells.insert(cells.end(), children[thread].begin(), children[thread].end());
      children[thread].clear();
    }
  }

  std::span<const uint64_t> keys_;
  const TreeLayout& layout_;
  FarCells far_;
  int num_threads_;
};

// The leaves that have particles, in particle order.
std::vector<uint32_t> find_leaves(const std::vector<Cell>& cells, std::span<const FarCell> far) {
  std::vector<uint32_t> leaves, open = {0};
  leaves.reserve(cells.size());
  size_t next_far = 0;
  while (!open.empty()) {
    const uint32_t index = open.back();
    open.pop_back();
    const Cell& cell = cells[index];
    if (!cell.is_leaf()) {
      for (uint32_t c = cell.num_children; c-- > 0;) open.push_back(cell.child + c);
    } else if (next_far < far.size() && far[next_far].place == cell.first) {
      ++next_far;
    } else {
      leaves.push_back(index);
    }
  }
  return leaves;
}

// Rounded up, whatever the conversion of 32 bits to a float did.
float half_width(uint32_t extent, double scale) {
  return static_cast<float>((0.5 * extent + 1) * scale * (1 + 1e-6));
}

// The second moments of `count` equal masses about a place `d` away from their centre of mass add
// count * d d.
void add_moments(Cell& cell, float mass, const float d[3]) {
  cell.xx += mass * d[0] * d[0];
  cell.yy += mass * d[1] * d[1];
  cell.zz += mass * d[2] * d[2];
  cell.xy += mass * d[0] * d[1];
  cell.xz += mass * d[0] * d[2];
  cell.yz += mass * d[1] * d[2];
}

void measure_leaf(Cell& cell, const PositionSpans& position, std::span<const float> acceleration,
                  const TreeLayout& layout) {
  const double scale = layout.scale;
  const uint32_t begin = cell.first, end = cell.first + cell.count;
  float mean[3];
  for (int axis = 0; axis < 3; ++axis) {
    const auto& x = position[axis];
    // Relative to the first particle, since the leaf may lie across the Box's border.
    int32_t low = 0, high = 0;
    double sum = 0;
    for (uint32_t i = begin; i < end; ++i) {
      const auto d = static_cast<int32_t>(x[i] - x[begin]);
      low = std::min(low, d);
      high = std::max(high, d);
      sum += d;
    }
    const uint32_t extent = static_cast<uint32_t>(high) - static_cast<uint32_t>(low);
    const int32_t middle = low + static_cast<int32_t>(extent / 2);
    cell.center[axis] = x[begin] + static_cast<uint32_t>(middle);
    cell.half[axis] = half_width(extent, scale);
    mean[axis] = static_cast<float>((sum / cell.count - middle) * scale);
    cell.mass_center[axis] = mean[axis];
  }
  if (layout.boxes_only) return;
  cell.xx = cell.yy = cell.zz = cell.xy = cell.xz = cell.yz = 0;
  const auto unit = static_cast<float>(scale);
  for (uint32_t i = begin; i < end; ++i) {
    float d[3];
    for (int axis = 0; axis < 3; ++axis) {
      d[axis] =
          static_cast<float>(static_cast<int32_t>(position[axis][i] - cell.center[axis])) * unit -
          mean[axis];
    }
    add_moments(cell, 1.0f, d);
  }
  cell.min_acceleration = 0;
  if (!acceleration.empty()) {
    const float least = *std::min_element(acceleration.begin() + begin, acceleration.begin() + end);
    cell.min_acceleration = static_cast<float>(least / layout.acceleration_unit);
  }
}

void combine_children(Cell& cell, const Cell* children, const TreeLayout& layout) {
  const double scale = layout.scale;
  const auto unit = static_cast<float>(scale);
  cell.min_acceleration = children[0].min_acceleration;
  float low[3], high[3];
  double mass_center[3] = {};
  const uint32_t* origin = children[0].center;
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = -children[0].half[axis];
    high[axis] = children[0].half[axis];
    for (uint32_t c = 0; c < cell.num_children; ++c) {
      const Cell& child = children[c];
      const float at =
          static_cast<float>(static_cast<int32_t>(child.center[axis] - origin[axis])) * unit;
      low[axis] = std::min(low[axis], at - child.half[axis]);
      high[axis] = std::max(high[axis], at + child.half[axis]);
      mass_center[axis] += static_cast<double>(child.count) * (at + child.mass_center[axis]);
    }
    const double middle = 0.5 * (low[axis] + high[axis]);
    const auto shift = static_cast<int64_t>(middle / scale);
    cell.center[axis] = origin[axis] + static_cast<uint32_t>(shift);
    // A unit more for the rounding of the middle; never more than the whole Box.
    cell.half[axis] =
        std::min(static_cast<float>(0.5 * (high[axis] - low[axis]) * (1 + 2e-6) + 2 * scale),
                 static_cast<float>(scale * 0x1p31));
    cell.mass_center[axis] =
        static_cast<float>(mass_center[axis] / cell.count - static_cast<double>(shift) * scale);
  }
  if (layout.boxes_only) return;
  cell.xx = cell.yy = cell.zz = cell.xy = cell.xz = cell.yz = 0;
  for (uint32_t c = 0; c < cell.num_children; ++c) {
    const Cell& child = children[c];
    cell.min_acceleration = std::min(cell.min_acceleration, child.min_acceleration);
    float d[3];
    for (int axis = 0; axis < 3; ++axis) {
      d[axis] =
          static_cast<float>(static_cast<int32_t>(child.center[axis] - cell.center[axis])) * unit +
          child.mass_center[axis] - cell.mass_center[axis];
    }
    add_moments(cell, static_cast<float>(child.count), d);
    cell.xx += child.xx;
    cell.yy += child.yy;
    cell.zz += child.zz;
    cell.xy += child.xy;
    cell.xz += child.xz;
    cell.yz += child.yz;
  }
}

}  // namespace

Tree make_tree(std::span<const uint64_t> keys, const PositionSpans& position,
               std::span<const float> acceleration, const TreeLayout& settings, int num_threads) {
  MOTLEY_CHECK(settings.leaf_size >= 1 && settings.scale > 0, "a tree with leaves of {}",
               settings.leaf_size);
  Tree tree;
  if (keys.empty()) return tree;
  const std::vector<size_t> levels = CellCutter(keys, settings, num_threads).cut(tree.cells);
  tree.leaves = find_leaves(tree.cells, settings.far);
  const int for_leaves = core::threads_for(num_threads, std::ssize(tree.leaves), 8);
  core::parallel_for(for_leaves, std::ssize(tree.leaves), [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      measure_leaf(tree.cells[tree.leaves[i]], position, acceleration, settings);
    }
  });
  for (size_t level = levels.size() - 1; level-- > 0;) {
    const auto cells =
        std::span(tree.cells).subspan(levels[level], levels[level + 1] - levels[level]);
    core::parallel_for(threads_for_cells(cells.size(), num_threads), std::ssize(cells),
                       [&](int64_t begin, int64_t end, int) {
                         for (Cell& cell : cells.subspan(begin, end - begin)) {
                           if (!cell.is_leaf()) {
                             combine_children(cell, &tree.cells[cell.child], settings);
                           }
                         }
                       });
  }
  return tree;
}

}  // namespace motley::nbody
