#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

TEST(Movement, TransposeReverseSlice) {
  const Literal x = counted(kF32, {2, 3});
  expect_numbers(evaluate(OpCode::kTranspose, {x}, TransposeAttrs{{1, 0}}), {0, 3, 1, 4, 2, 5});
  expect_numbers(evaluate(OpCode::kReverse, {x}, ReverseAttrs{{0, 1}}), {5, 4, 3, 2, 1, 0});
  expect_numbers(evaluate(OpCode::kReverse, {x}, ReverseAttrs{{1}}), {2, 1, 0, 5, 4, 3});
  expect_numbers(evaluate(OpCode::kSlice, {x}, SliceAttrs{{0, 1}, {2, 3}, {1, 2}}), {1, 4});
  const Literal cube = counted(kI8, {2, 3, 2});
  expect_numbers(evaluate(OpCode::kTranspose, {cube}, TransposeAttrs{{2, 0, 1}}),
                 {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11});
}

TEST(Movement, BroadcastsRepeatExtentsOfOne) {
  expect_numbers(evaluate(OpCode::kBroadcastInDim, {f32({1, 2})}, BroadcastAttrs{{2, 3}, {0}}),
                 {1, 1, 1, 2, 2, 2});
  expect_numbers(evaluate(OpCode::kBroadcastInDim, {literal(kF32, {1, 2}, {1, 2})},
                          BroadcastAttrs{{2, 2}, {0, 1}}),
                 {1, 2, 1, 2});
  expect_numbers(evaluate(OpCode::kBroadcastInDim, {scalar(kI1, 1)}, BroadcastAttrs{{3}, {}}),
                 {1, 1, 1});
  expect_numbers(
      evaluate(OpCode::kBroadcastInDim, {counted(kF32, {2, 3})}, BroadcastAttrs{{3, 2}, {1, 0}}),
      {0, 3, 1, 4, 2, 5});
}

TEST(Movement, ConcatenateAndPad) {
  expect_numbers(
      evaluate(OpCode::kConcatenate,
               {counted(kF32, {2, 2}), literal(kF32, {2, 0}, {}), literal(kF32, {2, 1}, {8, 9})},
               ConcatenateAttrs{1}),
      {0, 1, 8, 2, 3, 9});
  const Literal x = f32({1, 2, 3, 4}), zero = scalar(kF32, 0);
  expect_numbers(evaluate(OpCode::kPad, {x, zero}, PadAttrs{{1}, {2}, {0}}), {0, 1, 2, 3, 4, 0, 0});
  expect_numbers(evaluate(OpCode::kPad, {x, zero}, PadAttrs{{0}, {0}, {2}}),
                 {1, 0, 0, 2, 0, 0, 3, 0, 0, 4});
  expect_numbers(evaluate(OpCode::kPad, {x, zero}, PadAttrs{{-1}, {-2}, {0}}), {2});
  expect_numbers(evaluate(OpCode::kPad, {x, zero}, PadAttrs{{-2}, {1}, {1}}), {2, 0, 3, 0, 4, 0});
  expect_numbers(evaluate(OpCode::kPad, {x, zero}, PadAttrs{{-4}, {3}, {0}}), {0, 0, 0});
  expect_numbers(evaluate(OpCode::kPad, {x, zero}, PadAttrs{{2}, {-5}, {0}}), {0});
  expect_numbers(
      evaluate(OpCode::kPad, {literal(kF32, {0}, {}), scalar(kF32, 7)}, PadAttrs{{1}, {2}, {3}}),
      {7, 7, 7});
}

TEST(Movement, IotaAndConstant) {
  expect_numbers(evaluate(OpCode::kIota, {}, IotaAttrs{{kI32, {2, 3}}, 0}), {0, 0, 0, 1, 1, 1});
  expect_numbers(evaluate(OpCode::kIota, {}, IotaAttrs{{kBF16, {2, 3}}, 1}), {0, 1, 2, 0, 1, 2});
  EXPECT_EQ(evaluate(OpCode::kIota, {}, IotaAttrs{{kI32, {0, 3}}, 0}).num_elements(), 0);
  expect_numbers(evaluate(OpCode::kConstant, {}, ConstantAttrs{{kF32, {3}}, scalar(kF32, 2)}),
                 {2, 2, 2});
  expect_numbers(evaluate(OpCode::kConstant, {}, ConstantAttrs{{kF32, {2}}, f32({1, 2})}), {1, 2});
  expect_numbers(evaluate(OpCode::kReshape, {counted(kF32, {2, 3})}, ReshapeAttrs{{3, 2}}),
                 {0, 1, 2, 3, 4, 5});
}

TEST(Movement, BitcastsKeepBits) {
  Literal x = Literal::zeros({kF32, {1}});
  x.values<uint32_t>()[0] = 0x7f800001;
  EXPECT_EQ(evaluate(OpCode::kBitcastConvert, {x}, ConvertAttrs{kU32}).values<uint32_t>()[0],
            0x7f800001u);
  const Literal bytes = evaluate(OpCode::kBitcastConvert, {x}, ConvertAttrs{kU8});
  EXPECT_EQ(bytes.shape(), (Shape{1, 4}));
  expect_numbers(bytes, {1, 0, 0x80, 0x7f});
  EXPECT_EQ(evaluate(OpCode::kBitcastConvert, {bytes}, ConvertAttrs{kF32}), x);
}

}  // namespace
}  // namespace motley::tensor
