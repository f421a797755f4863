// Encodes an image of 8-bit red, green, blue as PNG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace motley::nbody {

// `pixels` has 3 * width * height bytes, top row first. `comment` is stored in the file.
std::string encode_png(std::span<const uint8_t> pixels, int width, int height,
                       const std::string& comment);

}  // namespace motley::nbody
