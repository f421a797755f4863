#include "tensor/plan/planner/planner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "tensor/plan/planner/closed_form_search.h"
#include "tensor/plan/planner/constraints.h"
#include "tensor/plan/planner/microbatch_search.h"
#include "tensor/plan/planner/planned_arguments.h"
#include "tensor/plan/planner/staged_plan.h"
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

// What people would have picked, the fastest first; `plans` are known already.
std::vector<Plan> named_plans(const StepOnCluster& on, const PlanOptions& options,
                              const std::vector<std::string>& names, std::vector<Plan> plans = {}) {
  const SearchSettings settings = search_settings(options, "");
  const auto is_over = [&] { return is_stopped(settings); };
  for (const std::string& name : names) {
    if (is_over() && !plans.empty()) break;
    Plan plan = plan_by(on, name, is_over);
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

// The search's plan of another step, or a named strategy's where that is better.
Plan plan_of_other_step(const StepOnCluster& on, const PlanOptions& options) {
  SearchSettings settings = search_settings(options, "micro-batches");
  settings.level = SearchEffort::kFast;
  Plan best = searched_plan(on, settings);
  if (!options.compare || !best.applies()) return best;
  for (const Plan& named : named_plans(on, options, sharding_strategies(true))) {
    best = better_of(std::move(best), named);
  }
  return best;
}

// The best plan of another step by one of these strategies; `plan` where there is none.
Plan named_plan_of_other_step(const StepOnCluster& on, const PlanOptions& options,
                              const std::vector<std::string>& names, const Plan& plan) {
  const std::vector<Plan> found = named_plans(on, options, names);
  if (found.empty()) return plan;
  Plan best = found[0];
  best.found_by = std::exchange(best.strategy, plan.strategy);
  best.found = plan.found;
  best.found->reasons.clear();
  best.found->lower_bound_seconds = std::min(plan.found->lower_bound_seconds, least_seconds(on));
  return best;
}

// Whether micro-batches or recomputation help; where they were chosen, `plan` becomes the plan with
// them. At low effort another search has to promise much; `named` strategies that would be faster,
// if they fitted, are tried without one.
MicrobatchChoice choose_microbatches(Plan& plan, const PlanOptions& options,
                                     const std::vector<Plan>& named,
                                     std::optional<ClosedForms> closed) {
  using Kind = MicrobatchChoice::Kind;
  const SearchSettings settings = search_settings(options, "micro-batches");
  const std::vector<std::string> names = faster_that_do_not_fit(plan, named);
  const bool is_quick = options.effort == SearchEffort::kFast && !names.empty() &&
                        !is_slow_for_want_of_memory(plan, settings);
  const auto planned = [&](const StepOnCluster& on) {
    return is_quick ? named_plan_of_other_step(on, options, names, plan)
                    : plan_of_other_step(on, options);
  };
  auto [other, most] = better_with_microbatches(plan, settings, planned, is_quick);
  const Plan& best = other ? *other : plan;
  // What was simulated already is compared in any case.
  if (closed || (is_long(plan.on) && is_slow_for_want_of_memory(best, settings))) {
    if (!closed) closed = closed_forms(plan.on, [&] { return is_stopped(settings); });
    const bool allowed = closed->best && (!options.even || is_even(*closed->best));
    if (allowed && is_better(*closed->best, best)) {
      other = better_of(best, *closed->best);
      // The search's bound is for another number of micro-batches; that of compute is for any.
      other->found->lower_bound_seconds =
          std::min(other->found->lower_bound_seconds, least_seconds(plan.on));
    }
  }
  const bool is_full = options.effort == SearchEffort::kFull;
  if (other && is_full && !is_long(other->on) && !is_stopped(settings)) {
    Plan thorough = searched_plan(other->on, settings);
    if (is_better(thorough, *other)) other = std::move(thorough);
  }
  if (!other && plan.fits()) return {};
  if (!other) {
    const auto one = first_fitting_microbatch(plan.on, settings, most);
    if (!one) return {.kind = Kind::kNothingFits};
    return {.kind = Kind::kMayFit, .options = one->options, .step_seconds = one->step_seconds};
  }
  MicrobatchChoice choice{.kind = Kind::kChosen,
                          .options = options_text(other->on.microbatches()),
                          .step_seconds = other->time.step_seconds,
                          .asked = plan.on.model_step,
                          .asked_time = plan.time};
  plan = std::move(*other);
  return choice;
}

// The best of named strategies' plans, where the search was left out.
Plan unsearched(const std::vector<Plan>& named, bool complete) {
  Plan plan = named[0];
  plan.found_by = std::exchange(plan.strategy, "motley");
  plan.found = SearchResult{.group = fmt::format("{} devices", plan.num_ranks()),
                            .unlimited_seconds = plan.time.step_seconds,
                            .lower_bound_seconds = least_seconds(plan.on),
                            .complete = complete,
                            .is_searched = false};
  for (const Plan& one : named) {
    double& least = plan.found->unlimited_seconds;
    least = std::min(least, one.time.step_seconds);
  }
  return plan;
}

// All closed-form strategies; those that `closed` has are not simulated again.
std::vector<Plan> closed_form_plans(const StepOnCluster& on, const PlanOptions& options,
                                    const ClosedForms& closed) {
  std::vector<std::string> names = sharding_strategies(true);
  const std::vector<std::string> known = closed_form_names();
  std::erase_if(names,
                [&](const std::string& name) { return std::ranges::count(known, name) > 0; });
  std::vector<Plan> plans = closed.as_asked;
  std::erase_if(plans, [&](const Plan& plan) { return options.even && !is_even(plan); });
  return named_plans(on, options, names, std::move(plans));
}

// The same where a value's states are explained: those that the search has listed, beside that of
// the better plan.
void take_better_named(PlanResult& result) {
  const Plan& named = result.named[0];
  if (!is_better(named, result.plan) ||
      named.stage().sharding.group != result.plan.stage().sharding.group) {
    return;
  }
  result.plan = better_of(std::move(result.plan), named);
  const Sharding& state = result.plan.stage().sharding.values[result.explained->index];
  std::vector<Alternative>& all = result.plan.found->alternatives;
  std::erase_if(all, [&](const Alternative& other) { return other.state == state; });
  for (Alternative& other : all) other.is_chosen = false;
  all.push_back({.state = state, .is_chosen = true, .step_seconds = result.plan.time.step_seconds});
  std::ranges::stable_sort(all, {}, &Alternative::step_seconds);
}

// A pipeline that runs and is faster is the plan.
void take_better_pipeline(PlanResult& result, const StepOnCluster& on,
                          const std::function<bool()>& is_stopped) {
  const std::optional<Plan> staged = faster_pipeline(on, result.pipelines, result.plan, is_stopped);
  if (!staged) return;
  result.unstaged_time = result.plan.time;
  result.plan = better_of(std::move(result.plan), *staged);
  // The search's bound is that of plans without stages.
  double& bound = result.plan.found->lower_bound_seconds;
  bound = std::min(bound, least_seconds(on));
  for (const stage::PlannedResult& p : result.pipelines) {
    if (p.lower_bound) bound = std::min(bound, stage::seconds(*p.lower_bound));
  }
}

// Some forty simulations, in proportion to the ops of the step.
bool is_worth_turning(const StepOnCluster& on, bool is_fast) {
  constexpr int64_t kFastOps = 1'500, kFullOps = 12'000;
  return std::ssize(on.step().program.body.ops) <= (is_fast ? kFastOps : kFullOps);
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

  const bool is_free = !constrains && !result.explained;
  const bool is_fast = options.effort == SearchEffort::kFast;
  const auto is_over = [&] { return is_stopped(search_settings(options, "")); };
  std::optional<ClosedForms> closed;
  // With a deadline, what is quickly simulated comes first, so that there is something by then.
  const bool names_first = options.compare && searches && options.deadline;
  const bool skips_search =
      options.compare && searches && is_free && is_fast && is_long_and_wide(on);
  if (skips_search) {
    closed = closed_forms(on, is_over);
    result.named = closed_form_plans(on, options, *closed);
  } else if (names_first) {
    result.named = named_plans(on, options, sharding_strategies(true));
  }
  if (!result.named.empty() && (skips_search || (is_free && is_over()))) {
    result.plan = unsearched(result.named, !is_over());
  } else {
    result.plan = first_plan(on, options, constraints, result.explained);
  }
  if (!searches) return result;
  const bool complete = result.plan.found->complete;
  if (options.compare && result.named.empty() && complete) {
    result.named = named_plans(on, options, sharding_strategies(is_fast));
  }
  // The best thing that was simulated is the result.
  if (is_free && !result.named.empty()) {
    result.plan = better_of(std::move(result.plan), result.named[0]);
  } else if (result.explained && !constrains && !result.named.empty()) {
    take_better_named(result);
  }
  if (is_free && options.choose_microbatches && (complete || closed)) {
    result.microbatches =
        choose_microbatches(result.plan, options, result.named, std::move(closed));
  }
  if (!complete) return result;
  if (options.pipelines && !is_stopped(search_settings(options, ""))) {
    result.pipelines = pipelines_of_step(on, !is_fast, options.deadline);
    if (is_free && !options.even) take_better_pipeline(result, on, is_over);
  }
  if (is_free && result.plan.on.model_step == on.model_step && is_worth_turning(on, is_fast) &&
      !is_over()) {
    result.turning_points = turning_points(result.plan, result.named);
  }
  if (constrains) {
    // What satisfies the constraints is a plan without them, too.
    const Plan free = searched_plan(on, search_settings(options, "without constraints"));
    result.unconstrained_step_seconds =
        is_better(result.plan, free) ? result.plan.time.step_seconds : free.time.step_seconds;
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
