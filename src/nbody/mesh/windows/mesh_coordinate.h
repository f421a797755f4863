// The position of a particle on one axis of a mesh, exact: the cell in the upper 32 bits, the
// fraction of a cell in the lower 32.
#pragma once

#include <cstdint>

#include "core/base/host_device.h"

namespace motley::nbody {

// x is an integer Box coordinate, n the number of mesh points per axis. With the shift, mesh point
// i stands for i - 1/2 cells: the second mesh of interlacing.
MOTLEY_HOST_DEVICE inline uint64_t mesh_coordinate(uint32_t x, int n, bool half_cell_shift) {
  return uint64_t{x} * static_cast<uint32_t>(n) + (half_cell_shift ? 0x80000000u : 0u);
}
MOTLEY_HOST_DEVICE inline int cell_of(uint64_t u) { return static_cast<int>(u >> 32); }
MOTLEY_HOST_DEVICE inline float fraction_of(uint64_t u) {
  return static_cast<float>(static_cast<uint32_t>(u)) * 0x1p-32f;
}

}  // namespace motley::nbody
