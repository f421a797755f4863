#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <string>

#include "core/base/error.h"
#include "tensor/adapt/decision_log.h"
#include "tensor/adapt/measured_cluster.h"
#include "tensor/adapt/share_tuner.h"
#include "tensor/adapt/switch_message.h"

namespace motley::tensor {
namespace {

// A device takes fixed + units seconds, times its slowness.
ShareRecord step_of(int64_t step, const ShareTuning& tuning, const std::vector<double>& slowness,
                    int64_t steps_left = 1000) {
  ShareRecord record{.step = step, .steps_left = steps_left};
  const double total =
      static_cast<double>(std::accumulate(tuning.units.begin(), tuning.units.end(), int64_t{0}));
  for (size_t j = 0; j < tuning.units.size(); ++j) {
    record.compute_seconds.push_back(
        slowness[j] * (static_cast<double>(tuning.units[j]) / total + tuning.fixed[j]));
    record.step_seconds = std::max(record.step_seconds, record.compute_seconds[j]);
  }
  return record;
}

TEST(ShareTuner, FollowsAThrottledDeviceAndBack) {
  ShareTuning tuning{.units = {6, 6, 6, 6}, .speeds = {1, 1, 1, 1}, .fixed = {0, 0, 0, 0}};
  ShareTuner tuner(tuning);
  std::vector<std::pair<int64_t, std::vector<int64_t>>> moves;
  for (int64_t step = 0; step < 60; ++step) {
    const bool is_slow = step >= 20 && step < 40;
    const auto proposal = tuner.observe(step_of(step, tuning, {1, is_slow ? 2.0 : 1.0, 1, 1}));
    if (!proposal) continue;
    moves.emplace_back(step, proposal->units);
    tuning.units = proposal->units;
    tuner.use(tuning);
  }
  ASSERT_EQ(moves.size(), 2u);
  EXPECT_EQ(moves[0].first, 23);  // three of five steps agree at 22, twice at 23
  EXPECT_EQ(moves[0].second[1], 3);
  EXPECT_EQ(moves[1].first, 43);
  EXPECT_EQ(moves[1].second, (std::vector<int64_t>{6, 6, 6, 6}));
}

// Each device updates all parameters, whatever its share: without that the slow one would get 3.
TEST(ShareTuner, FixedWorkCounts) {
  ShareTuning tuning{.units = {6, 6}, .speeds = {1, 1}, .fixed = {0.5, 0.5}};
  ShareTuner tuner(tuning);
  std::optional<ShareProposal> proposal;
  for (int64_t step = 0; !proposal && step < 20; ++step) {
    proposal = tuner.observe(step_of(step, tuning, {1, 2}));
  }
  ASSERT_TRUE(proposal);
  // (u + 6) / 1 = (12 - u + 6) * 2 -> u = 10
  EXPECT_EQ(proposal->units, (std::vector<int64_t>{10, 2}));
}

// Case 23 of the study: 4,4 of 8 at 0.40 and 0.80 s; 5,3 takes 0.60 and moving 5 s.
TEST(ShareTuner, AMoveMustPayWithinTheStepsThatAreLeft) {
  for (const int64_t steps_left : {20, 30}) {
    ShareTuning tuning{.units = {4, 4},
                       .speeds = {1, 1},
                       .fixed = {0, 0},
                       .moving = {.fixed_seconds = 5, .per_share = 0}};
    ShareTuner tuner(tuning);
    std::optional<ShareProposal> proposal;
    for (int64_t step = 0; !proposal && step < 10; ++step) {
      proposal = tuner.observe({.step = step,
                                .compute_seconds = {0.40, 0.80},
                                .step_seconds = 0.8,
                                .steps_left = steps_left});
    }
    EXPECT_EQ(proposal.has_value(), steps_left == 30);
    if (!proposal) continue;
    // 5,3 and 6,2 both take 0.60.
    EXPECT_TRUE(proposal->units[0] == 5 || proposal->units[0] == 6);
    EXPECT_NEAR(proposal->gain_seconds, 0.20, 1e-12);
  }
}

TEST(ShareTuner, NoUnitToMoveIsNoProposal) {
  ShareTuning tuning{.units = {2, 2}, .speeds = {1, 1}, .fixed = {0, 0}};
  ShareTuner tuner(tuning);
  for (int64_t step = 0; step < 30; ++step) {
    EXPECT_FALSE(tuner.observe(step_of(step, tuning, {1, 1.3})));
  }
}

TEST(DecisionLog, EveryDecisionReplays) {
  ShareTuning tuning{.units = {10, 5, 5, 4}, .speeds = {2, 1, 1, 1}, .fixed = {0.1, 0.1, 0.1, 0.1}};
  ShareTuner tuner(tuning);
  std::vector<std::string> lines = {log_line(tuning)};
  int num_moves = 0;
  for (int64_t step = 0; step < 80; ++step) {
    const double noise = 1 + 0.01 * static_cast<double>(step * 7919 % 11);
    const ShareRecord record =
        step_of(step, tuning, {0.5, step > 30 ? 3.3 : 1.0 / 3, noise, 1.1}, 80 - step);
    const auto proposal = tuner.observe(record);
    lines.push_back(log_line(record, proposal));
    if (!proposal) continue;
    ++num_moves;
    tuning.units = proposal->units;
    tuner.use(tuning);
    lines.push_back(log_line(tuning));
  }
  EXPECT_GE(num_moves, 2);
  const auto replayed = replay_shares(lines);
  ASSERT_EQ(replayed.size(), 80u);
  for (const ReplayedShares& one : replayed) EXPECT_EQ(one.recorded, one.replayed) << one.step;
}

TEST(DecisionLog, AChangedRecordIsFound) {
  ShareTuning tuning{.units = {4, 4}, .speeds = {1, 1}, .fixed = {0, 0}};
  std::vector<std::string> lines = {log_line(tuning)};
  for (int64_t step = 0; step < 8; ++step) {
    lines.push_back(log_line(step_of(step, tuning, {1, 3}), std::nullopt));
  }
  const auto replayed = replay_shares(lines);
  EXPECT_TRUE(std::ranges::any_of(
      replayed, [](const ReplayedShares& one) { return one.recorded != one.replayed; }));
}

// A run on four hosts of the testbed, one of which lost half of its cores from step 33 to 86.
TEST(DecisionLog, ARecordedRunReplays) {
  std::ifstream file(MOTLEY_TEST_DATA "/adapt/throttled_host.jsonl");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  const auto replayed = replay_shares(lines);
  ASSERT_GT(replayed.size(), 100u);
  int64_t first_after_throttling = 0;
  for (const ReplayedShares& one : replayed) {
    EXPECT_EQ(one.recorded, one.replayed) << one.step;
    if (one.recorded && one.step > 33 && first_after_throttling == 0)
      first_after_throttling = one.step;
  }
  EXPECT_LE(first_after_throttling, 33 + 6);
}

// Case 26 of the study.
TEST(SwitchMessage, ALateMessageStillCountsAndOneForABegunStepIsAnError) {
  const SwitchMessage message{.step = 7, .kind = SwitchMessage::Kind::kSwitch, .from_step = 9};
  PendingSwitch in_time, late, too_late;
  in_time.announce(message, 7);
  EXPECT_FALSE(in_time.due(8));
  EXPECT_TRUE(in_time.due(9));
  EXPECT_FALSE(in_time.due(10));
  late.announce(message, 8);
  EXPECT_TRUE(late.due(9));
  EXPECT_THROW(too_late.announce(message, 9), core::InternalError);
}

TEST(SwitchMessage, AMissedChangeASecondOneAndAMessageOfTheFutureAreErrors) {
  const SwitchMessage message{.step = 7, .kind = SwitchMessage::Kind::kSwitch, .from_step = 9};
  PendingSwitch pending;
  pending.announce(message, 7);
  EXPECT_THROW(pending.announce(message, 7), core::InternalError);
  EXPECT_THROW(pending.due(10), core::InternalError);
  PendingSwitch other;
  EXPECT_THROW(other.announce(message, 6), core::InternalError);
}

TEST(SwitchMessage, TravelsAsNumbers) {
  const SwitchMessage message{.step = 3,
                              .decision = 2,
                              .kind = SwitchMessage::Kind::kSchedule,
                              .from_step = 5,
                              .number = 4,
                              .hash = 0xfedcba9876543210};
  EXPECT_EQ(SwitchMessage::from(message.numbers()).numbers(), message.numbers());
}

TEST(MeasuredCluster, ASlowDeviceBecomesATypeOfItsOwn) {
  core::Cluster cluster = core::one_host(
      {.name = "core", .flops_per_second = 1e11, .memory_bytes_per_second = 1e10}, 4, {2e9, 2e-5});
  const core::Cluster measured = as_measured(cluster, {.slowdown = {1, 2, 2.01, 1}});
  ASSERT_EQ(measured.device_types.size(), 2u);
  EXPECT_EQ(measured.device_types[1].name, "core-at-50%");
  EXPECT_EQ(measured.device_types[1].flops_per_second, 5e10);
  const auto devices = core::devices(measured);
  EXPECT_EQ(devices[0].type, 0);
  EXPECT_EQ(devices[1].type, 1);
  EXPECT_EQ(devices[2].type, 1);
  EXPECT_EQ(devices[3].type, 0);
}

TEST(DecisionLog, ChangesAreReadAgain) {
  const Adaptation change{.step = 39,
                          .kind = "shares",
                          .change = "8:8 -> 5:11",
                          .reason = "device 0 computes at 50 %",
                          .before_seconds = 0.5,
                          .predicted_seconds = 0.25,
                          .moved_bytes = 1000,
                          .move_seconds = 0.125};
  const auto changes = logged_changes({log_line(ShareTuning{.units = {8, 8}}), log_line(change)});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(text_of(changes[0]), text_of(change));
  EXPECT_THROW(logged_changes({"no JSON"}), core::UserError);
}

// One squeezed host: messages to and from it are slow, those between the others are not.
TEST(MeasuredCluster, PortsAreAsFastAsTheFastestMessage) {
  EXPECT_EQ(port_rates(4, {{0, 1, 6e6}, {1, 0, 6.1e6}, {1, 2, 6.2e6}, {2, 3, 25e6}, {3, 2, 24e6}}),
            (std::vector<double>{6.1e6, 6.2e6, 25e6, 25e6}));
  core::Cluster cluster{.device_types = {{.name = "core", .flops_per_second = 1e11}},
                        .hosts = std::vector<core::Host>(2),
                        .network = core::Link{25e6, 1e-4}};
  for (core::Host& host : cluster.hosts) host.devices = {{0, 1}};
  const core::Cluster measured =
      as_measured(cluster, {.slowdown = {1, 1}, .port_rates = {0, 6.2e6}});
  EXPECT_FALSE(measured.hosts[0].network.has_value());
  EXPECT_EQ(measured.hosts[1].network->bandwidth_bytes_per_second, 6.2e6);
  EXPECT_EQ(measured.hosts[1].network->latency_seconds, 1e-4);
  EXPECT_EQ(measured.network->bandwidth_bytes_per_second, 25e6);
}

}  // namespace
}  // namespace motley::tensor
