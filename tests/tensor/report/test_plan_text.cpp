// The text of plans small enough to be drawn by hand.
#include <gtest/gtest.h>

#include <sstream>

#include "tensor/plan/schedule/generators.h"
#include "tensor/plan/stage/toy_problems.h"
#include "tensor/report/plan_text.h"
#include "tensor/report/schedule_trace.h"

namespace motley::tensor {
namespace {

using namespace schedule;
using namespace simulate;
using namespace stage;

// Two stages of one layer, forward 1 s and backward 2 s, three micro-batches. Under 1F1B a step
// takes (3 + 2 - 1) (1 + 2) = 12 s.
constexpr const char* kTwoStages =
    "stage 0 |F0 F1 .  .  B0--- F2 B1--- .  B2---\n"
    "stage 1 |.  F0 B0--- F1 B1--- F2 B2--- .  .\n";

PlanProblem two_layers() {
  return toy_problem({{1, 2, 0, 0}, {1, 2, 0, 0}}, toy_cluster({2}, 1, 1), 3);
}

PlannedResult two_stages(const PlanProblem& problem) {
  PlannedResult result{.strategy = "by hand"};
  result.plan = {.microbatches = 3, .stages = {{{0}, {0}}, {{1}, {1}}}};
  result.timing = PlanEvaluator(problem).evaluate(result.plan);
  return result;
}

std::vector<std::string> words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

std::vector<std::string> lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

TEST(Timeline, OfOneFOneBIsAsPapersDrawIt) {
  const Schedule schedule = one_f_one_b({2, 3});
  const PipelineRun run = run_pipeline(schedule, {.forward = {1, 1}, .backward = {2, 2}});
  EXPECT_EQ(draw_timeline(schedule, run, {}), kTwoStages);
}

TEST(Timeline, WithoutRoomForLabelsShowsShares) {
  const Schedule schedule = one_f_one_b({2, 3});
  const PipelineRun run = run_pipeline(schedule, {.forward = {1, 1}, .backward = {2, 2}});
  EXPECT_EQ(draw_timeline(schedule, run, {.width = 12}),
            "stage 0 |FF..BBFBB.BB\n"
            "stage 1 |.FBBFBBFBB..\n");
}

TEST(Timeline, NamesTheStagesOfADeviceWithSeveral) {
  const Schedule schedule = interleaved({1, 1}, 2);
  const PipelineRun run = run_pipeline(schedule, {.forward = {1, 1}, .backward = {1, 1}});
  EXPECT_EQ(draw_timeline(schedule, run, {}), "device 0 |0F0 1F0 1B0 0B0\n");
}

TEST(PlanText, HasTheStepItsStagesAndTheTimeline) {
  const PlanProblem problem = two_layers();
  const std::vector<std::string> text = lines(plan_text(problem, two_stages(problem), 150));
  ASSERT_EQ(text.size(), 10u);
  EXPECT_TRUE(text[0].starts_with("by hand: 2 stages, 3 micro")) << text[0];
  EXPECT_TRUE(text[0].ends_with("1f1b: a step takes 12 s")) << text[0];
  using Words = std::vector<std::string>;
  // Stage, layers, devices; forward, backward, transfer, all-reduce; micro-batches alive, memory.
  EXPECT_EQ(words(text[5]),
            (Words{"0", "0", "l0", "0", "1", "s", "2", "s", "-", "-", "2", "0", "B"}));
  EXPECT_EQ(words(text[6]),
            (Words{"1", "1", "l1", "1", "1", "s", "2", "s", "-", "-", "1", "0", "B"}));
  EXPECT_EQ(text[8] + "\n" + text[9] + "\n", kTwoStages);
}

TEST(PlanText, CountsWholeSamples) {
  PlanProblem problem = two_layers();
  const auto first_line = [&] { return lines(plan_text(problem, two_stages(problem), 150))[0]; };
  EXPECT_NE(first_line().find("3 micro-batches of 60 samples,"), std::string::npos);
  problem.batch = 182;
  EXPECT_NE(first_line().find("3 micro-batches of 60 or 61 samples,"), std::string::npos);
}

TEST(StrategiesText, MarksTheFastestThatFits) {
  const PlanProblem problem = two_layers();
  std::vector<PlannedResult> results(3, two_stages(problem));
  results[0].strategy = "slow";
  results[0].timing.step *= 2;
  results[2].strategy = "large";
  results[2].timing.step /= 2;
  results[2].timing.out_of_memory = "stage 0 needs more";
  const std::vector<std::string> text = lines(strategies_text(results));
  ASSERT_EQ(text.size(), 4u);
  EXPECT_EQ(words(text[1])[0], "slow");
  EXPECT_NE(text[1].find("24 s    2.00x"), std::string::npos) << text[1];
  EXPECT_EQ(words(text[2])[0], "*");
  EXPECT_NE(text[2].find("12 s    1.00x"), std::string::npos) << text[2];
  EXPECT_EQ(words(text[3])[0], "large");
  EXPECT_EQ(words(text[3]).back(), "no");
}

TEST(RangesText, JoinsNeighbours) {
  EXPECT_EQ(ranges_text(std::vector<int32_t>{}), "");
  EXPECT_EQ(ranges_text(std::vector<int32_t>{7}), "7");
  EXPECT_EQ(ranges_text(std::vector<int32_t>{0, 1, 2, 3, 8, 10, 11}), "0-3,8,10-11");
}

TEST(DurationText, HasTheUnitThatSuits) {
  EXPECT_EQ(duration_text(3.2), "3.2 s");
  EXPECT_EQ(duration_text(0.5512), "551.2 ms");
  EXPECT_EQ(duration_text(1e-3), "1 ms");
  EXPECT_EQ(duration_text(2.5e-7), "0.25 us");
}

}  // namespace
}  // namespace motley::tensor
