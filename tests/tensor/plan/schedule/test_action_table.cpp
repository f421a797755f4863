#include <gtest/gtest.h>

#include <random>

#include "core/base/error.h"
#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/generators.h"

namespace motley::tensor::schedule {
namespace {

std::string message_of(const std::string& text) {
  try {
    parse_action_table(text, "t.csv");
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(ActionTable, ReadsWhatItPrints) {
  for (const Schedule& s : {one_f_one_b({3, 5}), interleaved({2, 4}, 3), zb_h2({4, 9})}) {
    EXPECT_EQ(parse_action_table(print_action_table(s), "t.csv"), s);
  }
  EXPECT_EQ(print_action_table(one_f_one_b({2, 2})), "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n");
}

TEST(ActionTable, PassesOverIdleCellsAndCommunication) {
  const std::string text =
      "0F0,0SEND_F0,0F1,0SEND_F1,,0RECV_B0,0B0,0RECV_B1,0B1,0REDUCE_GRAD\r\n"
      ",1RECV_F0,1F0,1B0,1SEND_B0, 1F1 ,1B1,1SEND_B1,1UNSHARD,\n";
  EXPECT_EQ(parse_action_table(text, "t.csv"), one_f_one_b({2, 2}));
}

TEST(ActionTable, FindsStagesWhereverTheyAre) {
  // A V: device 0 has the first and the last stage.
  const Schedule v = parse_action_table("0F0,3F0,3I0,3W0,0I0,0W0\n1F0,2F0,2B0,1B0\n", "v.csv");
  EXPECT_EQ(v.device_of_stage, (std::vector<int32_t>{0, 1, 1, 0}));
}

TEST(ActionTable, MistakesAreNamed_error) {
  EXPECT_EQ(message_of(""), "t.csv: the table has no actions");
  EXPECT_EQ(
      message_of("0F0,0X0\n"),
      "t.csv:1:5: `0X0` is not an action such as 0F3: a stage, one of F B I W, a micro-batch");
  EXPECT_EQ(message_of("0F0,0B0\n1F0,1B"),
            "t.csv:2:5: `1B` is not an action such as 0F3: a stage, one of F B I W, a micro-batch");
  EXPECT_EQ(
      message_of("0F0,(0F1;1B0)OVERLAP_F_B\n"),
      "t.csv:1:5: `(0F1;1B0)OVERLAP_F_B` runs a forward and a backward at the same time, which "
      "is not supported");
  EXPECT_EQ(message_of("0F0,0B0\n2F0,2B0\n"), "t.csv: stage 1 has no actions");
  EXPECT_EQ(message_of("0F0,0B16000000\n"),
            "t.csv: 1 stages and 16000001 micro-batches need more than the 2 actions given");
  EXPECT_EQ(message_of("0F0,0B0,0B0\n"), "t.csv: 0B0 appears twice");
  EXPECT_EQ(message_of("0F99999999999,0B0\n"),
            "t.csv:1:1: `0F99999999999` is not an action such as 0F3: a stage, one of F B I W, a "
            "micro-batch");
}

TEST(ActionTable, AnythingElseIsRefusedOrRead) {
  constexpr uint32_t kSeed = 5;
  std::mt19937 random(kSeed);
  const std::string good = print_action_table(zb_h1({3, 4}));
  constexpr std::string_view kLetters = "0123456789FBIW,\n -;()SEND_";
  for (int i = 0; i < 5000; ++i) {
    std::string text = good.substr(0, 1 + random() % good.size());
    for (uint32_t n = random() % 4; n > 0; --n) {
      text[random() % text.size()] = kLetters[random() % kLetters.size()];
    }
    message_of(text);  // throws nothing else
  }
}

}  // namespace
}  // namespace motley::tensor::schedule
