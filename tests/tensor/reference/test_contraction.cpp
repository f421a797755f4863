#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

int64_t draw(std::mt19937& random, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(random);
}

// Calls `visit` with every index of `shape`.
void for_each(const Shape& shape, const std::function<void(const Shape&)>& visit) {
  Shape index(shape.size(), 0);
  const std::function<void(size_t)> level = [&](size_t d) {
    if (d == shape.size()) return visit(index);
    for (index[d] = 0; index[d] < shape[d]; ++index[d]) level(d + 1);
  };
  level(0);
}

int64_t offset(const Shape& shape, const Shape& index) {
  int64_t at = 0;
  for (size_t d = 0; d < shape.size(); ++d) at = at * shape[d] + index[d];
  return at;
}

TEST(DotGeneral, AgreesWithItsDefinition) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    // Each operand's dimensions in a random order: batch, contracting and free ones.
    const int64_t num_batch = draw(random, 0, 2), num_contracting = draw(random, 0, 2);
    const int64_t num_left = draw(random, 0, 2), num_right = draw(random, 0, 2);
    Shape shared;
    for (int64_t i = 0; i < num_batch + num_contracting; ++i)
      shared.push_back(draw(random, seed % 7 == 0 ? 0 : 1, 5));
    const auto place = [&](int64_t num_free, Dims& batch, Dims& contracting, Shape& shape) {
      const int64_t n = num_batch + num_contracting + num_free;
      Dims order(n);
      for (int64_t i = 0; i < n; ++i) order[i] = i;
      std::shuffle(order.begin(), order.end(), random);
      shape.resize(n);
      for (int64_t i = 0; i < n; ++i)
        shape[order[i]] = i < num_batch + num_contracting ? shared[i] : draw(random, 1, 6);
      batch.assign(order.begin(), order.begin() + num_batch);
      contracting.assign(order.begin() + num_batch, order.begin() + num_batch + num_contracting);
    };
    DotAttrs attrs;
    Shape left, right;
    place(num_left, attrs.lhs_batch, attrs.lhs_contracting, left);
    place(num_right, attrs.rhs_batch, attrs.rhs_contracting, right);
    const bool floats = seed % 3 != 0;
    attrs.element = floats ? (seed % 2 ? kF32 : kF64) : kI32;
    const Literal a = drawn(random, floats ? kBF16 : kI8, left),
                  b = drawn(random, floats ? kF32 : kI8, right);
    const Literal got = evaluate(OpCode::kDotGeneral, {a, b}, attrs);

    // Sum over every pair of elements whose batch and contracting indices agree.
    std::vector<double> expected(got.num_elements(), 0);
    for_each(left, [&](const Shape& i) {
      for_each(right, [&](const Shape& j) {
        Shape result;
        for (size_t d = 0; d < attrs.lhs_batch.size(); ++d) {
          if (i[attrs.lhs_batch[d]] != j[attrs.rhs_batch[d]]) return;
          result.push_back(i[attrs.lhs_batch[d]]);
        }
        for (size_t d = 0; d < attrs.lhs_contracting.size(); ++d) {
          if (i[attrs.lhs_contracting[d]] != j[attrs.rhs_contracting[d]]) return;
        }
        const auto append_free = [&](const Shape& index, const Dims& batch,
                                     const Dims& contracting) {
          for (size_t d = 0; d < index.size(); ++d) {
            const auto id = static_cast<int64_t>(d);
            if (std::find(batch.begin(), batch.end(), id) == batch.end() &&
                std::find(contracting.begin(), contracting.end(), id) == contracting.end()) {
              result.push_back(index[d]);
            }
          }
        };
        append_free(i, attrs.lhs_batch, attrs.lhs_contracting);
        append_free(j, attrs.rhs_batch, attrs.rhs_contracting);
        expected[offset(got.shape(), result)] +=
            a.as_double(offset(left, i)) * b.as_double(offset(right, j));
      });
    });
    EXPECT_EQ(numbers(got), expected);
  }
}

TEST(DotGeneral, WidensAndWraps) {
  DotAttrs attrs;
  attrs.lhs_contracting = attrs.rhs_contracting = {0};
  const auto dot = [&](const Literal& a, const Literal& b, ElementType element) {
    attrs.element = element;
    return evaluate(OpCode::kDotGeneral, {a, b}, attrs);
  };
  expect_numbers(dot(vec(kI8, {100, 100}), vec(kI8, {100, 100}), kI32), {20000});
  expect_numbers(dot(vec(kI8, {100, 100}), vec(kI8, {100, 100}), kI8), {32});
  expect_numbers(dot(vec(kBF16, {1, 0.0078125}), vec(kBF16, {256, 1}), kF32), {256.0078125});
  expect_numbers(dot(vec(kI1, {1, 1, 0}), vec(kI1, {1, 1, 1}), kI1), {1});
  expect_numbers(dot(vec(kI1, {1, 0}), vec(kI1, {0, 1}), kI1), {0});
  expect_numbers(dot(literal(kF32, {0}, {}), literal(kF32, {0}, {}), kF32), {0});
}

TEST(DotGeneral, LongSumsRoundOnce) {
  DotAttrs attrs;
  attrs.lhs_contracting = attrs.rhs_contracting = {0};
  std::vector<double> ones(4097, 1.0);
  ones[0] = 0x1p24;  // in f32, every 1 added to it would be lost
  expect_numbers(
      evaluate(OpCode::kDotGeneral, {f32(ones), f32(std::vector<double>(4097, 1.0))}, attrs),
      {0x1p24 + 4096});
}

struct ConvolutionCase {
  ConvolutionAttrs attrs;
  Shape input, kernel;
};

ConvolutionCase draw_convolution(std::mt19937& random) {
  ConvolutionCase c;
  const int64_t n = draw(random, 0, 3);
  const auto shuffled = [&](int64_t& first, int64_t& second, Dims& spatial) {
    Dims order(n + 2);
    for (int64_t i = 0; i < n + 2; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    first = order[0];
    second = order[1];
    spatial.assign(order.begin() + 2, order.end());
  };
  ConvolutionAttrs& a = c.attrs;
  shuffled(a.input_batch, a.input_feature, a.input_spatial);
  shuffled(a.kernel_input_feature, a.kernel_output_feature, a.kernel_spatial);
  shuffled(a.output_batch, a.output_feature, a.output_spatial);
  const int64_t kind = draw(random, 0, 2);
  a.feature_group_count = kind == 1 ? draw(random, 1, 3) : 1;
  a.batch_group_count = kind == 2 ? draw(random, 1, 3) : 1;
  const int64_t group_features = draw(random, 1, 3);
  c.input.resize(n + 2);
  c.kernel.resize(n + 2);
  c.input[a.input_batch] = draw(random, 1, 2) * a.batch_group_count;
  c.input[a.input_feature] = group_features * a.feature_group_count;
  c.kernel[a.kernel_input_feature] = group_features;
  c.kernel[a.kernel_output_feature] =
      draw(random, 1, 3) * a.feature_group_count * a.batch_group_count;
  for (int64_t i = 0; i < n; ++i) {
    c.input[a.input_spatial[i]] = draw(random, 1, 6);
    c.kernel[a.kernel_spatial[i]] = draw(random, 1, 3);
    a.strides.push_back(draw(random, 1, 2));
    a.lhs_dilation.push_back(draw(random, 1, 2));
    a.rhs_dilation.push_back(draw(random, 1, 2));
    a.reversal.push_back(draw(random, 0, 1) != 0);
    a.pad_low.push_back(draw(random, -1, 3));
    a.pad_high.push_back(
        draw(random, c.input[a.input_spatial[i]] + a.pad_low.back() > 1 ? -1 : 1, 3));
  }
  return c;
}

TEST(Convolution, AgreesWithItsDefinition) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    ConvolutionCase c = draw_convolution(random);
    ConvolutionAttrs& a = c.attrs;
    const ElementType from = seed % 4 == 0 ? kI8 : kF32;
    a.element = seed % 4 == 0 ? kI32 : kF32;
    const Literal x = drawn(random, from, c.input), w = drawn(random, from, c.kernel);
    const Literal got = evaluate(OpCode::kConvolution, {x, w}, a);

    const int64_t features = c.kernel[a.kernel_output_feature];
    const int64_t batches = c.input[a.input_batch] / a.batch_group_count;
    std::vector<double> expected(got.num_elements(), 0);
    for_each(got.shape(), [&](const Shape& out) {
      double sum = 0;
      for_each(c.kernel, [&](const Shape& k) {
        const int64_t o = out[a.output_feature];
        if (k[a.kernel_output_feature] != o) return;
        Shape in(c.input.size());
        in[a.input_feature] = k[a.kernel_input_feature] + o / (features / a.feature_group_count) *
                                                              c.kernel[a.kernel_input_feature];
        in[a.input_batch] = out[a.output_batch] + o / (features / a.batch_group_count) * batches;
        for (size_t i = 0; i < a.strides.size(); ++i) {
          const int64_t extent = c.kernel[a.kernel_spatial[i]];
          const int64_t tap =
              a.reversal[i] ? extent - 1 - k[a.kernel_spatial[i]] : k[a.kernel_spatial[i]];
          const int64_t at =
              out[a.output_spatial[i]] * a.strides[i] + tap * a.rhs_dilation[i] - a.pad_low[i];
          if (at < 0 || at % a.lhs_dilation[i] != 0) return;
          in[a.input_spatial[i]] = at / a.lhs_dilation[i];
          if (in[a.input_spatial[i]] >= c.input[a.input_spatial[i]]) return;
        }
        sum += x.as_double(offset(c.input, in)) * w.as_double(offset(c.kernel, k));
      });
      expected[offset(got.shape(), out)] = sum;
    });
    EXPECT_EQ(numbers(got), expected);
  }
}

TEST(TriangularSolve, SolvesFromEitherSide) {
  // Entries outside the named triangle are rubbish and must not be read.
  const Literal lower = literal(kF32, {2, 2}, {2, 99, 1, 4}),
                upper = literal(kF32, {2, 2}, {2, 1, 99, 4});
  const Literal b = literal(kF32, {2, 2}, {2, 4, 9, 6});
  const auto solve = [&](const Literal& a, TriangularSolveAttrs attrs) {
    return evaluate(OpCode::kTriangularSolve, {a, b}, attrs);
  };
  expect_numbers(solve(lower, {.left_side = true, .lower = true}), {1, 2, 2, 1});
  expect_numbers(solve(upper, {.left_side = true, .lower = false}), {-0.125, 1.25, 2.25, 1.5});
  expect_numbers(solve(lower, {.left_side = true, .lower = true, .transpose_a = true}),
                 {-0.125, 1.25, 2.25, 1.5});
  // x a = b
  expect_numbers(solve(lower, {.left_side = false, .lower = true}), {0.5, 1, 3.75, 1.5});
  expect_numbers(solve(upper, {.left_side = false, .lower = false}), {1, 0.75, 4.5, 0.375});
  expect_numbers(solve(upper, {.left_side = false, .lower = false, .transpose_a = true}),
                 {0.5, 1, 3.75, 1.5});
  expect_numbers(solve(lower, {.left_side = true, .lower = true, .unit_diagonal = true}),
                 {2, 4, 7, 2});
}

TEST(TriangularSolve, InBatches) {
  expect_numbers(
      evaluate(OpCode::kTriangularSolve,
               {literal(kF64, {2, 1, 1}, {2, 4}), literal(kF64, {2, 1, 3}, {2, 4, 6, 4, 8, 12})},
               TriangularSolveAttrs{}),
      {1, 2, 3, 1, 2, 3});
}

TEST(Cholesky, ReadsOneTriangleAndZeroesTheOther) {
  expect_numbers(
      evaluate(OpCode::kCholesky, {literal(kF64, {2, 2}, {4, 99, 2, 5})}, CholeskyAttrs{true}),
      {2, 0, 1, 2});
  expect_numbers(
      evaluate(OpCode::kCholesky, {literal(kF64, {2, 2}, {4, 2, 99, 5})}, CholeskyAttrs{false}),
      {2, 1, 0, 2});
}

TEST(Cholesky, OfAnIndefiniteMatrixIsNaN) {
  expect_numbers(
      evaluate(OpCode::kCholesky, {literal(kF32, {2, 1, 1}, {-1, 9})}, CholeskyAttrs{true}),
      {kNaN, 3});
  expect_numbers(
      evaluate(OpCode::kCholesky, {literal(kF32, {2, 2}, {1, 2, 2, 1})}, CholeskyAttrs{true}),
      {kNaN, kNaN, kNaN, kNaN});
  EXPECT_EQ(evaluate(OpCode::kCholesky, {literal(kF32, {2, 0, 0}, {})}, CholeskyAttrs{true})
                .num_elements(),
            0);
}

}  // namespace
}  // namespace motley::tensor
