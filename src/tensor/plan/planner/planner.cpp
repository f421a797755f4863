#include "tensor/plan/planner/planner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "tensor/plan/planner/closed_form_search.h"
#include "tensor/plan/planner/cluster_parts.h"
#include "tensor/plan/planner/constraints.h"
#include "tensor/plan/planner/microbatch_search.h"
#include "tensor/plan/planner/planned_arguments.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/plan/planner/step_pipelines.h"
#include "tensor/plan/planner/strategy_choices.h"
#include "tensor/plan/strategy/strategy_table.h"

namespace motley::tensor::planner {
namespace {

using namespace search;
using predict::StepTime;

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
                              const std::vector<std::string>& names, std::vector<Plan> plans = {},
                              std::vector<TriedChoice>* tried = nullptr) {
  const SearchSettings settings = search_settings(options, "");
  const auto is_over = [&] { return is_stopped(settings); };
  for (const std::string& name : names) {
    if (is_over() && !plans.empty()) break;
    Plan plan = tried ? plan_by(on, name, is_over, *tried) : plan_by(on, name, is_over);
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

// Named strategies' plans of another step, the fastest first. At low effort, those whose ways were
// promising as the step was asked for.
std::vector<Plan> named_plans_of_other_step(const StepOnCluster& on, const PlanOptions& options,
                                            const std::vector<std::string>& names,
                                            const std::vector<TriedChoice>& tried) {
  if (options.effort == SearchEffort::kFull || tried.empty()) {
    return named_plans(on, options, names);
  }
  const SearchSettings settings = search_settings(options, "");
  std::vector<Plan> plans;
  std::string strategy;
  std::vector<strategy::StrategyChoice> choices;
  for (const TriedChoice& way : promising(tried)) {
    if (std::ranges::count(names, way.strategy) == 0) continue;
    if (is_stopped(settings) && !plans.empty()) break;
    if (strategy != way.strategy) choices = choices_of(on, strategy = way.strategy);
    Plan plan = plan_again(on, way, choices);
    if (plan.applies() && (!options.even || is_even(plan))) plans.push_back(std::move(plan));
  }
  return named_plans(on, options, {}, std::move(plans));  // in order
}

// The search's plan of another step, or a named strategy's where that is better.
Plan plan_of_other_step(const StepOnCluster& on, const PlanOptions& options,
                        const std::vector<TriedChoice>& tried) {
  SearchSettings settings = search_settings(options, "micro-batches");
  settings.level = SearchEffort::kFast;
  Plan best = searched_plan(on, settings);
  if (!options.compare || !best.applies()) return best;
  for (const Plan& named :
       named_plans_of_other_step(on, options, sharding_strategies(true), tried)) {
    best = better_of(std::move(best), named);
  }
  return best;
}

// The best plan of another step by one of these strategies; `plan` where there is none.
Plan named_plan_of_other_step(const StepOnCluster& on, const PlanOptions& options,
                              const std::vector<std::string>& names,
                              const std::vector<TriedChoice>& tried, const Plan& plan) {
  const std::vector<Plan> found = named_plans_of_other_step(on, options, names, tried);
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
                                     const std::vector<TriedChoice>& tried,
                                     std::optional<ClosedForms> closed, int64_t& most_tried) {
  using Kind = MicrobatchChoice::Kind;
  const SearchSettings settings = search_settings(options, "micro-batches");
  const std::vector<std::string> names = faster_that_do_not_fit(plan, named);
  const bool is_quick = options.effort == SearchEffort::kFast && !names.empty() &&
                        !is_slow_for_want_of_memory(plan, settings);
  const auto planned = [&](const StepOnCluster& on) {
    return is_quick ? named_plan_of_other_step(on, options, names, tried, plan)
                    : plan_of_other_step(on, options, tried);
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
  most_tried = most;
  if (!other) return {};
  MicrobatchChoice choice{.kind = Kind::kChosen,
                          .options = options_text(other->on.microbatches()),
                          .step_seconds = other->time.step_seconds,
                          .asked = plan.on.model_step,
                          .asked_time = plan.time};
  plan = std::move(*other);
  return choice;
}

// Of a plan that does not fit, in up to so many micro-batches: whether more would.
MicrobatchChoice what_may_fit(const Plan& plan, const PlanOptions& options, int64_t most_tried) {
  using Kind = MicrobatchChoice::Kind;
  const SearchSettings settings = search_settings(options, "micro-batches");
  const auto one = first_fitting_microbatch(plan.on, settings, most_tried);
  // Out of time, not all was tried.
  if (!one && is_stopped(settings)) return {};
  if (!one) return {.kind = Kind::kNothingFits};
  return {.kind = Kind::kMayFit, .options = one->options, .step_seconds = one->step_seconds};
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

// A pipeline that runs and is faster is the plan, unless it is slower than `known`.
void take_better_pipeline(PlanResult& result, const StepOnCluster& on, const Plan* known,
                          const std::function<bool()>& is_stopped) {
  const Plan& than = known && is_better(*known, result.plan) ? *known : result.plan;
  const std::optional<Plan> staged = faster_pipeline(on, result.pipelines, than, is_stopped);
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

// What planning on some hosts has found so far.
struct Planned {
  StepOnCluster on;
  PlanResult result;
  std::vector<TriedChoice> tried;  // by named strategies
  std::optional<ClosedForms> closed;
};

// The step as it was asked for, by the search or a named strategy.
Planned planned_as_asked(const StepOnCluster& on, const PlanOptions& options) {
  const bool searches = strategy::strategy(options.strategy).searches;
  const bool constrains = !options.pins.empty() || !options.forbidden.empty();
  Planned planned{.on = on};
  PlanResult& result = planned.result;
  const Constraints constraints = parse_constraints(on.step(), options.pins, options.forbidden);
  result.constraints = constraints.texts;
  if (!options.explain.empty()) result.explained = value_named(on.step(), options.explain);

  const bool is_free = !constrains && !result.explained;
  const bool is_fast = options.effort == SearchEffort::kFast;
  const auto is_over = [&] { return is_stopped(search_settings(options, "")); };
  // With a deadline, what is quickly simulated comes first, so that there is something by then:
  // something that fits, if that takes recomputation or micro-batches. ZeRO-3 needs the least
  // memory.
  const bool names_first = options.compare && searches && options.deadline;
  const bool skips_search =
      options.compare && searches && is_free && is_fast && is_long_and_wide(on);
  if (skips_search) {
    planned.closed = closed_forms(on, is_over);
    result.named = closed_form_plans(on, options, *planned.closed);
  } else if (names_first) {
    constexpr int kShareOfNamed = 3;
    const auto now = std::chrono::steady_clock::now();
    PlanOptions soon = options;
    if (is_free) soon.deadline = now + (*options.deadline - now) / kShareOfNamed;
    std::vector<std::string> names = sharding_strategies(true);
    std::ranges::stable_partition(names, [](const std::string& name) { return name == "zero-3"; });
    result.named = named_plans(on, soon, names, {}, &planned.tried);
    const bool may_fit = !result.named.empty() && result.named[0].fits();
    if (is_free && options.choose_microbatches && !may_fit) {
      planned.closed = closed_forms(on, is_over, ClosedFormOrder::kLeastMemoryFirst);
    }
  }
  if (!result.named.empty() && (skips_search || (is_free && is_over()))) {
    result.plan = unsearched(result.named, !is_over());
  } else {
    result.plan = first_plan(on, options, constraints, result.explained);
  }
  if (!searches) return planned;
  if (options.compare && result.named.empty() && result.plan.found->complete) {
    result.named = named_plans(on, options, sharding_strategies(is_fast), {}, &planned.tried);
  }
  // The best thing that was simulated is the result.
  if (is_free && !result.named.empty()) {
    result.plan = better_of(std::move(result.plan), result.named[0]);
  } else if (result.explained && !constrains && !result.named.empty()) {
    take_better_named(result);
  }
  return planned;
}

// The shortest step that was simulated, whether it fits or not.
double unlimited_seconds(const PlanResult& result) {
  double least = std::min(result.plan.time.step_seconds, result.plan.found->unlimited_seconds);
  for (const Plan& named : result.named) least = std::min(least, named.time.step_seconds);
  return least;
}

// Micro-batches, recomputation and pipelines; what is slower than `known`, a plan on other hosts,
// is left out.
void plan_otherwise(Planned& planned, const PlanOptions& options, const Plan* known) {
  const auto& on = planned.on;
  PlanResult& result = planned.result;
  const bool is_free = result.constraints.empty() && !result.explained;
  const bool is_fast = options.effort == SearchEffort::kFast;
  const auto is_over = [&] { return is_stopped(search_settings(options, "")); };
  const bool is_hopeless =
      known && known->fits() &&
      (is_fast ? unlimited_seconds(result) : least_seconds(on)) >= known->time.step_seconds;
  const bool may_cut = is_free && options.choose_microbatches && (!is_over() || planned.closed);
  const bool cuts = may_cut && !is_hopeless;
  int64_t most_tried = 1;
  if (cuts) {
    result.microbatches = choose_microbatches(result.plan, options, result.named, planned.tried,
                                              std::move(planned.closed), most_tried);
  }
  if (options.pipelines && !is_over()) {
    result.pipelines = pipelines_of_step(on, !is_fast, options.deadline);
    if (is_free && !options.even) take_better_pipeline(result, on, known, is_over);
  }
  if (cuts && !result.plan.fits() && !(known && known->fits())) {
    result.microbatches = what_may_fit(result.plan, options, most_tried);
  }
}

// The best plan of some hosts, in place of a worse one of all.
void take_plan_of_part(PlanResult& result, PlanResult part, const ClusterPart& hosts,
                       const StepOnCluster& on) {
  using Kind = MicrobatchChoice::Kind;
  const StepTime sharded = result.unstaged_time ? *result.unstaged_time : result.plan.time;
  const StepTime as_asked =
      result.microbatches.kind == Kind::kChosen ? result.microbatches.asked_time : sharded;
  const double bound_of_all = *result.plan.lower_bound_seconds();
  const bool is_complete = result.plan.found->complete && part.plan.found->complete;
  result.plan = on_whole_cluster(std::move(part.plan), hosts, on);
  result.microbatches = std::move(part.microbatches);
  if (result.microbatches.kind == Kind::kChosen) result.microbatches.asked_time = as_asked;
  result.unstaged_time.reset();
  if (part.unstaged_time) {
    const bool had = sharded.out_of_memory.empty(), has = part.unstaged_time->out_of_memory.empty();
    const bool is_faster = sharded.step_seconds < part.unstaged_time->step_seconds;
    result.unstaged_time = (had == has ? is_faster : had) ? sharded : *part.unstaged_time;
  }
  // The search's bound holds for plans of the same step without stages, on any of the devices.
  const bool is_bounded = !result.plan.pipeline && result.plan.on.model_step == on.model_step;
  result.plan.found->lower_bound_seconds =
      is_bounded ? bound_of_all : std::min(bound_of_all, least_seconds(on));
  result.plan.found->complete = is_complete;
}

// Whether hosts may be left out. Of short steps that fit, the search has tried that by itself.
bool may_leave_hosts_out(const StepOnCluster& on, const PlanOptions& options,
                         const PlanResult& result) {
  constexpr int64_t kSearchedThoroughly = 500;
  if (!options.compare || options.even || on.cluster.hosts.size() < 2) return false;
  const Plan& plan = result.plan;
  const bool has_room = plan.fits() && unlimited_seconds(result) >= plan.time.step_seconds;
  return !has_room || std::ssize(on.step().program.body.ops) >= kSearchedThoroughly;
}

// The fastest hosts alone, with the step as it was asked for, where they could be faster than all;
// the most promising ones first.
struct PlannedPart {
  ClusterPart hosts;
  Planned planned;
};
std::vector<PlannedPart> planned_parts(const StepOnCluster& on, const PlanOptions& options,
                                       const PlanResult& all) {
  // What does not fit as it was asked for takes this much longer at most with micro-batches and
  // recomputation.
  constexpr double kMostLonger = 1.5;
  std::vector<PlannedPart> parts;
  if (!may_leave_hosts_out(on, options, all)) return parts;
  double bar = kMostLonger * unlimited_seconds(all);
  if (all.plan.fits()) bar = std::min(bar, all.plan.time.step_seconds);
  for (ClusterPart& hosts : cluster_parts(on.cluster)) {
    if (is_stopped(search_settings(options, ""))) break;
    StepOnCluster some = on;
    some.cluster = hosts.cluster;
    if (least_seconds(some) >= bar) break;  // fewer hosts take even longer
    PlannedPart& part =
        parts.emplace_back(PlannedPart{std::move(hosts), planned_as_asked(some, options)});
    const Plan& plan = part.planned.result.plan;
    if (plan.fits()) bar = std::min(bar, plan.time.step_seconds);
  }
  std::ranges::stable_sort(
      parts, {}, [](const PlannedPart& part) { return unlimited_seconds(part.planned.result); });
  return parts;
}

// Micro-batches, recomputation and pipelines on all hosts and on some of them; the best plan is the
// result. What was fast as it was asked for comes first, so that the rest may be left out.
void plan_on_hosts(Planned& all, const PlanOptions& options) {
  PlanOptions quick = options;
  quick.effort = SearchEffort::kFast;
  std::vector<PlannedPart> parts = planned_parts(all.on, quick, all.result);
  const Plan* best = &all.result.plan;
  PlannedPart* best_part = nullptr;
  const auto keep = [&](Planned& planned, PlannedPart* part) {
    if (&planned.result.plan == best || !is_better(planned.result.plan, *best)) return;
    best = &planned.result.plan;
    best_part = part;
  };
  for (PlannedPart& part : parts) keep(part.planned, &part);
  const double unlimited = unlimited_seconds(all.result);
  const auto is_more_promising = [&](const PlannedPart& part) {
    return unlimited_seconds(part.planned.result) < unlimited;
  };
  const auto first_other = std::ranges::partition_point(parts, is_more_promising);
  const auto go_on = [&](PlannedPart& part) {
    plan_otherwise(part.planned, quick, best);
    keep(part.planned, &part);
  };
  std::for_each(parts.begin(), first_other, go_on);
  plan_otherwise(all, options, best);
  keep(all, nullptr);
  std::for_each(first_other, parts.end(), go_on);
  if (!best_part) return;
  const bool is_full = options.effort == SearchEffort::kFull && !is_long(best->on);
  if (is_full && !is_stopped(search_settings(options, ""))) {
    Planned thorough = planned_as_asked(best_part->planned.on, options);
    plan_otherwise(thorough, options, best);
    if (is_better(thorough.result.plan, *best)) best_part->planned = std::move(thorough);
  }
  take_plan_of_part(all.result, std::move(best_part->planned.result), best_part->hosts, all.on);
}

}  // namespace

PlanResult plan(const StepOnCluster& on, const PlanOptions& options) {
  const bool searches = strategy::strategy(options.strategy).searches;
  const bool constrains = !options.pins.empty() || !options.forbidden.empty();
  if (!searches && (constrains || !options.explain.empty())) {
    throw core::UserError(
        "--pin, --forbid and --explain apply to the search: leave out --strategy");
  }
  // Half of the time is for what was not asked for: micro-batches, recomputation, fewer hosts,
  // pipelines.
  PlanOptions first = options;
  const bool is_free = !constrains && options.explain.empty();
  if (options.deadline && is_free && searches) {
    const auto now = std::chrono::steady_clock::now();
    first.deadline = now + (*options.deadline - now) / 2;
  }
  Planned planned = planned_as_asked(on, first);
  PlanResult& result = planned.result;
  if (!searches) return std::move(result);
  if (is_free) {
    plan_on_hosts(planned, options);
  } else {
    plan_otherwise(planned, options, nullptr);
  }
  const bool is_over = is_stopped(search_settings(options, ""));
  if (is_free && result.plan.on.model_step == on.model_step && !is_over &&
      is_worth_turning(on, options.effort == SearchEffort::kFast)) {
    result.turning_points = turning_points(result.plan, result.named);
  }
  if (constrains && !is_over) {
    // What satisfies the constraints is a plan without them, too.
    const Plan free = searched_plan(on, search_settings(options, "without constraints"));
    result.unconstrained_step_seconds =
        is_better(result.plan, free) ? result.plan.time.step_seconds : free.time.step_seconds;
  }
  return std::move(result);
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
