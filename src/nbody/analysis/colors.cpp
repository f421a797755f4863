#include "nbody/analysis/colors.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace motley::nbody {
namespace {

constexpr int kNumStops = 11;
// Colours equally spaced from 0 to 1.
struct ColorMap {
  std::string_view name;
  double stops[kNumStops][3];
};
constexpr ColorMap kMaps[] = {
    {"ember",
     {{3, 4, 18},
      {18, 13, 58},
      {47, 16, 101},
      {88, 24, 124},
      {133, 38, 126},
      {181, 54, 111},
      {222, 79, 87},
      {246, 121, 70},
      {253, 172, 92},
      {254, 218, 145},
      {255, 250, 220}}},
    {"viridis",
     {{68, 1, 84},
      {72, 36, 117},
      {65, 68, 135},
      {53, 95, 141},
      {42, 120, 142},
      {33, 145, 140},
      {34, 168, 132},
      {68, 191, 112},
      {122, 209, 81},
      {189, 223, 38},
      {253, 231, 37}}},
    {"gray",
     {{0, 0, 0},
      {25, 25, 25},
      {51, 51, 51},
      {76, 76, 76},
      {102, 102, 102},
      {127, 127, 127},
      {153, 153, 153},
      {178, 178, 178},
      {204, 204, 204},
      {229, 229, 229},
      {255, 255, 255}}},
};

}  // namespace

Color density_color(double t, std::string_view name) {
  const auto* map = std::ranges::find(kMaps, name, &ColorMap::name);
  MOTLEY_CHECK(map != std::end(kMaps), "there is no colour map {}", name);
  const double position = std::clamp(t, 0., 1.) * (kNumStops - 1);
  const int i = std::min(static_cast<int>(position), kNumStops - 2);
  const double u = position - i;
  Color color;
  for (int c = 0; c < 3; ++c) {
    color[c] =
        static_cast<uint8_t>(std::lround((1 - u) * map->stops[i][c] + u * map->stops[i + 1][c]));
  }
  return color;
}

}  // namespace motley::nbody
