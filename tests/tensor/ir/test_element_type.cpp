#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "tensor/ir/compare.h"
#include "tensor/ir/float_text.h"
#include "tensor/ir/literal.h"

namespace motley::tensor {
namespace {

TEST(ElementType, NamesGoBothWays) {
  for (int i = 0; i < kNumElementTypes; ++i) {
    const auto type = static_cast<ElementType>(i);
    EXPECT_EQ(element_type_from_name(name(type)), type);
    EXPECT_EQ(element_type_from_safetensors(safetensors_name(type)), type);
    EXPECT_EQ(element_type_from_numpy(numpy_name(type)), type);
  }
  EXPECT_FALSE(element_type_from_name("f8E4M3FN"));
}

TEST(ElementType, IntegersWrapToTheirWidth) {
  EXPECT_EQ(wrap_to(ElementType::kI8, int64_t{200}), -56);
  EXPECT_EQ(wrap_to(ElementType::kU8, uint64_t{300}), 44u);
  EXPECT_EQ(wrap_to(ElementType::kI1, uint64_t{7}), 1u);
  EXPECT_EQ(wrap_to(ElementType::kI64, INT64_MIN), INT64_MIN);
}

std::string text_of(float v) {
  return float_text(ElementType::kF32, reinterpret_cast<const std::byte*>(&v), 0);
}

TEST(FloatText, IsInMlirNotation) {
  EXPECT_EQ(text_of(1.0f), "1.000000e+00");
  EXPECT_EQ(text_of(0.1f), "1.000000e-01");
  EXPECT_EQ(text_of(2.59469f), "2.594690e+00");
  EXPECT_EQ(text_of(1.0f / 3), "0.333333343");
  EXPECT_EQ(text_of(2.10989404f), "2.10989404");
  EXPECT_EQ(text_of(-0.533994138f), "-0.533994138");
  EXPECT_EQ(text_of(1.17549435e-38f), "1.17549435E-38");
  EXPECT_EQ(text_of(-0.0f), "-0.000000e+00");
  EXPECT_EQ(text_of(std::numeric_limits<float>::infinity()), "0x7F800000");
  EXPECT_EQ(text_of(std::numeric_limits<float>::quiet_NaN()), "0x7FC00000");
}

TEST(FloatText, ReadsBackToTheSameBits) {
  uint32_t state = 12345;
  for (int i = 0; i < 20000; ++i) {
    state = state * 1664525u + 1013904223u;
    float v;
    std::memcpy(&v, &state, 4);
    if (!std::isfinite(v)) continue;
    const std::string text = text_of(v);
    if (text.starts_with("0x")) continue;
    EXPECT_EQ(std::strtof(text.c_str(), nullptr), v) << text;
  }
}

TEST(RelativeError, IsANormAndKnowsNan) {
  auto literal = [](std::vector<float> v) {
    return Literal::from_bytes({ElementType::kF32, {static_cast<int64_t>(v.size())}},
                               {reinterpret_cast<const std::byte*>(v.data()), v.size() * 4});
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_DOUBLE_EQ(relative_error(literal({3, 4}), literal({3, 4})), 0);
  EXPECT_DOUBLE_EQ(relative_error(literal({3, 5}), literal({3, 4})), 0.2);
  EXPECT_DOUBLE_EQ(relative_error(literal({0, 2}), literal({0, 0})), 2);
  EXPECT_EQ(relative_error(literal({nan, 4}), literal({nan, 4})), 0);
  EXPECT_TRUE(std::isinf(relative_error(literal({nan, 4}), literal({3, 4}))));
  EXPECT_TRUE(std::isinf(relative_error(literal({3, 4}), literal({nan, 4}))));
}

}  // namespace
}  // namespace motley::tensor
