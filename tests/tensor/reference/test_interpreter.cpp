// Branches, loops, memory and errors: what is not one op's own affair.

#include <cmath>

#include "core/base/error.h"
#include "tensor/reference/evaluator.h"
#include "tensor/reference/first_nan.h"
#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

std::string error_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const core::UserError& e) {
    return e.what();
  }
  return "no error";
}

std::vector<Region> two(Region a, Region b) {
  std::vector<Region> regions;
  regions.push_back(std::move(a));
  regions.push_back(std::move(b));
  return regions;
}

ValueId constant(ProgramBuilder& b, Literal value) {
  const TensorType type = value.type();
  return b.add_one(OpCode::kConstant, {}, ConstantAttrs{type, std::move(value)});
}

TEST(Interpreter, HasAnEvaluatorForEveryOp) {
  for (int i = 0; i < kNumOpCodes; ++i) {
    EXPECT_NE(reference::evaluator_row(static_cast<OpCode>(i)).evaluate, nullptr);
  }
}

TEST(Interpreter, ReturnsArgumentsAndRepeatedValues) {
  ProgramBuilder b("through");
  const ValueId x = b.argument({kF32, {2}});
  const ValueId y = b.add_one(OpCode::kAdd, {x, x});
  const Program program = std::move(b).finish({y, x, y, x});
  const RunResult run = interpret(program, {f32({1, 2})});
  ASSERT_EQ(run.results.size(), 4u);
  expect_numbers(run.results[0], {2, 4});
  expect_numbers(run.results[1], {1, 2});
  EXPECT_EQ(run.results[2], run.results[0]);
  EXPECT_EQ(run.results[3], run.results[1]);
}

// An operand that dies is moved into the op; one that lives on, or comes twice, is not.
TEST(Interpreter, MovesOnlyWhatDies) {
  ProgramBuilder b("moves");
  const ValueId x = b.argument({kF32, {4}});
  const ValueId square = b.add_one(OpCode::kReshape, {x}, ReshapeAttrs{{2, 2}});  // x lives on
  const ValueId start = constant(b, scalar(kI32, 0));
  const ValueId part = constant(b, f32({9, 9}));
  const ValueId updated = b.add_one(OpCode::kDynamicUpdateSlice, {x, part, start});
  const ValueId twice = b.add_one(OpCode::kDynamicUpdateSlice, {updated, updated, start});
  const Program program = std::move(b).finish({square, twice});
  const RunResult run = interpret(program, {f32({1, 2, 3, 4})});
  expect_numbers(run.results[0], {1, 2, 3, 4});
  expect_numbers(run.results[1], {9, 9, 3, 4});
}

TEST(Case, OutOfRangeTakesTheLastBranch) {
  ProgramBuilder b("case");
  const ValueId index = b.argument({kI32, {}});
  const ValueId x = b.argument({kF32, {}});
  std::vector<Region> branches;
  for (double factor : {10.0, 20.0, 30.0}) {
    b.begin_region({});
    const ValueId y = b.add_one(OpCode::kMultiply, {x, constant(b, scalar(kF32, factor))});
    branches.push_back(b.end_region({y}));
  }
  const ValueId y = b.add_one(OpCode::kCase, {index}, {}, std::move(branches));
  const Program program = std::move(b).finish({y});
  for (auto [i, expected] : {std::pair{0, 10.0}, {1, 20.0}, {2, 30.0}, {3, 30.0}, {-1, 30.0}}) {
    const RunResult run =
        interpret(program, {scalar(kI32, static_cast<double>(i)), scalar(kF32, 1)});
    expect_numbers(run.results[0], {expected});
  }
}

// i, x -> while i < n { x[i] = x[i] + step; i = i + 1 }, with n and step captured.
TEST(While, UpdatesInPlaceAndSeesOuterValues) {
  ProgramBuilder b("while");
  const ValueId n = b.argument({kI32, {}});
  const ValueId step = b.argument({kF32, {1}});
  const ValueId x = b.argument({kF32, {4}});
  const ValueId zero = constant(b, scalar(kI32, 0));
  auto c = b.begin_region({{kI32, {}}, {kF32, {4}}});
  const ValueId more = b.add_one(OpCode::kCompare, {c[0], n},
                                 CompareAttrs{CompareDirection::kLt, CompareKind::kSigned});
  Region condition = b.end_region({more});
  auto a = b.begin_region({{kI32, {}}, {kF32, {4}}});
  const ValueId element = b.add_one(OpCode::kDynamicSlice, {a[1], a[0]}, DynamicSliceAttrs{{1}});
  const ValueId raised = b.add_one(OpCode::kAdd, {element, step});
  const ValueId array = b.add_one(OpCode::kDynamicUpdateSlice, {a[1], raised, a[0]});
  const ValueId next = b.add_one(OpCode::kAdd, {a[0], constant(b, scalar(kI32, 1))});
  Region body = b.end_region({next, array});
  const auto results =
      b.add(OpCode::kWhile, {zero, x}, {}, two(std::move(condition), std::move(body)));
  // The loop's own operand is used after it: it must not have been updated.
  const ValueId difference = b.add_one(OpCode::kSubtract, {results[1], x});
  const Program program = std::move(b).finish({results[0], results[1], difference});
  const RunResult run = interpret(program, {scalar(kI32, 3), f32({5}), f32({1, 2, 3, 4})});
  expect_numbers(run.results[0], {3});
  expect_numbers(run.results[1], {6, 7, 8, 4});
  expect_numbers(run.results[2], {5, 5, 5, 0});
  // No turn at all.
  expect_numbers(interpret(program, {scalar(kI32, 0), f32({5}), f32({1, 2, 3, 4})}).results[1],
                 {1, 2, 3, 4});
}

// In place: the result is the memory of the argument. Turns are odd and even, as copies could
// alternate between two places.
TEST(While, LeavesLargeArraysWhereTheyAre) {
  for (const int turns : {2999, 3000}) {
    const TensorType large{kF32, {4 << 20}};
    ProgramBuilder b("large");
    const ValueId x = b.argument(large);
    const ValueId zero = constant(b, scalar(kI32, 0));
    auto c = b.begin_region({{kI32, {}}, large});
    const ValueId more = b.add_one(OpCode::kCompare, {c[0], constant(b, scalar(kI32, turns))},
                                   CompareAttrs{CompareDirection::kLt, CompareKind::kSigned});
    Region condition = b.end_region({more});
    auto a = b.begin_region({{kI32, {}}, large});
    const ValueId array =
        b.add_one(OpCode::kDynamicUpdateSlice, {a[1], constant(b, f32({1})), a[0]});
    const ValueId next = b.add_one(OpCode::kAdd, {a[0], constant(b, scalar(kI32, 1))});
    Region body = b.end_region({next, array});
    const auto results =
        b.add(OpCode::kWhile, {zero, x}, {}, two(std::move(condition), std::move(body)));
    const Program program = std::move(b).finish({results[1]});
    std::vector<Literal> arguments;
    arguments.push_back(Literal::zeros(large));
    const void* place = arguments[0].data();
    const RunResult run = interpret(program, std::move(arguments));
    EXPECT_EQ(run.results[0].data(), place) << turns;
    EXPECT_EQ(run.results[0].get_float(turns - 1), 1);
    EXPECT_EQ(run.results[0].get_float(turns), 0);
  }
}

TEST(While, MaySwapAndCaptureItsOwnInitialValue) {
  ProgramBuilder b("swap");
  const ValueId x = b.argument({kF32, {}});
  const ValueId y = b.argument({kF32, {}});
  auto c = b.begin_region({{kF32, {}}, {kF32, {}}});
  const ValueId more = b.add_one(OpCode::kCompare, {c[0], x},
                                 CompareAttrs{CompareDirection::kEq, CompareKind::kFloat});
  Region condition = b.end_region({more});
  auto a = b.begin_region({{kF32, {}}, {kF32, {}}});
  Region body = b.end_region({a[1], a[0]});
  const auto results =
      b.add(OpCode::kWhile, {x, y}, {}, two(std::move(condition), std::move(body)));
  const Program program = std::move(b).finish(results);
  const RunResult run = interpret(program, {scalar(kF32, 1), scalar(kF32, 2)});
  expect_numbers(run.results[0], {2});
  expect_numbers(run.results[1], {1});
}

TEST(Interpreter, BarrierHandsOn) {
  const std::vector<Literal> both =
      evaluate_all(OpCode::kOptimizationBarrier, {f32({1, 2}), scalar(kI1, 1)});
  expect_numbers(both[0], {1, 2});
  expect_numbers(both[1], {1});
}

TEST(Interpreter, ArgumentsMustFit_error) {
  ProgramBuilder b("one", "one.mlir");
  const ValueId x = b.argument({kF32, {2}});
  const Program program = std::move(b).finish({x});
  EXPECT_EQ(error_of([&] { interpret(program, {}); }),
            "one.mlir: the program takes 1 arguments, but 0 were given");
  EXPECT_EQ(error_of([&] {
              interpret(program, {i32({1, 2})});
            }),
            "one.mlir: argument 0 is tensor<2xf32>, but tensor<2xi32> was given");
}

TEST(Memory, AResultThatCannotFitIsRefusedAtItsPlace_error) {
  const Literal x = scalar(kF32, 0);
  const Program program =
      program_of(OpCode::kBroadcastInDim, {x}, BroadcastAttrs{{1000000, 1000000}, {}});
  EXPECT_EQ(
      error_of([&] { interpret(program, {x}); })
          .find("test.mlir:7:3: stablehlo.broadcast_in_dim: the result tensor<1000000x1000000xf32> "
                "needs 4.0 TB, more than this machine's "),
      0u);
  EXPECT_EQ(error_of([&] {
              interpret(program, {x}, {.on_progress = {}, .memory_limit_bytes = 2'000'000});
            }),
            "test.mlir:7:3: stablehlo.broadcast_in_dim: the result tensor<1000000x1000000xf32> "
            "needs 4.0 TB, more than the limit of 2.0 MB");
}

// A chain of additions keeps two values alive at a time, however long it is.
TEST(Memory, ValuesAreFreedAfterTheirLastUse) {
  ProgramBuilder b("chain");
  const ValueId x = b.argument({kF32, {1000}});
  ValueId y = x;
  for (int i = 0; i < 50; ++i) y = b.add_one(OpCode::kNegate, {y});
  const Program program = std::move(b).finish({y});
  const std::vector<Literal> arguments = {counted(kF32, {1000})};
  const RunOptions enough{.on_progress = {}, .memory_limit_bytes = 8000};
  EXPECT_EQ(interpret(program, arguments, enough).results[0], arguments[0]);
  const RunOptions little{.on_progress = {}, .memory_limit_bytes = 7999};
  EXPECT_EQ(error_of([&] { interpret(program, arguments, little); }),
            "stablehlo.negate: the result tensor<1000xf32> needs 4.0 kB on top of 4.0 kB of live "
            "values, more than the limit of 8.0 kB");
}

TEST(Memory, WorkingMemoryCounts_error) {
  DotAttrs attrs;
  const std::vector<Literal> vectors = {counted(kF32, {1000}), counted(kF32, {1000})};
  attrs.lhs_contracting = attrs.rhs_contracting = {0};
  const Program program = program_of(OpCode::kDotGeneral, vectors, attrs);
  EXPECT_EQ(
      error_of(
          [&] { interpret(program, vectors, {.on_progress = {}, .memory_limit_bytes = 10000}); }),
      "test.mlir:7:3: stablehlo.dot_general: the result tensor<f32> needs 4 bytes and 16.0 kB "
      "to compute it, more than the limit of 10.0 kB");
}

TEST(Progress, IsToldNowAndThen) {
  ProgramBuilder b("long");
  const ValueId limit = constant(b, scalar(kI32, 200000));
  const ValueId zero = constant(b, scalar(kI32, 0));
  auto c = b.begin_region({{kI32, {}}});
  const ValueId more = b.add_one(OpCode::kCompare, {c[0], limit},
                                 CompareAttrs{CompareDirection::kLt, CompareKind::kSigned});
  Region condition = b.end_region({more});
  auto a = b.begin_region({{kI32, {}}});
  const ValueId next = b.add_one(OpCode::kAdd, {a[0], constant(b, scalar(kI32, 1))});
  Region body = b.end_region({next});
  const auto results =
      b.add(OpCode::kWhile, {zero}, {}, two(std::move(condition), std::move(body)));
  const Program program = std::move(b).finish(results);
  int64_t calls = 0;
  const RunOptions options{.on_progress =
                               [&](int64_t done, int64_t total) {
                                 ++calls;
                                 EXPECT_LE(done, total);
                                 EXPECT_EQ(total, 3);
                               },
                           .memory_limit_bytes = 0};
  expect_numbers(interpret(program, {}, options).results[0], {200000});
  EXPECT_LT(calls, 1000);  // a few per second, not one per turn
}

// log(x) is NaN at -1; that of the other branch of the select is of no consequence.
TEST(FirstNan, IsTheOneThatReachesAResult) {
  ProgramBuilder b("nan", "f.mlir");
  const ValueId x = b.argument({kF32, {2}});
  const ValueId root = b.add_one(OpCode::kSqrt, {x});
  const ValueId is_negative = b.add_one(OpCode::kCompare, {x, b.add_one(OpCode::kNegate, {x})},
                                        CompareAttrs{CompareDirection::kLt, CompareKind::kFloat});
  const ValueId chosen = b.add_one(OpCode::kSelect, {is_negative, x, root});
  const ValueId log = b.add_one(OpCode::kLog, {chosen}, {}, {}, {7, 3});
  const ValueId result = b.add_one(OpCode::kNegate, {log});
  const Program program = std::move(b).finish({result});
  EXPECT_EQ(first_nan(program, {f32({4, 9})}), "");
  EXPECT_EQ(first_nan(program, {f32({4, -1})}),
            "stablehlo.log at f.mlir:7:3 (%4) makes the first NaN");
  EXPECT_EQ(first_nan(program, {f32({4, NAN})}), "argument 0 holds the first NaN");
}

}  // namespace
}  // namespace motley::tensor
