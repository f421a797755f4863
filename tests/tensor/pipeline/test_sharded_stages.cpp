// Stages whose ranks share parameters and optimizer state, too: tensor parallel, fully sharded.
#include <gtest/gtest.h>

#include "tensor/pipeline/pipeline_cases.h"
#include "tensor/plan/strategy/tensor_parallel.h"

namespace motley::tensor {
namespace {

// How the arguments of a stage are sharded.
enum class Style {
  kTensorParallel,  // as Megatron shards parameters, along the last axis of the grid
  kOptimizerState,  // along the first axis: parameters are whole (ZeRO-1)
  kEverything,      // parameters and state, along the first axis
};

Sharding along_first_dim(const TensorType& type, int axis, int n) {
  Sharding state;
  if (type.shape.empty() || type.shape[0] < n) return state;
  const core::Ratio even(n, 1.0 / n);
  state[axis] =
      sharded({.dim = 0, .period = type.shape[0], .shares = Shares(units_of(even, type.shape[0]))});
  return state;
}

std::map<int, Sharding> states(const TrainStep& step, Style style, const DeviceGrid& grid) {
  std::map<int, Sharding> result;
  const int axis = style == Style::kTensorParallel ? grid.num_axes() - 1 : 0;
  const int n = grid.sizes[axis];
  if (n == 1) return result;
  if (style == Style::kTensorParallel) {
    for (const auto& [argument, cut] : strategy::tensor_parallel_shardings(step, n)) {
      result[argument][axis] = sharded(cut);
      for (size_t k = 0; k < step.arguments.size(); ++k) {  // its optimizer state as well
        const StepArgument& a = step.arguments[k];
        if (a.role == StepRole::kState && a.type.shape == step.arguments[argument].type.shape &&
            a.name.starts_with(step.arguments[argument].name + ".")) {
          result[static_cast<int>(k)][axis] = sharded(cut);
        }
      }
    }
    return result;
  }
  for (int k = 0; k < step.num_params + step.num_state; ++k) {
    const bool is_parameter = step.arguments[k].role == StepRole::kParam;
    if (is_parameter && style == Style::kOptimizerState) continue;
    const Sharding state = along_first_dim(step.arguments[k].type, axis, n);
    if (!is_replicated(state)) result[k] = state;
  }
  return result;
}

struct ShardedCase {
  const char* model;
  int64_t microbatches;
  const char* optimizer;
  Style style;
  std::vector<std::vector<int>> grids;  // by stage
  std::vector<std::vector<int64_t>> samples;
};

class ShardedStages : public testing::TestWithParam<ShardedCase> {
 protected:
  PipelineLayout layout(const TrainStep& step) const {
    const ShardedCase& p = GetParam();
    PipelineLayout layout{.ranks = {}, .samples = p.samples};
    int next = 0;
    for (const std::vector<int>& sizes : p.grids) {
      const DeviceGrid grid{sizes};
      auto& ranks = layout.ranks.emplace_back();
      for (int i = 0; i < grid.num_ranks(); ++i) ranks.push_back(next++);
      layout.grids.push_back(grid);
      layout.states.push_back(states(step, p.style, grid));
    }
    return layout;
  }
};

TEST_P(ShardedStages, ComputeTheStepOfOneDevice) {
  const ShardedCase& p = GetParam();
  const auto stages = static_cast<int>(p.grids.size());
  const StagedCase c = staged_case(p.model, p.microbatches, p.optimizer);
  const StagedStep step = c.staged(c.even_cuts(stages));
  const PipelineLayout layout = this->layout(train_step(c.loss, c.arguments, c.settings));
  // Something is sharded: else nothing would be tested.
  EXPECT_FALSE(layout.states[0].empty());
  expect_near(
      step,
      run_groups(step, named_schedule("1f1b", stages, p.microbatches), layout, c.values, true),
      run_whole(c));
}

TEST_P(ShardedStages, GiveTheSameBitsUnderAnotherSchedule) {
  const ShardedCase& p = GetParam();
  const auto stages = static_cast<int>(p.grids.size());
  const StagedCase c = staged_case(p.model, p.microbatches, p.optimizer, ElementType::kF32);
  const StagedStep step = c.staged(c.even_cuts(stages));
  const PipelineLayout layout = this->layout(train_step(c.loss, c.arguments, c.settings));
  const auto run = [&](const char* name) {
    return run_groups(step, named_schedule(name, stages, p.microbatches), layout, c.values, false);
  };
  EXPECT_EQ(run("1f1b"), run("zb-h2"));
}

// Lookups in a table sharded by its rows: so are their gradients, not computed whole by every rank.
TEST(ShardedTable, HasItsGradientInParts) {
  const StagedCase c =
      staged_case("gpt:layers=2,hidden=8,heads=2,seq=4,vocab=64,batch=4", 2, "sgd");
  const StagedStep step = c.staged(c.even_cuts(2));
  const TrainStep whole = train_step(c.loss, c.arguments, c.settings);
  PipelineLayout layout{.ranks = {{0, 1}, {2}}, .samples = {{2}, {2}}};
  layout.grids = {{{1, 2}}, {{1}}};
  layout.states = {states(whole, Style::kTensorParallel, layout.grids[0]), {}};
  const GroupedStep grouped(step, layout);
  int tables = 0;
  for (int b = 0; b < std::ssize(step.stages[0].buffers); ++b) {
    if (step.stages[0].buffers[b].name != "gradient of wte") continue;
    EXPECT_TRUE(grouped.state({0, b})[1].is_sharded());
    ++tables;
  }
  EXPECT_EQ(tables, 1);
  expect_near(step, run_groups(step, named_schedule("1f1b", 2, 2), layout, c.values, true),
              run_whole(c));
}

INSTANTIATE_TEST_SUITE_P(
    All, ShardedStages,
    testing::Values(
        ShardedCase{kTinyGpt, 2, "sgd", Style::kTensorParallel, {{1, 2}, {1}}, {{4}, {4}}},
        ShardedCase{
            kTinyGpt, 2, "adam:clip=0.5", Style::kTensorParallel, {{2, 2}, {1, 2}}, {{3, 1}, {4}}},
        ShardedCase{kTinyGpt, 2, "adam", Style::kOptimizerState, {{2}, {3}}, {{3, 1}, {2, 1, 1}}},
        ShardedCase{kTinyGpt, 2, "adam:clip=0.5", Style::kEverything, {{2}, {1}}, {{3, 1}, {4}}},
        ShardedCase{"mlp:hidden=8x8x8,inputs=6,classes=3,batch=12",
                    3,
                    "momentum",
                    Style::kEverything,
                    {{2, 2}, {2}},
                    {{3, 1}, {2, 2}}},
        ShardedCase{"llama:layers=2,hidden=8,heads=2,kv_heads=2,seq=4,vocab=11,batch=6",
                    2,
                    "adamw",
                    Style::kTensorParallel,
                    {{1, 2}, {1, 2}},
                    {{3}, {3}}}));

}  // namespace
}  // namespace motley::tensor
