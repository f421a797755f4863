// Triangular-shaped cloud: quadratic, 3 points per axis around the nearest one.
#pragma once

#include <string_view>

#include "nbody/mesh/windows/mesh_coordinate.h"

namespace motley::nbody {

struct TscWindow {
  static constexpr std::string_view kName = "tsc";
  static constexpr std::string_view kTitle = "triangular-shaped cloud";
  static constexpr int kOrder = 3;

  MOTLEY_HOST_DEVICE static int first_point(uint64_t u) {
    return cell_of(u) - (fraction_of(u) < 0.5f);
  }
  MOTLEY_HOST_DEVICE static void weights(uint64_t u, float* weight) {
    const float f = fraction_of(u);
    const float d = f >= 0.5f ? f - 1 : f;  // from the middle point
    weight[0] = 0.5f * (0.5f - d) * (0.5f - d);
    weight[1] = 0.75f - d * d;
    weight[2] = 0.5f * (0.5f + d) * (0.5f + d);
  }
};

}  // namespace motley::nbody
