#include "nbody/analysis/colors.h"

#include <algorithm>
#include <cmath>

namespace motley::nbody {
namespace {

// Equally spaced from 0 to 1.
constexpr double kStops[][3] = {{3, 4, 18},     {18, 13, 58},    {47, 16, 101},  {88, 24, 124},
                                {133, 38, 126}, {181, 54, 111},  {222, 79, 87},  {246, 121, 70},
                                {253, 172, 92}, {254, 218, 145}, {255, 250, 220}};
constexpr int kNumStops = std::size(kStops);

}  // namespace

std::array<uint8_t, 3> density_color(double t) {
  const double position = std::clamp(t, 0., 1.) * (kNumStops - 1);
  const int i = std::min(static_cast<int>(position), kNumStops - 2);
  const double u = position - i;
  std::array<uint8_t, 3> color;
  for (int c = 0; c < 3; ++c) {
    color[c] = static_cast<uint8_t>(std::lround((1 - u) * kStops[i][c] + u * kStops[i + 1][c]));
  }
  return color;
}

}  // namespace motley::nbody
