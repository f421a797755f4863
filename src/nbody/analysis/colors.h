// Colour maps of the density image: 8-bit red, green, blue. Part of density_image.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace motley::nbody {

using Color = std::array<uint8_t, 3>;

// t from 0 (voids) to 1 (halos). The maps are
//
//   ember      night blue, violet, red, orange, white
//   viridis    matplotlib's: violet, green, yellow
//   gray       black to white
//
// Lightness increases monotonically in all, so they also work in grey and for most colour-blind
// readers. An unknown name is an internal error: the settings have been checked.
Color density_color(double t, std::string_view map = "ember");

}  // namespace motley::nbody
