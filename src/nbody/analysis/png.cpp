#include "nbody/analysis/png.h"

#include <png.h>

#include <vector>

#include "core/base/error.h"

namespace motley::nbody {
namespace {

void append(png_structp png, png_bytep data, png_size_t bytes) {
  static_cast<std::string*>(png_get_io_ptr(png))
      ->append(reinterpret_cast<const char*>(data), bytes);
}
void no_flush(png_structp) {}

// Instead of libpng's long jump.
[[noreturn]] void fail(png_structp, png_const_charp message) {
  throw core::InternalError(std::string("libpng: ") + message);
}

}  // namespace

std::string encode_png(std::span<const uint8_t> pixels, int width, int height,
                       const std::string& comment) {
  MOTLEY_CHECK(pixels.size() == size_t{3} * width * height, "{} bytes for {} x {} pixels",
               pixels.size(), width, height);
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &bytes, append, no_flush);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  std::string key = "Comment", text = comment;
  png_text note = {};
  note.compression = PNG_TEXT_COMPRESSION_NONE;
  note.key = key.data();
  note.text = text.data();
  png_set_text(png, info, &note, 1);
  // Four times as fast as the defaults, and a seventh larger files.
  png_set_compression_level(png, 3);
  png_set_filter(png, 0, PNG_FILTER_SUB);
  png_write_info(png, info);
  for (int y = 0; y < height; ++y) png_write_row(png, &pixels[size_t{3} * width * y]);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

}  // namespace motley::nbody
