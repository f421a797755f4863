#include <gtest/gtest.h>

#include "kernel_check.h"
#include "tensor/element_types.h"

namespace motley::tensor {
namespace {

Literal draw_ids(Random& random, const Shape& shape, int64_t extent) {
  Literal ids = Literal::zeros({ElementType::kI32, shape});
  for (int64_t i = 0; i < ids.num_elements(); ++i)
    ids.set_signed(i, draw(random, -1, extent));  // a few fall outside
  return ids;
}

TEST(Gather, RowsWithThreads) {
  Random random(2);
  const TensorType table{kF, {100, 65}}, ids{ElementType::kI32, {7, 90, 1}};
  ProgramBuilder b("case");
  const std::vector<ValueId> arguments = {b.argument(table), b.argument(ids)};
  const auto results = b.add(OpCode::kGather, arguments,
                             GatherAttrs{.offset_dims = {2},
                                         .collapsed_slice_dims = {0},
                                         .start_index_map = {0},
                                         .index_vector_dim = 2,
                                         .slice_sizes = {1, 65}});
  expect_fast_and_right({std::move(b).finish(results),
                         {draw_literal(random, table), draw_ids(random, ids.shape, 100)}},
                        0);
}

OpCase scatter_rows(OpCode body, ElementType element) {
  Random random(2);
  const TensorType table{element, {50, 130}}, ids{ElementType::kI32, {300, 1}},
      rows{element, {300, 130}};
  ProgramBuilder b("case");
  const std::vector<ValueId> arguments = {b.argument(table), b.argument(ids), b.argument(rows)};
  std::vector<Region> regions;
  regions.push_back(binary_region(b, body, element));
  const auto results = b.add(OpCode::kScatter, arguments,
                             ScatterAttrs{.update_window_dims = {1},
                                          .inserted_window_dims = {0},
                                          .scatter_dims_to_operand_dims = {0},
                                          .index_vector_dim = 1},
                             std::move(regions));
  return {
      std::move(b).finish(results),
      {draw_literal(random, table), draw_ids(random, ids.shape, 50), draw_literal(random, rows)}};
}

TEST(Scatter, AddsRowsWithThreads) {
  expect_fast_and_right(scatter_rows(OpCode::kAdd, kF));
  expect_fast_and_right(scatter_rows(OpCode::kAdd, ElementType::kF64));
  expect_fast_and_right(scatter_rows(OpCode::kAdd, ElementType::kI32), 0);
  expect_fast_and_right(scatter_rows(OpCode::kMinimum, ElementType::kI32), 0);
}

// The result may lie where the operand lies.
TEST(Scatter, InPlace) {
  const OpCase op_case = scatter_rows(OpCode::kAdd, kF);
  const KernelRequest request = dense_request(op_case, 2);
  const std::optional<Kernel> kernel = fast_kernel(request);
  ASSERT_TRUE(kernel && kernel->in_place.size() == 1);
  const auto expected = run_kernel(*kernel, request, op_case.arguments);
  Literal table = op_case.arguments[0];
  const std::byte* operands[] = {table.data(), op_case.arguments[1].data(),
                                 op_case.arguments[2].data()};
  std::byte* results[] = {table.data()};
  kernel->run({.operands = operands, .results = results});
  EXPECT_TRUE(table == expected[0]);
}

}  // namespace
}  // namespace motley::tensor
