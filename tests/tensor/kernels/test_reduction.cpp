#include <gtest/gtest.h>

#include <cmath>

#include "kernel_check.h"
#include "tensor/element_types.h"

namespace motley::tensor {
namespace {

OpCase reduce_case(ElementType element, const Shape& shape, const Dims& dims, OpCode body) {
  Random random(4);
  ProgramBuilder b("case");
  const TensorType type{element, shape};
  const std::vector<ValueId> arguments = {b.argument(type), b.argument(type.scalar())};
  std::vector<Region> regions;
  regions.push_back(binary_region(b, body, element));
  const auto results = b.add(OpCode::kReduce, arguments, ReduceAttrs{dims}, std::move(regions));
  return {std::move(b).finish(results),
          {draw_literal(random, type), draw_literal(random, type.scalar())}};
}

TEST(Reduce, LargeOnesWithThreads) {
  const Shape shape = {37, 41, 65};
  for (const Dims& dims :
       {Dims{0}, Dims{1}, Dims{2}, Dims{0, 1}, Dims{1, 2}, Dims{0, 2}, Dims{0, 1, 2}, Dims{}}) {
    for (OpCode body : {OpCode::kAdd, OpCode::kMaximum}) {
      expect_fast_and_right(reduce_case(kF, shape, dims, body));
      expect_fast_and_right(reduce_case(ElementType::kF64, shape, dims, body));
      expect_fast_and_right(reduce_case(ElementType::kI32, shape, dims, body), 0);
    }
    expect_fast_and_right(reduce_case(ElementType::kI1, shape, dims, OpCode::kXor), 0);
  }
}

TEST(Reduce, NothingGivesTheInitialValue) {
  expect_fast_and_right(reduce_case(kF, {3, 0}, {1}, OpCode::kAdd), 0);
  expect_fast_and_right(reduce_case(kF, {0, 3}, {0}, OpCode::kMaximum), 0);
  expect_fast_and_right(reduce_case(kF, {0, 3}, {1}, OpCode::kAdd), 0);
}

// Three million numbers near 1: a running sum in f32 would be off by a thousandth.
TEST(Reduce, LongSumsStayClose) {
  OpCase op_case = reduce_case(kF, {1 << 20, 3}, {0}, OpCode::kAdd);
  for (int64_t i = 0; i < op_case.arguments[0].num_elements(); ++i)
    op_case.arguments[0].set_float(i, 1.1);
  const KernelRequest request = dense_request(op_case, 1);
  const auto results = run_kernel(*fast_kernel(request), request, op_case.arguments);
  EXPECT_NEAR(results[0].get_float(0) / (1.1 * (1 << 20)), 1, 1e-6);
}

OpCase sort_case(const Shape& shape, int64_t dim, CompareDirection direction) {
  Random random(8);
  ProgramBuilder b("case");
  const TensorType keys{kF, shape}, carried{ElementType::kI32, shape};
  const std::vector<ValueId> arguments = {b.argument(keys), b.argument(carried)};
  const auto a = b.begin_region({keys.scalar(), keys.scalar(), carried.scalar(), carried.scalar()});
  const ValueId before =
      b.add_one(OpCode::kCompare, {a[0], a[1]}, CompareAttrs{direction, CompareKind::kFloat});
  std::vector<Region> regions;
  regions.push_back(b.end_region({before}));
  const auto results = b.add(OpCode::kSort, arguments, SortAttrs{dim, true}, std::move(regions));
  // Round numbers, so that many are equal and must keep their order.
  Literal values = draw_literal(random, keys);
  for (int64_t i = 0; i < values.num_elements(); ++i)
    values.set_float(i, std::floor(4 * values.get_float(i)));
  Literal numbers = Literal::zeros(carried);
  for (int64_t i = 0; i < numbers.num_elements(); ++i) numbers.set_signed(i, i);
  return {std::move(b).finish(results), {std::move(values), std::move(numbers)}};
}

TEST(Sort, RowsAndColumnsWithThreads) {
  for (CompareDirection direction : {CompareDirection::kLt, CompareDirection::kGt}) {
    expect_fast_and_right(sort_case({130, 101}, 1, direction), 0);
    expect_fast_and_right(sort_case({130, 101}, 0, direction), 0);
  }
}

TEST(TopK, RowsWithThreads) {
  Random random(8);
  ProgramBuilder b("case");
  const TensorType type{kF, {130, 101}};
  const std::vector<ValueId> arguments = {b.argument(type)};
  const auto results = b.add(OpCode::kTopK, arguments, TopKAttrs{7});
  expect_fast_and_right({std::move(b).finish(results), {draw_literal(random, type)}}, 0);
}

}  // namespace
}  // namespace motley::tensor
