#include <gtest/gtest.h>

#include <utility>

#include "tensor/plan/schedule/generators.h"
#include "tensor/plan/schedule/validate.h"

namespace motley::tensor::schedule {
namespace {

using enum ActionKind;

TEST(Validate, NamesWhoWaitsForWhom_error) {
  Schedule s = one_f_one_b({2, 2});  // 0F0 0F1 0B0 0B1 | 1F0 1B0 1F1 1B1
  std::swap(s.lists[0][1], s.lists[0][2]);
  EXPECT_EQ(fault_of(s), "");  // one at a time is slow, and right
  s = gpipe({2, 2});           // 0F0 0F1 0B0 0B1 | 1F0 1F1 1B0 1B1
  std::swap(s.lists[0][1], s.lists[0][2]);
  EXPECT_EQ(fault_of(s),
            "deadlock: 0B0 on device 0 waits for 1B0, which is queued behind 1F1 on device 1 waits "
            "for 0F1, which is queued behind 0B0");
}

TEST(Validate, EachPassIsThereOnce_error) {
  Schedule s = one_f_one_b({2, 2});
  s.lists[1].pop_back();
  EXPECT_EQ(fault_of(s), "1B1 is missing");
  s.lists[1].push_back({kInputGradient, 1, 1});
  EXPECT_EQ(fault_of(s), "1W1 is missing");
  s.lists[1].back() = {kWeightGradient, 1, 1};
  EXPECT_EQ(fault_of(s), "1I1 is missing");
  s.lists[1].back() = {kForward, 1, 1};
  EXPECT_EQ(fault_of(s), "1F1 appears twice");
  s.lists[1].back() = {kBackward, 1, 2};
  EXPECT_EQ(fault_of(s), "1B2 is outside this pipeline of 2 stages and 2 micro-batches");
  s.lists[1].back() = {kBackward, 0, 1};
  EXPECT_EQ(fault_of(s), "0B1 is on device 1, but stage 0 is on device 0");
  s = zb_h1({2, 2});
  s.lists[0].push_back({kBackward, 0, 0});
  EXPECT_EQ(fault_of(s), "0B0 appears both whole and split");
}

TEST(Validate, InputsComeFirst_error) {
  Schedule s = zb_h1({2, 2});
  std::swap(s.lists[1][1], s.lists[1].back());
  EXPECT_EQ(fault_of(s), "device 1 runs 1W1 before 1I1, which it needs");
  s = one_f_one_b({1, 1});
  std::swap(s.lists[0][0], s.lists[0][1]);
  EXPECT_EQ(fault_of(s), "device 0 runs 0B0 before 0F0, which it needs");
}

TEST(Validate, BothEndsAgreeAboutMessages_error) {
  Schedule s = gpipe({2, 2});
  std::swap(s.lists[0][0], s.lists[0][1]);
  EXPECT_EQ(fault_of(s),
            "stages 0 and 1 disagree about the order of activations: micro-batch 1 is next at one "
            "end, 0 at the other");
  s = gpipe({2, 2});
  std::swap(s.lists[1][2], s.lists[1][3]);
  EXPECT_EQ(fault_of(s),
            "stages 0 and 1 disagree about the order of gradients: micro-batch 0 is next at one "
            "end, 1 at the other");
}

// Each backward pass begins at the last stage: devices must not be looked at in turn.
TEST(Validate, LongPipelinesTakeTimeByTheirLength) {
  constexpr int kStages = 300'000;
  Schedule s = one_f_one_b({kStages, 2});
  EXPECT_EQ(fault_of(s), "");
  std::swap(s.lists[0][1], s.lists[0][2]);  // 0F0 0B0 0F1 0B1: the others would wait for 0F1
  EXPECT_TRUE(fault_of(s).starts_with("deadlock: 0B0 on device 0 waits for 1B0"));
}

TEST(Validate, SaysByHowMuchItDoesNotFit) {
  const std::vector<int32_t> cap = {4, 3, 1, 1};
  EXPECT_EQ(cap_violation(one_f_one_b({4, 8}), cap),
            "stage 2 holds 2 micro-batches, 1 more than its cap of 1");
  EXPECT_EQ(cap_violation(one_f_one_b({4, 8}), {}), "");
}

}  // namespace
}  // namespace motley::tensor::schedule
