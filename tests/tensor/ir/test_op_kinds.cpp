#include <gtest/gtest.h>

#include <functional>

#include "tensor/ir/expr.h"
#include "tensor/ir/op_kinds.h"

namespace motley::tensor {
namespace {

const TensorType kRows{ElementType::kF32, {4, 6}};

// Of ops with this code that `make` adds, in order.
std::vector<int> kinds(OpCode code, const std::function<Expr(ProgramBuilder&, Expr, Expr)>& make) {
  ProgramBuilder b("kinds");
  const Expr x = argument(b, kRows), y = argument(b, kRows);
  const Expr last = make(b, x, y);
  const Program program = std::move(b).finish({last.id()});
  const std::vector<int> all = op_kinds(program);
  std::vector<int> found;
  for (size_t i = 0; i < all.size(); ++i) {
    if (program.body.ops[i].code == code) found.push_back(all[i]);
  }
  return found;
}

TEST(OpKinds, AreTheSameOnOtherValuesOfTheSameType) {
  const auto found =
      kinds(OpCode::kAdd, [](ProgramBuilder&, Expr x, Expr y) { return (x + y) + (y + x); });
  EXPECT_EQ(found, (std::vector<int>{0, 0, 0}));
}

TEST(OpKinds, DifferByTypesAndAttributes) {
  const auto cut = [](ProgramBuilder&, Expr x, Expr y) {
    const Expr a = slice_dim(x, 0, 0, 2), b = slice_dim(y, 0, 2, 4), c = slice_dim(y, 0, 0, 2);
    const Expr first = sum_all((a + b) + c);
    return first + sum_all(x + y);
  };
  EXPECT_EQ(kinds(OpCode::kSlice, cut), (std::vector<int>{0, 1, 0}));
  const auto sums = kinds(OpCode::kAdd, cut);
  ASSERT_EQ(sums.size(), 4U);
  EXPECT_EQ(sums[0], sums[1]);
  EXPECT_NE(sums[0], sums[2]);
}

TEST(OpKinds, ConstantsDifferByWhetherTheyAreOneNumber) {
  Literal counted = Literal::zeros(kRows);
  for (int i = 0; i < 24; ++i) counted.set_float(i, i);
  const auto found = kinds(OpCode::kConstant, [&](ProgramBuilder& b, Expr x, Expr) {
    Expr all = x;
    for (double number : {2, 3}) {
      const Literal one = Literal::scalar(ElementType::kF32, number);
      all = all + Expr(b, b.add_one(OpCode::kConstant, {}, ConstantAttrs{kRows, one}));
    }
    return all + constant(b, counted);
  });
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], found[1]);
  EXPECT_NE(found[0], found[2]);
}

TEST(OpKinds, RegionsAreComparedByWhatTheyCompute) {
  const auto found = kinds(OpCode::kReduce, [](ProgramBuilder&, Expr x, Expr y) {
    return sum(x, {0}) + max(x, {0}) + sum(y, {0});
  });
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NE(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

}  // namespace
}  // namespace motley::tensor
