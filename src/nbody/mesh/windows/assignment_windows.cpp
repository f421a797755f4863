#include "nbody/mesh/windows/assignment_windows.h"

#include <cmath>
#include <numbers>

namespace motley::nbody {

double window_factor(Window window, int k, int n) {
  if (k == 0) return 1;
  const double x = std::numbers::pi * k / n;
  return std::pow(std::sin(x) / x, window_order(window));
}

}  // namespace motley::nbody
