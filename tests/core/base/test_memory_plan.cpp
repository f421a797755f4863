#include <gtest/gtest.h>

#include <random>

#include "core/base/memory_plan.h"

namespace motley::core {
namespace {

TEST(MemoryPlan, SharesBytesOfBuffersThatDoNotMeet) {
  const MemoryPlan plan = plan_memory({{64, 0, 1}, {64, 2, 3}, {32, 0, 3}});
  EXPECT_EQ(plan.offsets[0], plan.offsets[1]);
  EXPECT_EQ(plan.arena_bytes, 128);
  EXPECT_EQ(plan.live_bytes_peak, 96);
}

// The largest first, and the longest-lived first, need 576 bytes.
TEST(MemoryPlan, PacksTheFullestStepFirstWhereThatIsBest) {
  const MemoryPlan plan = plan_memory({{192, 1, 2}, {192, 3, 3}, {128, 2, 4}, {256, 1, 1}});
  EXPECT_EQ(plan.live_bytes_peak, 448);
  EXPECT_EQ(plan.arena_bytes, 448);
}

// In each of these orders 15 units are needed.
TEST(MemoryPlan, TriesOtherOrdersWhereThereAreGaps) {
  constexpr int64_t kUnit = 64 << 10;
  const MemoryPlan plan = plan_memory({{3 * kUnit, 1, 2},
                                       {1 * kUnit, 4, 6},
                                       {2 * kUnit, 2, 4},
                                       {6 * kUnit, 2, 2},
                                       {1 * kUnit, 4, 5},
                                       {5 * kUnit, 5, 5},
                                       {1 * kUnit, 2, 4},
                                       {1 * kUnit, 0, 1},
                                       {5 * kUnit, 4, 5}});
  EXPECT_EQ(plan.live_bytes_peak, 12 * kUnit);
  EXPECT_EQ(plan.arena_bytes, 12 * kUnit);
}

TEST(MemoryPlan, KeepsBuffersThatMeetApart) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<BufferLifetime> buffers;
    for (int i = 0; i < 80; ++i) {
      const int first = static_cast<int>(random() % 40);
      buffers.push_back({static_cast<int64_t>(random() % 500000), first,
                         first + static_cast<int>(random() % 10)});
    }
    const MemoryPlan plan = plan_memory(buffers);
    for (size_t a = 0; a < buffers.size(); ++a) {
      EXPECT_EQ(plan.offsets[a] % kBufferAlignment, 0);
      EXPECT_LE(plan.offsets[a] + buffers[a].bytes, plan.arena_bytes);
      for (size_t b = 0; b < a; ++b) {
        if (buffers[a].last < buffers[b].first || buffers[b].last < buffers[a].first) continue;
        const bool apart = plan.offsets[a] + buffers[a].bytes <= plan.offsets[b] ||
                           plan.offsets[b] + buffers[b].bytes <= plan.offsets[a];
        EXPECT_TRUE(apart || buffers[a].bytes == 0 || buffers[b].bytes == 0);
      }
    }
    EXPECT_GE(plan.arena_bytes, plan.live_bytes_peak);
    EXPECT_LT(plan.arena_bytes, 1.3 * static_cast<double>(plan.live_bytes_peak));
  }
}

}  // namespace
}  // namespace motley::core
