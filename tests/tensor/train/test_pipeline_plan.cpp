// Pipelines of models from plan to trained parameters.
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "core/io/checkpoint.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/plan_diff.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/train/session.h"
#include "tensor/train/train_job.h"
#include "tensor/train/verify_plan.h"

namespace motley::tensor {
namespace {

using planner::PipelineDescription;
using planner::Plan;

constexpr const char* kGpt = "gpt:layers=3,hidden=8,heads=2,seq=4,vocab=11,batch=8";

planner::StepOnCluster on_ranks(const std::string& model, int ranks, const std::string& optimizer) {
  return planner::on_cluster(build_step(load_model(model), {.optimizer = optimizer}),
                             local_devices(ranks));
}

// One device a stage.
Plan pipeline(const planner::StepOnCluster& on, const std::string& schedule, int64_t microbatches,
              std::vector<int> cuts) {
  PipelineDescription d{.microbatches = microbatches, .schedule = schedule};
  d.stages.push_back({.first_layer = 0, .devices = {0}, .recompute = false, .samples = {}});
  for (int cut : cuts) {
    const auto device = static_cast<int>(d.stages.size());
    d.stages.push_back(
        {.first_layer = cut, .devices = {device}, .recompute = false, .samples = {}});
  }
  return planner::described_plan(on, d, "by hand");
}

std::string pipeline_folder(const char* name) {
  const auto folder = std::filesystem::temp_directory_path() /
                      (std::string("motley-pipeline-") + name + "-" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  return folder.string();
}

void train_on_ranks(const Plan& plan, const TrainOptions& options,
                    std::vector<double>* losses = nullptr) {
  core::run_local(plan.num_ranks(), [&](core::Communicator& comm) {
    TrainSession session(comm, plan, options, {});
    const TrainSummary summary = session.run();
    if (comm.rank() == 0 && losses) *losses = summary.losses;
  });
}

TEST(PipelinePlan, EveryStrategyThatPlansPipelinesPlansModels) {
  const auto on = on_ranks("mlp:inputs=8,hidden=16x16x16,classes=4,batch=8", 2, "sgd");
  for (const char* name : {"gpipe", "1f1b", "pipedream", "dapple", "motley-pipeline"}) {
    SCOPED_TRACE(name);
    const Plan plan = planner::plan_by(on, name);
    ASSERT_TRUE(plan.applies()) << plan.inapplicable_reason;
    EXPECT_GT(plan.time.step_seconds, 0);
    const Plan read = planner::parse_plan(planner::plan_json(plan), "plan.json");
    EXPECT_EQ(planner::stages_json(read), planner::stages_json(plan));
    EXPECT_EQ(read.pipeline->lists, plan.pipeline->lists);
    EXPECT_DOUBLE_EQ(read.time.step_seconds, plan.time.step_seconds);
    if (planner::cannot_run_reason(plan).empty()) {
      EXPECT_TRUE(verify_plan(read, "", {.device = "reference"}).ok);
    }
  }
}

TEST(PipelinePlan, IsVerifiedUnderEverySchedule) {
  const auto on = on_ranks(kGpt, 4, "adam:clip=0.5");
  for (const char* schedule : {"1f1b", "zb-h2", "best"}) {
    const VerifyResult result =
        verify_plan(pipeline(on, schedule, 4, {1, 2, 3}), "", {.device = "reference"});
    EXPECT_TRUE(result.ok) << schedule << ": " << result.max_relative_error << " " << result.worst;
    EXPECT_GT(result.num_compared, 10);
  }
}

TEST(PipelinePlan, SaysWhatWasChanged) {
  const auto on = on_ranks(kGpt, 2, "sgd");
  const auto diff = planner::diff(pipeline(on, "1f1b", 4, {2}), pipeline(on, "gpipe", 4, {1}));
  ASSERT_TRUE(diff.has_value());
  std::vector<std::string> names;
  for (const auto& change : diff->changes) names.push_back(change.values[0]);
  EXPECT_EQ(names, (std::vector<std::string>{"cuts", "schedule"}));
}

TEST(PipelinePlan, RefusesWhatCannotRun) {
  const auto on = on_ranks(kGpt, 2, "sgd");
  const auto refused = [&](const std::function<void()>& make) {
    try {
      make();
    } catch (const core::UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused([&] { pipeline(on, "1f1b", 4, {99}); }).find("cannot begin at layer 99"),
            std::string::npos);
  EXPECT_NE(refused([&] { pipeline(on, "1f1b", 3, {1}); }).find("into 3 micro-batches"),
            std::string::npos);
  EXPECT_NE(refused([&] { pipeline(on, "1f2b", 4, {1}); }).find("did you mean `1f1b`"),
            std::string::npos);
  EXPECT_NE(
      refused([&] { pipeline(on, "interleaved:v=2", 4, {1}); }).find("2 stages on each device"),
      std::string::npos);
  PipelineDescription d{.microbatches = 2, .schedule = "table", .table = "0F0,0F1,0B0,0B1\n"};
  d.stages = {{0, {0}, false, {}}, {1, {1}, false, {}}};
  EXPECT_NE(refused([&] { planner::described_plan(on, d, ""); }).find("the plan has 2 and 2 on 2"),
            std::string::npos);
}

// Whatever the schedule, the same checkpoint, bit for bit.
TEST(PipelinePlan, SchedulesTrainTheSameParameters) {
  const auto on = on_ranks(kGpt, 3, "adam");
  std::vector<std::vector<double>> losses(3);
  size_t next = 0;
  for (const char* schedule : {"1f1b", "gpipe", "zb-h1"}) {
    train_on_ranks(pipeline(on, schedule, 4, {1, 3}), {.steps = 4, .threads = 1}, &losses[next++]);
  }
  EXPECT_EQ(losses[0], losses[1]);
  EXPECT_EQ(losses[0], losses[2]);
  TrainSession alone(on.model_step, {.steps = 4, .threads = 1}, {});
  const std::vector<double> wanted = alone.run().losses;
  for (size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(losses[0][i], wanted[i], 1e-4);
}

// A checkpoint is that of the model: on as a sharded plan, then in one process.
TEST(PipelinePlan, CheckpointsAreThoseOfTheModel) {
  const std::string folder = pipeline_folder("checkpoint");
  const auto options = [&](int64_t steps, bool resume) {
    return TrainOptions{.steps = steps, .checkpoint = folder, .resume = resume, .threads = 1};
  };
  train_on_ranks(pipeline(on_ranks(kGpt, 4, "momentum"), "1f1b", 4, {1, 2, 3}), options(5, false));
  train_on_ranks(planner::plan_by(on_ranks(kGpt, 3, "momentum"), "zero-1"), options(8, true));
  TrainSession last(on_ranks(kGpt, 1, "momentum").model_step, options(10, true), {});
  const double loss = last.run().losses.back();
  TrainSession alone(on_ranks(kGpt, 1, "momentum").model_step, {.steps = 10, .threads = 1}, {});
  EXPECT_NEAR(loss, alone.run().losses.back(), 1e-4);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace motley::tensor
