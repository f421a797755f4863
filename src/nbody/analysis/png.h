// Images of 8-bit red, green, blue as PNG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace motley::nbody {

// `pixels` has 3 * width * height bytes, top row first. `comment` is stored in the file.
std::string encode_png(std::span<const uint8_t> pixels, int width, int height,
                       const std::string& comment);

// The image in a PNG file that encode_png wrote, made smaller by averaging whole blocks of pixels
// until it is at most `edge` wide and high, with colours rounded to five bits: a few times smaller
// in pixels, tens of times in bytes. An empty text where the bytes are no such image.
std::string thumbnail_png(const std::string& png, int edge);

}  // namespace motley::nbody
