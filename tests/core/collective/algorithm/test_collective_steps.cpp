// Checks the lists themselves, without messages: no step overwrites memory that is still needed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/collective/algorithm/collective_steps.h"

namespace motley::core {
namespace {

// A range of memory that a step reads or writes, in an address space in which input and output
// overlap if the collective works in place.
struct MemoryRange {
  int64_t begin = 0, end = 0;
  bool overlaps(const MemoryRange& other) const { return begin < other.end && other.begin < end; }
};

struct Aliases {
  bool in_place = false;
  int64_t output_at = 0;  // offset of the output within the input, in place

  MemoryRange of(Place place, int64_t count) const {
    constexpr int64_t kApart = int64_t{1} << 40;
    int64_t base = kApart * static_cast<int64_t>(place.space);
    if (in_place && place.space == Space::kOutput) base = output_at;
    return {base + place.at, base + place.at + count};
  }
};

// Whether send `s` is done before receive `r` is posted, or posted after it is done.
bool apart(const Steps& steps, int64_t s, int64_t r) {
  return steps.receives[static_cast<size_t>(r)].after_sends > s ||
         steps.sends[static_cast<size_t>(s)].after_receives > r;
}

// Whether receive `r` is done before `later` is posted.
bool before(const Steps& steps, int64_t r, int64_t later) {
  const ReceiveStep& step = steps.receives[static_cast<size_t>(later)];
  if (step.after_receives > r) return true;
  for (int64_t s = 0; s < step.after_sends; ++s) {
    if (steps.sends[static_cast<size_t>(s)].after_receives > r) return true;
  }
  return false;
}

// Lists are posted in order: what a step waits for, later steps of its list wait for too.
Steps with_inherited_waits(Steps steps) {
  for (size_t i = 1; i < steps.sends.size(); ++i) {
    SendStep& step = steps.sends[i];
    step.after_receives = std::max(step.after_receives, steps.sends[i - 1].after_receives);
  }
  for (size_t i = 1; i < steps.receives.size(); ++i) {
    ReceiveStep& step = steps.receives[i];
    step.after_sends = std::max(step.after_sends, steps.receives[i - 1].after_sends);
    step.after_receives = std::max(step.after_receives, steps.receives[i - 1].after_receives);
  }
  return steps;
}

// Describes the first conflict; empty if there is none.
std::string conflict(const Steps& original, const Aliases& memory) {
  const Steps steps = with_inherited_waits(original);
  for (int64_t r = 0; r < steps.num_receives(); ++r) {
    const ReceiveStep& step = steps.receives[static_cast<size_t>(r)];
    const MemoryRange lands = memory.of(step.to, step.count);
    const MemoryRange result = step.reduces ? memory.of(step.result, step.count) : lands;
    for (int64_t s = 0; s < steps.num_sends(); ++s) {
      const SendStep& send = steps.sends[static_cast<size_t>(s)];
      const MemoryRange sent = memory.of(send.from, send.count);
      if ((lands.overlaps(sent) || result.overlaps(sent)) && !apart(steps, s, r)) {
        return fmt::format("receive {} writes what send {} reads", r, s);
      }
    }
    for (int64_t later = r + 1; later < steps.num_receives(); ++later) {
      const ReceiveStep& other = steps.receives[static_cast<size_t>(later)];
      const MemoryRange landing = memory.of(other.to, other.count);
      if ((landing.overlaps(lands) || landing.overlaps(result)) && !before(steps, r, later)) {
        return fmt::format("receive {} lands where receive {} still is", later, r);
      }
    }
  }
  return "";
}

TEST(Steps, NeverOverwriteMemoryStillInUse) {
  const uint64_t seed = 11;
  std::mt19937_64 random(seed);
  for (int i = 0; i < 300; ++i) {
    const int n = 2 + static_cast<int>(random() % 8);
    CollectiveSetup setup{.num_ranks = n};
    setup.algorithm = static_cast<CollectiveAlgorithm>(random() % 7);
    setup.type = random() % 3 == 0 ? ElementType::kBF16 : ElementType::kF32;
    std::vector<int64_t> counts;
    for (int r = 0; r < n; ++r) {
      counts.push_back(random() % 4 == 0 ? 0 : static_cast<int64_t>(random() % 500'000));
      setup.hosts.push_back(static_cast<int>(random() % 3));
    }
    const bool in_place = random() % 2 == 0;
    const auto offsets = offsets_of(counts);
    for (setup.rank = 0; setup.rank < n; ++setup.rank) {
      const std::string which = fmt::format("case {} of seed {}, algorithm {}, rank {} of {}", i,
                                            seed, static_cast<int>(setup.algorithm), setup.rank, n);
      const int64_t begin = offsets[static_cast<size_t>(setup.rank)];
      EXPECT_EQ(conflict(all_reduce_steps(setup, offsets.back()), {in_place, 0}), "") << which;
      EXPECT_EQ(conflict(reduce_scatter_steps(setup, counts), {in_place, begin}), "") << which;
      // In place, the input is a block of the output.
      EXPECT_EQ(conflict(all_gather_steps(setup, counts), {in_place, -begin}), "") << which;
      EXPECT_EQ(conflict(broadcast_steps(setup, offsets.back(), 0), {true, 0}), "") << which;
    }
  }
}

}  // namespace
}  // namespace motley::core
