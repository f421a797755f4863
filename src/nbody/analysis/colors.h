// Colours for a density, as 8-bit red, green, blue. Part of picture.cpp.
#pragma once

#include <array>
#include <cstdint>

namespace motley::nbody {

// t from 0 (voids) to 1 (halos): night blue, violet, red, orange, white. Lightness only rises, so
// that it reads in grey and for most colour-blind eyes.
std::array<uint8_t, 3> density_color(double t);

}  // namespace motley::nbody
