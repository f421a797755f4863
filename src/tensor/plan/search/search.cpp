#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tensor/plan/search/axis_descent.h"
#include "tensor/plan/search/bound.h"
#include "tensor/plan/search/search_run.h"
#include "tensor/plan/search/tried_weights.h"

namespace motley::tensor {
namespace {

using Clock = std::chrono::steady_clock;

// Simulating a plan takes time for each op of the step: so many ops are gone through in all.
constexpr int64_t kFastOps = 60'000, kFullOps = 400'000;
constexpr int64_t kMostPlans = 120;
constexpr double kHopeless = 1.5;  // times the best step, by the estimate
constexpr double kFarBehind = 2;   // times the best estimate
constexpr double kFarTooLong = 4;  // times the best estimate
constexpr int kTimelinePoints = 16;
constexpr size_t kShortOps = 1500;
// Where a field is slow to solve, fewer weights are tried, and nothing is improved by simulation.
constexpr int kLeastWeights = 2;
// Nodes that ascent of the bound may visit.
constexpr int64_t kFullBoundVisits = 1'000'000, kFewBoundVisits = 60'000;

}  // namespace

SearchRun::SearchRun(const TrainStep& step, const core::Cluster& cluster,
                     const SearchSettings& settings)
    : step_(step),
      cluster_(cluster),
      settings_(settings),
      facts_(std::make_shared<ProgramFacts>(step.program)),
      folding_(std::make_shared<Folding>(
          fold_repeated(facts_->graph, num_updated(), {.join_recomputed = true}))) {
  const int64_t ops = std::max<int64_t>(1, std::ssize(step.program.body.ops));
  plans_left_ = std::clamp<int64_t>((is_full() ? kFullOps : kFastOps) / ops, 2, kMostPlans);
}

SearchResult SearchRun::run(std::optional<ValueId> explained) {
  groups_ = candidate_groups(cluster_, is_full()        ? GroupEffort::kThorough
                                       : settings_.part ? GroupEffort::kHosts
                                                        : GroupEffort::kQuick);
  const bool hurries = !is_full() && !settings_.part;
  for (const CandidateGroup& group : groups_) {
    if (!hurries || !group.is_unlikely) solve_group(group);
  }
  if (options_.empty()) {
    out_.fault = wish_fault_;
    return std::move(out_);
  }
  simulate_options();
  if (!out_.time.misfit.empty()) make_it_fit();
  ascend();
  if (is_full()) tune_buckets(1);
  mix();
  tune_buckets(is_full() ? 3 : 1);
  polish();
  improve();
  if (hurries && !out_of_time()) try_unlikely();
  if (explained) explain(*explained);
  give_reasons();
  out_.lower_bound_seconds =
      settings_.part
          ? step_lower_bound(*settings_.part,
                             std::make_shared<ProgramFacts>(settings_.part->program), cluster_,
                             out_.time.step_seconds, kFullBoundVisits, settings_.num_parts)
          : step_lower_bound(step_, facts_, cluster_, out_.time.step_seconds, bound_visits());
  return std::move(out_);
}

int64_t SearchRun::bound_visits() const {
  if (is_full() && !is_large()) return kFullBoundVisits;
  return is_full() || !is_large() ? kFewBoundVisits : 0;
}

bool SearchRun::out_of_time() {
  if (!settings_.deadline || Clock::now() < *settings_.deadline) return false;
  out_.complete = false;
  return true;
}

void SearchRun::solve_group(const CandidateGroup& group) {
  if ((out_of_time() && !options_.empty()) || is_too_much(group)) return;
  auto problem = std::make_shared<ShardingProblem>(
      facts_, num_updated(), group.grid, group_costs(cluster_, group.grid, group.devices));
  if (is_hopeless(*problem)) return;
  // Where a step is short, every message's latency counts.
  const bool is_short = is_full() && step_.program.body.ops.size() < kShortOps;
  for (const GroupLevels& levels : group.levels) {
    const bool quick = group.grid.num_axes() == 1 || is_small();
    if (is_short && quick && group.devices.size() > 1 && !group.is_unlikely) {
      const auto field = make_field(group, problem, levels.levels, levels.text, true);
      for (const double late : {1.0, 0.3}) {
        if (field) add_option(field, {.late = late});
      }
    }
    const auto field = make_field(group, problem, levels.levels, levels.text);
    if (!field) return;
    const bool few = group.grid.num_axes() > 1 || levels.levels[0].size() > 1 || group.is_unlikely;
    int num_solved = 0;
    for (const Weights& weights : weights_to_try(group.devices.size() > 1, few)) {
      if (out_of_time() && !options_.empty()) return;
      if (num_solved++ >= (is_by_axis(*field) ? 1 : kLeastWeights) && is_slow(*field)) break;
      add_option(field, weights);
      if (group.is_unlikely && is_far_behind()) break;
    }
  }
}

void SearchRun::try_unlikely() {
  constexpr int64_t kLeastPlans = 3;
  options_.clear();
  for (const CandidateGroup& group : groups_) {
    if (group.is_unlikely) solve_group(group);
  }
  plans_left_ = std::max(plans_left_, kLeastPlans);
  simulate_options();
}

bool SearchRun::is_too_much(const CandidateGroup& group) const {
  // Parts of a batch need little memory: fewer hosts may well do.
  return group.is_unlikely && is_large() && !settings_.part;
}

bool SearchRun::is_hopeless(const ShardingProblem& problem) const {
  if (!settings_.wishes.empty()) return false;
  if (found_ && out_.time.misfit.empty() && balanced_seconds(problem) >= out_.time.step_seconds)
    return true;
  if (options_.empty()) return false;
  const auto best = std::ranges::min_element(options_, {}, &Option::estimate);
  return balanced_seconds(problem) > kFarTooLong * best->estimate;
}

std::vector<Weights> SearchRun::weights_to_try(bool communicates, bool few) const {
  if (!communicates) return {{}};
  return is_full() ? (few && !is_small() ? few_weights() : many_weights()) : quick_weights();
}

bool SearchRun::is_far_behind() const {
  if (!settings_.wishes.empty()) return false;
  const auto best = std::ranges::min_element(options_, {}, &Option::estimate);
  return options_.back().estimate > kFarBehind * best->estimate;
}

std::shared_ptr<const Field> SearchRun::make_field(const CandidateGroup& group,
                                                   std::shared_ptr<const ShardingProblem> problem,
                                                   const Levels& levels, const std::string& text,
                                                   bool one_by_one) {
  auto field = std::make_shared<Field>();
  field->group = &group;
  field->problem = std::move(problem);
  field->folding = folding_;
  field->levels = levels;
  field->level_text = text;
  CandidateSettings wanted;
  for (const StateWish& wish : settings_.wishes) {
    const ParsedSharding parsed =
        parse_sharding(wish.state, step_.program.type(wish.value), group.grid);
    if (!parsed.fault.empty()) {
      wish_fault_ = parsed.fault;
      return nullptr;
    }
    wanted.wanted.emplace_back(wish.value, parsed.sharding);
  }
  field->candidates = find_candidates(*field->problem, step_, *field->folding, levels, wanted);
  if (weighs_by_position()) field->timeline = balanced_timeline(*field->problem, kTimelinePoints);
  field->graph = search_graph(*field->problem, step_, *field->folding, field->candidates,
                              predicted_prices(*field->problem, one_by_one), field->timeline.get());
  for (size_t i = 0; i < settings_.wishes.size(); ++i) {
    const ValueId v = settings_.wishes[i].value;
    const auto& states = field->candidates.values[field->folding->value_class[v.index]].states;
    const auto at = std::ranges::find(states, wanted.wanted[i].second);
    if (at == states.end()) {
      wish_fault_ = "no rule of an op makes or takes that state";
      return nullptr;
    }
    field->restrictions.push_back({field->graph.node_of_value[v.index],
                                   static_cast<int>(at - states.begin()),
                                   settings_.wishes[i].must});
  }
  return field;
}

std::optional<Option> SearchRun::solved(const std::shared_ptr<const Field>& field,
                                        const Weights& weights,
                                        const std::vector<Restriction>& more) {
  std::vector<Restriction> restrictions = field->restrictions;
  restrictions.insert(restrictions.end(), more.begin(), more.end());
  GraphSolver& all_at_once = solver(field, !weights.stretches.empty());
  const GraphChoice choice =
      is_by_axis(*field) ? solve_by_axis(field->graph, field->candidates, weights, restrictions)
                         : all_at_once.solve(weights, restrictions);
  if (!choice.feasible) return std::nullopt;
  return option_of(field, weights, choice, more);
}

GraphSolver& SearchRun::solver(const std::shared_ptr<const Field>& field, bool by_stretch) {
  if (!field->solver || field->solves_by_stretch != by_stretch) {
    std::unique_ptr<GraphSolver> other = has_solver_ ? std::move(has_solver_->solver) : nullptr;
    const bool serves =
        other && has_solver_->solves_by_stretch == by_stretch && other->go_over(field->graph);
    if (!serves) other.reset();
    field->solver =
        serves ? std::move(other) : std::make_unique<GraphSolver>(field->graph, by_stretch);
    field->solves_by_stretch = by_stretch;
    has_solver_ = field;
    out_.width = std::max(out_.width, field->solver->width());
  }
  return *field->solver;
}

Option SearchRun::option_of(const std::shared_ptr<const Field>& field, const Weights& weights,
                            const GraphChoice& choice, const std::vector<Restriction>& more) {
  Option option{.field = field,
                .weights = weights,
                .states = choice.states,
                .is_exact = choice.is_exact,
                .cost = choice.cost,
                .restrictions = more};
  option.estimate = estimated(seconds_of(field->graph, choice.states));
  return option;
}

void SearchRun::add_option(const std::shared_ptr<const Field>& field, const Weights& weights) {
  auto option = solved(field, weights);
  if (!option) {
    wish_fault_ = "the states asked for contradict one another";
    return;
  }
  for (const Option& known : options_) {
    if (known.field == field && known.states == option->states) return;
  }
  options_.push_back(std::move(*option));
}

void SearchRun::simulate_options() {
  std::ranges::stable_sort(options_, {}, &Option::estimate);
  for (const Option& option : options_) {
    const bool hopeless =
        found_ && out_.time.misfit.empty() && option.estimate > kHopeless * out_.time.step_seconds;
    if (plans_left_ == 0 || hopeless || (found_ && out_of_time())) {
      out_.tried.push_back({option.field->group->text, option.field->level_text, option.estimate});
      continue;
    }
    consider(option);
  }
}

bool SearchRun::consider(const Option& option) {
  const bool fits = consider_one(option);
  // Of long steps, that is tried with the best alone.
  if (!is_full() || is_large() || option.how.fixes_rules || option.how.completes) return fits;
  Option fixed = option;
  fixed.how.fixes_rules = true;
  return consider_one(fixed) || fits;
}

bool SearchRun::consider_one(const Option& option) {
  --plans_left_;
  ShardPlan plan;
  StepTime time = time_of(step_, cluster_, option, plan);
  const bool fits = time.misfit.empty();
  out_.tried.push_back({option.field->group->text, option.field->level_text, option.estimate,
                        time.step_seconds, fits});
  if (fits) simulated_.emplace_back(time.step_seconds, option);
  const bool had = out_.time.misfit.empty();
  const bool better = !found_ || (fits && !had) ||
                      (fits == had && (fits ? time.step_seconds < out_.time.step_seconds
                                            : time.peak_bytes < out_.time.peak_bytes));
  if (better) {
    found_ = true;
    chosen_ = option;
    out_.group = option.field->group->text;
    out_.devices = option.field->group->devices;
    out_.costs = option.field->problem->costs();
    out_.plan = std::move(plan);
    out_.time = std::move(time);
    out_.search_cost = option.cost;
    out_.is_exact = option.is_exact;
    out_.num_classes = option.field->folding->num_op_classes();
    out_.num_nodes = static_cast<int>(option.field->graph.nodes.size());
  }
  return fits;
}

SearchResult search(const TrainStep& step, const core::Cluster& cluster,
                    const SearchSettings& settings, std::optional<ValueId> explained) {
  return SearchRun(step, cluster, settings).run(explained);
}

}  // namespace motley::tensor
