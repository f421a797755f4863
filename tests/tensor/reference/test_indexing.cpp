#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

TEST(DynamicSlice, ClampsItsStarts) {
  const Literal x = counted(kF32, {3, 4});
  const auto sliced = [&](double row, double column) {
    return evaluate(OpCode::kDynamicSlice, {x, scalar(kI32, row), scalar(kI32, column)},
                    DynamicSliceAttrs{{2, 2}});
  };
  expect_numbers(sliced(1, 1), {5, 6, 9, 10});
  expect_numbers(sliced(9, -7), {4, 5, 8, 9});
  Literal huge = Literal::zeros({kU64, {}});
  huge.set_unsigned(0, UINT64_MAX);
  expect_numbers(evaluate(OpCode::kDynamicSlice, {f32({1, 2, 3}), huge}, DynamicSliceAttrs{{1}}),
                 {3});
}

TEST(DynamicUpdateSlice, ClampsItsStarts) {
  const Literal x = f32({0, 1, 2, 3}), update = f32({8, 9});
  expect_numbers(evaluate(OpCode::kDynamicUpdateSlice, {x, update, scalar(kI32, 1)}), {0, 8, 9, 3});
  expect_numbers(evaluate(OpCode::kDynamicUpdateSlice, {x, update, scalar(kI32, 7)}), {0, 1, 8, 9});
  expect_numbers(evaluate(OpCode::kDynamicUpdateSlice, {x, update, scalar(kI8, -7)}), {8, 9, 2, 3});
  expect_numbers(evaluate(OpCode::kDynamicUpdateSlice, {x, literal(kF32, {0}, {}), scalar(kI8, 2)}),
                 {0, 1, 2, 3});
}

TEST(Gather, TakesRowsAndClampsTheirNumbers) {
  const GatherAttrs rows{.offset_dims = {1},
                         .collapsed_slice_dims = {0},
                         .operand_batching_dims = {},
                         .start_indices_batching_dims = {},
                         .start_index_map = {0},
                         .index_vector_dim = 1,
                         .slice_sizes = {1, 2}};
  expect_numbers(evaluate(OpCode::kGather,
                          {counted(kF32, {3, 2}), literal(kI32, {4, 1}, {2, 0, -5, 9})}, rows),
                 {4, 5, 0, 1, 0, 1, 4, 5});
}

TEST(Gather, IndexVectorMayBeImplicitAndWindowsMayComeFirst) {
  const GatherAttrs attrs{.offset_dims = {0},
                          .collapsed_slice_dims = {},
                          .operand_batching_dims = {},
                          .start_indices_batching_dims = {},
                          .start_index_map = {0},
                          .index_vector_dim = 1,
                          .slice_sizes = {2}};
  // result[w, i] = x[indices[i] + w]
  expect_numbers(evaluate(OpCode::kGather, {f32({0, 1, 2, 3}), i32({1, 3, 0})}, attrs),
                 {1, 2, 0, 2, 3, 1});
}

TEST(Gather, BatchingDimensionsWalkTogether) {
  const GatherAttrs attrs{.offset_dims = {},
                          .collapsed_slice_dims = {1},
                          .operand_batching_dims = {0},
                          .start_indices_batching_dims = {1},
                          .start_index_map = {1},
                          .index_vector_dim = 2,
                          .slice_sizes = {1, 1}};
  // result[i, b] = x[b, indices[i, b]]
  expect_numbers(
      evaluate(OpCode::kGather,
               {counted(kF32, {2, 3}), literal(kI32, {3, 2, 1}, {0, 1, 2, 0, 1, 2})}, attrs),
      {0, 4, 2, 3, 1, 5});
}

TEST(Gather, OfNothing) {
  const GatherAttrs attrs{.offset_dims = {1},
                          .collapsed_slice_dims = {0},
                          .operand_batching_dims = {},
                          .start_indices_batching_dims = {},
                          .start_index_map = {0},
                          .index_vector_dim = 1,
                          .slice_sizes = {1, 0}};
  EXPECT_EQ(
      evaluate(OpCode::kGather, {literal(kF32, {3, 0}, {}), literal(kI32, {2, 1}, {0, 1})}, attrs)
          .num_elements(),
      0);
}

ScatterAttrs elements_of_vector() {
  return {.update_window_dims = {},
          .inserted_window_dims = {0},
          .input_batching_dims = {},
          .scatter_indices_batching_dims = {},
          .scatter_dims_to_operand_dims = {0},
          .index_vector_dim = 1};
}

TEST(Scatter, AddsAndSkipsWhatFallsOutside) {
  const Literal indices = literal(kI32, {5, 1}, {1, 1, -1, 3, 0});
  expect_numbers(evaluate(OpCode::kScatter, {f32({0, 10, 20}), indices, f32({1, 2, 3, 4, 5})},
                          elements_of_vector(), body_of(OpCode::kAdd, kF32)),
                 {5, 13, 20});
  expect_numbers(evaluate(OpCode::kScatter, {i32({0, 10, 20}), indices, i32({1, 2, 3, 4, 5})},
                          elements_of_vector(), body_of(OpCode::kMaximum, kI32)),
                 {5, 10, 20});
  Literal far = Literal::zeros({kI64, {2, 1}});
  far.set_signed(0, INT64_MAX);
  far.set_signed(1, INT64_MIN);
  expect_numbers(evaluate(OpCode::kScatter, {f32({0, 10}), far, f32({1, 2})}, elements_of_vector(),
                          body_of(OpCode::kAdd, kF32)),
                 {0, 10});
}

TEST(Scatter, OfManyUpdatesRoundsOnce) {
  const std::vector<double> ones(1000, 1.0);
  Literal indices = Literal::zeros({kI32, {1000, 1}});
  expect_numbers(evaluate(OpCode::kScatter, {vec(kBF16, {0}), indices, vec(kBF16, ones)},
                          elements_of_vector(), body_of(OpCode::kAdd, kBF16)),
                 {1000});
}

TEST(Scatter, ReplacesBitByBit) {
  const Regions take_new = [](ProgramBuilder& b) {
    auto args = b.begin_region({{kF32, {}}, {kF32, {}}});
    std::vector<Region> regions;
    regions.push_back(b.end_region({args[1]}));
    return regions;
  };
  Literal updates = f32({1, 2});
  updates.values<uint32_t>()[1] = 0x7f800001;
  const Literal y =
      evaluate(OpCode::kScatter, {f32({7, 8, 9}), literal(kI32, {2, 1}, {2, 0}), updates},
               elements_of_vector(), take_new);
  EXPECT_EQ(y.values<uint32_t>()[0], 0x7f800001u);
  EXPECT_EQ(y.values<float>()[1], 8.0f);
  EXPECT_EQ(y.values<float>()[2], 1.0f);
}

TEST(Scatter, DropsWindowsThatCrossTheBorder) {
  const ScatterAttrs windows{.update_window_dims = {1},
                             .inserted_window_dims = {},
                             .input_batching_dims = {},
                             .scatter_indices_batching_dims = {},
                             .scatter_dims_to_operand_dims = {0},
                             .index_vector_dim = 1};
  // As XLA has it; the specification would add 6 at 0 and 3 at 4.
  expect_numbers(evaluate(OpCode::kScatter,
                          {f32({0, 0, 0, 0, 0}), literal(kI32, {3, 1}, {1, 4, -1}),
                           literal(kF32, {3, 2}, {1, 2, 3, 4, 5, 6})},
                          windows, body_of(OpCode::kAdd, kF32)),
                 {0, 1, 2, 0, 0});
}

TEST(Scatter, BatchingDimensionsWalkTogether) {
  const ScatterAttrs attrs{.update_window_dims = {},
                           .inserted_window_dims = {1},
                           .input_batching_dims = {0},
                           .scatter_indices_batching_dims = {1},
                           .scatter_dims_to_operand_dims = {1},
                           .index_vector_dim = 2};
  // y[b, indices[i, b]] += updates[i, b]
  expect_numbers(
      evaluate(OpCode::kScatter,
               {literal(kF32, {2, 3}, {0, 0, 0, 0, 0, 0}), literal(kI32, {2, 2, 1}, {0, 1, 0, 2}),
                literal(kF32, {2, 2}, {1, 2, 3, 4})},
               attrs, body_of(OpCode::kAdd, kF32)),
      {4, 0, 0, 0, 2, 4});
}

// (a0, b0, a1, b1) of two tensors at once: sums in the one, the last in the other.
TEST(Scatter, OfSeveralTensors) {
  const Regions body = [](ProgramBuilder& b) {
    auto args = b.begin_region({{kF32, {}}, {kI32, {}}, {kF32, {}}, {kI32, {}}});
    const ValueId sum = b.add_one(OpCode::kAdd, {args[0], args[2]});
    std::vector<Region> regions;
    regions.push_back(b.end_region({sum, args[3]}));
    return regions;
  };
  const std::vector<Literal> both = evaluate_all(
      OpCode::kScatter,
      {f32({0, 10}), i32({0, 10}), literal(kI32, {2, 1}, {1, 1}), f32({1, 2}), i32({3, 4})},
      elements_of_vector(), body);
  expect_numbers(both[0], {0, 13});
  expect_numbers(both[1], {0, 4});
}

}  // namespace
}  // namespace motley::tensor
