#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/ticks.h"

namespace motley::tensor::schedule {
namespace {

TEST(Ticks, NumbersAreExact) {
  EXPECT_EQ(parse_exact("3"), (ExactNumber{3, 1}));
  EXPECT_EQ(parse_exact("0.50"), (ExactNumber{1, 2}));
  EXPECT_EQ(parse_exact("-1.25"), (ExactNumber{-5, 4}));
  EXPECT_EQ(parse_exact(".5"), (ExactNumber{1, 2}));
  EXPECT_EQ(parse_exact("224/6"), (ExactNumber{112, 3}));
  EXPECT_EQ(parse_exact("1e-3"), (ExactNumber{1, 1000}));
  EXPECT_EQ(parse_exact("2.5e2"), (ExactNumber{250, 1}));
  for (const char* text : {"", ".", "x", "1.2.3", "1/0", "1/-2", "nan", "1e99",
                           "99999999999999999999", "1e", "0x3", "1 ", "--1", "1.-2"}) {
    EXPECT_EQ(parse_exact(text), std::nullopt) << text;
  }
}

TEST(Ticks, AllNumbersShareOneUnit) {
  TickUnit unit;
  for (const char* text : {"1", "0.5", "112/3"}) EXPECT_TRUE(unit.include(*parse_exact(text)));
  EXPECT_EQ(unit.ticks({1, 1}), 6);
  EXPECT_EQ(unit.text(224), "112/3");
  EXPECT_EQ(unit.text(3), "0.5");
  EXPECT_EQ(unit.text(12), "2");
  EXPECT_EQ(unit.ticks({INT64_MAX / 2, 1}), std::nullopt);
  EXPECT_TRUE(unit.include({1, 1'000'000'007}));
  EXPECT_FALSE(unit.include({1, 9'999'999'967}));
}

std::string message_of(const PipelineCosts& costs, int32_t microbatches) {
  try {
    check_costs(costs, microbatches);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(PipelineCosts, MistakesAreNamed_error) {
  const PipelineCosts good = {.forward = {1, 1}, .backward = {2, 2}, .latency = {0}};
  EXPECT_EQ(message_of(good, 4), "");
  PipelineCosts bad = good;
  bad.forward = {1, 0};
  EXPECT_EQ(message_of(bad, 4), "stage 1 takes no time in a forward pass");
  bad = good;
  bad.backward = {2, -1};
  EXPECT_EQ(message_of(bad, 4), "negative value among the backward times");
  bad = good;
  bad.latency = {1, 2};
  EXPECT_EQ(message_of(bad, 4), "got 2 latencies, expected 1");
  bad = good;
  bad.backward = {int64_t{1} << 60, 2};
  EXPECT_EQ(message_of(bad, 4),
            "the times are too long, or too finely divided, to be summed exactly");
}

}  // namespace
}  // namespace motley::tensor::schedule
