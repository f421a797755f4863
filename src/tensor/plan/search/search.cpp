#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tensor/plan/search/axis_descent.h"
#include "tensor/plan/search/bound.h"
#include "tensor/plan/search/overlap_weights.h"
#include "tensor/plan/search/search_run.h"

namespace motley::tensor::search {
namespace {

using namespace predict;
using namespace propagate;
using namespace shard_cost;

using Clock = std::chrono::steady_clock;

// Simulating a plan takes time proportional to the ops of the step: budget in ops.
constexpr int64_t kFastOps = 60'000, kFullOps = 400'000;
constexpr int64_t kMostPlans = 120;
constexpr double kHopeless = 1.5;  // relative to the best step, by the estimate
constexpr double kFarBehind = 2;   // relative to the best estimate
constexpr double kFarTooLong = 4;  // relative to the best estimate
constexpr int kTimelinePoints = 16;
constexpr size_t kShortOps = 1500;
// For instances that are slow to solve, fewer weights are tried and nothing is improved by
// simulation.
constexpr int kLeastWeights = 2;
// Node visits for the dual ascent of the bound.
constexpr int64_t kFullBoundVisits = 1'000'000, kFewBoundVisits = 60'000,
                  kMicrobatchBoundVisits = 240'000;

}  // namespace

SearchRun::SearchRun(const TrainStep& step, const core::Cluster& cluster,
                     const SearchSettings& settings)
    : step_(step),
      cluster_(cluster),
      settings_(settings),
      num_devices_(core::num_devices(cluster)),
      facts_(settings.facts ? settings.facts : std::make_shared<ProgramFacts>(step.program)),
      folding_(std::make_shared<Folding>(
          fold_repeated(facts_->graph, num_updated(), {.join_recomputed = true}))) {
  const int64_t ops = std::max<int64_t>(1, std::ssize(step.program.body.ops));
  plans_left_ = std::clamp<int64_t>((is_full() ? kFullOps : kFastOps) / ops, 2, kMostPlans);
}

SearchResult SearchRun::run(std::optional<ValueId> explained) {
  const bool is_wide_cluster = is_wide(num_devices_);
  const bool by_hosts = settings_.microbatch_step || is_wide_cluster;
  groups_ = candidate_groups(cluster_,
                             is_full() && !is_wide_cluster ? GroupEffort::kThorough
                             : by_hosts                    ? GroupEffort::kHosts
                                                           : GroupEffort::kQuick,
                             settings_.even);
  const bool hurries = !is_full() && !settings_.microbatch_step;
  for (const CandidateGroup& group : groups_) {
    if (!hurries || !group.is_unlikely) solve_group(group);
  }
  if (options_.empty()) {
    out_.fault = constraint_error_;
    return std::move(out_);
  }
  simulate_options();
  if (!out_.time.out_of_memory.empty()) make_it_fit();
  ascend();
  if (is_full()) tune_buckets(1);
  mix();
  tune_buckets(is_full() ? 3 : 1);
  polish();
  improve();
  if (hurries && !out_of_time()) try_unlikely();
  if (explained) out_.alternatives = alternatives_of(*explained);
  give_reasons();
  if (settings_.explain_classes) explain_classes();
  set_bound();
  return std::move(out_);
}

void SearchRun::set_bound() {
  // After the deadline, of compute alone.
  const int64_t of_microbatches = is_full() ? kFullBoundVisits : kMicrobatchBoundVisits;
  const int64_t visits = out_of_time()               ? 0
                         : settings_.microbatch_step ? of_microbatches
                                                     : bound_visits();
  out_.lower_bound_seconds =
      settings_.microbatch_step
          ? step_lower_bound(*settings_.microbatch_step,
                             settings_.microbatch_facts ? settings_.microbatch_facts
                                                        : std::make_shared<ProgramFacts>(
                                                              settings_.microbatch_step->program),
                             cluster_, out_.time.step_seconds, visits, settings_.num_microbatches)
          : step_lower_bound(step_, facts_, cluster_, out_.time.step_seconds, visits);
}

int64_t SearchRun::bound_visits() const {
  if (is_wide(std::ssize(cluster_.hosts))) return 0;
  if (is_full() && !is_large()) return kFullBoundVisits;
  return is_full() || !is_large() ? kFewBoundVisits : 0;
}

bool SearchRun::out_of_time() {
  if (!is_stopped(settings_)) return false;
  out_.complete = false;
  return true;
}

void SearchRun::solve_group(const CandidateGroup& group) {
  if ((out_of_time() && !options_.empty()) || is_too_much(group)) return;
  auto problem = std::make_shared<ShardingProblem>(
      facts_, num_updated(), group.grid, group_costs(cluster_, group.grid, group.devices));
  if (is_hopeless(*problem)) return;
  // In a short step every message's latency matters.
  const bool is_short = is_full() && step_.program.body.ops.size() < kShortOps;
  for (const GroupLevels& levels : group.levels) {
    const bool quick = group.grid.num_axes() == 1 || is_small();
    if (is_short && quick && group.devices.size() > 1 && !group.is_unlikely) {
      const auto instance = make_instance(group, problem, levels.levels, levels.text, true);
      for (const double late : {1.0, 0.3}) {
        if (instance) add_option(instance, {.late = late});
      }
    }
    const auto instance = make_instance(group, problem, levels.levels, levels.text);
    if (!instance) return;
    const bool few = group.grid.num_axes() > 1 || levels.levels[0].size() > 1 || group.is_unlikely;
    int num_solved = 0;
    for (const Weights& weights : weights_to_try(group.devices.size() > 1, few)) {
      if (out_of_time() && !options_.empty()) return;
      if (num_solved++ >= (is_by_axis(*instance) ? 1 : kLeastWeights) && is_slow(*instance)) break;
      add_option(instance, weights);
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
  // At low effort, closed forms serve wide groups; narrower ones are searched.
  const auto width = [](const CandidateGroup& one) { return std::ssize(one.devices); };
  if (!is_full() && is_wide(width(group)) && settings_.constraints.empty() &&
      std::ranges::any_of(groups_, [&](const auto& other) { return !is_wide(width(other)); })) {
    return true;
  }
  // Micro-batches need little memory: fewer hosts may suffice.
  return group.is_unlikely && is_large() && !settings_.microbatch_step;
}

bool SearchRun::is_hopeless(const ShardingProblem& problem) const {
  if (!settings_.constraints.empty()) return false;
  if (found_ && out_.time.out_of_memory.empty() &&
      balanced_seconds(problem) >= out_.time.step_seconds)
    return true;
  if (options_.empty()) return false;
  const auto best = std::ranges::min_element(options_, {}, &Candidate::estimate);
  return balanced_seconds(problem) > kFarTooLong * best->estimate;
}

std::vector<Weights> SearchRun::weights_to_try(bool communicates, bool few) const {
  if (!communicates) return {{}};
  return is_full() ? (few && !is_small() ? few_weights() : many_weights()) : quick_weights();
}

bool SearchRun::is_far_behind() const {
  if (!settings_.constraints.empty()) return false;
  const auto best = std::ranges::min_element(options_, {}, &Candidate::estimate);
  return options_.back().estimate > kFarBehind * best->estimate;
}

std::shared_ptr<const SearchInstance> SearchRun::make_instance(
    const CandidateGroup& group, std::shared_ptr<const ShardingProblem> problem,
    const RatioLevels& levels, const std::string& text, bool one_by_one) {
  auto instance = std::make_shared<SearchInstance>();
  instance->group = &group;
  instance->problem = std::move(problem);
  instance->folding = folding_;
  instance->levels = levels;
  instance->level_text = text;
  StateSpaceSettings wanted;
  for (const ShardingConstraint& constraint : settings_.constraints) {
    const ParsedSharding parsed =
        parse_sharding(constraint.state, step_.program.type(constraint.value), group.grid);
    if (!parsed.fault.empty()) {
      // A state of a grid of one axis is none of one of two: what it says there counts.
      if (constraint_error_.empty()) constraint_error_ = parsed.fault;
      return nullptr;
    }
    wanted.wanted.emplace_back(constraint.value, parsed.sharding);
  }
  instance->state_space =
      find_state_space(*instance->problem, step_, *instance->folding, levels, wanted);
  if (weighs_by_position())
    instance->timeline = balanced_timeline(*instance->problem, kTimelinePoints);
  instance->graph =
      search_graph(*instance->problem, step_, *instance->folding, instance->state_space,
                   predicted_prices(*instance->problem, one_by_one), instance->timeline.get());
  for (size_t i = 0; i < settings_.constraints.size(); ++i) {
    const ValueId v = settings_.constraints[i].value;
    const auto& states =
        instance->state_space.values[instance->folding->value_class[v.index]].states;
    const auto at = std::ranges::find(states, wanted.wanted[i].second);
    if (at == states.end()) {
      constraint_error_ = "no rule of an op produces or consumes that state";
      return nullptr;
    }
    instance->restrictions.push_back({instance->graph.node_of_value[v.index],
                                      static_cast<int>(at - states.begin()),
                                      settings_.constraints[i].must});
  }
  return instance;
}

std::optional<Candidate> SearchRun::solved(const std::shared_ptr<const SearchInstance>& instance,
                                           const Weights& weights,
                                           const std::vector<Restriction>& more) {
  std::vector<Restriction> restrictions = instance->restrictions;
  restrictions.insert(restrictions.end(), more.begin(), more.end());
  GraphSolver& all_at_once = solver(instance, !weights.stretches.empty());
  const GraphChoice choice =
      is_by_axis(*instance)
          ? solve_by_axis(instance->graph, instance->state_space, weights, restrictions)
          : all_at_once.solve(weights, restrictions);
  if (!choice.feasible) return std::nullopt;
  return option_of(instance, weights, choice, more);
}

GraphSolver& SearchRun::solver(const std::shared_ptr<const SearchInstance>& instance,
                               bool by_stretch) {
  if (!instance->solver || instance->solves_by_stretch != by_stretch) {
    std::unique_ptr<GraphSolver> other = has_solver_ ? std::move(has_solver_->solver) : nullptr;
    const bool serves =
        other && has_solver_->solves_by_stretch == by_stretch && other->go_over(instance->graph);
    if (!serves) other.reset();
    instance->solver =
        serves ? std::move(other) : std::make_unique<GraphSolver>(instance->graph, by_stretch);
    instance->solves_by_stretch = by_stretch;
    has_solver_ = instance;
    out_.width = std::max(out_.width, instance->solver->width());
  }
  return *instance->solver;
}

Candidate SearchRun::option_of(const std::shared_ptr<const SearchInstance>& instance,
                               const Weights& weights, const GraphChoice& choice,
                               const std::vector<Restriction>& more) {
  Candidate candidate{.instance = instance,
                      .weights = weights,
                      .states = choice.states,
                      .is_exact = choice.is_exact,
                      .cost = choice.cost,
                      .restrictions = more};
  candidate.estimate = estimated(seconds_of(instance->graph, choice.states));
  return candidate;
}

void SearchRun::add_option(const std::shared_ptr<const SearchInstance>& instance,
                           const Weights& weights) {
  auto candidate = solved(instance, weights);
  if (!candidate) {
    constraint_error_ = "the requested states are contradictory";
    return;
  }
  for (const Candidate& known : options_) {
    if (known.instance == instance && known.states == candidate->states) return;
  }
  options_.push_back(std::move(*candidate));
}

void SearchRun::simulate_options() {
  std::ranges::stable_sort(options_, {}, &Candidate::estimate);
  for (const Candidate& candidate : options_) {
    const bool hopeless = found_ && out_.time.out_of_memory.empty() &&
                          candidate.estimate > kHopeless * out_.time.step_seconds;
    if (plans_left_ == 0 || hopeless || (found_ && out_of_time())) {
      out_.tried.push_back(
          {candidate.instance->group->text, candidate.instance->level_text, candidate.estimate});
      continue;
    }
    consider(candidate);
  }
}

bool SearchRun::consider(const Candidate& candidate) {
  const bool fits = consider_one(candidate);
  // For long steps this is only tried with the best plan.
  if (!is_full() || is_large() || candidate.lowering.fixes_rules || candidate.lowering.completes)
    return fits;
  Candidate fixed = candidate;
  fixed.lowering.fixes_rules = true;
  return consider_one(fixed) || fits;
}

bool SearchRun::consider_one(const Candidate& candidate) {
  return simulated(candidate).out_of_memory.empty();
}

namespace {

// Whether a plan takes the place of the best so far. Sums in another order differ by rounding, so
// of two that are equally fast up to that, the one that needs less memory is better.
bool is_preferred(const StepTime& time, const StepTime& best) {
  constexpr double kRounding = 1e-9;
  const bool fits = time.out_of_memory.empty(), had = best.out_of_memory.empty();
  if (fits != had) return fits;
  if (!fits) return time.peak_bytes < best.peak_bytes;
  const double difference = time.step_seconds - best.step_seconds;
  if (std::abs(difference) > kRounding * best.step_seconds) return difference < 0;
  return time.peak_bytes < best.peak_bytes;
}

}  // namespace

StepTime SearchRun::simulated(const Candidate& candidate) {
  --plans_left_;
  ShardPlan plan;
  StepTime time = time_of(step_, cluster_, candidate, plan);
  const bool fits = time.out_of_memory.empty();
  out_.tried.push_back({candidate.instance->group->text, candidate.instance->level_text,
                        candidate.estimate, time.step_seconds, fits});
  if (fits) simulated_.emplace_back(time.step_seconds, candidate);
  out_.unlimited_seconds =
      found_ ? std::min(out_.unlimited_seconds, time.step_seconds) : time.step_seconds;
  if (!found_ || is_preferred(time, out_.time)) {
    found_ = true;
    chosen_ = candidate;
    out_.group = candidate.instance->group->text;
    out_.devices = candidate.instance->group->devices;
    out_.costs = candidate.instance->problem->costs();
    out_.plan = std::move(plan);
    out_.time = time;
    out_.search_cost = candidate.cost;
    out_.is_exact = candidate.is_exact;
    out_.num_classes = candidate.instance->folding->num_op_classes();
    out_.num_nodes = static_cast<int>(candidate.instance->graph.nodes.size());
  }
  ++num_simulated_;
  if (settings_.on_progress) settings_.on_progress(num_simulated_, out_.time.step_seconds);
  return time;
}

bool is_stopped(const SearchSettings& settings) {
  if (settings.is_cancelled && settings.is_cancelled()) return true;
  return settings.deadline && Clock::now() >= *settings.deadline;
}

SearchResult search(const TrainStep& step, const core::Cluster& cluster,
                    const SearchSettings& settings, std::optional<ValueId> explained) {
  return SearchRun(step, cluster, settings).run(explained);
}

}  // namespace motley::tensor::search
