// Pipelines of models from plan to trained parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "core/io/checkpoint.h"
#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/pipeline_time.h"
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

// Stages whose devices share parameters, as a file says.
Plan sharded_stages(const planner::StepOnCluster& on, std::vector<int> grid,
                    std::map<std::string, std::string> arguments) {
  PipelineDescription d{.microbatches = 2, .schedule = "zb-h1"};
  d.stages = {{.first_layer = 0, .devices = {0, 1}, .grid = std::move(grid)},
              {.first_layer = 2, .devices = {2}}};
  d.stages[0].arguments = std::move(arguments);
  return planner::described_plan(on, d, "by hand");
}

TEST(PipelinePlan, DevicesOfAStageShareParameters) {
  const auto on = on_ranks(kGpt, 3, "adam:clip=0.5");
  for (const auto& [grid, state] :
       {std::pair(std::vector<int>{1, 2}, "RS(0)"), std::pair(std::vector<int>{}, "S(0)")}) {
    const Plan plan = sharded_stages(on, grid, {{"wte", state}});
    const Plan read = planner::parse_plan(planner::plan_json(plan), "plan.json");
    EXPECT_EQ(planner::stages_json(read), planner::stages_json(plan));
    const VerifyResult result = verify_plan(read, "", {.device = "reference"});
    EXPECT_TRUE(result.ok) << state << ": " << result.max_relative_error << " " << result.worst;
  }
  const auto refused = [&](const std::function<void()>& make) {
    try {
      make();
    } catch (const core::UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused([&] {
              sharded_stages(on, {3}, {});
            }).find("stage 0: 2 devices do not make a grid of [3]"),
            std::string::npos);
  EXPECT_NE(refused([&] {
              sharded_stages(on, {}, {{"tok", "S(0)"}});
            }).find("`tok` is neither a parameter nor optimizer state"),
            std::string::npos);
  EXPECT_NE(refused([&] {
              sharded_stages(on, {}, {{"wte", "S(7)"}});
            }).find("wte: S(7)"),
            std::string::npos);
}

// Two stages a device, as a V.
TEST(PipelinePlan, TwoStagesOnADeviceAreAV) {
  const auto on = on_ranks(kGpt, 2, "sgd");
  PipelineDescription d{.microbatches = 4, .schedule = "zb-v"};
  d.stages = {{.first_layer = 0, .devices = {0}},
              {.first_layer = 1, .devices = {1}},
              {.first_layer = 2, .devices = {1}},
              {.first_layer = 3, .devices = {0}}};
  const Plan plan = planner::described_plan(on, d, "by hand");
  EXPECT_EQ(plan.num_ranks(), 2);
  EXPECT_TRUE(verify_plan(plan, "", {.device = "reference"}).ok);
}

// Each value and gradient of each micro-batch, by the rank that sends it, and the tied embedding
// once a step; sent no earlier than it is made.
TEST(PipelinePlan, MessagesArePredicted) {
  const Plan plan = pipeline(on_ranks(kGpt, 3, "sgd"), "1f1b", 4, {1, 3});
  const planner::PipelineTime time =
      planner::pipeline_time(planner::pipeline_of(plan), plan.on.cluster, plan.devices());
  std::map<int, int> num_sent;
  for (const predict::PredictedSpan& message : time.messages) {
    ++num_sent[message.rank];
    EXPECT_LT(message.begin_seconds, message.end_seconds) << message.name;
  }
  EXPECT_EQ(num_sent, (std::map<int, int>{{0, 4 + 1}, {1, 4 + 4}, {2, 4 + 1}}));
  const auto at = [](const std::vector<predict::PredictedSpan>& spans, int rank,
                     const std::string& end) {
    return *std::ranges::find_if(
        spans, [&](const auto& s) { return s.rank == rank && s.name.ends_with(end); });
  };
  EXPECT_DOUBLE_EQ(at(time.messages, 0, ", stage 0 to 1, micro-batch 0").begin_seconds,
                   at(time.spans, 0, "0F0").end_seconds);
  EXPECT_GE(at(time.messages, 2, ", stage 2 to 1, micro-batch 3").begin_seconds,
            at(time.spans, 2, "2I3").end_seconds);
}

// What the plan says of a rank's memory is what its executor has.
TEST(PipelinePlan, MemoryIsAsPlanned) {
  const auto on =
      on_ranks("gpt:layers=3,hidden=32,heads=2,seq=16,vocab=64,batch=16", 3, "adam:clip=0.5");
  for (const char* schedule : {"1f1b", "zb-h2", "gpipe"}) {
    const Plan plan = pipeline(on, schedule, 8, {1, 3});
    const planner::PipelineOfPlan lists = planner::pipeline_of(plan);
    std::vector<int64_t> planned;
    for (const predict::KindOfRank& kind : plan.time.kinds) {
      planned.insert(planned.end(), kind.num_ranks, kind.peak_bytes);
    }
    core::run_local(3, [&](core::Communicator& comm) {
      PipelineExecutor rank(*lists.step, lists.program_of(comm.rank()), lists.layout, comm, {});
      const double share =
          static_cast<double>(rank.memory_bytes()) / static_cast<double>(planned[comm.rank()]);
      EXPECT_GE(share, 0.95) << schedule << " rank " << comm.rank();
      EXPECT_LE(share, 1.0) << schedule << " rank " << comm.rank();
    });
  }
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

// Validation runs the forward passes alone, and changes nothing.
TEST(PipelinePlan, IsEvaluatedBetweenSteps) {
  const auto on = on_ranks(kGpt, 3, "adam");
  const planner::PipelineOfPlan lists = planner::pipeline_of(pipeline(on, "1f1b", 4, {1, 3}));
  std::vector<double> losses, forward;
  core::run_local(3, [&](core::Communicator& comm) {
    PipelineExecutor rank(*lists.step, lists.program_of(comm.rank()), lists.layout, comm, {});
    for (size_t i = 0; i < lists.step->arguments.size(); ++i) {
      const TensorType& type = lists.step->arguments[i].type;
      Literal value = Literal::zeros(type);
      if (lists.step->arguments[i].role == StepRole::kParam) {
        for (int64_t k = 0; k < value.num_elements(); ++k) {
          value.set_from_double(
              k, 0.01 * static_cast<double>((7 * k + 3 * static_cast<int64_t>(i)) % 11));
        }
      }
      if (lists.step->arguments[i].role == StepRole::kSetting) value.set_from_double(0, 0.1);
      rank.set_argument(static_cast<int>(i), value.bytes());
    }
    for (int k = 0; k < 3; ++k) {
      rank.run_forward();
      if (rank.has_loss()) forward.push_back(rank.loss());
      rank.run();
      if (rank.has_loss()) losses.push_back(rank.loss());
    }
    rank.finish_step();
  });
  // The loss of a step is that of its parameters before the update.
  EXPECT_EQ(losses, forward);
  EXPECT_NE(losses[0], losses[2]);
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
