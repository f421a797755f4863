#include "tensor/plan/planner/planner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "tensor/plan/planner/constraints.h"
#include "tensor/plan/planner/microbatch_search.h"
#include "tensor/plan/planner/planned_arguments.h"
#include "tensor/plan/planner/step_pipelines.h"
#include "tensor/plan/strategy/strategy_table.h"

namespace motley::tensor::planner {
namespace {

using namespace search;

SearchSettings search_settings(const PlanOptions& options, const char* phase) {
  SearchSettings settings{.level = options.effort,
                          .even = options.even,
                          .deadline = options.deadline,
                          .is_cancelled = options.is_cancelled};
  if (options.on_progress) {
    settings.on_progress = [on_progress = options.on_progress, phase](int count, double best) {
      on_progress({phase, count, best});
    };
  }
  return settings;
}

// The search's plan under the constraints, or a named strategy's.
Plan first_plan(const StepOnCluster& on, const PlanOptions& options, const Constraints& constraints,
                std::optional<ValueId> explained) {
  if (!strategy::strategy(options.strategy).searches) {
    Plan plan = plan_by(on, options.strategy);
    if (!plan.applies()) {
      throw core::UserError(
          fmt::format("{} does not apply: {}", options.strategy, plan.inapplicable_reason));
    }
    if (options.even && !is_even(plan)) {
      throw core::UserError(
          fmt::format("{} has unequal shares here; leave out --strategy, or take one of equal "
                      "shares, such as dp-even",
                      options.strategy));
    }
    return plan;
  }
  SearchSettings settings = search_settings(options, "searching");
  settings.constraints = constraints.all;
  settings.explain_classes = options.explain_classes;
  Plan plan = searched_plan(on, settings, explained);
  if (!plan.applies()) {
    throw core::UserError(
        fmt::format("{}: {}", fmt::join(constraints.texts, ", "), plan.inapplicable_reason));
  }
  return plan;
}

// Whether micro-batches or recomputation help; where they were chosen, `plan` becomes the plan with
// them.
MicrobatchChoice choose_microbatches(Plan& plan, const PlanOptions& options) {
  using Kind = MicrobatchChoice::Kind;
  const bool is_fast = options.effort == SearchEffort::kFast;
  if (plan.fits() && is_fast) return {};
  const SearchSettings settings = search_settings(options, "micro-batches");
  auto [other, most] = better_with_microbatches(plan, settings, is_fast);
  if (!other && plan.fits()) return {};
  if (!other) {
    const auto one = first_fitting_microbatch(plan.on, settings, most);
    if (!one) return {.kind = Kind::kNothingFits};
    return {.kind = Kind::kMayFit, .options = one->options, .step_seconds = one->step_seconds};
  }
  MicrobatchChoice choice{.kind = is_fast ? Kind::kWouldFit : Kind::kChosen,
                          .options = options_text(other->on.microbatches()),
                          .step_seconds = other->time.step_seconds};
  if (is_fast) return choice;
  choice.asked = plan.on.model_step;
  choice.asked_time = plan.time;
  plan = std::move(*other);
  return choice;
}

// What people would have picked, the fastest first.
std::vector<Plan> named_plans(const StepOnCluster& on, const PlanOptions& options) {
  std::vector<Plan> plans;
  for (const std::string& name : sharding_strategies()) {
    if (is_stopped(search_settings(options, ""))) break;
    Plan plan = plan_by(on, name);
    if (!plan.applies() || (options.even && !is_even(plan))) continue;
    plans.push_back(std::move(plan));
    if (options.on_progress) {
      options.on_progress({"named strategies", static_cast<int>(plans.size()),
                           std::ranges::min_element(plans, is_better)->time.step_seconds});
    }
  }
  std::ranges::stable_sort(plans, [](const Plan& a, const Plan& b) {
    if (a.fits() != b.fits()) return a.fits();
    return a.time.step_seconds < b.time.step_seconds;
  });
  return plans;
}

// The best thing that was simulated is the result.
void take_better_named(PlanResult& result) {
  if (result.named.empty() || !is_better(result.named[0], result.plan)) return;
  Plan better = result.named[0];
  result.found_by = std::exchange(better.strategy, result.plan.strategy);
  better.seconds = result.plan.seconds;
  better.found = std::move(result.plan.found);
  better.found->reasons.clear();  // they are those of the other plan
  result.plan = std::move(better);
}

}  // namespace

PlanResult plan(const StepOnCluster& on, const PlanOptions& options) {
  const bool searches = strategy::strategy(options.strategy).searches;
  const bool constrains = !options.pins.empty() || !options.forbidden.empty();
  if (!searches && (constrains || !options.explain.empty())) {
    throw core::UserError(
        "--pin, --forbid and --explain apply to the search: leave out --strategy");
  }
  PlanResult result;
  const Constraints constraints = parse_constraints(on.step(), options.pins, options.forbidden);
  result.constraints = constraints.texts;
  if (!options.explain.empty()) result.explained = value_named(on.step(), options.explain);

  result.plan = first_plan(on, options, constraints, result.explained);
  if (!searches || !result.plan.found->complete) return result;
  const bool is_free = !constrains && !result.explained;
  if (is_free && options.choose_microbatches) {
    result.microbatches = choose_microbatches(result.plan, options);
  }
  if (options.compare) {
    result.named = named_plans(result.plan.on, options);
    if (is_free) take_better_named(result);
  }
  const ModelStepPtr& asked = result.microbatches.asked;
  if (options.pipelines) {
    result.pipelines = pipelines_of_step(asked ? with_step(on, asked) : result.plan.on);
  }
  if (constrains) {
    result.unconstrained_step_seconds =
        searched_plan(on, search_settings(options, "without constraints")).time.step_seconds;
  }
  return result;
}

std::vector<ExplainedState> explained_states(const PlanResult& result) {
  std::vector<ExplainedState> states;
  if (!result.explained) return states;
  const ShardPlan& sharding = result.plan.stage().sharding;
  const Shape& shape = result.plan.on.step().program.type(*result.explained).shape;
  for (const Alternative& other : result.plan.found->alternatives) {
    states.push_back({to_string(other.state, shape, sharding.group), other.step_seconds,
                      other.out_of_memory.empty(), other.is_chosen});
  }
  return states;
}

PlanResult plan(ModelStepPtr step, core::Cluster cluster, const PlanOptions& options) {
  return plan(on_cluster(std::move(step), std::move(cluster)), options);
}

}  // namespace motley::tensor::planner
