#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/integer.h"

namespace motley::core {
namespace {

TEST(UserError, NamesThePositionAsFarAsItIsKnown) {
  EXPECT_STREQ(UserError({"a.mlir", 3, 7}, "wrong").what(), "a.mlir:3:7: wrong");
  EXPECT_STREQ(UserError({"a.mlir"}, "wrong").what(), "a.mlir: wrong");
  EXPECT_STREQ(UserError("wrong").what(), "wrong");
}

TEST(Check, NamesTheInvariant) {
  try {
    MOTLEY_CHECK(1 + 1 == 3, "sum of {}", 1);
    FAIL();
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("sum of 1 (invariant `1 + 1 == 3`"),
              std::string::npos);
  }
}

TEST(CheckedArithmetic, RejectsOverflow) {
  EXPECT_EQ(checked_add(INT64_MAX, 1), std::nullopt);
  EXPECT_EQ(checked_multiply(int64_t{1} << 32, int64_t{1} << 31), std::nullopt);
  EXPECT_EQ(checked_multiply(-3, 4), -12);
  EXPECT_EQ(ceil_divide(7, 2), 4);
  EXPECT_EQ(ceil_divide(-7, 2), -3);
  EXPECT_EQ(ceil_divide(6, 2), 3);
}

}  // namespace
}  // namespace motley::core
