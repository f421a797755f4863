// The parts of the training loop: schedules, evaluation on every kind of plan, checkpoints of
// shards, metrics.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "core/io/checkpoint.h"
#include "tensor/import/tensor_file.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/train/learning_rate.h"
#include "tensor/train/metrics.h"
#include "tensor/train/session.h"
#include "tensor/train/train_job.h"

namespace motley::tensor {
namespace {

std::string loop_folder(const char* name) {
  const auto folder = std::filesystem::temp_directory_path() /
                      (std::string("motley-loop-") + name + "-" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  return folder.string();
}

void expect_rates(const std::string& schedule, const std::vector<std::pair<int, double>>& rates) {
  const RateSchedule s = RateSchedule::parse(schedule);
  EXPECT_EQ(RateSchedule::parse(s.to_string()), s);
  for (const auto& [step, rate] : rates) {
    EXPECT_NEAR(s.rate_at(step, 0.3, 20), rate, 1e-14) << schedule << " at " << step;
  }
}

// The values are optax's, of warmup_cosine_decay_schedule(0, 0.3, 4, 20, 0.03), the same from 0.03
// to 0, and linear_schedule(0.3, 0.06, 10).
TEST(Schedule, HasTheValuesOfOptax) {
  expect_rates("cosine:warmup=4,final=0.1", {{0, 0},
                                             {1, 0.075},
                                             {3, 0.225},
                                             {4, 0.3},
                                             {5, 0.2974060128544361},
                                             {12, 0.165},
                                             {19, 0.03259398714556389},
                                             {20, 0.03},
                                             {25, 0.03}});
  expect_rates(
      "cosine:warmup=4,start=0.1,steps=20",
      {{0, 0.03}, {1, 0.0975}, {5, 0.29711779206048455}, {19, 0.0028822079395154354}, {25, 0}});
  expect_rates("linear:final=0.2,steps=10",
               {{0, 0.3}, {1, 0.276}, {9, 0.084}, {10, 0.06}, {11, 0.06}});
  expect_rates("constant:warmup=2", {{0, 0}, {1, 0.15}, {2, 0.3}, {100, 0.3}});
  expect_rates("table: 0 0.5; 3 0.25", {{0, 0.5}, {2, 0.5}, {3, 0.25}, {100, 0.25}});
}

TrainOptions evaluated_options() {
  // x and y of mlp; numpy wrote the file.
  return {.steps = 4,
          .data = MOTLEY_TEST_DATA "/arrays/samples.npz",
          .validation = "0.5",
          .eval_every = 2,
          .threads = 1};
}

ModelStepPtr two_input_step(const Microbatches& microbatches = {}) {
  return build_step(load_model("mlp:inputs=2,hidden=8,classes=10,batch=2"),
                    {.optimizer = "adam", .microbatches = microbatches});
}

TEST(Evaluation, OnRanksIsThatOfOneProcess) {
  TrainSession alone(two_input_step(), evaluated_options(), {});
  const TrainSummary expected = alone.run();
  ASSERT_EQ(expected.evaluations.size(), 2u);
  EXPECT_EQ(expected.evaluations[1].step, 4);
  EXPECT_EQ(alone.evaluate(), expected.evaluations[1].loss) << "evaluation changes nothing";
  for (const char* strategy : {"dp-even", "zero-1", "zero-3", "megatron"}) {
    const planner::Plan plan =
        planner::plan_by(planner::on_cluster(two_input_step(), local_devices(2)), strategy);
    ASSERT_TRUE(plan.applies()) << strategy;
    core::run_local(2, [&](core::Communicator& comm) {
      TrainSession session(comm, plan, evaluated_options(), {});
      const TrainSummary summary = session.run();
      for (int i = 0; i < 4; ++i) EXPECT_NEAR(summary.losses[i], expected.losses[i], 1e-5);
      for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(summary.evaluations[i].loss, expected.evaluations[i].loss, 1e-5) << strategy;
      }
    });
  }
}

// Without dropout, with the running statistics of batch norm: the values are JAX's.
TEST(Evaluation, IsOfTheLossThatWasExportedForIt) {
  for (const char* name : {"dropout", "batch-norm"}) {
    const std::string folder = std::string(MOTLEY_TEST_DATA "/zoo/") + name;
    const double expected =
        read_results(folder + "/expected_eval.safetensors")[0].value.as_double(0);
    const ModelStepPtr step = build_step(load_model(folder), {.optimizer = "sgd"});
    const std::string data = folder + "/inputs.safetensors";
    const TrainOptions options{.steps = 1, .data = data, .validation = data, .threads = 1};
    TrainSession alone(step, options, {});
    EXPECT_NEAR(alone.evaluate(), expected, 1e-6) << name;
    for (const char* strategy : {"dp-even", "zero-3"}) {
      const planner::Plan plan =
          planner::plan_by(planner::on_cluster(step, local_devices(2)), strategy);
      ASSERT_TRUE(plan.applies()) << strategy;
      core::run_local(2, [&](core::Communicator& comm) {
        TrainSession session(comm, plan, options, {});
        EXPECT_NEAR(session.evaluate(), expected, 1e-6) << name << " by " << strategy;
      });
    }
  }
}

// Layers that the step has as arguments of their own are the stacks that the loss reads.
TEST(Evaluation, ReadsLayersThatAreStacked) {
  LoadedModel model = load_model(MOTLEY_TEST_DATA "/twins/gpt-scan");
  const ModelStepPtr plain = build_step(model, {.optimizer = "sgd"});
  model.evaluation = model.program;
  const ModelStepPtr step =
      build_step(model, {.optimizer = "sgd", .microbatches = {.count = 2, .accumulate = 2}});
  ASSERT_TRUE(step->evaluation);
  const std::string data = *model.inputs_file;
  const TrainOptions options{.steps = 1, .data = data, .validation = data, .threads = 1};
  EXPECT_NEAR(TrainSession(step, options, {}).evaluate(),
              TrainSession(plain, options, {}).evaluate(), 1e-6);
}

TEST(Evaluation, WithoutDataIsRefused_error) {
  TrainSession session(two_input_step(), {.steps = 1, .threads = 1}, {});
  EXPECT_THROW(session.evaluate(), core::UserError);
}

// Fused Q, K and V are sharded by heads: the shard of a rank is three pieces of the whole.
TEST(Checkpoints, OfShardsInPeriodsAreWhole) {
  const auto step = build_step(load_model("gpt:layers=1,hidden=64,heads=2,seq=8,vocab=256,batch=2"),
                               {.optimizer = "adam"});
  const std::string folder = loop_folder("periods");
  const planner::Plan plan =
      planner::plan_by(planner::on_cluster(step, local_devices(2)), "megatron");
  core::run_local(2, [&](core::Communicator& comm) {
    TrainSession(comm, plan, {.steps = 2, .checkpoint = folder, .threads = 1}, {}).run();
  });
  int num_cut = 0;
  const auto checkpoint = core::Checkpoint::open(folder);
  for (const core::CheckpointTensor& tensor : checkpoint.tensors()) {
    num_cut += tensor.pieces.size() > 2;
  }
  EXPECT_GT(num_cut, 0) << "some shard has several pieces";
  TrainSession alone(step, {.steps = 3, .threads = 1}, {});
  TrainSession resumed(step, {.steps = 3, .checkpoint = folder, .resume = true, .threads = 1}, {});
  EXPECT_NEAR(resumed.run().losses.back(), alone.run().losses.back(), 1e-5);
  std::filesystem::remove_all(folder);
}

TEST(Metrics, OfAResumedRunReplaceLaterOnes) {
  const std::string file = loop_folder("metrics") + ".csv";
  {
    MetricsWriter writer(file, "", 0);
    for (int step : {1, 2, 3}) writer.add({.step = step, .loss = 1.0 / step, .rate = 0.5});
  }
  {
    MetricsWriter writer(file, "", 2);
    writer.add({.step = 3, .loss = 7, .rate = 0.25, .validation_loss = 8});
  }
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(text,
            "step,loss,lr,step_seconds,items_per_second,validation_loss\n"
            "1,1,0.5,0,0,\n2,0.5,0.5,0,0,\n3,7,0.25,0,0,8\n");
  EXPECT_THROW(MetricsWriter(file, "", 0), core::UserError) << "another run's is not written over";
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace motley::tensor
