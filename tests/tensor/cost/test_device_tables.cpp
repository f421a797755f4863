#include <gtest/gtest.h>

#include "tensor/cost/device_tables.h"

namespace motley::tensor {
namespace {

core::DeviceType device(std::vector<core::MeasuredTable> tables) {
  return {.name = "d",
          .flops_per_second = 100e9,
          .memory_bytes = 1 << 30,
          .memory_bytes_per_second = 10e9,
          .measured = std::move(tables)};
}

const core::MeasuredTable kSquare = {
    "product.nn", {{{4, 4}, 1e9}, {{4, 64}, 4e9}, {{64, 4}, 2e9}, {{64, 64}, 9e9}}};

TEST(DeviceTables, GiveWhatWasMeasuredAtTheRows) {
  const DeviceTables tables(device({kSquare}));
  for (const core::MeasuredRow& row : kSquare.rows)
    EXPECT_NEAR(*tables.rate("product.nn", row.size), row.rate, 1e-6 * row.rate);
}

TEST(DeviceTables, GoStraightInLogarithmsBetweenRows) {
  const DeviceTables tables(device({{"a", {{{1}, 1e9}, {{100}, 4e9}}}}));
  EXPECT_NEAR(*tables.rate("a", {10}), 2e9, 1);
}

TEST(DeviceTables, NeverLeaveTheRangeOfTheirNeighbours) {
  const DeviceTables tables(device({kSquare}));
  double last = 0;
  for (double x = 4; x <= 64; x *= 1.3) {
    const double rate = *tables.rate("product.nn", {x, 16});
    EXPECT_GT(rate, last);  // the rate grows with the rows at both ends
    EXPECT_LE(rate, 9e9);
    last = rate;
  }
}

TEST(DeviceTables, HoldTheirBorderBeyondTheGrid) {
  const DeviceTables tables(device({kSquare}));
  EXPECT_NEAR(*tables.rate("product.nn", {4096, 4096}), 9e9, 1);
  EXPECT_NEAR(*tables.rate("product.nn", {1, 1}), 1e9, 1);
}

TEST(DeviceTables, FillAHoleOfTheGridWithTheNearestRow) {
  const DeviceTables tables(device({{"a", {{{1, 1}, 1e9}, {{1, 8}, 2e9}, {{64, 1}, 3e9}}}}));
  EXPECT_NEAR(*tables.rate("a", {64, 8}), 3e9, 1);
}

TEST(DeviceTables, TakeTheNearestRelativeOfAKindThatNobodyMeasured) {
  const DeviceTables tables(device({{"tile.map.tan", {{{}, 5e9}}}, {"tile.fold", {{{}, 7e9}}}}));
  EXPECT_NEAR(*tables.rate("tile.map.tan.f64", {}), 5e9, 1);
  EXPECT_NEAR(*tables.rate("tile.map.sine", {}), 5e9, 1);
  EXPECT_FALSE(tables.rate("tiles.map", {}));         // another kind
  EXPECT_FALSE(tables.rate("tile.map.tan", {1, 2}));  // another number of sizes
}

}  // namespace
}  // namespace motley::tensor
