#include <gtest/gtest.h>

#include <algorithm>

#include "tensor/lower/rank_program.h"

namespace motley::tensor {
namespace {

// What is waited for soon is begun before gradients that were there first.
TEST(ScheduleOf, LetsWhatIsUrgentPass) {
  LocalProgram local;
  const auto add = [&](int64_t bytes, int begun, int needed) {
    const int c = static_cast<int>(local.collectives.size());
    local.collectives.push_back({.whole = {ElementType::kF32, {bytes / 4}}, .value_bytes = bytes});
    local.events.push_back({CollectiveEvent::Kind::kBegin, c, 0, begun});
    local.events.push_back({CollectiveEvent::Kind::kNeed, c, 0, needed});
  };
  add(100, 1, 50);
  add(100, 2, 2);
  add(100, 20, 50);
  add(100, 30, 30);
  std::ranges::stable_sort(local.events, {}, &CollectiveEvent::num_products);
  std::vector<int> order;
  for (const RankStep& step : schedule_of(local, {.bucket_bytes = 50}).steps) {
    if (step.kind == RankStep::Kind::kStart) order.push_back(step.index);
  }
  const StepSchedule schedule = schedule_of(local, {.bucket_bytes = 50});
  std::vector<int> collectives;
  for (const int i : order) collectives.push_back(schedule.communications[i][0]);
  // The first gradient stands back; the second has time enough.
  EXPECT_EQ(collectives, (std::vector<int>{1, 0, 2, 3}));
}

}  // namespace
}  // namespace motley::tensor
