#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/base/random.h"
#include "tensor/ir/compare.h"
#include "tensor/models/layers.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

using Function = std::function<Expr(const std::vector<Expr>&)>;

Literal filled(const Shape& shape, const std::function<double(int64_t)>& value) {
  Literal literal = Literal::zeros({ElementType::kF64, shape});
  for (int64_t i = 0; i < literal.num_elements(); ++i) literal.set_float(i, value(i));
  return literal;
}

Literal random(const Shape& shape, uint32_t stream) {
  return filled(shape, [&](int64_t i) { return core::normal_at({7, stream}, i); });
}

Literal evaluate(const Function& f, const std::vector<Literal>& values) {
  ProgramBuilder b("f");
  std::vector<Expr> arguments;
  for (const Literal& value : values) arguments.push_back(argument(b, value.type()));
  const Expr result = f(arguments);
  return interpret(std::move(b).finish({result.id()}), values).results[0];
}

std::vector<double> numbers(const Literal& value) {
  std::vector<double> result;
  for (int64_t i = 0; i < value.num_elements(); ++i) result.push_back(value.as_double(i));
  return result;
}

TEST(Attention, SharesKeysAmongNeighbouringHeads) {
  const std::vector<Literal> qkv = {random({2, 3, 4, 5}, 0), random({2, 3, 2, 5}, 1),
                                    random({2, 3, 2, 5}, 2)};
  auto repeated = [](Expr x) {  // [2, 3, 2, 5] -> [2, 3, 4, 5], each head twice
    return reshape(broadcast(x, {2, 3, 2, 2, 5}, {0, 1, 2, 4}), {2, 3, 4, 5});
  };
  const Literal grouped =
      evaluate([](auto& x) { return attention(x[0], x[1], x[2], {.causal = true}); }, qkv);
  const Literal plain = evaluate(
      [&](auto& x) { return attention(x[0], repeated(x[1]), repeated(x[2]), {.causal = true}); },
      qkv);
  EXPECT_LT(relative_error(grouped, plain), 1e-12);
}

TEST(Attention, SeesNothingToComeWhereCausal) {
  const Literal q = random({1, 3, 1, 2}, 0), k = random({1, 3, 1, 2}, 1);
  Literal v = random({1, 3, 1, 2}, 2);
  auto run = [&] {
    return numbers(
        evaluate([](auto& x) { return attention(x[0], x[1], x[2], {.causal = true}); }, {q, k, v}));
  };
  const std::vector<double> before = run();
  EXPECT_NEAR(before[0], v.get_float(0), 1e-12);  // the first position sees itself alone
  v.set_float(4, 100);
  const std::vector<double> after = run();
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(before[i], after[i]);
  EXPECT_NE(before[4], after[4]);
}

TEST(Rotary, MakesProductsDependOnDistanceAlone) {
  // The same vector at every position: products of pairs equally far apart are equal.
  const Literal row = random({6}, 3);
  const Literal x = filled({1, 5, 1, 6}, [&](int64_t i) { return row.get_float(i % 6); });
  const Literal y = filled({1, 5, 1, 6}, [&](int64_t i) { return row.get_float(5 - i % 6); });
  const Literal products = evaluate(
      [](auto& a) { return einsum("bshd,bthd->bhst", rotary(a[0], 100), rotary(a[1], 100)); },
      {x, y});
  auto at = [&](int64_t s, int64_t t) { return products.get_float(5 * s + t); };
  EXPECT_NEAR(at(0, 2), at(2, 4), 1e-12);
  EXPECT_NEAR(at(3, 1), at(4, 2), 1e-12);
  EXPECT_GT(std::abs(at(0, 2) - at(0, 3)), 1e-6);
}

TEST(Layers, PadAsSameDoes) {
  const Literal image = filled({1, 4, 4, 1}, [](int64_t i) { return static_cast<double>(i); });
  const Literal ones = filled({3, 3, 1, 1}, [](int64_t) { return 1; });
  // Stride 2 on an even extent: nothing above and left, one row below and right.
  EXPECT_EQ(numbers(evaluate([](auto& x) { return conv2d(x[0], x[1], 2); }, {image, ones})),
            (std::vector<double>{45, 39, 66, 50}));
  EXPECT_EQ(numbers(evaluate([](auto& x) { return max_pool(x[0], 3, 2); }, {image})),
            (std::vector<double>{10, 11, 14, 15}));
  const Literal kernel = filled({2, 2, 1, 1}, [](int64_t i) { return static_cast<double>(i + 1); });
  const Literal two = filled({1, 1, 2, 1}, [](int64_t i) { return i == 0 ? 1 : 10; });
  EXPECT_EQ(numbers(evaluate([](auto& x) { return up_conv(x[0], x[1]); }, {two, kernel})),
            (std::vector<double>{1, 2, 10, 20, 3, 4, 30, 40}));
}

TEST(Layers, CountAndChoose) {
  const Literal x = filled({2, 3}, [](int64_t i) { return std::vector{1, 5, 5, 2, 0, 1}[i]; });
  EXPECT_EQ(numbers(evaluate([](auto& a) { return argmax(a[0]); }, {x})),
            (std::vector<double>{1, 0}));
  EXPECT_EQ(numbers(evaluate([](auto& a) { return cumulative_sum(a[0], 1); }, {x})),
            (std::vector<double>{1, 6, 11, 2, 2, 3}));
  EXPECT_EQ(numbers(evaluate([](auto& a) { return cumulative_sum(a[0], 0); }, {x})),
            (std::vector<double>{1, 5, 5, 3, 5, 6}));
}

TEST(Layers, StayFiniteForLargeLogits) {
  const Literal x = filled({1, 3}, [](int64_t i) { return 1e4 * static_cast<double>(i); });
  EXPECT_EQ(numbers(evaluate([](auto& a) { return log_softmax(a[0]); }, {x})),
            (std::vector<double>{-2e4, -1e4, 0}));
  EXPECT_EQ(numbers(evaluate([](auto& a) { return softmax(a[0]); }, {x})),
            (std::vector<double>{0, 0, 1}));
}

}  // namespace
}  // namespace motley::tensor
