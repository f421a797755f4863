// A cell of the gravity tree (tree.h), and its box and moments, for host and devices.
#pragma once

#include <cstdint>

#include "core/base/host_device.h"

namespace motley::nbody {

inline constexpr int kMinLeafDepth = 3;  // an eighth of the Box

struct Cell {
  uint32_t center[3];            // of the bounding box, integer coordinates
  float half[3];                 // its half widths, units of l, rounded up
  uint32_t first, count;         // local particles, ghosts included
  uint32_t total;                // particles on all ranks
  uint32_t child, num_children;  // cells; a leaf has none
  float min_acceleration;        // smallest old acceleration of its particles; see OpeningSettings
  // Centre of mass relative to `center`, and second moments about it.
  float mass_center[3];
  float xx, yy, zz, xy, xz, yz;

  MOTLEY_HOST_DEVICE bool is_leaf() const { return num_children == 0; }
};

inline constexpr int kPairsPerCell = 3;  // a cell costs as much as this many pairs
// So smaller cells are summed directly.
inline constexpr float kMinCellMass = 3.5f;
inline constexpr float kCutoffSquare = 2.0f;  // units of l^2

MOTLEY_HOST_DEVICE inline float width(const Cell& cell) {
  const float xy = cell.half[0] < cell.half[1] ? cell.half[1] : cell.half[0];
  return 2 * (xy < cell.half[2] ? cell.half[2] : xy);
}

// Rounded up, to cover the rounding of 32 bits to a float.
MOTLEY_HOST_DEVICE inline float half_width(uint32_t extent, double scale) {
  return static_cast<float>((0.5 * extent + 1) * scale * (1 + 1e-6));
}

// One axis of a leaf's box and centre of mass: from the least and largest offset from the
// coordinate `origin` and the sum of offsets.
MOTLEY_HOST_DEVICE inline void set_leaf_axis(Cell& cell, int axis, uint32_t origin, int32_t low,
                                             int32_t high, double sum, double scale) {
  const uint32_t extent = static_cast<uint32_t>(high) - static_cast<uint32_t>(low);
  const int32_t middle = low + static_cast<int32_t>(extent / 2);
  cell.center[axis] = origin + static_cast<uint32_t>(middle);
  cell.half[axis] = half_width(extent, scale);
  cell.mass_center[axis] = static_cast<float>((sum / cell.count - middle) * scale);
}

// Parallel-axis theorem: masses whose centre is offset by `d` add mass * d d.
MOTLEY_HOST_DEVICE inline void add_moments(Cell& cell, float mass, const float d[3]) {
  cell.xx += mass * d[0] * d[0];
  cell.yy += mass * d[1] * d[1];
  cell.zz += mass * d[2] * d[2];
  cell.xy += mass * d[0] * d[1];
  cell.xz += mass * d[0] * d[2];
  cell.yz += mass * d[1] * d[2];
}

// Box, centre of mass and, unless only boxes are wanted, moments of a cell from its children.
MOTLEY_HOST_DEVICE inline void combine_child_moments(Cell& cell, const Cell* children, double scale,
                                                     bool boxes_only) {
  const auto unit = static_cast<float>(scale);
  const auto least = [](float a, float b) { return b < a ? b : a; };
  const auto largest = [](float a, float b) { return a < b ? b : a; };
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
      low[axis] = least(low[axis], at - child.half[axis]);
      high[axis] = largest(high[axis], at + child.half[axis]);
      mass_center[axis] += static_cast<double>(child.count) * (at + child.mass_center[axis]);
    }
    const double middle = 0.5 * (low[axis] + high[axis]);
    const auto shift = static_cast<int64_t>(middle / scale);
    cell.center[axis] = origin[axis] + static_cast<uint32_t>(shift);
    // One unit more for the rounding of the middle; at most the whole Box.
    cell.half[axis] =
        least(static_cast<float>(0.5 * (high[axis] - low[axis]) * (1 + 2e-6) + 2 * scale),
              static_cast<float>(scale * 0x1p31));
    cell.mass_center[axis] =
        static_cast<float>(mass_center[axis] / cell.count - static_cast<double>(shift) * scale);
  }
  if (boxes_only) return;
  cell.xx = cell.yy = cell.zz = cell.xy = cell.xz = cell.yz = 0;
  for (uint32_t c = 0; c < cell.num_children; ++c) {
    const Cell& child = children[c];
    cell.min_acceleration = least(cell.min_acceleration, child.min_acceleration);
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

}  // namespace motley::nbody
