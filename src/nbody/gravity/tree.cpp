#include "nbody/gravity/tree.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/domain/hilbert.h"

namespace motley::nbody {
namespace {

uint64_t digit(uint64_t key, int depth) { return (key >> (3 * (kKeyDepth - 1 - depth))) & 7; }

// The first particle of [begin, end) whose digit at `depth` is above `d`; keys are sorted.
uint32_t end_of_digit(std::span<const uint64_t> keys, uint32_t begin, uint32_t end, int depth,
                      uint64_t d) {
  if (end - begin <= 64) {
    while (begin < end && digit(keys[begin], depth) <= d) ++begin;
    return begin;
  }
  return static_cast<uint32_t>(
      std::partition_point(keys.begin() + begin, keys.begin() + end,
                           [&](uint64_t key) { return digit(key, depth) <= d; }) -
      keys.begin());
}

// Finds the far cells in ranges of indices.
class FarCells {
 public:
  explicit FarCells(std::span<const FarCell> far) : far_(far), extra_(far.size() + 1) {
    for (size_t i = 0; i < far.size(); ++i) extra_[i + 1] = extra_[i] + far[i].total - 1;
  }
  // Particles that the indices [first, end) stand for, minus the number of indices.
  uint32_t extra(uint32_t first, uint32_t end) const {
    return far_.empty() ? 0 : extra_[index(end)] - extra_[index(first)];
  }
  // The far cell that coincides with this cell, or null.
  const FarCell* find(uint32_t first, uint32_t count, int depth) const {
    if (far_.empty() || count != 1) return nullptr;
    const size_t i = index(first);
    return i < far_.size() && far_[i].index == first && far_[i].depth == depth ? &far_[i] : nullptr;
  }

 private:
  size_t index(uint32_t first) const {
    return std::ranges::lower_bound(far_, first, {}, &FarCell::index) - far_.begin();
  }
  std::span<const FarCell> far_;
  std::vector<uint32_t> extra_;
};

Cell far_cell(const FarCell& far) {
  Cell cell{.first = far.index, .count = 1, .total = far.total};
  std::ranges::copy(far.center, cell.center);
  std::ranges::copy(far.half, cell.half);
  return cell;
}

bool is_forced_split(std::span<const ForcedSplit> splits, uint64_t key, int depth) {
  const int shift = 3 * (kKeyDepth - depth);
  return std::ranges::any_of(splits, [&](const ForcedSplit& s) {
    return depth < s.depth && (s.key >> shift) == (key >> shift);
  });
}

int threads_for_cells(size_t count, int num_threads) {
  return core::threads_for(num_threads, static_cast<int64_t>(count), 256);
}

// Splits cells by key, depth by depth.
class CellSplitter {
 public:
  CellSplitter(std::span<const uint64_t> keys, const TreeLayout& layout, int num_threads)
      : keys_(keys), layout_(layout), far_(layout.far), num_threads_(num_threads) {}

  // Appends the cells; returns the index of the first cell of each depth, and the end.
  std::vector<size_t> cut(std::vector<Cell>& cells) const {
    cells.reserve(keys_.size() / std::max(1, layout_.leaf_size / 2) + 64);
    cells.push_back({.first = 0, .count = static_cast<uint32_t>(keys_.size())});
    std::vector<size_t> depths = {0};
    std::vector<std::vector<Cell>> children(num_threads_);  // per thread, in order
    while (depths.back() < cells.size()) {
      const auto depth = static_cast<int>(depths.size()) - 1;
      const size_t begin = depths.back(), end = cells.size();
      depths.push_back(end);
      if (threads_for_cells(end - begin, num_threads_) == 1) {
        for (size_t i = begin; i < end; ++i) split_cell(cells, i, depth, cells);
      } else {
        split_depth(cells, begin, depth, children);
      }
    }
    return depths;
  }

 private:
  // Appends the children of cell i, unless it is a leaf, to `children`, which may be the cells
  // themselves; otherwise `child` is an index into `children`.
  void split_cell(std::vector<Cell>& cells, size_t i, int depth,
                  std::vector<Cell>& children) const {
    const uint32_t first = cells[i].first, count = cells[i].count, end = first + count;
    const uint32_t total = count + far_.extra(first, end);
    cells[i].total = total;
    if (const FarCell* given = far_.find(first, count, depth)) {
      cells[i] = far_cell(*given);
      return;
    }
    const bool is_small =
        depth >= kMinLeafDepth && total <= static_cast<uint32_t>(layout_.leaf_size);
    if (depth == kKeyDepth ||
        (is_small && !is_forced_split(layout_.forced_splits, keys_[first], depth)))
      return;
    const size_t before = children.size();
    for (uint32_t begin = first; begin < end;) {
      const uint32_t next = end_of_digit(keys_, begin, end, depth, digit(keys_[begin], depth));
      children.push_back({.first = begin, .count = next - begin});
      begin = next;
    }
    cells[i].child = static_cast<uint32_t>(before);
    cells[i].num_children = static_cast<uint32_t>(children.size() - before);
  }

  // Splits the cells from `begin` on with all threads; same cells in the same order.
  void split_depth(std::vector<Cell>& cells, size_t begin, int depth,
                   std::vector<std::vector<Cell>>& children) const {
    const size_t end = cells.size();
    std::vector<size_t> ends(num_threads_, begin);  // end of the parents of each thread
    core::parallel_for(threads_for_cells(end - begin, num_threads_),
                       static_cast<int64_t>(end - begin),
                       [&](int64_t first, int64_t last, int thread) {
                         for (int64_t i = first; i < last; ++i) {
                           split_cell(cells, begin + i, depth, children[thread]);
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
    } else if (next_far < far.size() && far[next_far].index == cell.first) {
      ++next_far;
    } else {
      leaves.push_back(index);
    }
  }
  return leaves;
}

void compute_leaf_moments(Cell& cell, const PositionSpans& position,
                          std::span<const float> acceleration, const TreeLayout& layout) {
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
    set_leaf_axis(cell, axis, x[begin], low, high, sum, scale);
    mean[axis] = cell.mass_center[axis];
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

}  // namespace

Tree make_tree(std::span<const uint64_t> keys, const PositionSpans& position,
               std::span<const float> acceleration, const TreeLayout& settings, int num_threads) {
  MOTLEY_CHECK(settings.leaf_size >= 1 && settings.scale > 0, "tree with leaf size {}",
               settings.leaf_size);
  Tree tree;
  if (keys.empty()) return tree;
  const std::vector<size_t> depths = CellSplitter(keys, settings, num_threads).cut(tree.cells);
  tree.leaves = find_leaves(tree.cells, settings.far);
  const int for_leaves = core::threads_for(num_threads, std::ssize(tree.leaves), 8);
  core::parallel_for(for_leaves, std::ssize(tree.leaves), [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      compute_leaf_moments(tree.cells[tree.leaves[i]], position, acceleration, settings);
    }
  });
  for (size_t depth = depths.size() - 1; depth-- > 0;) {
    const auto cells =
        std::span(tree.cells).subspan(depths[depth], depths[depth + 1] - depths[depth]);
    core::parallel_for(threads_for_cells(cells.size(), num_threads), std::ssize(cells),
                       [&](int64_t begin, int64_t end, int) {
                         for (Cell& cell : cells.subspan(begin, end - begin)) {
                           if (!cell.is_leaf()) {
                             combine_child_moments(cell, &tree.cells[cell.child], settings.scale,
                                                   settings.boxes_only);
                           }
                         }
                       });
  }
  return tree;
}

}  // namespace motley::nbody
