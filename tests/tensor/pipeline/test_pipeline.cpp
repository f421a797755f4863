#include <gtest/gtest.h>

#include <cmath>
#include <mutex>

#include "core/comm/local.h"
#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/run/executable.h"
#include "tensor/staged/run_in_sequence.h"
#include "tensor/staged/staged_cases.h"

namespace motley::tensor {
namespace {

using schedule::Schedule;

// Costs that serve every schedule.
schedule::PipelineCosts unit_costs(int stages) {
  return {.forward = std::vector<schedule::Ticks>(stages, 1),
          .backward = std::vector<schedule::Ticks>(stages, 1),
          .weight = std::vector<schedule::Ticks>(stages, 1),
          .latency = std::vector<schedule::Ticks>(std::max(0, stages - 1), 1)};
}

Schedule schedule_named(const std::string& name, int stages, int64_t microbatches) {
  const int32_t chunks = schedule::chunks_of(name);
  return schedule::generate(name, {stages / chunks, static_cast<int32_t>(microbatches)},
                            unit_costs(stages), {});
}

// The results of `steps` steps on one rank per list of the schedule, as train_step has them.
std::vector<Literal> run_pipeline(const StagedStep& step, const Schedule& schedule,
                                  const std::vector<Literal>& arguments, int steps = 1) {
  const std::vector<PipelineProgram> programs =
      pipeline_programs(step, schedule, LossTime::kAfterForward);
  std::vector<Literal> results(1 + step.num_params + step.num_state);
  std::mutex mutex;
  core::run_local(static_cast<int>(programs.size()), [&](core::Communicator& comm) {
    double told = 0;
    PipelineExecutor rank(step, programs[comm.rank()], comm,
                          {.on_loss = [&](double loss) { told = loss; }});
    for (size_t i = 0; i < arguments.size(); ++i) {
      rank.set_argument(static_cast<int>(i), arguments[i].bytes());
    }
    for (int k = 0; k < steps; ++k) rank.run();
    rank.finish_step();
    const std::lock_guard lock(mutex);
    if (rank.has_loss()) results[0] = Literal::scalar(ElementType::kF64, told);
    for (int i = 0; i < step.num_params + step.num_state; ++i) {
      if (rank.owns(i))
        results[1 + i] = Literal::from_bytes(step.arguments[i].type, rank.argument(i));
    }
  });
  return results;
}

// The same steps on one device, one phase after the other, with the same engine.
std::vector<Literal> run_sequence(const StagedStep& step, std::vector<Literal> arguments,
                                  int steps = 1) {
  std::vector<Literal> results;
  for (int k = 0; k < steps; ++k) {
    results = run_in_sequence(step, arguments, [](const Program& p, std::vector<Literal> in) {
      return run_on_cpu(p, in, 1);
    });
    for (int i = 0; i < step.num_params + step.num_state; ++i) arguments[i] = results[1 + i];
  }
  results[0] = Literal::scalar(ElementType::kF64, results[0].as_double(0));
  return results;
}

void expect_same_bits(const StagedStep& step, const std::vector<Literal>& got,
                      const std::vector<Literal>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (i > 0 && step.held[i - 1].empty()) continue;
    EXPECT_EQ(got[i], wanted[i]) << (i == 0 ? "loss" : step.arguments[i - 1].name);
  }
}

TEST(Pipeline, EveryScheduleGivesTheBitsOfTheSequence) {
  const StagedCase c = staged_case("gpt:layers=3,hidden=8,heads=2,seq=4,vocab=11,batch=8", 4,
                                   "adam:clip=0.5", ElementType::kF32);
  const StagedStep step = c.staged(c.even_cuts(4));
  const std::vector<Literal> wanted = run_sequence(step, c.values, 3);
  for (const std::string name : {"gpipe", "1f1b", "kfkb:k=2", "deep:h=1", "per-edge", "zb-h1",
                                 "zb-h2", "zb-v", "dynamic", "interleaved:v=2"}) {
    SCOPED_TRACE(name);
    expect_same_bits(step, run_pipeline(step, schedule_named(name, 4, 4), c.values, 3), wanted);
  }
}

// Another list at every step: the bits are those of one list, and memory is that of the largest.
TEST(Pipeline, ListsKeptReadyShareTheirSlots) {
  const StagedCase c = staged_case("gpt:layers=3,hidden=8,heads=2,seq=4,vocab=11,batch=8", 4,
                                   "adam:clip=0.5", ElementType::kF32);
  const StagedStep step = c.staged(c.even_cuts(4));
  constexpr int kSteps = 7;
  std::vector<std::vector<PipelineProgram>> lists;
  for (const char* name : {"1f1b", "zb-h2", "gpipe"}) {
    lists.push_back(pipeline_programs(step, schedule_named(name, 4, 4)));
  }
  std::vector<Literal> results(1 + step.num_params + step.num_state);
  std::mutex mutex;
  core::run_local(4, [&](core::Communicator& comm) {
    PipelineExecutor rank(step, lists[0][comm.rank()], comm, {});
    const int64_t before = rank.memory_bytes();
    EXPECT_EQ(rank.add_list(lists[1][comm.rank()]), 1);
    EXPECT_EQ(rank.add_list(lists[2][comm.rank()]), 2);
    // The first rank holds four micro-batches under 1f1b and all four under the others.
    if (comm.rank() == 3) {
      EXPECT_GT(rank.memory_bytes(), before);
    }
    for (size_t i = 0; i < c.values.size(); ++i) {
      rank.set_argument(static_cast<int>(i), c.values[i].bytes());
    }
    for (int k = 0; k < kSteps; ++k) {
      rank.use_list(k % 3);
      rank.run();
    }
    rank.finish_step();
    const std::lock_guard lock(mutex);
    if (rank.has_loss()) results[0] = Literal::scalar(ElementType::kF64, rank.loss());
    for (int i = 0; i < step.num_params + step.num_state; ++i) {
      if (rank.owns(i))
        results[1 + i] = Literal::from_bytes(step.arguments[i].type, rank.argument(i));
    }
  });
  expect_same_bits(step, results, run_sequence(step, c.values, kSteps));
}

struct PipelineCase {
  const char* model;
  int64_t microbatches;
  const char* optimizer;
  int stages;
  const char* schedule;
  bool recompute = false;
};

class PipelineModels : public testing::TestWithParam<PipelineCase> {};

TEST_P(PipelineModels, GivesTheBitsOfTheSequence) {
  const PipelineCase& p = GetParam();
  const StagedCase c = staged_case(p.model, p.microbatches, p.optimizer, ElementType::kF32);
  const StagedStep step = c.staged(c.even_cuts(p.stages), std::vector<bool>(p.stages, p.recompute));
  expect_same_bits(
      step, run_pipeline(step, schedule_named(p.schedule, p.stages, p.microbatches), c.values, 2),
      run_sequence(step, c.values, 2));
}

INSTANTIATE_TEST_SUITE_P(
    All, PipelineModels,
    testing::Values(
        PipelineCase{"mlp:hidden=8x8x8,inputs=6,classes=3,batch=7", 7, "momentum", 4, "zb-h2"},
        PipelineCase{"mlp:hidden=8x8x8,inputs=6,classes=3,batch=2", 1, "sgd", 4, "1f1b"},
        PipelineCase{"mlp:hidden=8x8,inputs=6,classes=3,batch=6", 3, "adam", 1, "1f1b"},
        PipelineCase{"gpt:layers=2,hidden=8,heads=2,seq=4,vocab=11,batch=4", 2, "adam", 4, "1f1b",
                     true},
        PipelineCase{"t5:layers=2,hidden=8,heads=2,seq=4,targets=3,vocab=11,batch=4", 4, "adam", 4,
                     "deep:h=1"},
        PipelineCase{"unet:levels=3,width=2,batch=3,image=8,channels=2", 3, "sgd", 4, "zb-h1"},
        PipelineCase{"dlrm:batch=4,inputs=3,bottom=8x4,dim=4,rows=5x7x3,top=8x4", 2, "adam:clip=1",
                     2, "gpipe"},
        PipelineCase{"llama:layers=3,hidden=8,heads=2,kv_heads=1,seq=4,vocab=11,batch=4", 4,
                     "adamw", 3, "kfkb:k=2"},
        PipelineCase{"resnet:blocks=1x1,batch=2,image=16,width=2,classes=3", 1, "sgd", 2, "1f1b"}));

}  // namespace
}  // namespace motley::tensor
