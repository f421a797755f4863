#include <gtest/gtest.h>

#include <cmath>

#include "core/base/half.h"

namespace motley::core {
namespace {

TEST(Half, EveryBitPatternSurvives) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto b = static_cast<uint16_t>(bits);
    const double f16 = double_from_f16_bits(b), bf16 = double_from_bf16_bits(b);
    if (std::isnan(f16)) {
      EXPECT_TRUE(std::isnan(double_from_f16_bits(f16_bits_from_double(f16))));
    } else {
      EXPECT_EQ(f16_bits_from_double(f16), b);
    }
    if (std::isnan(bf16)) {
      EXPECT_TRUE(std::isnan(double_from_bf16_bits(bf16_bits_from_double(bf16))));
    } else {
      EXPECT_EQ(bf16_bits_from_double(bf16), b);
    }
  }
}

TEST(Half, RoundsToNearestWithTiesToEven) {
  // Between neighbours a < b the midpoint rounds to the even one, anything else to the nearer.
  for (uint32_t bits = 0; bits < 0x7C00 - 1; ++bits) {
    const double a = double_from_f16_bits(static_cast<uint16_t>(bits)),
                 b = double_from_f16_bits(static_cast<uint16_t>(bits + 1));
    const double middle = (a + b) / 2;
    EXPECT_EQ(f16_bits_from_double(middle), bits + (bits & 1)) << bits;
    EXPECT_EQ(f16_bits_from_double(std::nextafter(middle, a)), bits);
    EXPECT_EQ(f16_bits_from_double(std::nextafter(middle, b)), bits + 1);
  }
  EXPECT_EQ(f16_bits_from_double(65519.99), 0x7BFF);
  EXPECT_EQ(f16_bits_from_double(65520), 0x7C00);  // half way to 65536: infinity
  EXPECT_EQ(f16_bits_from_double(-1e300), 0xFC00);
  EXPECT_EQ(f16_bits_from_double(1e-300), 0);
  EXPECT_EQ(bf16_bits_from_double(1 + 0x1p-8), 0x3F80);
  EXPECT_EQ(bf16_bits_from_double(1 + 3 * 0x1p-8), 0x3F82);
  EXPECT_EQ(bf16_bits_from_double(-0.0), 0x8000);
}

TEST(Half, FromFloatIsAsFromDouble) {
  for (uint32_t bits = 0; bits < 0xFFFF'0000; bits += 0x1003) {
    const float value = std::bit_cast<float>(bits);
    if (std::isnan(value)) continue;
    EXPECT_EQ(f16_from_float(value), f16_bits_from_double(value)) << value;
    EXPECT_EQ(bf16_from_float(value), bf16_bits_from_double(value)) << value;
  }
}

}  // namespace
}  // namespace motley::core
