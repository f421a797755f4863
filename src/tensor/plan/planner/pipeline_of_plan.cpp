#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/base/error.h"
#include "tensor/plan/planner/staged_plan.h"

namespace motley::tensor::planner {
namespace {

PipelineLayout layout_of(const Plan& plan) {
  const std::vector<int> devices = plan.devices();
  std::unordered_map<int, int> rank_of;
  for (int rank = 0; rank < std::ssize(devices); ++rank) rank_of[devices[rank]] = rank;
  PipelineLayout layout;
  for (const PlanStage& stage : plan.stages) {
    std::vector<int>& ranks = layout.ranks.emplace_back();
    for (int d : stage.devices) ranks.push_back(rank_of.at(d));
    layout.samples.push_back(stage.samples);
    layout.grids.push_back(stage.sharding.group);
    layout.states.push_back(stage.states);
  }
  return layout;
}

// The step cut as a plan has it. Planning looks at the same cuts again and again, on other devices:
// the last few are kept.
std::shared_ptr<const StagedStep> staged_step_of(const Plan& plan) {
  struct Known {
    std::weak_ptr<const ModelStep> of;
    StageCuts cuts;
    std::shared_ptr<const StagedStep> step;
  };
  constexpr size_t kMostKnown = 3;
  static std::mutex mutex;
  static std::deque<Known> known;  // the latest first
  const ModelStepPtr& of = plan.on.model_step;
  const std::scoped_lock lock(mutex);
  for (const Known& one : known) {
    const StageCuts &a = one.cuts, &b = plan.pipeline->cuts;
    const bool is_same =
        a.microbatches == b.microbatches && a.cuts == b.cuts && a.recompute == b.recompute;
    if (one.of.lock() == of && is_same) return one.step;
  }
  auto step = std::make_shared<const StagedStep>(tensor::staged_step_of(*of, plan.pipeline->cuts));
  known.push_front({of, plan.pipeline->cuts, step});
  if (known.size() > kMostKnown) known.pop_back();
  return step;
}

}  // namespace

std::vector<PipelineProgram> PipelineOfPlan::programs_of(const schedule::Schedule& lists) const {
  const bool is_shared = layout.ranks[step.loss.stage].size() > 1;
  return pipeline_programs(step, lists, is_shared ? LossTime::kAtEnd : LossTime::kAfterForward);
}

PipelineOfPlan pipeline_of(const Plan& plan, std::optional<ElementType> floats) {
  MOTLEY_CHECK(plan.pipeline.has_value(), "no pipeline");
  PipelineOfPlan result{
      .step = floats ? tensor::staged_step_of(*plan.on.model_step, plan.pipeline->cuts, floats)
                     : *staged_step_of(plan),
      .layout = layout_of(plan)};
  result.programs = result.programs_of(plan.pipeline->lists);
  result.group_of_rank.resize(plan.num_ranks());
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    for (int rank : result.layout.ranks[s]) {
      result.group_of_rank[rank] = plan.pipeline->lists.device_of_stage[s];
    }
  }
  return result;
}

std::string cannot_run_reason(const Plan& plan) {
  if (!plan.pipeline) return "";
  try {
    const PipelineLayout layout = layout_of(plan);
    const auto step = staged_step_of(plan);
    const GroupedStep grouped(*step, layout);
    pipeline_programs(*step, plan.pipeline->lists);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace motley::tensor::planner
