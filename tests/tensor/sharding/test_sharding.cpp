#include <gtest/gtest.h>

#include "tensor/sharding/shard_literals.h"

namespace motley::tensor {
namespace {

const DeviceGrid kFour{{4}};
const DeviceGrid kTwoByThree{{2, 3}};

std::vector<int64_t> even_units(int n, int64_t units) {
  return units_of(core::Ratio(n, 1.0 / n), units);
}

TEST(Units, AreAsEvenAsWholeOnesAllow) {
  EXPECT_EQ(even_units(3, 4), (std::vector<int64_t>{2, 1, 1}));
  EXPECT_EQ(even_units(3, 2), (std::vector<int64_t>{1, 1, 0}));
  EXPECT_EQ(even_units(1, 5), (std::vector<int64_t>{5}));
}

TEST(Units, MinimiseTheLargestLoad) {
  EXPECT_EQ(units_of({5 / 7., 1 / 7., 1 / 7.}, 4), (std::vector<int64_t>{4, 0, 0}));
  EXPECT_EQ(units_of({.5, .3, .2}, 10), (std::vector<int64_t>{5, 3, 2}));
  EXPECT_EQ(units_of({.75, .25, 0}, 8), (std::vector<int64_t>{6, 2, 0}));
}

TEST(Shares, AreKeptInLowestTerms) {
  EXPECT_EQ(Shares({4, 2, 2}), Shares({2, 1, 1}));
  EXPECT_TRUE(Shares({3, 3}).is_even());
  EXPECT_FALSE(Shares({3, 0}).is_even());
  EXPECT_EQ(Shares({0, 3, 1}).first_owner(), 1);
}

TEST(Held, StridedShardsArePiecesOfEveryPeriod) {
  const DimSharding cut{.dim = 0, .period = 6, .shares = Shares({1, 2})};
  const Held second = held(cut, 12, 1);
  std::vector<int64_t> indices;
  for (int64_t i = 0; i < second.extent(); ++i) indices.push_back(second.global(i));
  EXPECT_EQ(indices, (std::vector<int64_t>{2, 3, 4, 5, 8, 9, 10, 11}));
}

std::string again(const std::string& text, const Shape& shape, const DeviceGrid& group) {
  const auto parsed = parse_sharding(text, {ElementType::kF32, shape}, group);
  return parsed.fault.empty() ? to_string(parsed.sharding, shape, group) : parsed.fault;
}

TEST(Held, OfTwoAxesOnOneDimensionIsThePartOfAPart) {
  const Shape shape = {12};
  const auto nested = parse_sharding("S(0)S(0/6:[3,2,1])", {ElementType::kF32, shape}, kTwoByThree);
  ASSERT_EQ(nested.fault, "");
  std::vector<int64_t> begins, extents;
  for (int rank = 0; rank < 6; ++rank) {
    const Held mine = held(nested.sharding, shape, kTwoByThree, rank)[0];
    begins.push_back(mine.global(0));
    extents.push_back(mine.extent());
    EXPECT_EQ(local_shape(nested.sharding, shape, kTwoByThree, rank), Shape{mine.extent()});
  }
  EXPECT_EQ(begins, (std::vector<int64_t>{0, 3, 5, 6, 9, 11}));
  EXPECT_EQ(extents, (std::vector<int64_t>{3, 2, 1, 3, 2, 1}));
  // Along the outer axis, the second column holds rows 3, 4, 9 and 10: two runs of two.
  EXPECT_EQ(cut_of_line(nested.sharding, 0, kTwoByThree, 1).period, 4);
  EXPECT_EQ(cut_of_line(nested.sharding, 1, kTwoByThree, 1).period, 6);
}

TEST(ShardingText, IsReadAsItIsWritten) {
  for (const char* text : {"R", "S(0)", "P", "Pmax", "S(1:[5,3,3,1])", "S(1/6:[1,1,1,0])"}) {
    EXPECT_EQ(again(text, {8, 12}, kFour), text);
  }
  for (const char* text : {"S(0)S(1)", "RP", "S(1:[1,3])R", "S(0)S(0/4)", "S(1/4:[1,3])S(1)"}) {
    EXPECT_EQ(again(text, {8, 12}, kTwoByThree), text);
  }
}

TEST(ShardingText, ManyDevicesAreCounted) {
  const DeviceGrid ten{{10}};
  EXPECT_EQ(again("S(0:[3,3,2,2,2,2,2,1,2,1])", {20}, ten), "S(0:[2x3,5x2,1,2,1])");
  EXPECT_EQ(again("S(0:[2x3,5x2,1,2,1])", {20}, ten), "S(0:[2x3,5x2,1,2,1])");
  EXPECT_EQ(again("S(0:[1x5,3x1])", {8, 12}, kFour), "S(0:[5,1,1,1])");
  EXPECT_EQ(again("S(0:[2x])", {8, 12}, kFour), "expected a number before `])`");
  EXPECT_EQ(again("S(0:[9999999x1])", {8, 12}, kFour), "more shares than the 4 devices");
}

TEST(ShardingText, EvenSharesGoUnsaid) {
  EXPECT_EQ(again("S(0:[2,2,2,2])", {8, 12}, kFour), "S(0)");
  EXPECT_EQ(again("S(0:[2,2,2,1])", {7, 12}, kFour), "S(0)");  // as even as 7 rows can be
}

TEST(ShardingText, FaultsSayWhatDoesNotFit) {
  EXPECT_EQ(again("S(2)", {8, 12}, kFour), "tensor<8x12xf32> has no dimension 2");
  EXPECT_EQ(again("S(0:[1,1,1])", {8, 12}, kFour), "3 shares for 4 devices");
  EXPECT_EQ(again("S(0:[1,1,1,2])", {8, 12}, kFour),
            "8 along dimension 0 of tensor<8x12xf32> cannot be split into 5 equal units");
  EXPECT_EQ(again("S(1/5)", {8, 12}, kFour),
            "runs of 5 do not divide dimension 1 of tensor<8x12xf32>");
  EXPECT_EQ(again("S(0)R", {8, 12}, kFour), "unexpected `R`: the group has one axis");
  // Neither shards the equal shards of the other: they are of 6, or unequal, or one has no part.
  for (const char* text : {"S(1)S(1)", "S(1)S(1/3)", "S(1:[1,3])S(1/3)", "S(1)S(1/6:[3,3,0])"}) {
    EXPECT_EQ(again(text, {8, 12}, kTwoByThree),
              "dimension 1 is sharded on both axes, and neither shards the equal shards of the "
              "other");
  }
  EXPECT_EQ(again("PmaxP", {8, 12}, kTwoByThree), "the two axes have different reducers");
  EXPECT_EQ(again("S(0", {8, 12}, kFour), "expected `)` at the end");
  EXPECT_EQ(again("Q", {8, 12}, kFour), "`Q` is not one of R, S(dim), P");
  EXPECT_EQ(again("R", {8, 12}, kTwoByThree),
            "the group has two axes, each with a state of its own, as in RS(0)");
  EXPECT_EQ(again("S(0:[0,0,0,0])", {8, 12}, kFour), "at least one share must be positive");
}

TEST(ShardingText, OthersNotations) {
  const Shape shape = {8, 12};
  const auto both = parse_sharding("S(1)P", {ElementType::kF32, shape}, kTwoByThree).sharding;
  EXPECT_EQ(to_jax(both, shape, kTwoByThree), "P(None, 'data', unreduced={'model'})");
  EXPECT_EQ(to_pytorch(both, shape, kTwoByThree), "S(1)P");
  const auto one = parse_sharding("S(0)R", {ElementType::kF32, shape}, kTwoByThree).sharding;
  EXPECT_EQ(to_jax(one, shape, kTwoByThree), "P('data')");
  const auto nested = parse_sharding("S(1/4)S(1)", {ElementType::kF32, shape}, kTwoByThree);
  EXPECT_EQ(to_jax(nested.sharding, shape, kTwoByThree), "P(None, ('model', 'data'))");
}

TEST(Spread, IsUndoneByCollect) {
  Literal whole = Literal::zeros({ElementType::kF32, {4, 6}});
  for (int64_t i = 0; i < 24; ++i) whole.set_float(i, static_cast<double>(i) + 0.5);
  for (const char* text : {"RR", "S(0)S(1)", "S(1)R", "PS(0:[2,0,2])", "S(1/3:[1,2])P", "PmaxPmax",
                           "S(1)S(1/3)", "S(1/2)S(1)"}) {
    const auto parsed = parse_sharding(text, whole.type(), kTwoByThree);
    ASSERT_EQ(parsed.fault, "") << text;
    const auto shards = shard(whole, parsed.sharding, kTwoByThree);
    EXPECT_EQ(unshard(shards, parsed.sharding, whole.type(), kTwoByThree), whole) << text;
  }
}

TEST(DeviceGrid, LinesDifferInOnePlace) {
  EXPECT_EQ(kTwoByThree.line(4, 0), (std::vector<int>{1, 4}));
  EXPECT_EQ(kTwoByThree.line(4, 1), (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(kTwoByThree.coordinate(5, 0), 1);
  EXPECT_EQ(kTwoByThree.coordinate(5, 1), 2);
}

}  // namespace
}  // namespace motley::tensor
