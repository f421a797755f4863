// DeviceGrid: the devices that run a Program together, in a row, or in rows and columns.
//
//   DeviceGrid{{4}}       four devices in a row: ranks 0 1 2 3
//   DeviceGrid{{2, 3}}    two rows of three, axis 0 across hosts and axis 1 within them:
//
//       axis 1 ->
//       0 1 2        rank 4 is at (1, 1); its line along axis 0 is 1 4,
//       3 4 5        its line along axis 1 is 3 4 5
//
// A value has one state per axis (sharding.h), and a collective runs along a line. An axis of size
// one is legal: its only shard is the whole.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace motley::tensor {

inline constexpr int kMaxGroupAxes = 2;

struct DeviceGrid {
  std::vector<int> sizes;  // of each axis, outermost first; one or two

  int num_axes() const { return static_cast<int>(sizes.size()); }
  int num_ranks() const;
  int coordinate(int rank, int axis) const;
  // The ranks that differ from `rank` only in their position on `axis`, by position.
  std::vector<int> line(int rank, int axis) const;

  friend bool operator==(const DeviceGrid&, const DeviceGrid&) = default;
};

}  // namespace motley::tensor
