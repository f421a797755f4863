#include <gtest/gtest.h>

#include "tensor/element_types.h"
#include "tensor/ir/builder.h"
#include "tensor/ir/printer.h"

namespace motley::tensor {
namespace {

TEST(Printer, PrintsAsJaxDoes) {
  ProgramBuilder b("jit_f");
  const ValueId x = b.argument({kF, {4, 8}});
  const ValueId zero =
      b.add_one(OpCode::kConstant, {}, ConstantAttrs{{kF, {}}, Literal::scalar(kF, 0)});
  const ValueId one =
      b.add_one(OpCode::kConstant, {}, ConstantAttrs{{kF, {}}, Literal::scalar(kF, 1)});
  std::vector<Region> sum;
  sum.push_back(binary_region(b, OpCode::kAdd, kF));
  const ValueId s = b.add_one(OpCode::kReduce, {x, zero}, ReduceAttrs{{1}}, std::move(sum));
  const ValueId wide = b.add_one(OpCode::kBroadcastInDim, {one}, BroadcastAttrs{{4}, {}});
  const ValueId y = b.add_one(OpCode::kMultiply, {s, wide});
  const ValueId small = b.add_one(OpCode::kCompare, {y, wide},
                                  CompareAttrs{CompareDirection::kLt, CompareKind::kFloat});
  const ValueId chosen = b.add_one(OpCode::kSelect, {small, y, wide});
  const Program p = std::move(b).finish({chosen});
  EXPECT_EQ(print(p), R"(module @jit_f {
  func.func public @main(%arg0: tensor<4x8xf32>) -> (tensor<4xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
    %3 = stablehlo.compare LT, %2, %1, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %4 = stablehlo.select %3, %2, %1 : tensor<4xi1>, tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}
)");
}

// Regions number on from their block, and forget it again: both bodies of a loop start alike.
TEST(Printer, NumbersNestedRegionsAsMlirDoes) {
  ProgramBuilder b("loop");
  const TensorType i32{ElementType::kI32, {}};
  const ValueId n = b.argument(i32);
  const ValueId zero =
      b.add_one(OpCode::kConstant, {}, ConstantAttrs{i32, Literal::scalar(i32.element, 0)});
  auto a = b.begin_region({i32, i32});
  std::vector<Region> regions;
  regions.push_back(b.end_region({b.add_one(
      OpCode::kCompare, {a[0], a[1]}, CompareAttrs{CompareDirection::kLt, CompareKind::kSigned})}));
  a = b.begin_region({i32, i32});
  const ValueId one =
      b.add_one(OpCode::kConstant, {}, ConstantAttrs{i32, Literal::scalar(i32.element, 1)});
  regions.push_back(b.end_region({b.add_one(OpCode::kAdd, {a[0], one}), a[1]}));
  const auto results = b.add(OpCode::kWhile, {zero, n}, {}, std::move(regions));
  const Program p = std::move(b).finish({results[0]});
  EXPECT_EQ(print(p), R"(module @loop {
  func.func public @main(%arg0: tensor<i32>) -> (tensor<i32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %iterArg_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %1, %iterArg_0 : tensor<i32>, tensor<i32>
    }
    return %0#0 : tensor<i32>
  }
}
)");
}

TEST(Printer, KeepsSplatsSmallAndLongConstantsInHexadecimal) {
  ProgramBuilder b("constants");
  const TensorType huge{kF, {int64_t{1} << 40}};
  b.add(OpCode::kConstant, {}, ConstantAttrs{huge, Literal::scalar(kF, 0.5)});
  Literal many = Literal::zeros({ElementType::kU8, {101}});
  many.set_unsigned(0, 0xAB);
  b.add(OpCode::kConstant, {}, ConstantAttrs{many.type(), many});
  Literal table = Literal::zeros({ElementType::kI8, {2, 2}});
  table.set_signed(3, -7);
  b.add(OpCode::kConstant, {}, ConstantAttrs{table.type(), table});
  b.add(OpCode::kConstant, {}, ConstantAttrs{{kF, {0, 3}}, Literal::zeros({kF, {0, 3}})});
  const std::string text = print(std::move(b).finish({}));
  EXPECT_NE(text.find("dense<5.000000e-01> : tensor<1099511627776xf32>"), std::string::npos);
  EXPECT_NE(text.find("dense<\"0xAB0000"), std::string::npos);
  EXPECT_NE(text.find("dense<[[0, 0], [0, -7]]> : tensor<2x2xi8>"), std::string::npos);
  EXPECT_NE(text.find("dense<> : tensor<0x3xf32>"), std::string::npos);
}

}  // namespace
}  // namespace motley::tensor
