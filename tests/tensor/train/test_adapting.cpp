#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <mutex>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "core/io/files.h"
#include "core/trace/trace_reader.h"
#include "tensor/adapt/decision_log.h"
#include "tensor/adapt/share_groups.h"
#include "tensor/ir/precision.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/lowered_plan.h"
#include "tensor/sampling.h"
#include "tensor/train/session.h"
#include "tensor/train/step_runner.h"
#include "tensor/train/train_job.h"

namespace motley::tensor {
namespace {

using planner::Plan;

// In float64, so that other sums show.
ModelStepPtr exact_step(const std::string& model) {
  LoadedModel loaded = load_model(model);
  loaded.program = with_floats_as(loaded.program, ElementType::kF64);
  for (size_t i = 0; i < loaded.signature.size(); ++i) {
    loaded.signature[i].type = loaded.program.type(loaded.program.body.arguments[i]);
  }
  loaded.adjustable_batch.reset();
  return build_step(loaded, {.optimizer = "adam"});
}

constexpr const char* kModel = "gpt:layers=2,hidden=32,heads=4,seq=16,vocab=64,batch=16";

Plan plan_of(const std::string& strategy) {
  return planner::plan_by(planner::on_cluster(exact_step(kModel), local_devices(4)), strategy);
}

TrainSummary train_adapting(const Plan& plan, TrainOptions options) {
  TrainSummary summary;
  core::run_local(4, [&](core::Communicator& comm) {
    TrainSession session(comm, plan, options, {});
    const TrainSummary mine = session.run();
    if (comm.rank() == 0) summary = mine;
  });
  return summary;
}

// Rank 1 is slowed down from step 10 to step 40. Simulated seconds: on a busy machine real ones
// would decide by chance. Steps take a while, so that planning in the background is done in time.
double slowed(int rank, int64_t step) { return rank == 1 && step >= 10 && step < 60 ? 0.4 : 0.1; }

TEST(Adapting, SharesFollowASlowRankAndLossesStay) {
  for (const char* strategy : {"zero-3", "dp-even"}) {
    if (std::string(strategy) == "dp-even" && !runs_every_case()) continue;
    SCOPED_TRACE(strategy);
    const Plan plan = plan_of(strategy);
    const TrainOptions options{.steps = 80, .threads = 1};
    TrainOptions adapting = options;
    adapting.adapt = "shares";
    adapting.compute_seconds = slowed;
    const TrainSummary without = train_adapting(plan, options),
                       with = train_adapting(plan, adapting);
    ASSERT_FALSE(with.adaptations.empty());
    EXPECT_EQ(with.adaptations[0].kind, "shares");
    EXPECT_GE(with.adaptations[0].step, 12);
    ASSERT_EQ(with.losses.size(), without.losses.size());
    for (size_t i = 0; i < with.losses.size(); ++i) {
      EXPECT_NEAR(with.losses[i], without.losses[i], 1e-6) << "step " << i;
    }
  }
}

// The plan that a run has come to is saved beside its checkpoint, and a resumed run goes on with
// it.
TEST(Adapting, TheAdoptedPlanIsSavedAndResumed) {
  const std::string folder = testing::TempDir() + "adapting-checkpoint";
  std::filesystem::remove_all(folder);
  // Somebody else's link at the place of the plan is replaced, not followed.
  std::filesystem::create_directories(folder);
  const std::string victim = testing::TempDir() + "adapting-victim";
  std::ofstream(victim) << "precious";
  std::filesystem::create_symlink(victim, plan_of_checkpoint(folder));
  // As a file names it: in float32.
  const Plan plan = planner::plan_by(
      planner::on_cluster(build_step(load_model(kModel), {.optimizer = "adam"}), local_devices(4)),
      "zero-3");
  const TrainSummary adapted = train_adapting(
      plan, {.steps = 120,
             .checkpoint = folder,
             .adapt = "shares",
             .compute_seconds = [](int rank, int64_t) { return rank == 1 ? 0.4 : 0.1; },
             .threads = 1});
  ASSERT_FALSE(adapted.adaptations.empty());
  EXPECT_EQ(core::read_text_file(victim), "precious");
  std::filesystem::remove(victim);
  const Plan saved = planner::read_plan(plan_of_checkpoint(folder));
  EXPECT_NE(planner::stages_json(saved), planner::stages_json(plan));
  EXPECT_EQ(saved.devices(), plan.devices());
  const TrainSummary resumed =
      train_adapting(saved, {.steps = 122, .checkpoint = folder, .resume = true, .threads = 1});
  ASSERT_EQ(resumed.losses.size(), 2u);
  const TrainSummary whole = train_adapting(plan, {.steps = 122, .threads = 1});
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(resumed.losses[i], whole.losses[120 + i], 1e-4);
  std::filesystem::remove_all(folder);
}

// Parameters and state after moving to other shares and back are what they were, to the bit.
TEST(Adapting, ThereAndBackIsIdentical) {
  const Plan plan = plan_of("zero-3");
  const ShareGroups groups(plan);
  // Rows of sharded parameters: every group moves, also those without much work.
  std::vector<int64_t> units = units_in_use(groups.main());
  units[0] += 1;
  units[3] -= 1;
  const Plan other = with_units(plan, groups, units);
  core::run_local(4, [&](core::Communicator& comm) {
    const auto program = planner::rank_program_of(plan, comm.rank());
    auto runner = make_rank_runner(comm, plan, program, {.num_threads = 1});
    const int num_kept = plan.on.model_step->num_updated();
    for (int i = 0; i < num_kept; ++i) {
      runner->fill(i, [&](int64_t first, std::span<std::byte> out) {
        for (size_t b = 0; b < out.size(); ++b) {
          out[b] = std::byte((first * 8 + static_cast<int64_t>(b)) * 31 + i);
        }
      });
    }
    const auto bytes = [&] {
      std::vector<std::vector<std::byte>> all;
      for (const auto& piece : runner->pieces_to_write(num_kept))
        all.emplace_back(piece.bytes.begin(), piece.bytes.end());
      return all;
    };
    const auto before = bytes();
    runner->adopt(prepare_rank(other, comm.rank(), {.num_threads = 1}, false));
    runner->adopt(prepare_rank(plan, comm.rank(), {.num_threads = 1}, false));
    EXPECT_EQ(bytes(), before) << "rank " << comm.rank();
  });
}

TEST(Adapting, DecisionsReplayFromTheTrace) {
  const std::string file = testing::TempDir() + "adapting-trace.json";
  train_adapting(
      plan_of("dp-even"),
      {.steps = 80, .trace = file, .adapt = "shares", .compute_seconds = slowed, .threads = 1});
  std::vector<std::string> lines;
  for (const core::RecordedTrack& track : core::read_trace(file).tracks) {
    if (track.thread != "decisions") continue;
    for (const core::RecordedSpan& span : track.spans) lines.push_back(span.record);
  }
  const auto replayed = replay_shares(lines);
  EXPECT_GT(replayed.size(), 20u);
  for (const ReplayedShares& one : replayed) EXPECT_EQ(one.recorded, one.replayed) << one.step;
  EXPECT_TRUE(
      std::ranges::any_of(replayed, [](const auto& one) { return one.recorded.has_value(); }));
  std::remove(file.c_str());
}

}  // namespace
}  // namespace motley::tensor
