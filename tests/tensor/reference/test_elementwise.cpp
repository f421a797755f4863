#include <bit>

#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

TEST(Elementwise, FloatsRoundToTheirTypeAfterEachOp) {
  expect_numbers(evaluate(OpCode::kAdd, {f32({1, 0x1p24}), f32({0x1p-25, 1})}), {1, 0x1p24});
  expect_numbers(evaluate(OpCode::kAdd, {vec(kBF16, {1, 256}), vec(kBF16, {0x1p-9, 1})}), {1, 256});
  expect_numbers(evaluate(OpCode::kMultiply, {vec(kF16, {65504, 300}), vec(kF16, {2, 300})}),
                 {kInf, kInf});
  expect_numbers(evaluate(OpCode::kDivide, {f32({1, -1, 0}), f32({0, 0, 0})}), {kInf, -kInf, kNaN});
}

TEST(Elementwise, IntegersWrap) {
  expect_numbers(evaluate(OpCode::kAdd, {vec(kI8, {127, -128}), vec(kI8, {1, -1})}), {-128, 127});
  expect_numbers(evaluate(OpCode::kMultiply, {vec(kU8, {16, 255}), vec(kU8, {16, 255})}), {0, 1});
  expect_numbers(evaluate(OpCode::kNegate, {vec(kI8, {-128, 5})}), {-128, -5});
  expect_numbers(evaluate(OpCode::kAbs, {vec(kI32, {-2147483648.0, -7})}), {-2147483648.0, 7});
  Literal low = Literal::zeros({kI64, {1}});
  low.set_signed(0, INT64_MIN);
  EXPECT_EQ(evaluate(OpCode::kSubtract, {low, vec(kI64, {1})}).get_signed(0), INT64_MAX);
  EXPECT_EQ(evaluate(OpCode::kNegate, {low}).get_signed(0), INT64_MIN);
}

TEST(Elementwise, DivisionOfIntegersByZeroGivesAllOnes) {
  expect_numbers(evaluate(OpCode::kDivide, {i32({7, -7, 5, -2147483648.0}), i32({2, 2, 0, -1})}),
                 {3, -3, -1, -2147483648.0});
  expect_numbers(evaluate(OpCode::kDivide, {vec(kU8, {5, 200}), vec(kU8, {0, 7})}), {255, 28});
  expect_numbers(evaluate(OpCode::kRemainder, {i32({7, -7, 5, -2147483648.0}), i32({2, 2, 0, -1})}),
                 {1, -1, 5, 0});
  expect_numbers(evaluate(OpCode::kRemainder, {vec(kU8, {5, 200}), vec(kU8, {0, 7})}), {5, 4});
}

TEST(Elementwise, RemainderOfFloatsHasTheDividendsSign) {
  expect_numbers(evaluate(OpCode::kRemainder,
                          {f32({5.5, -5.5, 5, kInf, 5, -0.0}), f32({2, 2, 0, 2, kInf, 3})}),
                 {1.5, -1.5, kNaN, kNaN, 5, -0.0});
}

TEST(Elementwise, ShiftsByTheWidthOrMoreEmptyTheElement) {
  const Literal values = vec(kI8, {-5, -5, -5, 5, 100, -5});
  const Literal amounts = vec(kI8, {7, 8, -1, 9, -128, 1});
  expect_numbers(evaluate(OpCode::kShiftLeft, {values, amounts}), {-128, 0, 0, 0, 0, -10});
  expect_numbers(evaluate(OpCode::kShiftRightArithmetic, {values, amounts}),
                 {-1, -1, -1, 0, 0, -3});
  expect_numbers(evaluate(OpCode::kShiftRightLogical, {values, amounts}), {1, 0, 0, 0, 0, 125});
  const Literal bytes = vec(kU8, {200, 200, 200});
  expect_numbers(evaluate(OpCode::kShiftRightArithmetic, {bytes, vec(kU8, {7, 8, 255})}),
                 {255, 255, 255});
  expect_numbers(evaluate(OpCode::kShiftRightLogical, {vec(kI64, {-1}), vec(kI64, {64})}), {0});
}

TEST(Elementwise, PowerOfIntegersIsExactAndTruncatesInverses) {
  expect_numbers(evaluate(OpCode::kPower, {i32({2, 0, 0, 1, -1, -1, -2, 3, 2}),
                                           i32({-1, -1, 0, -5, -3, -4, 3, 40, 31})}),
                 {0, 0, 1, 1, -1, 1, -8, 689956897, -2147483648.0});
  expect_numbers(evaluate(OpCode::kPower, {vec(kU8, {2, 3}), vec(kU8, {200, 5})}), {0, 243});
  expect_numbers(evaluate(OpCode::kPower,
                          {f32({1, -2, -2, 0, 0, kInf, -1}), f32({kNaN, 2, 0.5, 0, -1, 0, kInf})}),
                 {1, 4, kNaN, 1, kInf, 1, 1});
}

TEST(Elementwise, MaximumAndMinimumCarryNaN) {
  const Literal a = f32({kNaN, 1, -0.0, 0.0, 2}), b = f32({1, kNaN, 0.0, -0.0, 3});
  expect_numbers(evaluate(OpCode::kMaximum, {a, b}), {kNaN, kNaN, 0.0, 0.0, 3});
  expect_numbers(evaluate(OpCode::kMinimum, {a, b}), {kNaN, kNaN, -0.0, -0.0, 2});
  expect_numbers(evaluate(OpCode::kClamp, {scalar(kF32, 3), f32({1, kNaN, 9}), scalar(kF32, 5)}),
                 {3, kNaN, 5});
  expect_numbers(evaluate(OpCode::kClamp, {i32({1, 5, 0}), i32({0, 9, 0}), i32({2, 3, -1})}),
                 {1, 3, -1});
}

TEST(Elementwise, SignKeepsZerosAndNaN) {
  expect_numbers(evaluate(OpCode::kSign, {f32({kNaN, -0.0, 0.0, -2, 3})}),
                 {kNaN, -0.0, 0.0, -1, 1});
  expect_numbers(evaluate(OpCode::kSign, {i32({-4, 0, 9})}), {-1, 0, 1});
}

TEST(Elementwise, BooleansAddAsOrAndMultiplyAsAnd) {
  const Literal a = vec(kI1, {0, 0, 1, 1}), b = vec(kI1, {0, 1, 0, 1});
  expect_numbers(evaluate(OpCode::kAdd, {a, b}), {0, 1, 1, 1});
  expect_numbers(evaluate(OpCode::kMultiply, {a, b}), {0, 0, 0, 1});
  expect_numbers(evaluate(OpCode::kXor, {a, b}), {0, 1, 1, 0});
  expect_numbers(evaluate(OpCode::kMaximum, {a, b}), {0, 1, 1, 1});
  expect_numbers(evaluate(OpCode::kNot, {a}), {1, 1, 0, 0});
  expect_numbers(evaluate(OpCode::kNot, {vec(kU8, {5})}), {250});
}

TEST(Elementwise, BitsAreCountedWithinTheWidth) {
  expect_numbers(evaluate(OpCode::kCountLeadingZeros, {vec(kI8, {0, 1, -1})}), {8, 7, 0});
  expect_numbers(evaluate(OpCode::kPopulationCount, {vec(kI8, {-1, 7})}), {8, 3});
  expect_numbers(evaluate(OpCode::kPopulationCount, {vec(kU64, {0, 0x1p63})}), {0, 1});
}

TEST(Elementwise, RoundingOfTies) {
  const Literal x = f32({0.5, 1.5, -2.5, -0.3, 0.49999997});
  expect_numbers(evaluate(OpCode::kRoundNearestEven, {x}), {0, 2, -2, -0.0, 0});
  expect_numbers(evaluate(OpCode::kRoundNearestAfz, {x}), {1, 2, -3, -0.0, 0});
}

TEST(Elementwise, FunctionsOfFloat32AreCorrectlyRounded) {
  // Nearest floats of the exact values.
  expect_numbers(evaluate(OpCode::kExponential, {f32({1, -1})}),
                 {2.7182817459106445, 0.3678794503211975});
  expect_numbers(evaluate(OpCode::kTanh, {f32({0.5})}), {0.46211716532707214});
  expect_numbers(evaluate(OpCode::kLogistic, {vec(kF64, {-800, 0, 800})}), {0, 0.5, 1});
  expect_numbers(evaluate(OpCode::kRsqrt, {vec(kF64, {-0.0, 0.0, -1, kInf, 4})}),
                 {-kInf, kInf, kNaN, 0, 0.5});
  expect_numbers(evaluate(OpCode::kCbrt, {f32({-27, 8})}), {-3, 2});
  expect_numbers(evaluate(OpCode::kLogPlusOne, {vec(kF64, {1e-20})}), {1e-20});
  expect_numbers(evaluate(OpCode::kExponentialMinusOne, {vec(kF64, {1e-20})}), {1e-20});
  expect_numbers(evaluate(OpCode::kAtan2, {f32({0, -0.0, 1}), f32({-1, -1, 0})}),
                 {3.1415927410125732, -3.1415927410125732, 1.5707963705062866});
}

TEST(Elementwise, PredicatesOfFloats) {
  const Literal x = f32({1, kInf, -kInf, kNaN});
  expect_numbers(evaluate(OpCode::kIsFinite, {x}), {1, 0, 0, 0});
  expect_numbers(evaluate(OpCode::kIsInf, {x}), {0, 1, 1, 0});
  expect_numbers(evaluate(OpCode::kIsPosInf, {x}), {0, 1, 0, 0});
  expect_numbers(evaluate(OpCode::kIsNegInf, {x}), {0, 0, 1, 0});
}

TEST(Compare, FloatsAreUnorderedWithNaN) {
  const Literal a = f32({1, kNaN, -0.0, 2}), b = f32({2, kNaN, 0.0, kNaN});
  const auto holds = [&](CompareDirection direction, CompareKind kind) {
    return evaluate(OpCode::kCompare, {a, b}, CompareAttrs{direction, kind});
  };
  expect_numbers(holds(CompareDirection::kEq, CompareKind::kFloat), {0, 0, 1, 0});
  expect_numbers(holds(CompareDirection::kNe, CompareKind::kFloat), {1, 1, 0, 1});
  expect_numbers(holds(CompareDirection::kLt, CompareKind::kFloat), {1, 0, 0, 0});
  expect_numbers(holds(CompareDirection::kGe, CompareKind::kFloat), {0, 0, 1, 0});
  // In total order -0 is below 0 and NaN above all.
  expect_numbers(holds(CompareDirection::kLt, CompareKind::kTotalOrder), {1, 0, 1, 1});
  expect_numbers(holds(CompareDirection::kEq, CompareKind::kTotalOrder), {0, 1, 0, 0});
  expect_numbers(evaluate(OpCode::kCompare, {f32({-kNaN, -kInf}), f32({-kInf, -1})},
                          CompareAttrs{CompareDirection::kLt, CompareKind::kTotalOrder}),
                 {1, 1});
}

TEST(Compare, UnsignedNumbersAreNotNegative) {
  expect_numbers(evaluate(OpCode::kCompare, {vec(kU8, {200}), vec(kU8, {100})},
                          CompareAttrs{CompareDirection::kGt, CompareKind::kUnsigned}),
                 {1});
  expect_numbers(evaluate(OpCode::kCompare, {vec(kI8, {-56}), vec(kI8, {100})},
                          CompareAttrs{CompareDirection::kGt, CompareKind::kSigned}),
                 {0});
}

TEST(Convert, FloatsToIntegersTruncateAndSaturate) {
  const Literal x = f32({1.9, -1.9, 300, -300, kNaN, kInf, -kInf, 3e10});
  expect_numbers(evaluate(OpCode::kConvert, {x}, ConvertAttrs{kI8}),
                 {1, -1, 127, -128, 0, 127, -128, 127});
  expect_numbers(evaluate(OpCode::kConvert, {x}, ConvertAttrs{kU8}),
                 {1, 0, 255, 0, 0, 255, 0, 255});
  const Literal wide = evaluate(OpCode::kConvert, {f32({kNaN, kInf, -kInf})}, ConvertAttrs{kI64});
  EXPECT_EQ(wide.get_signed(1), INT64_MAX);
  EXPECT_EQ(wide.get_signed(2), INT64_MIN);
  const Literal most = evaluate(OpCode::kConvert, {vec(kF64, {kInf, 1.8e19})}, ConvertAttrs{kU64});
  EXPECT_EQ(most.get_unsigned(0), UINT64_MAX);
  EXPECT_EQ(most.get_unsigned(1), 18000000000000000000ull);
}

TEST(Convert, AnythingButZeroIsTrue) {
  expect_numbers(evaluate(OpCode::kConvert, {f32({0, -0.0, 0.5, kNaN})}, ConvertAttrs{kI1}),
                 {0, 0, 1, 1});
  expect_numbers(evaluate(OpCode::kConvert, {i32({0, 2, -1, 256})}, ConvertAttrs{kI1}),
                 {0, 1, 1, 1});
  expect_numbers(evaluate(OpCode::kConvert, {vec(kI1, {0, 1})}, ConvertAttrs{kF16}), {0, 1});
}

TEST(Convert, IntegersWrapAndRoundOnce) {
  expect_numbers(evaluate(OpCode::kConvert, {i32({-1, 300})}, ConvertAttrs{kU8}), {255, 44});
  Literal x = Literal::zeros({kI64, {2}});
  // Half-way between two floats but for one unit, which a detour through double would lose.
  x.set_signed(0, (int64_t{1} << 60) + (int64_t{1} << 36) + 1);
  x.set_signed(1, -((int64_t{1} << 60) + (int64_t{1} << 36) + 1));
  expect_numbers(evaluate(OpCode::kConvert, {x}, ConvertAttrs{kF32}),
                 {0x1p60 + 0x1p37, -0x1p60 - 0x1p37});
  Literal top = Literal::zeros({kU64, {1}});
  top.set_unsigned(0, UINT64_MAX);
  expect_numbers(evaluate(OpCode::kConvert, {top}, ConvertAttrs{kF64}), {0x1p64});
}

TEST(ReducePrecision, RoundsMantissaThenLimitsExponent) {
  Literal x = f32({kInf, kNaN, 1e-40, 65519.0, 65520.0, -1e-9, 6e-5, -3.3});
  const auto reduced = [&](int64_t e, int64_t m) {
    const Literal y = evaluate(OpCode::kReducePrecision, {x}, ReducePrecisionAttrs{e, m});
    std::vector<uint32_t> bits;
    for (float v : y.values<float>()) bits.push_back(std::bit_cast<uint32_t>(v));
    bits[1] = std::isnan(y.values<float>()[1]);
    return bits;
  };
  using Bits = std::vector<uint32_t>;
  EXPECT_EQ(reduced(5, 10),
            (Bits{2139095040, 1, 0, 1199562752, 2139095040, 2147483648, 0, 3226681344}));
  EXPECT_EQ(reduced(8, 7), (Bits{2139095040, 1, 65536, 1199570944, 1199570944, 2961768448,
                                 947650560, 3226664960}));
  EXPECT_EQ(reduced(5, 2),
            (Bits{2139095040, 1, 0, 2139095040, 2139095040, 2147483648, 947912704, 3227516928}));
  EXPECT_EQ(reduced(2, 23),
            (Bits{2139095040, 1, 0, 2139095040, 2139095040, 2147483648, 0, 3226678067}));
}

TEST(NextAfter, StepsAmongTheNumbersOfTheType) {
  expect_numbers(
      evaluate(OpCode::kNextAfter, {f32({0, 1, 1, kInf, -0.0, 1}), f32({-1, 2, 0, 0, 0, 1})}),
      {-0x1p-149, 1 + 0x1p-23, 1 - 0x1p-24, 3.4028234663852886e38, 0, 1});
  expect_numbers(evaluate(OpCode::kNextAfter, {vec(kBF16, {1, -1}), vec(kBF16, {2, 2})}),
                 {1 + 0x1p-7, -1 + 0x1p-8});
  expect_numbers(evaluate(OpCode::kNextAfter, {f32({kNaN, 0}), f32({0, kNaN})}), {kNaN, kNaN});
}

TEST(Select, KeepsTheBitsOfNaN) {
  Literal x = Literal::zeros({kF32, {2}});
  x.values<uint32_t>()[0] = 0x7f800001;  // a signalling NaN
  x.values<uint32_t>()[1] = 0xffc12345;
  const Literal y = evaluate(OpCode::kSelect, {scalar(kI1, 1), x, f32({1, 2})});
  EXPECT_EQ(y, x);
  const Literal z = evaluate(OpCode::kSelect, {vec(kI1, {0, 1}), f32({1, 2}), x});
  EXPECT_EQ(z.values<uint32_t>()[0], 0x7f800001u);
  EXPECT_EQ(z.values<float>()[1], 2.0f);
}

TEST(Elementwise, TensorsWithoutElements) {
  EXPECT_EQ(
      evaluate(OpCode::kAdd, {literal(kF32, {0, 3}, {}), literal(kF32, {0, 3}, {})}).num_elements(),
      0);
  EXPECT_EQ(
      evaluate(OpCode::kSelect, {scalar(kI1, 1), literal(kF32, {0}, {}), literal(kF32, {0}, {})})
          .num_elements(),
      0);
}

}  // namespace
}  // namespace motley::tensor
