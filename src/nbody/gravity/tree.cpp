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

// Which particles belong to which cells, level after level; and which are leaves with particles.
void cut_cells(std::span<const uint64_t> keys, const TreeLayout& layout, Tree& tree) {
  const FarCells far(layout.far);
  std::vector<Cell>& cells = tree.cells;
  const auto leaf_size = static_cast<uint32_t>(layout.leaf_size);
  cells.reserve(keys.size() / std::max(1, layout.leaf_size / 2) + 64);
  cells.push_back({.first = 0, .count = static_cast<uint32_t>(keys.size())});
  size_t level_begin = 0;
  for (int level = 0; level <= kKeyLevels; ++level) {
    const size_t level_end = cells.size();
    for (size_t i = level_begin; i < level_end; ++i) {
      const uint32_t first = cells[i].first, end = first + cells[i].count;
      cells[i].total = cells[i].count + far.more(first, end);
      if (const FarCell* given = far.find(first, cells[i].count, level)) {
        cells[i] = far_cell(*given);
        continue;
      }
      const bool is_small = level >= kMinLeafLevel && cells[i].total <= leaf_size;
      if (level == kKeyLevels || (is_small && !is_open(layout.open, keys[first], level))) {
        tree.leaves.push_back(static_cast<uint32_t>(i));
        continue;
      }
      cells[i].child = static_cast<uint32_t>(cells.size());
      for (uint32_t begin = first; begin < end;) {
        const uint32_t next = end_of_digit(keys, begin, end, level, digit(keys[begin], level));
        cells.push_back({.first = begin, .count = next - begin});
        begin = next;
      }
      cells[i].num_children = static_cast<uint32_t>(cells.size()) - cells[i].child;
    }
    level_begin = level_end;
  }
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
  cut_cells(keys, settings, tree);
  const auto first_of = [&](uint32_t leaf) { return tree.cells[leaf].first; };
  std::ranges::sort(tree.leaves, {}, first_of);
  core::parallel_for(num_threads, static_cast<int64_t>(tree.leaves.size()),
                     [&](int64_t begin, int64_t end, int) {
                       for (int64_t i = begin; i < end; ++i) {
                         measure_leaf(tree.cells[tree.leaves[i]], position, acceleration, settings);
                       }
                     });
  for (size_t i = tree.cells.size(); i-- > 0;) {
    Cell& cell = tree.cells[i];
    if (!cell.is_leaf()) combine_children(cell, &tree.cells[cell.child], settings);
  }
  return tree;
}

}  // namespace motley::nbody
