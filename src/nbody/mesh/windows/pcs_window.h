// Piecewise cubic spline: 4 points per axis. The default window; deposit.cpp has a faster path for
// it.
#pragma once

#include <string_view>

#include "nbody/mesh/windows/mesh_coordinate.h"

namespace motley::nbody {

struct PcsWindow {
  static constexpr std::string_view kName = "pcs";
  static constexpr std::string_view kTitle = "piecewise cubic spline";
  static constexpr int kOrder = 4;

  MOTLEY_HOST_DEVICE static int first_point(uint64_t u) { return cell_of(u) - 1; }
  // Real is float, or a vector of floats: one fraction per lane.
  template <class Real>
  MOTLEY_HOST_DEVICE static void weights_at(Real f, Real* weight) {
    const Real g = 1 - f;
    weight[0] = g * g * g * (1.0f / 6);
    weight[1] = (4 - 6 * f * f + 3 * f * f * f) * (1.0f / 6);
    weight[2] = (4 - 6 * g * g + 3 * g * g * g) * (1.0f / 6);
    weight[3] = f * f * f * (1.0f / 6);
  }
  MOTLEY_HOST_DEVICE static void weights(uint64_t u, float* weight) {
    weights_at(fraction_of(u), weight);
  }
};

}  // namespace motley::nbody
