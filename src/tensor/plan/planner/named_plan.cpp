#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "tensor/cost/step_cost.h"
#include "tensor/plan/planner/known_steps.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/plan/planner/strategy_choices.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/ops_without_rule.h"
#include "tensor/plan/strategy/strategy_table.h"

namespace motley::tensor::planner {

using namespace predict;
using namespace propagate;
using namespace search;
using namespace shard_cost;
using namespace strategy;

namespace {

// "12 x stablehlo.sort (3.1 % of the step)", the largest share first. Of ops that could not be
// sharded in any plan, those that take no time (counters, single numbers) are left out.
std::vector<std::string> without_rule(const ShardingProblem& problem, const ShardPlan& plan,
                                      double step_seconds) {
  constexpr double kLeastShare = 1e-3;
  struct Total {
    std::string op;
    int count = 0;
    double seconds = 0;
  };
  std::map<std::string, Total> totals;
  for (int i : ops_without_rule(problem, plan)) {
    const std::string op(name(problem.program().body.ops[i].code));
    Total& total = totals[op];
    total.op = op;
    ++total.count;
    total.seconds += problem.compute_seconds(i, plan.rules[i]);
  }
  std::vector<Total> order;
  for (const auto& [op, total] : totals) {
    if (total.seconds >= kLeastShare * step_seconds) order.push_back(total);
  }
  std::ranges::stable_sort(order, std::greater<>(), &Total::seconds);
  std::vector<std::string> texts;
  for (const Total& t : order) {
    texts.push_back(fmt::format("{} x {} ({:.1f} % of the step)", t.count, t.op,
                                100 * std::min(1.0, t.seconds / step_seconds)));
  }
  return texts;
}

// A strategy that plans all of the step by itself.
Plan planned_whole(const StepOnCluster& on, const Strategy& named) {
  HapResult found = named.plan(on.step(), on.cluster);
  Plan plan{.on = on, .strategy = std::string(named.name), .time = std::move(found.time)};
  plan.stages = {{.devices = std::move(found.devices),
                  .costs = std::move(found.costs),
                  .sharding = std::move(found.plan)}};
  const PlanStage& stage = plan.stage();
  plan.without_rule = without_rule(problem_of(on, stage.sharding.group, stage.costs),
                                   stage.sharding, plan.time.step_seconds);
  return plan;
}

void predict_sharded(Plan& plan, const ShardingProblem& problem) {
  const PlanStage& stage = plan.stage();
  plan.time = step_time(problem, stage.sharding, plan.on.cluster, stage.devices);
  plan.without_rule = without_rule(problem, stage.sharding, plan.time.step_seconds);
}

// Pinned arguments, completed to a plan of every value.
Plan planned_from_pins(const StepOnCluster& on, const Strategy& named,
                       const StrategyChoice& choice) {
  Plan plan{.on = on, .strategy = std::string(named.name), .degrees = choice.degrees};
  plan.inapplicable_reason = choice.inapplicable_reason;
  if (!plan.applies()) return plan;
  PlanStage stage{.devices = choice.devices,
                  .costs = group_costs(on.cluster, choice.group, choice.devices),
                  .sharding = {}};
  const ShardingProblem problem = problem_of(on, choice.group, stage.costs);
  stage.sharding = complete(problem, choice.pins);
  plan.stages.push_back(std::move(stage));
  predict_sharded(plan, problem);
  return plan;
}

std::vector<StrategyChoice> choices_of(const StepOnCluster& on, const Strategy& named) {
  return named.pinned({on.step(), on.cluster, on.microbatches().count});
}

// A strategy that pins arguments, in the best of its ways.
Plan planned_by_choice(const StepOnCluster& on, const Strategy& named,
                       const std::function<bool()>& is_stopped,
                       std::vector<TriedChoice>* tried = nullptr) {
  std::optional<Plan> best;
  for (const StrategyChoice& choice : choices_of(on, named)) {
    if (best && is_stopped && is_stopped()) break;
    Plan plan = planned_from_pins(on, named, choice);
    if (tried && plan.applies()) {
      tried->push_back({plan.strategy, plan.degrees, plan.time.step_seconds, plan.time.peak_bytes});
    }
    if (!best || is_preferable(plan, *best)) best = std::move(plan);
  }
  return std::move(*best);
}

}  // namespace

StepOnCluster on_cluster(ModelStepPtr step, core::Cluster cluster, std::string cluster_file) {
  std::vector<std::string> warnings = unstated_rates(step->step.program, cluster);
  return {.model_step = step,
          .cluster = with_shares_of(step, std::move(cluster)),
          .cluster_file = std::move(cluster_file),
          .rate_warnings = std::move(warnings)};
}

StepOnCluster with_step(const StepOnCluster& on, ModelStepPtr step) {
  return on_cluster(std::move(step), on.cluster, on.cluster_file);
}

const PlanStage& Plan::stage() const {
  MOTLEY_CHECK(stages.size() == 1, "a plan with {} stages", stages.size());
  return stages[0];
}

int Plan::num_ranks() const {
  return static_cast<int>(stages.size() == 1 ? stages[0].devices.size() : devices().size());
}

std::vector<int> Plan::devices() const {
  std::vector<int> all;
  std::unordered_set<int> seen;
  for (const PlanStage& stage : stages) {
    for (int d : stage.devices) {
      if (seen.insert(d).second) all.push_back(d);
    }
  }
  return all;
}

bool is_better(const Plan& a, const Plan& b) {
  if (!a.applies()) return false;
  return a.fits() == b.fits() ? a.fits() && a.time.step_seconds < b.time.step_seconds : a.fits();
}

bool is_preferable(const Plan& a, const Plan& b) {
  if (!a.applies() || !b.applies()) return a.applies();
  return a.fits() || b.fits() ? is_better(a, b) : a.time.peak_bytes < b.time.peak_bytes;
}

Plan better_of(Plan searched, const Plan& named) {
  if (!is_better(named, searched)) return searched;
  Plan better = named;
  better.found_by = std::exchange(better.strategy, searched.strategy);
  better.seconds = searched.seconds;
  better.found = std::move(searched.found);
  if (better.found) better.found->reasons.clear();  // they are those of the other plan
  return better;
}

ShardingProblem problem_of(const StepOnCluster& on, const DeviceGrid& grid,
                           const GroupCosts& costs) {
  return ShardingProblem(facts_of(on.model_step), on.model_step->num_updated(), grid, costs);
}

void predict_plan(Plan& plan) {
  if (plan.pipeline) {
    predict_pipeline(plan);
    return;
  }
  const PlanStage& stage = plan.stage();
  predict_sharded(plan, problem_of(plan.on, stage.sharding.group, stage.costs));
}

Plan searched_plan(const StepOnCluster& on, SearchSettings settings,
                   std::optional<ValueId> explained) {
  settings.facts = facts_of(on.model_step);
  std::shared_ptr<const OneMicrobatch> one;
  if (on.microbatches().count > 1) {
    one = one_microbatch(on.model_step);
    settings.microbatch_step = &one->step;
    settings.microbatch_facts = one->facts;
    settings.num_microbatches = on.microbatches().count;
  }
  const auto begin = std::chrono::steady_clock::now();
  SearchResult found = search::search(on.step(), on.cluster, settings, explained);
  Plan plan{.on = on, .strategy = "motley", .inapplicable_reason = found.fault};
  plan.seconds = core::seconds_since(begin);
  if (!plan.applies()) return plan;
  plan.stages = {{.devices = found.devices, .costs = found.costs, .sharding = found.plan}};
  plan.time = found.time;
  const PlanStage& stage = plan.stage();
  plan.without_rule = without_rule(problem_of(on, stage.sharding.group, stage.costs),
                                   stage.sharding, plan.time.step_seconds);
  plan.found = std::move(found);
  return plan;
}

std::vector<std::string> sharding_strategies(bool closed_form) {
  std::vector<std::string> names;
  for (const Strategy& s : strategies()) {
    if (s.plans_models() && !s.searches && (!closed_form || !s.plan)) names.emplace_back(s.name);
  }
  return names;
}

Plan plan_by(const StepOnCluster& on, const std::string& name,
             const std::function<bool()>& is_stopped) {
  const Strategy& named = strategy::strategy(name);
  if (named.plans_stages_of_models()) return sharded_pipeline_by(on, name);
  if (!named.plans_models()) return staged_plan_by(on, named);
  if (named.searches) return searched_plan(on, {});
  const auto begin = std::chrono::steady_clock::now();
  Plan plan = named.plan ? planned_whole(on, named) : planned_by_choice(on, named, is_stopped);
  plan.seconds = core::seconds_since(begin);
  return plan;
}

Plan plan_by(const StepOnCluster& on, const std::string& name,
             const std::function<bool()>& is_stopped, std::vector<TriedChoice>& tried) {
  const Strategy& named = strategy::strategy(name);
  const bool has_ways = named.plans_models() && !named.searches && !named.plan;
  if (!has_ways) return plan_by(on, name, is_stopped);
  const auto begin = std::chrono::steady_clock::now();
  Plan plan = planned_by_choice(on, named, is_stopped, &tried);
  plan.seconds = core::seconds_since(begin);
  return plan;
}

std::vector<TriedChoice> promising(const std::vector<TriedChoice>& tried) {
  constexpr double kNearFastest = 1.3;
  std::vector<TriedChoice> ways;
  if (tried.empty()) return ways;
  const double fastest =
      std::ranges::min_element(tried, {}, &TriedChoice::step_seconds)->step_seconds;
  const int64_t least = std::ranges::min_element(tried, {}, &TriedChoice::peak_bytes)->peak_bytes;
  for (const TriedChoice& way : tried) {
    if (way.step_seconds <= kNearFastest * fastest || way.peak_bytes == least) ways.push_back(way);
  }
  return ways;
}

Plan plan_again(const StepOnCluster& on, const TriedChoice& way,
                const std::vector<StrategyChoice>& choices) {
  const auto same = std::ranges::find(choices, way.degrees, &StrategyChoice::degrees);
  if (same != choices.end()) return plan_by_choice(on, way.strategy, *same);
  Plan plan{.on = on, .strategy = way.strategy};
  plan.inapplicable_reason = fmt::format("not at {}", way.degrees);
  return plan;
}

std::vector<std::string> degrees_of(const StepOnCluster& on, const std::string& name) {
  std::vector<std::string> all;
  for (const StrategyChoice& choice : choices_of(on, name)) {
    if (choice.inapplicable_reason.empty()) all.push_back(choice.degrees);
  }
  return all;
}

std::vector<StrategyChoice> choices_of(const StepOnCluster& on, const std::string& name) {
  return choices_of(on, strategy::strategy(name));
}

Plan plan_by_choice(const StepOnCluster& on, const std::string& name,
                    const StrategyChoice& choice) {
  return planned_from_pins(on, strategy::strategy(name), choice);
}

Plan plan_by_degrees(const StepOnCluster& on, const std::string& name, const std::string& degrees) {
  const Strategy& named = strategy::strategy(name);
  for (const StrategyChoice& choice : choices_of(on, named)) {
    if (choice.degrees == degrees) return planned_from_pins(on, named, choice);
  }
  Plan plan{.on = on, .strategy = name};
  plan.inapplicable_reason = fmt::format("not at {}", degrees);
  return plan;
}

std::string unused_devices(const Plan& plan) {
  const std::vector<core::Device> all = core::devices(plan.on.cluster);
  std::vector<bool> used(all.size());
  for (const PlanStage& stage : plan.stages) {
    for (int d : stage.devices) used[d] = true;
  }
  std::vector<int> left(plan.on.cluster.device_types.size());
  for (size_t d = 0; d < all.size(); ++d) left[all[d].type] += !used[d];
  std::vector<std::string> texts;
  for (size_t t = 0; t < left.size(); ++t) {
    if (left[t] > 0) {
      texts.push_back(fmt::format("{} x {}", left[t], plan.on.cluster.device_types[t].name));
    }
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace motley::tensor::planner
