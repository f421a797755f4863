#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/random.h"
#include "nbody/domain/hilbert.h"

namespace motley::nbody {
namespace {

constexpr int kShift = 32 - kKeyDepth;

int64_t distance(const std::array<uint32_t, 3>& a, const std::array<uint32_t, 3>& b) {
  int64_t sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    sum += std::abs(int64_t{a[axis] >> kShift} - int64_t{b[axis] >> kShift});
  }
  return sum;
}

TEST(Hilbert, NeighbouringKeysAreAdjacentCells) {
  // All steps of the coarse curves, and random steps of the finest.
  for (int depth = 1; depth <= 4; ++depth) {
    const int64_t cells = int64_t{1} << (3 * depth);
    const int below = 3 * (kKeyDepth - depth);
    for (int64_t i = 0; i + 1 < cells; ++i) {
      const auto a = hilbert_cell(uint64_t(i) << below), b = hilbert_cell(uint64_t(i + 1) << below);
      int64_t steps = 0;
      for (int axis = 0; axis < 3; ++axis) {
        steps += std::abs(int64_t{a[axis] >> (32 - depth)} - int64_t{b[axis] >> (32 - depth)});
      }
      ASSERT_EQ(steps, 1) << "depth " << depth << ", cell " << i;
    }
  }
  for (int i = 0; i < 10000; ++i) {
    const auto key = static_cast<uint64_t>(core::uniform_at({.seed = 1}, i) * 0x1p63);
    ASSERT_EQ(distance(hilbert_cell(key), hilbert_cell(key + 1)), 1) << key;
  }
}

TEST(Hilbert, CellsAndKeysAreInverse) {
  for (int i = 0; i < 10000; ++i) {
    const auto key = static_cast<uint64_t>(core::uniform_at({.seed = 2}, i) * 0x1p63);
    const auto cell = hilbert_cell(key);
    EXPECT_EQ(hilbert_key(cell[0], cell[1], cell[2]), key);
    EXPECT_EQ(hilbert_key(cell[0] + 2047, cell[1] + 1, cell[2]), key);  // below the resolution
  }
}

class HilbertOrder : public testing::TestWithParam<int> {};

// Few distinct positions, so many keys are equal: across the Box, and in a cell whose keys differ
// only in their last bits.
TEST_P(HilbertOrder, SortsAndKeepsTheOrderOfEqualKeys) {
  constexpr int kCount = 5000;
  std::array<std::vector<uint32_t>, 3> position;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < kCount; ++i) {
      position[axis].push_back(
          static_cast<uint32_t>(core::uniform_at({.seed = 3, .tensor = axis}, i) * 8)
          << GetParam());
    }
  }
  const KeyOrder sorted = hilbert_order({position[0], position[1], position[2]}, 3);
  EXPECT_TRUE(std::ranges::is_sorted(sorted.keys));
  for (int i = 0; i < kCount; ++i) {
    const uint32_t p = sorted.order[i];
    EXPECT_EQ(sorted.keys[i], hilbert_key(position[0][p], position[1][p], position[2][p]));
    if (i > 0 && sorted.keys[i] == sorted.keys[i - 1]) {
      EXPECT_LT(sorted.order[i - 1], p);
    }
  }
  const KeyOrder serial = hilbert_order({position[0], position[1], position[2]}, 1);
  EXPECT_EQ(serial.order, sorted.order);
}

INSTANTIATE_TEST_SUITE_P(Shifts, HilbertOrder, testing::Values(29, 19, 11));

TEST(MergedOrder, EqualsAStableSort) {
  const std::vector<uint64_t> keys = {1, 4, 4, 9, 0, 4, 5, 2, 4, 10};
  const std::vector<int64_t> begins = {0, 4, 7, 7, 10};
  const KeyOrder merged = merged_order(keys, begins);
  EXPECT_EQ(merged.order, (std::vector<uint32_t>{4, 0, 7, 1, 2, 5, 8, 6, 3, 9}));
  EXPECT_EQ(merged.keys, (std::vector<uint64_t>{0, 1, 2, 4, 4, 4, 4, 5, 9, 10}));
}

}  // namespace
}  // namespace motley::nbody
