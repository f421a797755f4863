#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/loops.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/split_loop.h"
#include "tensor/passes/unroll_loops.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

// h = tanh(h w[i]) over 5 layers, with the row sums of every iteration stacked, as lax.scan prints
// it.
const char* const kLayers = R"(
func.func @main(%w: tensor<5x3x3xf32>, %h: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<5x2xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<5x2xf32>
  %0:4 = stablehlo.while(%i = %c, %x = %h, %s = %w, %y = %z) : tensor<i32>, tensor<2x3xf32>, tensor<5x3x3xf32>, tensor<5x2xf32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.dynamic_slice %s, %i, %zero, %zero, sizes = [1, 3, 3] : (tensor<5x3x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x3xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x3x3xf32>) -> tensor<3x3xf32>
    %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
    %4 = stablehlo.tanh %3 : tensor<2x3xf32>
    %f = stablehlo.constant dense<0.0> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %f) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %6 = stablehlo.reshape %5 : (tensor<2xf32>) -> tensor<1x2xf32>
    %7 = stablehlo.dynamic_update_slice %y, %6, %i, %zero : (tensor<5x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
    %8 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %8, %4, %s, %7 : tensor<i32>, tensor<2x3xf32>, tensor<5x3x3xf32>, tensor<5x2xf32>
  }
  return %0#1, %0#3 : tensor<2x3xf32>, tensor<5x2xf32>
})";

Program layers() { return read_stablehlo(kLayers, "test"); }

int num_loops(const Program& program) {
  return static_cast<int>(std::ranges::count(program.body.ops, OpCode::kWhile, &Op::code));
}

int position_of_loop(const Program& program, int which = 0) {
  for (int i = 0; i < std::ssize(program.body.ops); ++i) {
    if (program.body.ops[i].code == OpCode::kWhile && which-- == 0) return i;
  }
  return -1;
}

std::vector<Literal> numbers(const Program& program) {
  std::vector<Literal> values;
  for (ValueId v : program.body.arguments) {
    Literal& value = values.emplace_back(Literal::zeros(program.type(v)));
    for (int64_t i = 0; i < value.num_elements(); ++i)
      value.set_from_double(i, 0.1 * static_cast<double>((i * 7 + 3) % 11) - 0.4);
  }
  return values;
}

void expect_same(const Program& a, const Program& b, const std::vector<Literal>& arguments) {
  verify(b);
  const auto want = interpret(a, arguments).results, got = interpret(b, arguments).results;
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(relative_error(got[i], want[i], 0), 0);
}

TEST(CountedLoops, WorkIsThatOfAllTurns) {
  const Program program = layers();
  const Op& loop = program.body.ops[position_of_loop(program)];
  EXPECT_EQ(num_turns(loop), 5);
  const Unrolled unrolled = unroll_loops(program);
  double flops = 0;
  for (const Op& op : unrolled.program.body.ops) {
    flops += work({unrolled.program.values, op}).flops;
  }
  const double counting = 5 * 2 + 1;  // the counter's additions and comparisons
  EXPECT_NEAR(work({program.values, loop}).flops, flops, counting);
}

TEST(CountedLoops, OfUnknownCountHaveTheWorkOfOneTurn) {
  std::string text = kLayers;
  text.replace(text.find("%i = %c"), 7, "%i = %n0");
  text.replace(text.find("%h: tensor<2x3xf32>"), 19, "%h: tensor<2x3xf32>, %n0: tensor<i32>");
  const Program program = read_stablehlo(text, "test");
  const Op& loop = program.body.ops[position_of_loop(program)];
  EXPECT_EQ(num_turns(loop), std::nullopt);
  EXPECT_NEAR(work({program.values, loop}).flops,
              work({layers().values, layers().body.ops[position_of_loop(layers())]}).flops / 5, 1);
  const Unrolled kept = unroll_loops(program);
  EXPECT_EQ(num_loops(kept.program), 1);
  ASSERT_EQ(kept.kept.size(), 1u);
  EXPECT_TRUE(kept.kept[0].starts_with("while of unknown trip count")) << kept.kept[0];
}

TEST(UnrollLoops, GivesTheSameResults) {
  const Program program = layers();
  const Unrolled unrolled = unroll_loops(program);
  EXPECT_EQ(num_loops(unrolled.program), 0);
  EXPECT_EQ(unrolled.stacked, std::vector<int>{0});
  EXPECT_TRUE(unrolled.kept.empty());
  expect_same(program, unrolled.program, numbers(program));
}

TEST(UnrollLoops, LeavesNoIndexArithmetic) {
  const Program program = simplify(unroll_loops(layers()).program);
  for (const Op& op : program.body.ops) {
    EXPECT_TRUE(op.code != OpCode::kDynamicSlice && op.code != OpCode::kDynamicUpdateSlice)
        << print(program);
  }
}

TEST(UnrollLoops, KeepsLongLoops) {
  const Program program = layers();
  const Unrolled kept = unroll_loops(program, {.max_ops = 20});
  EXPECT_EQ(num_loops(kept.program), 1);
  EXPECT_EQ(kept.kept, std::vector<std::string>{"while of 5 iterations, line 5: stays a loop"});
  expect_same(program, kept.program, numbers(program));
}

TEST(UnstackArguments, GivesEachLayerItsOwn) {
  const Program program = layers();
  const Unrolled unrolled = unroll_loops(program);
  const Unstacked unstacked = unstack_arguments(unrolled.program, unrolled.stacked);
  ASSERT_EQ(unstacked.parts.size(), 6u);
  EXPECT_EQ(unstacked.parts[4].argument, 0);
  EXPECT_EQ(unstacked.parts[4].row, 4);
  EXPECT_EQ(unstacked.parts[5].row, -1);
  const std::vector<Literal> whole = numbers(program);
  std::vector<Literal> rows;
  for (int64_t k = 0; k < 5; ++k) {
    Literal& row = rows.emplace_back(Literal::zeros({ElementType::kF32, {3, 3}}));
    for (int64_t i = 0; i < 9; ++i) row.set_from_double(i, whole[0].as_double(k * 9 + i));
  }
  rows.push_back(whole[1]);
  const auto want = interpret(program, whole).results,
             got = interpret(unstacked.program, rows).results;
  for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(relative_error(got[i], want[i], 0), 0);
}

TEST(SplitLoop, TheTwoHalvesComputeTheWhole) {
  const Program program = layers();
  for (int64_t turn = 1; turn < 5; ++turn) {
    const Program two = split_loop(program, position_of_loop(program), turn);
    ASSERT_EQ(num_loops(two), 2);
    EXPECT_EQ(num_turns(two.body.ops[position_of_loop(two)]), turn);
    EXPECT_EQ(num_turns(two.body.ops[position_of_loop(two, 1)]), 5 - turn);
    expect_same(program, two, numbers(program));
  }
}

TEST(SplitLoop, AHalfCanBeSplitAgainAndReadsOnlyItsRows) {
  const Program program = layers();
  const Program two = split_loop(program, position_of_loop(program), 2);
  const Program three = split_loop(two, position_of_loop(two, 1), 1);
  ASSERT_EQ(num_loops(three), 3);
  expect_same(program, three, numbers(program));
  for (int i = 0; i < 3; ++i) {
    const Op& loop = three.body.ops[position_of_loop(three, i)];
    const int64_t rows = i == 1 ? 1 : 2;
    EXPECT_EQ(three.type(loop.operands[2]).shape, (Shape{rows, 3, 3})) << print(three);
  }
}

}  // namespace
}  // namespace motley::tensor
