// Stages that are shared by groups of ranks, in uneven shares.
#include <gtest/gtest.h>

#include "tensor/pipeline/pipeline_cases.h"

namespace motley::tensor {
namespace {

struct GroupCase {
  const char* model;
  int64_t microbatches;
  const char* optimizer;
  std::vector<std::vector<int64_t>> samples;
  const char* schedule = "1f1b";
};

class PipelineGroups : public testing::TestWithParam<GroupCase> {};

TEST_P(PipelineGroups, ComputeTheStepOfOneDevice) {
  const GroupCase& p = GetParam();
  const auto stages = static_cast<int>(p.samples.size());
  const StagedCase c = staged_case(p.model, p.microbatches, p.optimizer);
  const StagedStep step = c.staged(c.even_cuts(stages));
  expect_near(step,
              run_groups(step, named_schedule(p.schedule, stages, p.microbatches),
                         layout_of(p.samples), c.values, true),
              run_whole(c));
}

TEST_P(PipelineGroups, GiveTheSameBitsUnderAnotherSchedule) {
  const GroupCase& p = GetParam();
  const auto stages = static_cast<int>(p.samples.size());
  const StagedCase c = staged_case(p.model, p.microbatches, p.optimizer, ElementType::kF32);
  const StagedStep step = c.staged(c.even_cuts(stages));
  const auto run = [&](const char* name) {
    return run_groups(step, named_schedule(name, stages, p.microbatches), layout_of(p.samples),
                      c.values, false);
  };
  EXPECT_EQ(run(p.schedule), run("zb-h2"));
}

constexpr const char* kSmallGpt = "gpt:layers=2,hidden=8,heads=2,seq=4,vocab=11,batch=16";

INSTANTIATE_TEST_SUITE_P(
    All, PipelineGroups,
    testing::Values(
        GroupCase{"mlp:hidden=8x8x8,inputs=6,classes=3,batch=24",
                  3,
                  "adam:clip=0.1",
                  {{5, 3}, {3, 3, 2}}},
        GroupCase{kSmallGpt, 2, "adam:clip=0.5", {{5, 3}, {8}}},
        GroupCase{kSmallGpt, 4, "sgd", {{4}, {1, 3}, {2, 2}}, "gpipe"},
        GroupCase{kSmallGpt, 4, "sgd", {{4, 0}, {4}}},
        GroupCase{"t5:layers=2,hidden=8,heads=2,seq=4,targets=3,vocab=11,batch=6",
                  2,
                  "adam",
                  {{2, 1}, {3}, {1, 2}}},
        GroupCase{"unet:levels=3,width=2,batch=6,image=8,channels=2", 2, "sgd", {{2, 1}, {1, 2}}},
        GroupCase{"llama:layers=2,hidden=8,heads=2,kv_heads=1,seq=4,vocab=11,batch=6",
                  2,
                  "adamw",
                  {{1, 2}, {3}}},
        // Batch statistics: the samples interact, and ranks communicate within a phase.
        GroupCase{"resnet:blocks=1x1,batch=4,image=16,width=2,classes=3", 1, "sgd", {{3, 1}, {4}}},
        GroupCase{"dlrm:batch=8,inputs=3,bottom=8x4,dim=4,rows=5x7x3,top=8x4",
                  2,
                  "adam",
                  {{3, 1}, {2, 2}}}));

// Eight samples from [5, 3] to [3, 3, 2]: each rank is sent what both hold.
TEST(GroupedStep, SendsTheOverlapOfTwoShares) {
  const StagedCase c = staged_case("mlp:hidden=4x4,inputs=4,classes=4,batch=8", 1);
  const StagedStep step = c.staged({1});
  const GroupedStep grouped(step, layout_of({{5, 3}, {3, 3, 2}}));
  const Crossing& forward =
      *std::ranges::find(step.crossings, Crossing::When::kForward, &Crossing::when);
  const int64_t width = step.buffer(forward.from).type.num_elements() / 8;
  const auto rows = [&](int from, int to) {
    std::vector<std::pair<int64_t, int64_t>> result;  // first row of the sender's piece, and number
    for (const PieceRun& run : grouped.runs(forward, from, to)) {
      result.emplace_back(run.from / width, run.count / width);
    }
    return result;
  };
  using Rows = std::vector<std::pair<int64_t, int64_t>>;
  EXPECT_EQ(rows(0, 0), (Rows{{0, 3}}));
  EXPECT_EQ(rows(0, 1), (Rows{{3, 2}}));
  EXPECT_EQ(rows(0, 2), Rows{});
  EXPECT_EQ(rows(1, 0), Rows{});
  EXPECT_EQ(rows(1, 1), (Rows{{0, 1}}));
  EXPECT_EQ(rows(1, 2), (Rows{{1, 2}}));
}

// What two ranks hold alike, each sends an even part of: R on two to S(0:[3,3,2]).
TEST(GroupedStep, SharesTheSendingOfCopies) {
  const StagedCase c = staged_case("mlp:hidden=128x128,inputs=4,classes=4,batch=8", 1);
  const StagedStep step = c.staged({1});
  PipelineLayout layout = layout_of({{8}, {3, 3, 2}});
  layout.ranks = {{0, 1}, {2, 3, 4}};
  layout.grids = {{{1, 2}}, {{3}}};
  const GroupedStep grouped(step, layout);
  const Crossing& forward =
      *std::ranges::find(step.crossings, Crossing::When::kForward, &Crossing::when);
  const auto rows = [&](int from, int to) {
    int64_t count = 0;
    for (const PieceRun& run : grouped.runs(forward, from, to)) count += run.count;
    return count / 128;
  };
  EXPECT_EQ((std::vector{rows(0, 0), rows(0, 1), rows(0, 2)}), (std::vector<int64_t>{3, 1, 0}));
  EXPECT_EQ((std::vector{rows(1, 0), rows(1, 1), rows(1, 2)}), (std::vector<int64_t>{0, 2, 2}));
}

}  // namespace
}  // namespace motley::tensor
