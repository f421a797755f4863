#include <gtest/gtest.h>

#include <cmath>

#include "kernel_check.h"
#include "tensor/element_types.h"

namespace motley::tensor {
namespace {

OpCase window_case(const Shape& shape, const ReduceWindowAttrs& attrs, OpCode body,
                   double initial) {
  Random random(5);
  ProgramBuilder b("case");
  const TensorType type{kF, shape};
  const std::vector<ValueId> arguments = {b.argument(type), b.argument(type.scalar())};
  std::vector<Region> regions;
  regions.push_back(binary_region(b, body, kF));
  const auto results = b.add(OpCode::kReduceWindow, arguments, attrs, std::move(regions));
  return {std::move(b).finish(results), {draw_literal(random, type), Literal::scalar(kF, initial)}};
}

// Along one dimension, as JAX prints a cumulative sum.
ReduceWindowAttrs cumulative(const Shape& shape, size_t dim, bool from_the_back) {
  const Dims ones(shape.size(), 1), zeros(shape.size(), 0);
  ReduceWindowAttrs w{ones, ones, ones, ones, zeros, zeros};
  w.window[dim] = shape[dim];
  (from_the_back ? w.pad_high : w.pad_low)[dim] = shape[dim] - 1;
  return w;
}

ReduceWindowAttrs pool(int64_t window, int64_t stride, int64_t pad) {
  const Dims ones(4, 1);
  return {{1, window, window, 1}, {1, stride, stride, 1}, ones, ones,
          {0, pad, pad, 0},       {0, pad, pad, 0}};
}

TEST(Window, PoolsWithThreads) {
  const Shape shape = {3, 21, 18, 35};
  for (double initial : {0.0, 0.5}) {
    expect_fast_and_right(window_case(shape, pool(3, 2, 1), OpCode::kMaximum, -INFINITY));
    expect_fast_and_right(window_case(shape, pool(2, 2, 0), OpCode::kMaximum, initial));
    expect_fast_and_right(window_case(shape, pool(7, 1, 3), OpCode::kAdd, initial));
  }
  // Features first, so that rows of the window lie along memory.
  ReduceWindowAttrs w = pool(3, 1, 1);
  w.window = {1, 1, 3, 3}, w.strides = {1, 1, 2, 1};
  w.pad_low = {0, 0, 1, 1}, w.pad_high = {0, 0, 1, 1};
  expect_fast_and_right(window_case({2, 9, 21, 40}, w, OpCode::kMinimum, INFINITY));
}

TEST(Window, CumulativeFolds) {
  for (const Shape& shape : {Shape{300, 70}, Shape{3, 129, 60}, Shape{20000}}) {
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      for (bool from_the_back : {false, true}) {
        const auto attrs = cumulative(shape, dim, from_the_back);
        const OpCase sum = window_case(shape, attrs, OpCode::kAdd, 0);
        EXPECT_EQ(fast_kernel(dense_request(sum, 1))->name, "cumulative");
        expect_fast_and_right(sum);
        expect_fast_and_right(window_case(shape, attrs, OpCode::kMaximum, -INFINITY));
      }
    }
  }
  const auto attrs = cumulative({40, 3}, 0, false);
  expect_fast_and_right(window_case({40, 3}, attrs, OpCode::kAdd, 0.25));
  expect_fast_and_right(window_case({40, 3}, attrs, OpCode::kMultiply, 1));
}

OpCase select_case(const Shape& shape, const Shape& source, const SelectAndScatterAttrs& w) {
  Random random(6);
  ProgramBuilder b("case");
  const TensorType large{kF, shape}, small{kF, source}, f{kF, {}};
  const std::vector<ValueId> arguments = {b.argument(large), b.argument(small), b.argument(f)};
  const auto a = b.begin_region({f, f});
  const ValueId ge = b.add_one(OpCode::kCompare, {a[0], a[1]},
                               CompareAttrs{CompareDirection::kGe, CompareKind::kFloat});
  std::vector<Region> regions;
  regions.push_back(b.end_region({ge}));
  regions.push_back(binary_region(b, OpCode::kAdd, kF));
  const auto results = b.add(OpCode::kSelectAndScatter, arguments, w, std::move(regions));
  // Round numbers, so that many are equal and the first of them must win.
  Literal values = draw_literal(random, large);
  for (int64_t i = 0; i < values.num_elements(); ++i)
    values.set_float(i, std::floor(values.get_float(i)));
  return {std::move(b).finish(results),
          {std::move(values), draw_literal(random, small), Literal::scalar(kF, 0)}};
}

TEST(Window, SelectAndScatterWithThreads) {
  expect_fast_and_right(select_case({3, 20, 18, 35}, {3, 10, 9, 35},
                                    {{1, 2, 2, 1}, {1, 2, 2, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}}));
  expect_fast_and_right(  // windows that overlap
      select_case({1, 41, 38, 35}, {1, 21, 19, 35},
                  {{1, 3, 3, 1}, {1, 2, 2, 1}, {0, 1, 1, 0}, {0, 1, 1, 0}}));
}

// Places are counted inside of one picture, however many there are.
TEST(Window, SelectAndScatterTakesTensorsOfGigabytes) {
  const OpCase c = select_case({3, 20, 18, 35}, {3, 10, 9, 35},
                               {{1, 2, 2, 1}, {1, 2, 2, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  KernelRequest request = dense_request(c, 2);
  request.operands[0].strides[0] = request.results[0].strides[0] = INT32_MAX;
  EXPECT_TRUE(fast_kernel(request));
  request.results[0].strides[1] = INT32_MAX;
  EXPECT_FALSE(fast_kernel(request));
}

}  // namespace
}  // namespace motley::tensor
