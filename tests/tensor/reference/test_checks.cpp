#include "core/base/error.h"
#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

CheckResult check(const std::string& kind, const Literal& got, const Literal& expected) {
  const Program program =
      program_of(OpCode::kCustomCall, {got, expected}, CustomCallAttrs{"check." + kind, {}});
  return interpret(program, {got, expected}).checks.at(0);
}

TEST(Checks, EqualValues) {
  EXPECT_TRUE(check("expect_eq", f32({1, kNaN, -0.0, kInf}), f32({1, kNaN, 0.0, kInf})).passed);
  EXPECT_FALSE(check("expect_eq", f32({kNaN}), f32({1})).passed);
  EXPECT_FALSE(check("expect_eq", f32({1}), f32({kNaN})).passed);
  EXPECT_FALSE(check("expect_eq", f32({1}), f32({1 + 0x1p-23})).passed);
  EXPECT_TRUE(check("expect_eq", literal(kF32, {0}, {}), literal(kF32, {0}, {})).passed);
}

TEST(Checks, CloseMeansThreeUlp) {
  EXPECT_TRUE(check("expect_close", f32({1 + 3 * 0x1p-23}), f32({1})).passed);
  EXPECT_FALSE(check("expect_close", f32({1 + 4 * 0x1p-23}), f32({1})).passed);
  EXPECT_TRUE(check("expect_close", vec(kBF16, {1 + 3 * 0x1p-7}), vec(kBF16, {1})).passed);
  EXPECT_TRUE(check("expect_close", vec(kF64, {0x1p-1074}), vec(kF64, {-0x1p-1073})).passed);
  EXPECT_FALSE(check("expect_close", f32({kInf}), f32({3.4028234663852886e38})).passed);
  EXPECT_FALSE(check("expect_close", vec(kF64, {1.7e308}), vec(kF64, {-1.7e308})).passed);
  EXPECT_FALSE(check("expect_close", i32({5}), i32({6})).passed);
}

TEST(Checks, AlmostMeansOneInTenThousand) {
  EXPECT_TRUE(check("expect_almost_eq", f32({0.00009}), f32({0})).passed);
  EXPECT_FALSE(check("expect_almost_eq", f32({0.00011}), f32({0})).passed);
  EXPECT_TRUE(check("expect_almost_eq", f32({10000.9}), f32({10000})).passed);
  EXPECT_FALSE(check("expect_almost_eq", f32({10001.1}), f32({10000})).passed);
  EXPECT_TRUE(check("expect_almost_eq", f32({kNaN, -kInf}), f32({kNaN, -kInf})).passed);
  EXPECT_FALSE(check("expect_almost_eq", f32({kInf}), f32({-kInf})).passed);
}

TEST(Checks, TellTheFirstMismatch) {
  const CheckResult result =
      check("expect_eq", literal(kF32, {2, 2}, {1, 2, 3, 4}), literal(kF32, {2, 2}, {1, 2, 0, 0}));
  EXPECT_EQ(result.kind, "check.expect_eq");
  EXPECT_EQ(result.line, 7);
  EXPECT_EQ(result.column, 3);
  EXPECT_EQ(result.detail,
            "at [1, 0]: got 3, expected 0 (1077936128 ulp apart); 2 of 4 elements differ");
  EXPECT_EQ(check("expect_eq", scalar(kI1, 1), scalar(kI1, 0)).detail,
            "at []: got true, expected false");
}

TEST(Checks, UnknownCallsAreRefusedWithTheirPlace_error) {
  const Literal x = f32({1});
  try {
    interpret(program_of(OpCode::kCustomCall, {x, x}, CustomCallAttrs{"mystery", {}}), {x, x});
    FAIL() << "no error";
  } catch (const core::UserError& e) {
    EXPECT_STREQ(e.what(),
                 "test.mlir:7:3: stablehlo.custom_call: unsupported custom_call @mystery");
  }
}

}  // namespace
}  // namespace motley::tensor
