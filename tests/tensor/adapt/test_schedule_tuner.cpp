#include <gtest/gtest.h>

#include "tensor/adapt/decision_log.h"
#include "tensor/adapt/schedule_tuner.h"
#include "tensor/plan/schedule/schedule_table.h"

namespace motley::tensor {
namespace {

ScheduleChoice choice_of(const std::vector<std::string>& names) {
  ScheduleChoice choice;
  const std::vector<schedule::Ticks> ones(4, 1);
  for (const std::string& name : names) {
    choice.candidates.push_back(
        {name, schedule::generate(name, {4, 8}, {.forward = ones, .backward = ones, .weight = ones},
                                  {})});
  }
  choice.pairs = {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}};
  return choice;
}

// The test bed of the study: f = 70 ms, b = 140, a boundary of 524,288 B; h1 is stage 1's host.
ScheduleRecord record_at(int64_t step, double h1_bits) {
  const double usual = 524288 * 8 / 200e6, slow = 524288 * 8 / h1_bits;
  return {.step = step,
          .forward = std::vector<double>(4, 0.070),
          .input_gradient = std::vector<double>(4, 0.070),
          .weight_gradient = std::vector<double>(4, 0.070),
          .transfer = {slow, slow, slow, slow, usual, usual},
          .step_seconds = 0};
}

// Section 8.1 of the study: milliseconds of a step, exclusive ports.
TEST(ScheduleTuner, PredictsWhatTheStudyComputes) {
  const ScheduleChoice choice = choice_of({"1f1b", "kfkb:k=2", "deep:h=1", "zb-h1", "zb-h2"});
  const std::vector<double> at_200 = {2646, 2436, 2436, 2142, 1953},
                            h1_at_50 = {3401, 2701, 2687, 2841, 2154};
  for (size_t i = 0; i < at_200.size(); ++i) {
    SCOPED_TRACE(choice.candidates[i].name);
    const auto milliseconds = [&](double bits) {
      return 1e3 * predicted_seconds(choice.candidates[i].lists, choice.pairs, record_at(0, bits));
    };
    EXPECT_NEAR(milliseconds(200e6), at_200[i], 2);
    EXPECT_NEAR(milliseconds(50e6), h1_at_50[i], 2);
  }
}

TEST(ScheduleTuner, SwitchesWithinFiveStepsOfASqueeze) {
  const ScheduleChoice choice = choice_of({"1f1b", "deep:h=1"});
  ScheduleTuner tuner(choice, {.rule = {.gain = 0.10}});  // 8 % at 200 Mb/s is not worth it
  std::vector<std::string> lines;
  int current = 0;
  int64_t switched = -1, back = -1;
  for (int64_t step = 0; step < 40; ++step) {
    ScheduleRecord record = record_at(step, step >= 10 && step < 25 ? 50e6 : 200e6);
    record.step_seconds =
        0.1 + predicted_seconds(choice.candidates[current].lists, choice.pairs, record);
    current = tuner.observe(record);
    if (current == 1 && switched < 0) switched = step;
    if (current == 0 && switched >= 0 && back < 0) back = step;
  }
  EXPECT_GE(switched, 11);
  EXPECT_LE(switched, 13);
  EXPECT_EQ(back, -1);  // deep:h=1 is faster at 200 Mb/s, too
}

TEST(ScheduleTuner, AdaGrouperDecidesAtItsInterval) {
  const ScheduleChoice choice = choice_of({"kfkb:k=1", "kfkb:k=2"});
  ScheduleTuner tuner(choice, schedule_policy("ada-grouper"));
  std::vector<std::string> lines = {log_line(choice, "ada-grouper")};
  for (int64_t step = 1; step < 30; ++step) {
    ScheduleRecord record = record_at(step, 200e6);
    record.step_seconds = 2.7;
    const int chosen = tuner.observe(record);
    EXPECT_EQ(chosen, step < 10 ? 0 : 1) << step;
    lines.push_back(log_line(record, chosen));
  }
  for (const ReplayedSchedule& one : replay_schedules(lines)) {
    EXPECT_EQ(one.recorded, one.replayed) << one.step;
  }
}

}  // namespace
}  // namespace motley::tensor
