#include <gtest/gtest.h>

#include <cmath>

#include "tensor/adapt/decision_log.h"
#include "tensor/adapt/schedule_tuner.h"
#include "tensor/plan/schedule/generators.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/simulate/pipeline_workload.h"

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

// Case 19 of the study: depth that is bought by recomputing stages 0 and 1, against 1F1B.
TEST(ScheduleTuner, TradesDepthAgainstRecomputation) {
  const ScheduleChoice choice = choice_of({"1f1b", "deep:h=1"});
  const auto predicted = [&](double bits) {
    const ScheduleRecord plain = record_at(0, bits);
    ScheduleRecord recomputed = plain;
    recomputed.input_gradient[0] = recomputed.input_gradient[1] = 0.140;
    return std::vector{
        1e3 * predicted_seconds(choice.candidates[0].lists, choice.pairs, plain),
        1e3 * predicted_seconds(choice.candidates[1].lists, choice.pairs, recomputed)};
  };
  EXPECT_NEAR(predicted(200e6)[0], 2646, 2);
  EXPECT_NEAR(predicted(200e6)[1], 2786, 2);
  EXPECT_NEAR(predicted(50e6)[0], 3401, 2);
  EXPECT_NEAR(predicted(50e6)[1], 3072, 2);
  const auto chosen = [&](const std::vector<double>& windows, std::optional<double> alarm) {
    GroupTuner tuner(2, {.gain = 0.02, .patience = 2, .alarm = alarm});
    tuner.begin_with(0);
    std::string names;
    size_t current = 0;
    for (const double megabits : windows) {
      const std::vector<double> now = predicted(1e6 * megabits);
      current = tuner.observe(now, now[current]);
      names += current == 0 ? 'A' : 'B';
    }
    return names;
  };
  const std::vector<double> windows = {200, 200, 50, 50, 50, 200, 200, 200};
  EXPECT_EQ(chosen(windows, 0.10), "AABBBBAA");
  EXPECT_EQ(chosen(windows, std::nullopt), "AAABBBAA");
  EXPECT_EQ(chosen({100, 100, 100, 100, 100}, 0.10), "AAAAA");
}

// Milliseconds of a step with h1's port at `bits`, where transfers share a port evenly.
double milliseconds_sharing(const schedule::Schedule& lists, double bits) {
  constexpr double kTicksPerMillisecond = 1e3;
  const std::vector<schedule::Ticks> pass(4, 70'000);
  simulate::Workload work =
      simulate::work_of_lists(lists, {.forward = pass, .backward = pass, .weight = pass});
  work.ports.assign(8, simulate::Port::kShared);
  std::vector<simulate::StageTransfer> transfers;
  const ScheduleRecord record = record_at(0, bits);
  const std::vector<StagePair> pairs = choice_of({}).pairs;
  for (size_t p = 0; p < pairs.size(); ++p) {
    transfers.push_back({.from = pairs[p].from,
                         .to = pairs[p].to,
                         .busy = std::llround(1e3 * kTicksPerMillisecond * record.transfer[p]),
                         .ports = static_cast<int32_t>(p)});
    work.port_sets.push_back({2 * pairs[p].from, 2 * pairs[p].to + 1});
  }
  simulate::add_transfers(lists, transfers, work);
  return static_cast<double>(simulate::simulate(work).makespan) / kTicksPerMillisecond;
}

// Case 20 of the study: what a port that serves one transfer after the other gains over one that
// all share.
TEST(ScheduleTuner, ExclusivePortsAreFaster) {
  const ScheduleChoice choice = choice_of({"1f1b"});
  const schedule::Schedule& lists = choice.candidates[0].lists;
  const auto exclusive = [&](double bits) {
    return 1e3 * predicted_seconds(lists, choice.pairs, record_at(0, bits));
  };
  EXPECT_NEAR(exclusive(50e6), 3401, 2);
  EXPECT_NEAR(exclusive(20e6), 5029, 3);
  EXPECT_NEAR(milliseconds_sharing(lists, 50e6), 3513, 3);
  EXPECT_NEAR(milliseconds_sharing(lists, 20e6), 5989, 6);
  // Deeper is better where ports are exclusive, and worse where they are shared.
  const auto deep = [](const std::vector<int32_t>& depth) {
    return schedule::deep_one_f_one_b({4, 8}, depth);
  };
  const auto milliseconds = [&](const schedule::Schedule& one) {
    return std::pair(1e3 * predicted_seconds(one, choice.pairs, record_at(0, 20e6)),
                     milliseconds_sharing(one, 20e6));
  };
  const auto less = milliseconds(deep({8, 5, 2, 1})), more = milliseconds(deep({8, 7, 4, 1}));
  EXPECT_NEAR(less.first, 4544, 3);
  EXPECT_NEAR(less.second, 4930, 5);
  EXPECT_NEAR(more.first, 4139, 15);  // transfers that are ready together go in another order
  EXPECT_NEAR(more.second, 5467, 6);
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
