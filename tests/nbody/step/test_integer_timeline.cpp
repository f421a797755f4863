#include <gtest/gtest.h>

#include "nbody/step/integer_timeline.h"

namespace motley::nbody {
namespace {

TEST(IntegerTimeline, TicksAndScaleFactorsAreInverse) {
  const IntegerTimeline line{.a_begin = 0.02, .a_end = 1};
  EXPECT_EQ(line.scale_factor(0), 0.02);
  EXPECT_EQ(line.scale_factor(IntegerTimeline::kTicks), 1);
  EXPECT_EQ(line.tick(0.02), 0);
  EXPECT_EQ(line.tick(1), IntegerTimeline::kTicks);
  for (int64_t tick : {int64_t{1}, int64_t{12345678}, IntegerTimeline::kTicks - 1}) {
    EXPECT_EQ(line.tick(line.scale_factor(tick)), tick);
  }
  EXPECT_NEAR(line.scale_factor(line.tick(0.5)), 0.5, 4e-9);
}

}  // namespace
}  // namespace motley::nbody
