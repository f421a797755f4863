// When layers of a pipeline move, from figures as a run would measure them.
#include <gtest/gtest.h>

#include "tensor/plan/planner/staged_plan.h"
#include "tensor/train/layer_moves.h"
#include "tensor/train/train_job.h"

namespace motley::tensor {
namespace {

planner::Plan three_equal_stages() {
  planner::PipelineDescription d{.microbatches = 4, .schedule = "1f1b"};
  for (int s = 0; s < 3; ++s) {
    d.stages.push_back({.first_layer = s == 0 ? 0 : 1 + 2 * s, .devices = {s}, .samples = {}});
  }
  return planner::described_plan(
      planner::on_cluster(build_step(load_model("gpt:layers=6,hidden=16,heads=2,seq=8,vocab=11,"
                                                "batch=8"),
                                     {}),
                          local_devices(3)),
      d, "by hand");
}

// Figures of steps with these slowdowns until a move is decided on, adopted if so.
class MeasuredRun {
 public:
  explicit MeasuredRun(const planner::Plan& plan) : moves_(plan, {.waits = true, .undoes = true}) {}

  std::optional<Adaptation> steps(int count, const std::vector<double>& slowdowns,
                                  double step_seconds) {
    for (int i = 0; i < count; ++i) {
      std::vector<double> compute = moves_.predicted();
      for (size_t r = 0; r < compute.size(); ++r) compute[r] *= slowdowns[r];
      moves_.observe(compute, step_seconds, 1'000'000);
      if (!moves_.decided()) continue;
      const Adaptation change = moves_.prepared();
      moves_.adopted();
      return change;
    }
    return std::nullopt;
  }
  LayerMoves& moves() { return moves_; }

 private:
  LayerMoves moves_;
};

// Steps that are as long as the slowest rank computes: all are busy enough.
constexpr double kShort = 1e-6;

TEST(LayerMoves, NothingMovesWhereAllAreSlowerAlike) {
  MeasuredRun run(three_equal_stages());
  EXPECT_FALSE(run.steps(40, {2.5, 2.5, 2.5}, kShort));
}

TEST(LayerMoves, LayersLeaveTheSlowDevice) {
  MeasuredRun run(three_equal_stages());
  const auto change = run.steps(8, {1, 3, 1}, kShort);
  ASSERT_TRUE(change);
  EXPECT_NE(change->change.find("[3, 5] -> "), std::string::npos);
  EXPECT_FALSE(run.steps(40, {1, 3, 1}, kShort)) << "moved again";
}

TEST(LayerMoves, AMoveThatMadeStepsSlowerIsUndone) {
  MeasuredRun run(three_equal_stages());
  const auto change = run.steps(8, {1, 3, 1}, kShort);
  ASSERT_TRUE(change);
  const auto back = run.steps(8, {1, 3, 1}, 2 * kShort);
  ASSERT_TRUE(back);
  EXPECT_NE(back->change.find("-> [3, 5]"), std::string::npos) << back->change;
  EXPECT_NE(back->reason.find("undone"), std::string::npos) << back->reason;
}

// A rank that has little to do looks quick where its host may burst.
TEST(LayerMoves, ARankThatWaitsIsNotTakenToBeFasterThanDescribed) {
  MeasuredRun busy(three_equal_stages()), idle(three_equal_stages());
  busy.steps(5, {1, 1, 0.25}, kShort);
  idle.steps(5, {1, 1, 0.25}, 1);
  EXPECT_NEAR(busy.moves().slowdowns()[2], 0.25, 1e-9);
  EXPECT_NEAR(idle.moves().slowdowns()[2], 1, 1e-9);
}

}  // namespace
}  // namespace motley::tensor
