// Colour map of the density image: 8-bit red, green, blue. Part of density_image.cpp.
#pragma once

#include <array>
#include <cstdint>

namespace motley::nbody {

// t from 0 (voids) to 1 (halos): night blue, violet, red, orange, white. Lightness increases
// monotonically, so the map also works in grey and for most colour-blind readers.
std::array<uint8_t, 3> density_color(double t);

}  // namespace motley::nbody
