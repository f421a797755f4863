#include "nbody/analysis/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"

namespace motley::nbody {
namespace {

// 5 x 7 pixels: a byte per row, its low five bits from left to right.
constexpr int kGlyphWidth = 5, kGlyphHeight = 7, kAdvance = 6;
struct Glyph {
  char letter;
  uint8_t rows[kGlyphHeight];
};
constexpr Glyph kGlyphs[] = {
    {'+', {0x00, 0x04, 0x04, 0x1f, 0x04, 0x04, 0x00}},
    {'-', {0x00, 0x00, 0x00, 0x1f, 0x00, 0x00, 0x00}},
    {'.', {0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c}},
    {'/', {0x01, 0x01, 0x02, 0x04, 0x08, 0x10, 0x10}},
    {'0', {0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e}},
    {'1', {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e}},
    {'2', {0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f}},
    {'3', {0x1e, 0x01, 0x01, 0x0e, 0x01, 0x01, 0x1e}},
    {'4', {0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}},
    {'5', {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e}},
    {'6', {0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}},
    {'7', {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
    {'8', {0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}},
    {'9', {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c}},
    {'=', {0x00, 0x00, 0x1f, 0x00, 0x1f, 0x00, 0x00}},
    {'M', {0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11}},
    {'a', {0x00, 0x00, 0x0e, 0x01, 0x0f, 0x11, 0x0f}},
    {'c', {0x00, 0x00, 0x0e, 0x10, 0x10, 0x11, 0x0e}},
    {'d', {0x01, 0x01, 0x0d, 0x13, 0x11, 0x11, 0x0f}},
    {'e', {0x00, 0x00, 0x0e, 0x11, 0x1f, 0x10, 0x0e}},
    {'h', {0x10, 0x10, 0x16, 0x19, 0x11, 0x11, 0x11}},
    {'i', {0x04, 0x00, 0x0c, 0x04, 0x04, 0x04, 0x0e}},
    {'k', {0x10, 0x10, 0x12, 0x14, 0x18, 0x14, 0x12}},
    {'m', {0x00, 0x00, 0x1a, 0x15, 0x15, 0x11, 0x11}},
    {'n', {0x00, 0x00, 0x16, 0x19, 0x11, 0x11, 0x11}},
    {'p', {0x00, 0x00, 0x1e, 0x11, 0x1e, 0x10, 0x10}},
    {'s', {0x00, 0x00, 0x0e, 0x10, 0x0e, 0x01, 0x1e}},
    {'t', {0x08, 0x08, 0x1c, 0x08, 0x08, 0x09, 0x06}},
    {'y', {0x00, 0x00, 0x11, 0x11, 0x0f, 0x01, 0x0e}},
    {'z', {0x00, 0x00, 0x1f, 0x02, 0x04, 0x08, 0x1f}},
};

constexpr Color kInk = {255, 255, 255}, kShade = {0, 0, 0};

class Canvas {
 public:
  Canvas(std::vector<uint8_t>& pixels, int size)
      : pixels_(pixels), size_(size), scale_(std::max(1, size / 384)) {}

  int scale() const { return scale_; }
  int text_width(const std::string& text) const {
    return static_cast<int>(text.size()) * kAdvance * scale_;
  }
  int text_height() const { return kGlyphHeight * scale_; }

  void rectangle(int x, int y, int width, int height, const Color& color) {
    for (int row = std::max(0, y); row < std::min(size_, y + height); ++row) {
      for (int column = std::max(0, x); column < std::min(size_, x + width); ++column) {
        std::ranges::copy(color, &pixels_[3 * (static_cast<int64_t>(row) * size_ + column)]);
      }
    }
  }

  // White on a black outline, so that it is legible on any colour.
  void text(int x, int y, const std::string& text) {
    for (const bool outline : {true, false}) {
      int at = x;
      for (const char letter : text) {
        glyph(at, y, letter, outline);
        at += kAdvance * scale_;
      }
    }
  }

  void framed(int x, int y, int width, int height) {
    rectangle(x - 1, y - 1, width + 2, height + 2, kShade);
    rectangle(x, y, width, height, kInk);
  }

 private:
  void glyph(int x, int y, char letter, bool outline) {
    if (letter == ' ') return;
    const auto* found = std::ranges::find(kGlyphs, letter, &Glyph::letter);
    MOTLEY_CHECK(found != std::end(kGlyphs), "there is no glyph for `{}`", letter);
    for (int row = 0; row < kGlyphHeight; ++row) {
      for (int column = 0; column < kGlyphWidth; ++column) {
        if (!(found->rows[row] >> (kGlyphWidth - 1 - column) & 1)) continue;
        const int border = outline ? 1 : 0;
        rectangle(x + column * scale_ - border, y + row * scale_ - border, scale_ + 2 * border,
                  scale_ + 2 * border, outline ? kShade : kInk);
      }
    }
  }

  std::vector<uint8_t>& pixels_;
  int size_, scale_;
};

// Two digits, in letters that have glyphs: 0.12, 35, 1.2e+03.
std::string number_text(double value) { return fmt::format("{:.2g}", value); }

}  // namespace

double scale_bar_length(double box_size) {
  const double power = std::pow(10, std::floor(std::log10(box_size / 4)));
  double length = power;
  for (const double factor : {2., 5.}) {
    if (factor * power <= box_size / 4) length = factor * power;
  }
  return length;
}

void draw_labels(std::vector<uint8_t>& pixels, int size, const ImageLabels& labels) {
  Canvas canvas(pixels, size);
  const int margin = size / 40 + 2, height = canvas.text_height(), gap = 3 * canvas.scale();
  canvas.text(margin, margin, fmt::format("z = {:.3g}", labels.redshift));

  const double length = scale_bar_length(labels.box_size);
  const int bar = static_cast<int>(std::lround(length / labels.box_size * size));
  const int base = size - margin;
  canvas.framed(margin, base - 2 * canvas.scale(), bar, 2 * canvas.scale());
  const bool in_kpc = length < 0.1;
  canvas.text(margin, base - 2 * canvas.scale() - gap - height,
              fmt::format("{:g} {}pc/h", in_kpc ? 1000 * length : length, in_kpc ? "k" : "M"));

  // The colour bar, with its ends below and its title above.
  const int width = size / 4, right = size - margin, left = right - width;
  const int top = base - 2 * height - gap;
  for (int x = 0; x < width; ++x) {
    canvas.rectangle(left + x, top, 1, height,
                     density_color(static_cast<double>(x) / (width - 1), labels.colors));
  }
  const std::string high = number_text(labels.high), title = "density / mean";
  canvas.text(left, base - height, number_text(labels.low));
  canvas.text(right - canvas.text_width(high), base - height, high);
  canvas.text(right - canvas.text_width(title), top - gap - height, title);
}

}  // namespace motley::nbody
