#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tensor/import/stablehlo_text.h"
#include "tensor/passes/batched_gathers.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

// As JAX prints logits[numbers, labels].
Program indexed(const std::string& numbers) {
  return read_stablehlo(fmt::format(R"(
func.func @main(%x: tensor<4x5xf32>, %y: tensor<4xi32>) -> tensor<4xf32> {{
  {}
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %n = stablehlo.constant dense<4> : tensor<4xi32>
  %3 = stablehlo.add %0, %n : tensor<4xi32>
  %4 = stablehlo.select %2, %3, %0 : tensor<4xi1>, tensor<4xi32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %6 = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
  %7 = stablehlo.concatenate %5, %6, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %8 = "stablehlo.gather"(%x, %7) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}}> : (tensor<4x5xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %8 : tensor<4xf32>
}})",
                                    numbers),
                        "test");
}

const GatherAttrs& gather_of(const Program& program) {
  for (const Op& op : program.body.ops) {
    if (op.code == OpCode::kGather) return op.get<GatherAttrs>();
  }
  throw std::runtime_error("there is no gather");
}

TEST(BatchedGathers, RowsByTheirNumbersAreABatchDimension) {
  const TensorType x{ElementType::kF32, {4, 5}}, y{ElementType::kI32, {4}};
  Literal table = Literal::zeros(x), labels = Literal::zeros(y);
  for (int64_t i = 0; i < 20; ++i) table.set_from_double(i, 0.5 * static_cast<double>(i));
  // Out of range ones are clamped, before and after.
  for (int64_t i = 0; i < 4; ++i) labels.set_from_double(i, static_cast<double>(3 * i - 1));
  for (const char* numbers : {"%0 = stablehlo.iota dim = 0 : tensor<4xi32>",
                              "%0 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>"}) {
    const Program before = indexed(numbers), after = batched_gathers(before);
    EXPECT_EQ(gather_of(after).operand_batching_dims, (Dims{0}));
    EXPECT_EQ(gather_of(after).start_index_map, (Dims{1}));
    EXPECT_EQ(interpret(after, {table, labels}).results,
              interpret(before, {table, labels}).results);
  }
}

TEST(BatchedGathers, OtherNumbersStayAnIndex) {
  const Program other = indexed("%0 = stablehlo.constant dense<[0, 1, 3, 2]> : tensor<4xi32>");
  EXPECT_EQ(gather_of(batched_gathers(other)).start_index_map, (Dims{0, 1}));
  const Program labels = indexed("%0 = stablehlo.negate %y : tensor<4xi32>");
  EXPECT_EQ(gather_of(batched_gathers(labels)).start_index_map, (Dims{0, 1}));
}

}  // namespace
}  // namespace motley::tensor
