#include <gtest/gtest.h>

#include "core/base/statistics.h"

namespace motley::core {
namespace {

TEST(Median, IsTheUpperOfTwoInTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 3);
  EXPECT_EQ(midpoint_median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(midpoint_median({3, 1, 2}), 2);
}

TEST(Spread, IsTheInterquartileRangeOverTheMedian) {
  const Spread spread = spread_of({5, 1, 4, 2, 3});
  EXPECT_EQ(spread.median, 3);
  EXPECT_DOUBLE_EQ(spread.relative, 2.0 / 3);
}

}  // namespace
}  // namespace motley::core
