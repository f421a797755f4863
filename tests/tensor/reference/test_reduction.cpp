#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

// (best, its place, x, its place) -> the larger and its place, the first of equals: argmax.
Regions argmax_body() {
  return [](ProgramBuilder& b) {
    auto args = b.begin_region({{kF32, {}}, {kI32, {}}, {kF32, {}}, {kI32, {}}});
    const ValueId keep = b.add_one(OpCode::kCompare, {args[0], args[2]},
                                   CompareAttrs{CompareDirection::kGe, CompareKind::kFloat});
    const ValueId best = b.add_one(OpCode::kSelect, {keep, args[0], args[2]});
    const ValueId place = b.add_one(OpCode::kSelect, {keep, args[1], args[3]});
    std::vector<Region> regions;
    regions.push_back(b.end_region({best, place}));
    return regions;
  };
}

TEST(Reduce, OverAnyDimensions) {
  const Literal x = counted(kF32, {2, 3, 2}), one = scalar(kF32, 1);
  const auto summed = [&](Dims dims) {
    return evaluate(OpCode::kReduce, {x, one}, ReduceAttrs{std::move(dims)},
                    body_of(OpCode::kAdd, kF32));
  };
  expect_numbers(summed({}), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  expect_numbers(summed({0}), {7, 9, 11, 13, 15, 17});
  expect_numbers(summed({2}), {2, 6, 10, 14, 18, 22});
  expect_numbers(summed({2, 0}), {15, 23, 31});
  expect_numbers(summed({0, 1, 2}), {67});
}

TEST(Reduce, KnownReducers) {
  const auto reduced = [](OpCode code, ElementType element, const std::vector<double>& values,
                          double initial) {
    return numbers(evaluate(OpCode::kReduce, {vec(element, values), scalar(element, initial)},
                            ReduceAttrs{{0}}, body_of(code, element)))[0];
  };
  EXPECT_EQ(reduced(OpCode::kMultiply, kI8, {10, 20, 3}, 1), 88);  // 600 modulo 256
  EXPECT_EQ(reduced(OpCode::kMaximum, kF32, {1, 3, 2}, -kInf), 3);
  EXPECT_TRUE(std::isnan(reduced(OpCode::kMaximum, kF32, {1, kNaN, 2}, -kInf)));
  EXPECT_EQ(reduced(OpCode::kMinimum, kU8, {7, 200}, 255), 7);
  EXPECT_EQ(reduced(OpCode::kAnd, kI1, {1, 1, 0}, 1), 0);
  EXPECT_EQ(reduced(OpCode::kOr, kI1, {0, 1, 0}, 0), 1);
  EXPECT_EQ(reduced(OpCode::kAdd, kI1, {1, 1}, 0), 1);
  EXPECT_EQ(reduced(OpCode::kXor, kI32, {5, 3}, 0), 6);
}

TEST(Reduce, LongSumsRoundOnceAndShortOnesAtEachStep) {
  std::vector<double> values(1001, 1.0);
  values[0] = 0x1p24;
  expect_numbers(evaluate(OpCode::kReduce, {f32(values), scalar(kF32, 0)}, ReduceAttrs{{0}},
                          body_of(OpCode::kAdd, kF32)),
                 {0x1p24 + 1000});
  expect_numbers(
      evaluate(OpCode::kReduce, {vec(kBF16, std::vector<double>(1000, 1.0)), scalar(kBF16, 0)},
               ReduceAttrs{{0}}, body_of(OpCode::kAdd, kBF16)),
      {1000});
  // As XLA on CPU: 2^24 + 1 + 1 in f32 stays where it is.
  expect_numbers(evaluate(OpCode::kReduce, {f32({0x1p24, 1, 1}), scalar(kF32, 0)}, ReduceAttrs{{0}},
                          body_of(OpCode::kAdd, kF32)),
                 {0x1p24});
}

TEST(Reduce, OfNothingIsTheInitialValue) {
  expect_numbers(evaluate(OpCode::kReduce, {literal(kF32, {2, 0}, {}), scalar(kF32, 3)},
                          ReduceAttrs{{1}}, body_of(OpCode::kAdd, kF32)),
                 {3, 3});
  EXPECT_EQ(evaluate(OpCode::kReduce, {literal(kF32, {0, 2}, {}), scalar(kF32, 3)},
                     ReduceAttrs{{1}}, body_of(OpCode::kAdd, kF32))
                .num_elements(),
            0);
}

TEST(Reduce, ByABodyOfSeveralTensors) {
  const std::vector<Literal> both = evaluate_all(
      OpCode::kReduce,
      {literal(kF32, {2, 3}, {1, 5, 5, 9, 2, 3}), literal(kI32, {2, 3}, {0, 1, 2, 0, 1, 2}),
       scalar(kF32, -kInf), scalar(kI32, 0)},
      ReduceAttrs{{1}}, argmax_body());
  expect_numbers(both[0], {5, 9});
  expect_numbers(both[1], {1, 0});
}

// A body with a nested branch is no list of scalar steps: it runs as a region.
TEST(Reduce, ByABodyThatBranches) {
  const Regions body = [](ProgramBuilder& b) {
    auto args = b.begin_region({{kF32, {}}, {kF32, {}}});
    const ValueId less = b.add_one(OpCode::kCompare, {args[0], args[1]},
                                   CompareAttrs{CompareDirection::kLt, CompareKind::kFloat});
    b.begin_region({});
    Region yes = b.end_region({args[1]});
    b.begin_region({});
    Region no = b.end_region({args[0]});
    std::vector<Region> branches;
    branches.push_back(std::move(yes));
    branches.push_back(std::move(no));
    const ValueId larger = b.add_one(OpCode::kIf, {less}, {}, std::move(branches));
    std::vector<Region> regions;
    regions.push_back(b.end_region({larger}));
    return regions;
  };
  expect_numbers(
      evaluate(OpCode::kReduce, {literal(kF32, {3, 2}, {1, 6, 4, 2, 3, 5}), scalar(kF32, 0)},
               ReduceAttrs{{0}}, body),
      {4, 6});
}

// Each value of a body is rounded to its own type.
TEST(Reduce, BodiesRoundAfterEachOp) {
  const Regions body = [](ProgramBuilder& b) {  // a + b/4 in bf16
    auto args = b.begin_region({{kBF16, {}}, {kBF16, {}}});
    const ValueId quarter =
        b.add_one(OpCode::kConstant, {}, ConstantAttrs{{kBF16, {}}, scalar(kBF16, 0.25)});
    const ValueId part = b.add_one(OpCode::kMultiply, {args[1], quarter});
    std::vector<Region> regions;
    const ValueId sum = b.add_one(OpCode::kAdd, {args[0], part});
    regions.push_back(b.end_region({sum}));
    return regions;
  };
  expect_numbers(evaluate(OpCode::kReduce, {vec(kBF16, {4, 4, 4}), scalar(kBF16, 256)},
                          ReduceAttrs{{0}}, body),
                 {256});
}

ReduceWindowAttrs window_1d(int64_t window, int64_t stride, int64_t base, int64_t dilation,
                            int64_t low, int64_t high) {
  return {{window}, {stride}, {base}, {dilation}, {low}, {high}};
}

TEST(ReduceWindow, CumulativeFromBothEnds) {
  const Literal x = f32({1, 2, 3, 4}), zero = scalar(kF32, 0);
  const auto summed = [&](const ReduceWindowAttrs& attrs) {
    return evaluate(OpCode::kReduceWindow, {x, zero}, attrs, body_of(OpCode::kAdd, kF32));
  };
  expect_numbers(summed(window_1d(4, 1, 1, 1, 3, 0)), {1, 3, 6, 10});
  expect_numbers(summed(window_1d(4, 1, 1, 1, 0, 3)), {10, 9, 7, 4});
  // Along the first of two dimensions.
  expect_numbers(
      evaluate(OpCode::kReduceWindow, {literal(kI32, {3, 2}, {1, 2, 3, 4, 5, 6}), scalar(kI32, 1)},
               ReduceWindowAttrs{{3, 1}, {1, 1}, {1, 1}, {1, 1}, {2, 0}, {0, 0}},
               body_of(OpCode::kMultiply, kI32)),
      {1, 2, 3, 8, 15, 48});
}

TEST(ReduceWindow, CumulativeSumsOfMillionsAreQuickAndRoundOnce) {
  constexpr int64_t kCount = 1 << 20;
  const Literal y = evaluate(
      OpCode::kReduceWindow, {vec(kF32, std::vector<double>(kCount, 0.1f)), scalar(kF32, 0)},
      window_1d(kCount, 1, 1, 1, kCount - 1, 0), body_of(OpCode::kAdd, kF32));
  EXPECT_EQ(y.get_float(kCount - 1), static_cast<float>(kCount * static_cast<double>(0.1f)));
}

TEST(ReduceWindow, StridesDilationsAndPadding) {
  const Literal zero = scalar(kF32, 0);
  const Literal x = f32({1, 2, 3, 4, 5});
  const auto maximum = body_of(OpCode::kMaximum, kF32), sum = body_of(OpCode::kAdd, kF32);
  expect_numbers(evaluate(OpCode::kReduceWindow, {x, scalar(kF32, -kInf)},
                          window_1d(2, 2, 1, 1, 1, 0), maximum),
                 {1, 3, 5});
  expect_numbers(evaluate(OpCode::kReduceWindow, {x, zero}, window_1d(2, 1, 1, 2, 0, 0), sum),
                 {4, 6, 8});
  expect_numbers(evaluate(OpCode::kReduceWindow, {x, zero}, window_1d(3, 2, 2, 1, 0, 0), sum),
                 {3, 5, 7, 9});
  expect_numbers(evaluate(OpCode::kReduceWindow, {x, zero}, window_1d(2, 1, 1, 1, -1, -1), sum),
                 {5, 7});
  // The specification's own example.
  expect_numbers(
      evaluate(OpCode::kReduceWindow, {literal(kI64, {3, 2}, {1, 2, 3, 4, 5, 6}), scalar(kI64, 0)},
               ReduceWindowAttrs{{2, 1}, {4, 1}, {2, 1}, {3, 1}, {2, 0}, {1, 0}},
               body_of(OpCode::kAdd, kI64)),
      {0, 0, 3, 4});
}

TEST(ReduceWindow, PaddingHoldsTheInitialValue) {
  expect_numbers(evaluate(OpCode::kReduceWindow, {f32({1, 2}), scalar(kF32, 10)},
                          window_1d(2, 1, 1, 1, 1, 1), body_of(OpCode::kAdd, kF32)),
                 {21, 13, 22});
  expect_numbers(evaluate(OpCode::kReduceWindow, {f32({1, 2}), scalar(kF32, 10)},
                          window_1d(2, 1, 1, 1, 1, 1), body_of(OpCode::kMaximum, kF32)),
                 {10, 10, 10});
}

TEST(ReduceWindow, FastWaysAgreeWithTheBody) {
  // a + b + 0 is not recognised, and computes the same as a + b on whole numbers.
  const Regions slow = [](ProgramBuilder& b) {
    auto args = b.begin_region({{kF32, {}}, {kF32, {}}});
    const ValueId zero =
        b.add_one(OpCode::kConstant, {}, ConstantAttrs{{kF32, {}}, scalar(kF32, 0)});
    const ValueId sum =
        b.add_one(OpCode::kAdd, {args[0], b.add_one(OpCode::kAdd, {args[1], zero})});
    std::vector<Region> regions;
    regions.push_back(b.end_region({sum}));
    return regions;
  };
  for (unsigned seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    const auto draw = [&](int64_t low, int64_t high) {
      return std::uniform_int_distribution<int64_t>(low, high)(random);
    };
    Shape shape;
    ReduceWindowAttrs a;
    for (int64_t d = draw(0, 3); d >= 0; --d) {
      const bool plain = draw(0, 2) == 0;
      shape.push_back(draw(1, 5));
      a.window.push_back(plain ? 1 : draw(1, 4));
      a.strides.push_back(plain ? 1 : draw(1, 3));
      a.base_dilations.push_back(plain ? 1 : draw(1, 2));
      a.window_dilations.push_back(plain ? 1 : draw(1, 3));
      a.pad_low.push_back(plain ? 0 : draw(0, 3));
      a.pad_high.push_back(plain ? 0 : draw(0, 3));
    }
    const std::vector<Literal> operands = {drawn(random, kF32, shape), scalar(kF32, 0)};
    EXPECT_EQ(numbers(evaluate(OpCode::kReduceWindow, operands, a, body_of(OpCode::kAdd, kF32))),
              numbers(evaluate(OpCode::kReduceWindow, operands, a, slow)));
  }
}

TEST(SelectAndScatter, SendsEachSourceToItsWindowsChoice) {
  const Regions bodies = [](ProgramBuilder& b) {
    auto args = b.begin_region({{kF32, {}}, {kF32, {}}});
    const ValueId ge = b.add_one(OpCode::kCompare, {args[0], args[1]},
                                 CompareAttrs{CompareDirection::kGe, CompareKind::kFloat});
    std::vector<Region> regions;
    regions.push_back(b.end_region({ge}));
    regions.push_back(binary_region(b, OpCode::kAdd, kF32));
    return regions;
  };
  // Overlapping windows 0-2, 2-4; the first of equals is taken.
  expect_numbers(
      evaluate(OpCode::kSelectAndScatter, {f32({1, 5, 5, 2, 7}), f32({10, 20}), scalar(kF32, 0)},
               SelectAndScatterAttrs{{3}, {2}, {0}, {0}}, bodies),
      {0, 10, 0, 0, 20});
  // Padding is never chosen.
  expect_numbers(
      evaluate(OpCode::kSelectAndScatter, {f32({-1, -5, -5}), f32({10, 20}), scalar(kF32, 1)},
               SelectAndScatterAttrs{{2}, {2}, {1}, {0}}, bodies),
      {11, 21, 1});
}

Regions less_than(ElementType element, int num_operands) {
  return [=](ProgramBuilder& b) {
    auto args = b.begin_region(std::vector<TensorType>(2 * num_operands, TensorType{element, {}}));
    const ValueId less =
        b.add_one(OpCode::kCompare, {args[0], args[1]},
                  CompareAttrs{CompareDirection::kLt,
                               is_float(element) ? CompareKind::kFloat : CompareKind::kSigned});
    std::vector<Region> regions;
    regions.push_back(b.end_region({less}));
    return regions;
  };
}

TEST(Sort, AnyDimension) {
  const Literal x = literal(kF32, {2, 3}, {3, 1, 2, 1, 5, 0});
  expect_numbers(evaluate(OpCode::kSort, {x}, SortAttrs{1, true}, less_than(kF32, 1)),
                 {1, 2, 3, 0, 1, 5});
  expect_numbers(evaluate(OpCode::kSort, {x}, SortAttrs{0, true}, less_than(kF32, 1)),
                 {1, 1, 0, 3, 5, 2});
  EXPECT_EQ(
      evaluate(OpCode::kSort, {literal(kF32, {2, 0}, {})}, SortAttrs{1, true}, less_than(kF32, 1))
          .num_elements(),
      0);
}

TEST(Sort, IsStableAndCarriesOthersAlong) {
  const std::vector<Literal> sorted =
      evaluate_all(OpCode::kSort, {i32({2, 1, 2, 1, 0}), i32({0, 1, 2, 3, 4})}, SortAttrs{0, true},
                   less_than(kI32, 2));
  expect_numbers(sorted[0], {0, 1, 1, 2, 2});
  expect_numbers(sorted[1], {4, 1, 3, 0, 2});
}

TEST(Sort, AgreesWithTheLibraryOnManyElements) {
  std::mt19937 random(5);
  std::vector<double> values(5000);
  for (double& v : values) v = std::uniform_int_distribution<int>(0, 999)(random);
  const Literal got =
      evaluate(OpCode::kSort, {i32(values)}, SortAttrs{0, false}, less_than(kI32, 1));
  std::sort(values.begin(), values.end());
  expect_numbers(got, values);
}

TEST(Sort, SurvivesAComparatorThatContradictsItself) {
  const Regions always = [](ProgramBuilder& b) {
    b.begin_region({{kF32, {}}, {kF32, {}}});
    const ValueId yes = b.add_one(OpCode::kConstant, {}, ConstantAttrs{{kI1, {}}, scalar(kI1, 1)});
    std::vector<Region> regions;
    regions.push_back(b.end_region({yes}));
    return regions;
  };
  std::vector<double> values(100);
  for (int i = 0; i < 100; ++i) values[i] = i;
  std::vector<double> got =
      numbers(evaluate(OpCode::kSort, {f32(values)}, SortAttrs{0, true}, always));
  std::sort(got.begin(), got.end());
  EXPECT_EQ(got, values);  // whatever the order, nothing is lost
  const Literal nan = f32({kNaN, 1, kNaN, 0, 2, kNaN});
  EXPECT_EQ(evaluate(OpCode::kSort, {nan}, SortAttrs{0, true}, less_than(kF32, 1)).num_elements(),
            6);
}

TEST(TopK, LargestFirstEarlierOfEqualsFirst) {
  const std::vector<Literal> top =
      evaluate_all(OpCode::kTopK, {f32({1, kNaN, kInf, 3, 3, -0.0, 0.0, kNaN})}, TopKAttrs{8});
  expect_numbers(top[0], {kNaN, kNaN, kInf, 3, 3, 1, 0.0, -0.0});
  expect_numbers(top[1], {1, 7, 2, 3, 4, 0, 6, 5});
  const std::vector<Literal> rows =
      evaluate_all(OpCode::kTopK, {literal(kU8, {2, 3}, {1, 200, 7, 9, 9, 9})}, TopKAttrs{2});
  expect_numbers(rows[0], {200, 7, 9, 9});
  expect_numbers(rows[1], {1, 2, 0, 1});
  EXPECT_EQ(
      evaluate_all(OpCode::kTopK, {literal(kF32, {2, 0}, {})}, TopKAttrs{0})[0].num_elements(), 0);
}

}  // namespace
}  // namespace motley::tensor
