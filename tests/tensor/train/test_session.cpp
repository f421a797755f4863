#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>

#include "core/base/error.h"
#include "core/comm/local.h"
#include "core/io/checkpoint.h"
#include "tensor/plan/planner/lowered_plan.h"
#include "tensor/train/rank_agreement.h"
#include "tensor/train/ranks_of_plan.h"
#include "tensor/train/session.h"
#include "tensor/train/train_job.h"

namespace motley::tensor {
namespace {

using planner::Plan;

ModelStepPtr small_step(const std::string& optimizer = "momentum") {
  return build_step(load_model("mlp:inputs=8,hidden=16,classes=4,batch=12"),
                    {.optimizer = optimizer});
}

Plan small_plan(const std::string& strategy = "zero-2", int ranks = 3) {
  return planner::plan_by(planner::on_cluster(small_step(), local_devices(ranks)), strategy);
}

std::string scratch_folder(const char* name) {
  const auto folder = std::filesystem::temp_directory_path() /
                      (std::string("motley-session-") + name + "-" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  return folder.string();
}

TEST(TrainSession, RanksTrainAsOneProcessDoes) {
  TrainSession alone(small_step(), {.steps = 4, .threads = 1}, {});
  const std::vector<double> losses = alone.run().losses;
  const Plan plan = small_plan();
  core::run_local(3, [&](core::Communicator& comm) {
    TrainSession session(comm, plan, {.steps = 4, .threads = 1}, {});
    const TrainSummary summary = session.run();
    EXPECT_EQ(summary.is_root, comm.rank() == 0);
    ASSERT_EQ(summary.losses.size(), 4u);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(summary.losses[i], losses[i], 1e-5);
  });
}

TEST(TrainSession, OneStepAtATimeIsTheSame) {
  TrainSession whole(small_step(), {.steps = 3, .threads = 1}, {}),
      single(small_step(), {.steps = 1, .threads = 1}, {});
  const std::vector<double> losses = whole.run().losses;
  for (const double loss : losses) EXPECT_EQ(single.step(), loss);
}

TEST(TrainSession, TheRootStopsAllRanksAtOneStep) {
  const std::string folder = scratch_folder("stop");
  const Plan plan = small_plan();
  std::atomic<int64_t> steps[3] = {};
  core::run_local(3, [&](core::Communicator& comm) {
    TrainSession session(comm, plan, {.steps = 1000, .checkpoint = folder, .threads = 1}, {});
    int64_t num_checkpoints = 0;
    session.on_checkpoint([&](int64_t) { ++num_checkpoints; });
    int64_t asked = 0;
    session.stop_when([&] { return ++asked >= (comm.rank() == 0 ? 5 : 2); });
    const TrainSummary summary = session.run();
    steps[comm.rank()] = summary.steps_done;
    EXPECT_TRUE(summary.interrupted);
    EXPECT_EQ(num_checkpoints, comm.rank() == 0 ? 2 : 0);  // before the first step, and at the end
  });
  EXPECT_EQ(steps[0], 5);
  EXPECT_EQ(steps[1], 5);
  EXPECT_EQ(steps[2], 5);
  EXPECT_EQ(core::Checkpoint::open(folder).facts().step, 5);
  // One process goes on from it.
  TrainSession resumed(small_step(),
                       {.steps = 7, .checkpoint = folder, .resume = true, .threads = 1}, {});
  EXPECT_EQ(resumed.facts().first_step, 5);
  const TrainSummary summary = resumed.run();
  TrainSession alone(small_step(), {.steps = 7, .threads = 1}, {});
  EXPECT_NEAR(summary.losses.back(), alone.run().losses.back(), 1e-5);
  std::filesystem::remove_all(folder);
}

TEST(TrainSession, RanksWithAnotherPlanAreNamed) {
  const Plan plan = small_plan(), other = small_plan("dp-even");
  core::run_local(3, [&](core::Communicator& comm) {
    try {
      TrainSession session(comm, comm.rank() == 1 ? other : plan, {.steps = 1, .threads = 1}, {});
      ADD_FAILURE() << "rank " << comm.rank() << " found nothing";
    } catch (const core::UserError& error) {
      EXPECT_NE(std::string(error.what()).find("rank 1 has another plan than rank 0"),
                std::string::npos)
          << error.what();
    }
  });
}

TEST(TrainSession, RanksWithAnotherStepAreNamed) {
  const Plan plan = small_plan();
  const Plan other =
      planner::plan_by(planner::on_cluster(small_step("sgd"), local_devices(3)), "zero-2");
  core::run_local(3, [&](core::Communicator& comm) {
    try {
      TrainSession session(comm, comm.rank() > 0 ? other : plan, {.steps = 1, .threads = 1}, {});
      ADD_FAILURE() << "rank " << comm.rank() << " found nothing";
    } catch (const core::UserError& error) {
      EXPECT_NE(std::string(error.what()).find("ranks 1, 2 have another training step than rank 0"),
                std::string::npos)
          << error.what();
    }
  });
}

TEST(RankAgreement, OneRankPlansAndAllHaveItsPlan) {
  std::atomic<int> num_made = 0;
  core::run_local(3, [&](core::Communicator& comm) {
    const Plan plan = share_plan(comm, [&] {
      ++num_made;
      return small_plan();
    });
    EXPECT_EQ(plan.num_ranks(), 3);
    check_agreement(comm, plan, planner::rank_program_of(plan, comm.rank()));
  });
  EXPECT_EQ(num_made, 1);
}

// Devices 2 and 0 of three, in this order: rank 2 is the first of the plan's ranks, and is to say
// what was predicted; rank 1 waits.
TEST(RankAgreement, RanksAreThoseOfThePlansDevices) {
  std::atomic<int> ranks_of[3] = {-1, -1, -1};
  core::run_local(3, [&](core::Communicator& comm) {
    Plan plan = share_plan(comm, [&] {
      Plan made = planner::plan_by(planner::on_cluster(small_step(), local_devices(2)), "dp-even");
      made.on = planner::on_cluster(small_step(), local_devices(3));
      made.stages[0].devices = {2, 0};
      planner::predict_plan(made);
      return made;
    });
    on_ranks_of(plan, comm, [&](core::Communicator& ranks) {
      EXPECT_EQ(ranks.num_ranks(), 2);
      ranks_of[comm.rank()] = ranks.rank();
      if (ranks.rank() == 0) {
        EXPECT_GT(plan.time.step_seconds, 0);
      }
    });
  });
  EXPECT_EQ(ranks_of[0], 1);
  EXPECT_EQ(ranks_of[1], -1);
  EXPECT_EQ(ranks_of[2], 0);
}

TEST(RankAgreement, RanksThatCannotReadThePlanAreNamed) {
  const std::string folder = scratch_folder("unreadable");
  std::filesystem::copy(MOTLEY_TEST_DATA "/models/mlp", folder);
  core::run_local(3, [&](core::Communicator& comm) {
    try {
      share_plan(comm, [&] {
        Plan made = planner::plan_by(
            planner::on_cluster(build_step(load_model(folder), {}), local_devices(3)), "dp-even");
        std::filesystem::remove_all(folder);  // the others look for the model in vain
        return made;
      });
      ADD_FAILURE() << "rank " << comm.rank() << " found nothing";
    } catch (const core::UserError& error) {
      EXPECT_NE(std::string(error.what()).find("ranks 1, 2 cannot use the plan of rank 0"),
                std::string::npos)
          << error.what();
    }
  });
}

TEST(RankAgreement, AnErrorOfTheRootIsThrownOnAllRanks) {
  core::run_local(3, [&](core::Communicator& comm) {
    EXPECT_THROW(share_plan(comm, []() -> Plan { throw core::UserError("no plan"); }),
                 core::UserError);
  });
}

}  // namespace
}  // namespace motley::tensor
