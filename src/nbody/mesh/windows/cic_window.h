// Cloud in cell: linear in the distance, 2 points per axis. Gadget-2's window.
#pragma once

#include <string_view>

#include "nbody/mesh/windows/mesh_coordinate.h"

namespace motley::nbody {

struct CicWindow {
  static constexpr std::string_view kName = "cic";
  static constexpr std::string_view kTitle = "cloud in cell";
  static constexpr int kOrder = 2;

  MOTLEY_HOST_DEVICE static int first_point(uint64_t u) { return cell_of(u); }
  MOTLEY_HOST_DEVICE static void weights(uint64_t u, float* weight) {
    const float f = fraction_of(u);
    weight[0] = 1 - f;
    weight[1] = f;
  }
};

}  // namespace motley::nbody
