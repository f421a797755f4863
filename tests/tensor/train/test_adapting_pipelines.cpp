// Schedules of a pipeline that are switched while it trains, and layers that move between stages.
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "core/trace/trace_reader.h"
#include "tensor/adapt/decision_log.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/train/pipeline_adapter.h"
#include "tensor/train/session.h"
#include "tensor/train/train_job.h"

namespace motley::tensor {
namespace {

using planner::Plan;

Plan four_stages() {
  planner::PipelineDescription d{.microbatches = 4, .schedule = "1f1b"};
  for (int s = 0; s < 4; ++s) {
    d.stages.push_back({.first_layer = s, .devices = {s}, .recompute = false, .samples = {}});
  }
  return planner::described_plan(
      planner::on_cluster(build_step(load_model("gpt:layers=3,hidden=8,heads=2,seq=4,vocab=11,"
                                                "batch=8"),
                                     {.optimizer = "adam:clip=0.5"}),
                          local_devices(4)),
      d, "by hand");
}

TrainSummary train_switching(const Plan& plan, const TrainOptions& options) {
  TrainSummary summary;
  core::run_local(4, [&](core::Communicator& comm) {
    TrainSession session(comm, plan, options, {});
    const TrainSummary mine = session.run();
    if (comm.rank() == 0) summary = mine;
  });
  return summary;
}

// Another schedule at every step, against none: every loss, parameter and piece of state.
TEST(AdaptingPipelines, SwitchesAtEveryStepForFiftyStepsLeaveAllBits) {
  const Plan plan = four_stages();
  constexpr int kSteps = 50;
  const auto trained = [&](bool switches) {
    std::vector<double> losses;
    std::vector<std::vector<std::byte>> values;
    core::run_local(4, [&](core::Communicator& comm) {
      planner::PipelineOfPlan pipeline = planner::pipeline_of(plan);
      const ReadySchedules ready = ready_schedules(plan, pipeline, "schedule");
      const std::vector<PipelineProgram> also = ready.others(comm.rank());
      ASSERT_GE(also.size(), 3u);
      auto runner =
          make_pipeline_runner(comm, PreparedPipeline(std::move(pipeline), comm.rank(), {}, also));
      const auto& arguments = plan.on.step().arguments;
      const int num_kept = plan.on.model_step->num_updated();
      for (int i = 0; i < std::ssize(arguments); ++i) {
        const auto fill = [&](std::span<std::byte> out) {
          Literal value = Literal::zeros(arguments[i].type);
          for (int64_t e = 0; e < value.num_elements(); ++e) {
            if (is_integer(arguments[i].type.element)) {
              value.set_from_double(e, static_cast<double>((e * 7 + i) % 11));
            } else if (arguments[i].role != StepRole::kState) {
              value.set_float(e, 0.01 * static_cast<double>((e * 31 + i) % 17) - 0.05);
            }
          }
          std::ranges::copy(value.bytes(), out.begin());
        };
        if (i < num_kept) {
          runner->fill(i, [&](int64_t, std::span<std::byte> out) { fill(out); });
        } else {
          fill(runner->argument(i));
        }
      }
      for (int step = 0; step < kSteps; ++step) {
        if (switches) runner->use_schedule(step % static_cast<int>(ready.programs.size()));
        runner->begin();
        runner->end();
        if (comm.rank() == 0) losses.push_back(runner->loss());
      }
      runner->gather_to_root();
      for (int i = 0; comm.rank() == 0 && i < num_kept; ++i) {
        const auto bytes = runner->argument(i);
        values.emplace_back(bytes.begin(), bytes.end());
      }
    });
    return std::pair(losses, values);
  };
  const auto without = trained(false), with = trained(true);
  ASSERT_EQ(without.first.size(), size_t{kSteps});
  EXPECT_EQ(with.first, without.first);
  EXPECT_EQ(with.second, without.second);
}

TEST(AdaptingPipelines, SwitchesHoldFromTheStepThatRankZeroNames) {
  const Plan plan = four_stages();
  const TrainOptions options{.steps = 12, .threads = 1};
  TrainOptions switching = options;
  switching.adapt = "schedule";
  switching.choose_schedule = [](int64_t step) { return static_cast<int>(step / 3 % 3); };
  const TrainSummary without = train_switching(plan, options),
                     with = train_switching(plan, switching);
  EXPECT_EQ(with.losses, without.losses);
  ASSERT_EQ(with.adaptations.size(), 3u);
  EXPECT_EQ(with.adaptations[0].kind, "schedule");
  EXPECT_EQ(with.adaptations[0].change, "1f1b -> deep:h=1");
  // Chosen after step 3, counted from 0, from step 5 on: the sixth.
  EXPECT_EQ(with.adaptations[0].step, 6);
  EXPECT_EQ(with.adaptations[1].step, 9);
}

// The schedule in use is saved beside the checkpoint, and a resumed run goes on with it.
TEST(AdaptingPipelines, TheScheduleInUseIsSavedAndResumed) {
  const std::string folder = testing::TempDir() + "adapting-pipeline-checkpoint";
  std::filesystem::remove_all(folder);
  const Plan plan = four_stages();
  train_switching(plan, {.steps = 6,
                         .checkpoint = folder,
                         .adapt = "schedule",
                         .choose_schedule = [](int64_t) { return 1; },
                         .threads = 1});
  const Plan saved = planner::read_plan(plan_of_checkpoint(folder));
  EXPECT_EQ(saved.pipeline->schedule, "deep:h=1");
  EXPECT_NE(saved.pipeline->lists, plan.pipeline->lists);
  const TrainSummary resumed =
      train_switching(saved, {.steps = 9, .checkpoint = folder, .resume = true, .threads = 1});
  EXPECT_EQ(resumed.facts.first_step, 6);
  const TrainSummary whole = train_switching(plan, {.steps = 9, .threads = 1});
  ASSERT_EQ(resumed.losses.size(), 3u);
  EXPECT_EQ(resumed.losses, std::vector(whole.losses.begin() + 6, whole.losses.end()));
  std::filesystem::remove_all(folder);
}

// Stages of a tied GPT of six layers; the embedding is held by the first and the last stage.
Plan three_stages(std::vector<std::vector<int>> devices = {{0}, {1}, {2}}) {
  planner::PipelineDescription d{.microbatches = 4, .schedule = "1f1b"};
  for (int s = 0; s < 3; ++s) {
    d.stages.push_back({.first_layer = s == 0 ? 0 : 1 + 2 * s,
                        .devices = devices[s],
                        .recompute = s == 1,
                        .samples = {}});
  }
  return planner::described_plan(
      planner::on_cluster(build_step(load_model("gpt:layers=6,hidden=16,heads=2,seq=8,vocab=11,"
                                                "batch=8"),
                                     {.optimizer = "adam:clip=0.5"}),
                          local_devices(4)),
      d, "by hand");
}

std::vector<double> trained(const Plan& plan, const TrainOptions& options, TrainSummary* summary) {
  core::run_local(plan.num_ranks(), [&](core::Communicator& comm) {
    TrainSession session(comm, plan, options, {});
    const TrainSummary mine = session.run();
    if (comm.rank() == 0) *summary = mine;
  });
  return summary->losses;
}

// The second device computes at a third of its speed for a while. One rank a stage: a layer has the
// same bits wherever it runs, so the losses are those of the run that stays as it is.
TEST(AdaptingPipelines, LayersLeaveASlowDeviceAndReturn) {
  const Plan plan = three_stages();
  TrainOptions options{.steps = 60, .threads = 1};
  TrainSummary without, with;
  trained(plan, options, &without);
  options.adapt = "shares";
  options.slowdown = [](int rank, int64_t step) { return rank == 1 && step < 30 ? 3.0 : 1.0; };
  trained(plan, options, &with);
  EXPECT_EQ(with.losses, without.losses);
  ASSERT_GE(with.adaptations.size(), 2u);
  EXPECT_EQ(with.adaptations[0].kind, "layers");
  EXPECT_NE(with.adaptations[0].change.find("[3, 5] -> "), std::string::npos)
      << with.adaptations[0].change;
  EXPECT_NE(with.adaptations[0].reason.find("33"), std::string::npos) << with.adaptations[0].reason;
  EXPECT_GT(with.adaptations[0].moved_bytes, 0);
  EXPECT_LT(with.adaptations[0].predicted_seconds, with.adaptations[0].before_seconds);
  // Five steps to measure, two to be sure, two until all ranks switch, and figures come a step
  // late.
  EXPECT_LE(with.adaptations[0].step, 15);
  EXPECT_GT(with.adaptations.back().step, 30);
  EXPECT_LE(with.adaptations.back().step, 45);
}

// Layers move while stages are shared by two ranks, schedules are switched, validation runs, and
// the cuts that the run has come to are saved beside the checkpoint.
TEST(AdaptingPipelines, LayersOfSharedStagesMove) {
  const std::string folder = testing::TempDir() + "adapting-layers-checkpoint";
  std::filesystem::remove_all(folder);
  const Plan plan = three_stages({{0}, {1, 2}, {3}});
  TrainOptions options{.steps = 40, .threads = 1};
  TrainSummary without, with;
  trained(plan, options, &without);
  options.checkpoint = folder;
  options.adapt = "auto";
  options.choose_schedule = [](int64_t step) { return step < 20 ? 0 : 1; };
  options.slowdown = [](int rank, int64_t) { return rank == 3 ? 4.0 : 1.0; };
  trained(plan, options, &with);
  ASSERT_EQ(with.losses.size(), without.losses.size());
  for (size_t i = 0; i < with.losses.size(); ++i) {
    EXPECT_NEAR(with.losses[i], without.losses[i], 1e-5) << "step " << i;
  }
  const auto is_layers = [](const Adaptation& a) { return a.kind == "layers"; };
  EXPECT_GE(std::ranges::count_if(with.adaptations, is_layers), 1);
  const Plan saved = planner::read_plan(plan_of_checkpoint(folder));
  EXPECT_NE(saved.pipeline->cuts.cuts, plan.pipeline->cuts.cuts);
  EXPECT_NE(saved.pipeline->schedule, plan.pipeline->schedule);
  TrainSummary resumed;
  trained(saved, {.steps = 42, .checkpoint = folder, .resume = true, .threads = 1}, &resumed);
  EXPECT_EQ(resumed.facts.first_step, 40);
  std::filesystem::remove_all(folder);
}

TEST(AdaptingPipelines, DecisionsReplayFromTheTrace) {
  for (const char* policy : {"auto", "ada-grouper"}) {
    SCOPED_TRACE(policy);
    const std::string file = testing::TempDir() + "adapting-pipeline-trace.json";
    train_switching(four_stages(), {.steps = 30, .trace = file, .adapt = policy, .threads = 1});
    std::vector<std::string> lines;
    for (const core::RecordedTrack& track : core::read_trace(file).tracks) {
      if (track.thread != "decisions") continue;
      for (const core::RecordedSpan& span : track.spans) lines.push_back(span.record);
    }
    const auto replayed = replay_schedules(lines);
    EXPECT_GE(replayed.size(), 25u);
    for (const ReplayedSchedule& one : replayed) EXPECT_EQ(one.recorded, one.replayed) << one.step;
    std::remove(file.c_str());
  }
}

}  // namespace
}  // namespace motley::tensor
