#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace motley::core {
namespace {

// The known-answer tests published by Philox's authors.
TEST(Philox, PassesThePublishedKnownAnswerTests) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (std::array<uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (std::array<uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Normal, HasTheRightMoments) {
  const RandomStream stream{.seed = 7, .tensor = 3};
  double sum = 0, square = 0, fourth = 0;
  const int n = 200000;
  for (int i = 0; i < n; ++i) {
    const double v = normal_at(stream, i);
    sum += v;
    square += v * v;
    fourth += v * v * v * v;
  }
  // Within four standard errors: 1/sqrt(n), sqrt(2/n), sqrt(96/n).
  EXPECT_NEAR(sum / n, 0, 4 / std::sqrt(n));
  EXPECT_NEAR(square / n, 1, 4 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourth / n, 3, 4 * std::sqrt(96.0 / n));
}

TEST(Random, DependsOnSeedTensorAndIndexAlone) {
  const double v = uniform_at({1, 2}, 3);
  EXPECT_EQ(v, uniform_at({1, 2}, 3));
  EXPECT_NE(v, uniform_at({2, 2}, 3));
  EXPECT_NE(v, uniform_at({1, 3}, 3));
  EXPECT_NE(v, uniform_at({1, 2}, 3 + (int64_t{1} << 32)));
}

}  // namespace
}  // namespace motley::core
