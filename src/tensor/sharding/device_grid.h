// DeviceGrid: the devices that share a Program, in a row, or in rows and columns.
//
//   DeviceGrid{{4}}       four devices side by side: ranks 0 1 2 3
//   DeviceGrid{{2, 3}}    two rows of three, axis 0 across hosts and axis 1 within them:
//
//       axis 1 ->
//       0 1 2        rank 4 stands at (1, 1); its line along axis 0 is 1 4,
//       3 4 5        its line along axis 1 is 3 4 5
//
// A value has one state for each axis (sharding.h), and a collective runs along a line. An axis of
// size one is legal: nothing is ever sharded on it but as a whole.
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
  // The ranks that differ from `rank` in their place on `axis` alone, by that place.
  std::vector<int> line(int rank, int axis) const;

  friend bool operator==(const DeviceGrid&, const DeviceGrid&) = default;
};

}  // namespace motley::tensor
