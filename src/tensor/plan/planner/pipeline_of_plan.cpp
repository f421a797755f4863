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

// The step cut as a plan has it, and what is known of its stages.
struct CutStep {
  std::weak_ptr<const ModelStep> of;
  StageCuts cuts;
  std::shared_ptr<const StagedStep> step;
  std::shared_ptr<PricedStages> priced;
};

// Planning looks at the same cuts again and again, on other devices: the last few are kept.
CutStep cut_step(const Plan& plan) {
  constexpr size_t kMostKnown = 3;
  static std::mutex mutex;
  static std::deque<CutStep> known;  // the latest first
  const ModelStepPtr& of = plan.on.model_step;
  const std::scoped_lock lock(mutex);
  for (const CutStep& one : known) {
    if (one.of.lock() == of && one.cuts == plan.pipeline->cuts) return one;
  }
  known.push_front(
      {.of = of,
       .cuts = plan.pipeline->cuts,
       .step = std::make_shared<const StagedStep>(staged_step_of(*of, plan.pipeline->cuts)),
       .priced = std::make_shared<PricedStages>()});
  if (known.size() > kMostKnown) known.pop_back();
  return known.front();
}

}  // namespace

std::vector<PipelineProgram> PipelineOfPlan::programs_of(const schedule::Schedule& lists) const {
  const bool is_shared = layout.ranks[step->loss.stage].size() > 1;
  return pipeline_programs(*step, lists, is_shared ? LossTime::kAtEnd : LossTime::kAfterForward);
}

PipelineOfPlan pipeline_of(const Plan& plan, std::optional<ElementType> floats) {
  MOTLEY_CHECK(plan.pipeline.has_value(), "no pipeline");
  PipelineOfPlan result{.layout = layout_of(plan)};
  if (floats) {
    result.step = std::make_shared<const StagedStep>(
        staged_step_of(*plan.on.model_step, plan.pipeline->cuts, floats));
    result.priced = std::make_shared<PricedStages>();
  } else {
    CutStep known = cut_step(plan);
    result.step = std::move(known.step);
    result.priced = std::move(known.priced);
  }
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
    const auto step = cut_step(plan).step;
    const GroupedStep grouped(*step, layout);
    pipeline_programs(*step, plan.pipeline->lists);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace motley::tensor::planner
