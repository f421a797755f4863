// Stages that are shared by groups of ranks, in uneven shares.
#include <gtest/gtest.h>

#include <cmath>
#include <mutex>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/reference/interpreter.h"
#include "tensor/staged/staged_cases.h"

namespace motley::tensor {
namespace {

schedule::Schedule named_schedule(const std::string& name, int stages, int64_t microbatches) {
  const std::vector<schedule::Ticks> ones(stages, 1), edges(stages - 1, 0);
  return schedule::generate(name, {stages, static_cast<int32_t>(microbatches)},
                            {.forward = ones, .backward = ones, .weight = ones, .latency = edges},
                            {});
}

// Ranks are numbered along the stages.
PipelineLayout layout_of(const std::vector<std::vector<int64_t>>& samples) {
  PipelineLayout layout{.ranks = {}, .samples = samples};
  int next = 0;
  for (const auto& group : samples) {
    auto& ranks = layout.ranks.emplace_back();
    for (size_t i = 0; i < group.size(); ++i) ranks.push_back(next++);
  }
  return layout;
}

std::vector<Literal> run_groups(const StagedStep& step, const schedule::Schedule& schedule,
                                const PipelineLayout& layout, const std::vector<Literal>& arguments,
                                bool reference) {
  const std::vector<PipelineProgram> programs = pipeline_programs(step, schedule);
  std::vector<int> group_of;
  for (size_t s = 0; s < layout.ranks.size(); ++s) {
    for (size_t i = 0; i < layout.ranks[s].size(); ++i) group_of.push_back(static_cast<int>(s));
  }
  std::vector<Literal> results(1 + step.num_params + step.num_state);
  std::mutex mutex;
  core::run_local(static_cast<int>(group_of.size()), [&](core::Communicator& comm) {
    PipelineExecutor rank(step, programs[group_of[comm.rank()]], layout, comm,
                          {.reference = reference});
    for (size_t i = 0; i < arguments.size(); ++i) {
      rank.set_argument(static_cast<int>(i), arguments[i].bytes());
    }
    for (int k = 0; k < 2; ++k) rank.run();
    rank.finish_step();
    const std::lock_guard lock(mutex);
    if (rank.has_loss()) results[0] = Literal::scalar(ElementType::kF64, rank.loss());
    for (int i = 0; i < step.num_params + step.num_state; ++i) {
      if (!rank.owns(i)) continue;
      Literal mine = Literal::from_bytes(step.arguments[i].type, rank.argument(i));
      // All ranks of a group hold the same parameters, bit for bit.
      if (results[1 + i].num_bytes() > 0) {
        EXPECT_EQ(results[1 + i], mine);
      }
      results[1 + i] = std::move(mine);
    }
  });
  return results;
}

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
  const TrainStep whole = train_step(c.loss, c.arguments, c.settings);
  std::vector<Literal> arguments = c.values;
  std::vector<Literal> wanted;
  for (int k = 0; k < 2; ++k) {
    wanted = interpret(whole.program, arguments).results;
    for (int i = 0; i < whole.num_params + whole.num_state; ++i) arguments[i] = wanted[1 + i];
  }
  const std::vector<Literal> got =
      run_groups(step, named_schedule(p.schedule, stages, p.microbatches), layout_of(p.samples),
                 c.values, true);
  for (size_t i = 0; i < got.size(); ++i) {
    if (i > 0 && step.held[i - 1].empty()) continue;
    double difference = 0, size = 0;
    for (int64_t k = 0; k < got[i].num_elements(); ++k) {
      difference += std::pow(got[i].as_double(k) - wanted[i].as_double(k), 2);
      size += std::pow(wanted[i].as_double(k), 2);
    }
    EXPECT_LT(std::sqrt(difference / std::max(size, 1e-30)), 1e-8)
        << (i == 0 ? "loss" : step.arguments[i - 1].name);
  }
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

// Samples that interact cannot be shared.
TEST(GroupedStep, RefusesStagesWhoseSamplesInteract) {
  const StagedCase c = staged_case("resnet:blocks=1x1,batch=4,image=16,width=2,classes=3", 1);
  const StagedStep step = c.staged(c.even_cuts(2));
  try {
    const GroupedStep grouped(step, layout_of({{2, 2}, {4}}));
    ADD_FAILURE() << "batch statistics were shared";
  } catch (const core::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("stage 0 cannot be shared by 2 devices"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace motley::tensor
