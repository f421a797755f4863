#include "tensor/plan/search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/balance/ratio.h"
#include "core/base/error.h"
#include "tensor/plan/search/ascent.h"
#include "tensor/plan/search/axis_descent.h"
#include "tensor/plan/search/bound.h"
#include "tensor/plan/search/field.h"
#include "tensor/plan/search/parameter_mix.h"
#include "tensor/plan/search/reasons.h"
#include "tensor/plan/search/tried_weights.h"

namespace motley::tensor {
namespace {

using Clock = std::chrono::steady_clock;

// Simulating a plan takes time for each op of the step: so many ops are gone through in all.
constexpr int64_t kFastOps = 60'000, kFullOps = 400'000;
constexpr int64_t kMostPlans = 120;
constexpr double kHopeless = 1.5;  // times the best step, by the estimate
constexpr double kNearBest = 1.3;  // times the best step
constexpr double kFarBehind = 2;   // times the best estimate
constexpr double kFarTooLong = 4;  // times the best estimate
constexpr int kTimelinePoints = 16;
constexpr size_t kSmallOps = 500, kShortOps = 1500, kLargeOps = 6000;
// Where a field is slow to solve, fewer weights are tried, and nothing is improved by simulation.
constexpr int kLeastWeights = 2;
// Ops that improvement by simulation may go through.
constexpr int64_t kImproveOps = 200'000;
// Nodes that ascent of the bound may visit.
constexpr int64_t kFullBoundVisits = 1'000'000, kFewBoundVisits = 60'000;
// Gradients travel together once there are so many bytes of them.
constexpr int64_t kBuckets[] = {1'000'000,  2'500'000,  5'000'000,
                                10'000'000, 50'000'000, 200'000'000};

// Prices of memory: the share of the step that filling a device with it counts.
constexpr double kLowPrice = 0.01, kHighPrice = 100;
constexpr int kPriceRounds = 5, kFastPriceRounds = 2;
constexpr int64_t kPlansToTune = 48;
constexpr int64_t kPlansToFit = 24, kFastPlansToFit = 8;
constexpr double kHopelesslyFull = 1.3;  // the graph's reckoning is not exact

class Search {
 public:
  Search(const TrainStep& step, const core::Cluster& cluster, const SearchSettings& settings)
      : step_(step), cluster_(cluster), settings_(settings) {
    const int64_t ops = std::max<int64_t>(1, std::ssize(step.program.body.ops));
    plans_left_ = std::clamp<int64_t>((is_full() ? kFullOps : kFastOps) / ops, 2, kMostPlans);
  }

  SearchResult run(std::optional<ValueId> explained) {
    groups_ = candidate_groups(cluster_, is_full());
    for (const CandidateGroup& group : groups_) solve_group(group);
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
    if (explained) explain(*explained);
    give_reasons();
    out_.lower_bound_seconds =
        step_lower_bound(step_, cluster_, out_.time.step_seconds, bound_visits());
    return std::move(out_);
  }

 private:
  // Small steps are searched in full whatever the level: that takes no time.
  bool is_full() const { return settings_.level == SearchLevel::kFull || is_small(); }
  bool is_large() const { return step_.program.body.ops.size() > kLargeOps; }
  bool is_small() const { return step_.program.body.ops.size() < kSmallOps; }
  // In a hurry, the bound of a long step is of compute alone.
  int64_t bound_visits() const {
    if (is_full() && !is_large()) return kFullBoundVisits;
    return is_full() || !is_large() ? kFewBoundVisits : 0;
  }
  int num_updated() const { return step_.num_params + step_.num_state; }

  bool out_of_time() {
    if (!settings_.deadline || Clock::now() < *settings_.deadline) return false;
    out_.complete = false;
    return true;
  }

  void solve_group(const CandidateGroup& group) {
    if ((out_of_time() && !options_.empty()) || (group.is_unlikely && is_large())) return;
    auto problem = std::make_shared<ShardingProblem>(
        step_.program, num_updated(), group.grid, group_costs(cluster_, group.grid, group.devices));
    if (is_hopeless(*problem)) return;
    auto folding = std::make_shared<Folding>(
        fold_repeated(problem->graph(), num_updated(), {.join_recomputed = true}));
    // Where a step is short, every message's latency counts.
    const bool is_short = is_full() && step_.program.body.ops.size() < kShortOps;
    for (const GroupLevels& levels : group.levels) {
      const bool quick = group.grid.num_axes() == 1 || is_small();
      if (is_short && quick && group.devices.size() > 1 && !group.is_unlikely) {
        const auto field = make_field(group, problem, folding, levels.levels, levels.text, true);
        for (const double late : {1.0, 0.3}) {
          if (field) add_option(field, {.late = late});
        }
      }
      const auto field = make_field(group, problem, folding, levels.levels, levels.text);
      if (!field) return;
      const bool few =
          group.grid.num_axes() > 1 || levels.levels[0].size() > 1 || group.is_unlikely;
      int num_solved = 0;
      for (const Weights& weights : weights_to_try(group.devices.size() > 1, few)) {
        if (out_of_time() && !options_.empty()) return;
        if (num_solved++ >= (is_by_axis(*field) ? 1 : kLeastWeights) && is_slow(*field)) break;
        add_option(field, weights);
        if (group.is_unlikely && is_far_behind()) break;
      }
    }
  }

  // Whether the compute alone, perfectly balanced, takes far longer than what was found before.
  bool is_hopeless(const ShardingProblem& problem) const {
    if (options_.empty() || !settings_.wishes.empty()) return false;
    const auto best = std::ranges::min_element(options_, {}, &Option::estimate);
    return balanced_seconds(problem) > kFarTooLong * best->estimate;
  }

  std::vector<Weights> weights_to_try(bool communicates, bool few) const {
    if (!communicates) return {{}};
    return is_full() ? (few && !is_small() ? few_weights() : many_weights()) : quick_weights();
  }

  // Whether what was solved last takes far longer than the best, by the estimate.
  bool is_far_behind() const {
    if (!settings_.wishes.empty()) return false;
    const auto best = std::ranges::min_element(options_, {}, &Option::estimate);
    return options_.back().estimate > kFarBehind * best->estimate;
  }

  std::shared_ptr<const Field> make_field(const CandidateGroup& group,
                                          std::shared_ptr<const ShardingProblem> problem,
                                          std::shared_ptr<const Folding> folding,
                                          const Levels& levels, const std::string& text,
                                          bool one_by_one = false) {
    auto field = std::make_shared<Field>();
    field->group = &group;
    field->problem = std::move(problem);
    field->folding = std::move(folding);
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
    field->timeline = balanced_timeline(*field->problem, kTimelinePoints);
    field->graph =
        search_graph(*field->problem, step_, *field->folding, field->candidates,
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

  std::optional<Option> solved(const std::shared_ptr<const Field>& field, const Weights& weights,
                               const std::vector<Restriction>& more = {}) {
    std::vector<Restriction> restrictions = field->restrictions;
    restrictions.insert(restrictions.end(), more.begin(), more.end());
    GraphSolver& all_at_once = solver(field, !weights.stretches.empty());
    const GraphChoice choice =
        is_by_axis(*field) ? solve_by_axis(field->graph, field->candidates, weights, restrictions)
                           : all_at_once.solve(weights, restrictions);
    if (!choice.feasible) return std::nullopt;
    return option_of(field, weights, choice, more);
  }

  GraphSolver& solver(const std::shared_ptr<const Field>& field, bool by_stretch) {
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

  static Option option_of(const std::shared_ptr<const Field>& field, const Weights& weights,
                          const GraphChoice& choice, const std::vector<Restriction>& more = {}) {
    Option option{.field = field,
                  .weights = weights,
                  .states = choice.states,
                  .is_exact = choice.is_exact,
                  .cost = choice.cost,
                  .restrictions = more};
    option.estimate = estimated(seconds_of(field->graph, choice.states));
    return option;
  }

  void add_option(const std::shared_ptr<const Field>& field, const Weights& weights) {
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

  // The most promising first, until the budget is spent.
  void simulate_options() {
    std::ranges::stable_sort(options_, {}, &Option::estimate);
    for (const Option& option : options_) {
      const bool hopeless = found_ && out_.time.misfit.empty() &&
                            option.estimate > kHopeless * out_.time.step_seconds;
      if (plans_left_ == 0 || hopeless || (found_ && out_of_time())) {
        out_.tried.push_back(
            {option.field->group->text, option.field->level_text, option.estimate});
        continue;
      }
      consider(option);
    }
  }

  // Whether the plan fits, as it is or with the rules that were chosen.
  bool consider(const Option& option) {
    const bool fits = consider_one(option);
    // Of long steps, that is tried with the best alone.
    if (!is_full() || is_large() || option.how.fixes_rules || option.how.completes) return fits;
    Option fixed = option;
    fixed.how.fixes_rules = true;
    return consider_one(fixed) || fits;
  }

  bool consider_one(const Option& option) {
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

  // Whether a plan fits in which memory has this price.
  bool fits_at(const std::shared_ptr<const Field>& field, double price) {
    auto option = solved(field, with_price(*field, price * step_without_memory_));
    if (!option || fullness(*option) > kHopelesslyFull) return false;
    option->how.ahead_bytes = kAheadBytes;
    if (consider(*option)) return true;
    option->how.gathers_on_use = true;
    return consider(*option);
  }

  // Where devices differ in memory: those that have more take more.
  std::vector<std::shared_ptr<const Field>> fields_by_memory(
      const std::vector<std::shared_ptr<const Field>>& fields) {
    std::vector<std::shared_ptr<const Field>> made;
    std::vector<const CandidateGroup*> done;
    for (const auto& field : fields) {
      const bool known = std::ranges::find(done, field->group) != done.end();
      if (known || field->group->grid.num_axes() > 1) continue;
      done.push_back(field->group);
      for (const core::Ratio& ratio : ratios_by_memory(field->problem->costs())) {
        Levels levels;
        levels[0] = {ratio};
        if (auto one = make_field(*field->group, field->problem, field->folding, levels,
                                  "shares by memory")) {
          made.push_back(std::move(one));
        }
      }
    }
    return made;
  }

  // Memory gets a price, for each field the least at which its plan fits.
  void make_it_fit() {
    std::vector<std::shared_ptr<const Field>> fields;
    for (const Option& option : options_) {
      if (std::ranges::find(fields, option.field) == fields.end()) fields.push_back(option.field);
    }
    std::ranges::stable_sort(fields, {}, [](const auto& f) { return f->group->grid.num_axes(); });
    for (const auto& field : fields_by_memory(fields)) fields.insert(fields.begin(), field);
    step_without_memory_ = out_.time.step_seconds;
    plans_left_ = std::max<int64_t>(plans_left_, is_full() ? kPlansToFit : kFastPlansToFit);
    for (const auto& field : fields) {
      if (plans_left_ <= 0 || out_of_time()) return;
      double low = kLowPrice, high = kHighPrice;
      if (!fits_at(field, high)) continue;
      const int rounds = is_full() ? kPriceRounds : kFastPriceRounds;
      for (int round = 0; round < rounds && plans_left_ > 0 && !out_of_time(); ++round) {
        const double price = std::sqrt(low * high);
        (fits_at(field, price) ? high : low) = price;
      }
      if (!is_full()) return;
    }
  }

  // In the fields of the best few plans, what counts when is found by ascent, and what each of its
  // steps chooses is tried.
  void ascend() {
    if (!is_full() && is_large()) return;
    const size_t most = is_full() ? 4 : 1;
    const int solves = is_full() ? 24 : 8;
    std::ranges::stable_sort(simulated_, {}, &std::pair<double, Option>::first);
    std::vector<std::shared_ptr<const Field>> fields;
    for (const auto& [seconds, option] : simulated_) {
      if (fields.size() == most || seconds > kNearBest * out_.time.step_seconds) break;
      const bool known = std::ranges::find(fields, option.field) != fields.end();
      if (!known && option.field->group->devices.size() > 1) fields.push_back(option.field);
    }
    for (const auto& field : fields) {
      if (!solved(field, {}) || is_slow(*field)) continue;
      Ascent ascent(field->graph, *field->timeline, solver(field, true), field->restrictions);
      while (!ascent.is_done() && ascent.num_solves() < solves && plans_left_ > 0) {
        ascent.climb(out_.time.step_seconds);
        if (out_of_time() || !ascent.last().feasible) return;
        const bool known = std::ranges::any_of(simulated_, [&](const auto& one) {
          return one.second.field == field && one.second.states == ascent.last().states;
        });
        if (!known) consider(option_of(field, ascent.last_weights(), ascent.last()));
      }
    }
  }

  // Gradients are reduced in the backward pass, parameters gathered in the forward pass. Where
  // communication is what takes time, both passes should be full of it: some parameters are held
  // whole, the others in pieces, as many as is best.
  void mix() {
    if (!is_full() || !out_.time.misfit.empty() || chosen_.field->group->devices.size() == 1)
      return;
    const auto field = chosen_.field;
    const auto whole = solved(field, {.late = 0.2, .early = 2});
    const auto pieces = solved(field, {.early = 0.05});
    if (!whole || !pieces) return;
    if (!is_large()) plans_left_ = std::max(plans_left_, kPlansToTune);
    for (Option all : {*whole, *pieces}) {
      for (const bool on_use : {false, true}) {
        all.how.completes = true;
        all.how.gathers_on_use = on_use;
        consider(all);
      }
    }
    const ParameterMix mixed(step_, *field, whole->states, pieces->states);
    if (mixed.empty()) return;
    const Weights weights = chosen_.weights.stretches.empty() ? chosen_.weights : Weights{};
    const auto try_at = [&](double part, ParameterMix::Whole which, double ahead = 0) {
      auto option = solved(field, weights, mixed.at(part, which, ahead));
      const double before = out_.time.step_seconds;
      if (!option || plans_left_ <= 0 || out_of_time()) return false;
      option->how.bucket_bytes = chosen_.how.bucket_bytes;
      option->how.ahead_bytes = chosen_.how.ahead_bytes;
      consider(*option);
      return out_.time.step_seconds < before;
    };
    double best = 0;
    using enum ParameterMix::Whole;
    auto best_way = kFirst;
    for (const auto which : {kFirst, kLast, kSpread}) {
      for (const double part : {0.2, 0.4, 0.6, 0.8}) {
        if (!try_at(part, which)) continue;
        best = part;
        best_way = which;
      }
    }
    for (double by = 0.1; best > 0 && by > 0.02; by /= 2) {
      if (try_at(best - by, best_way)) {
        best -= by;
      } else if (try_at(best + by, best_way)) {
        best += by;
      }
    }
    for (const double ahead : {0.02, 0.04, 0.07, 0.1}) {
      if (best > 0 && best_way == kSpread) try_at(best - ahead / 2, kSpread, ahead);
    }
  }

  // Devices that took longer than others in the best few plans get less, until that helps no more.
  void polish() {
    const size_t most = is_full() ? 3 : 1;
    std::ranges::stable_sort(simulated_, {}, &std::pair<double, Option>::first);
    std::vector<std::pair<double, Option>> starts;
    for (const auto& one : simulated_) {
      const Field& field = *one.second.field;
      if (starts.size() == most || one.first > kNearBest * out_.time.step_seconds) break;
      const bool known = std::ranges::any_of(starts, [&](const auto& other) {
        return other.second.field == one.second.field && other.second.states == one.second.states;
      });
      if (!known && field.group->devices.size() > 1) starts.push_back(one);
    }
    for (const auto& [seconds, option] : starts) polish_from(option, seconds);
  }

  void polish_from(Option option, double before) {
    constexpr int kRounds = 5;
    bool better = true;
    for (int round = 0; better && round < kRounds; ++round) {
      ShardPlan plan;
      const StepTime time = time_of(step_, cluster_, option, plan);
      better = false;
      for (const auto& shares : {balanced_ratio, ratio_with_samples_moved}) {
        if (out_of_time() || (!is_full() && plans_left_ <= 0)) return;
        const auto ratio = shares(step_, *option.field, time);
        const auto moved = ratio ? at_ratio(option, *ratio) : std::nullopt;
        if (!moved || !consider_one(*moved) || simulated_.back().first >= before) continue;
        before = simulated_.back().first;
        option = *moved;
        better = true;
        break;
      }
    }
  }

  // The same choices with the first level's shares like this.
  std::optional<Option> at_ratio(const Option& option, const core::Ratio& ratio) {
    const Field& field = *option.field;
    Levels levels = field.levels;
    levels[0][0] = ratio;
    const auto next =
        make_field(*field.group, field.problem, field.folding, levels, "shares as simulated");
    if (!next) return std::nullopt;
    // Nodes and states are the same ones at other places, as a rule.
    const auto has_as_many = [&](int node) {
      return next->graph.num_states(node) == field.graph.num_states(node);
    };
    if (next->graph.nodes.size() != field.graph.nodes.size()) return std::nullopt;
    if (!std::ranges::all_of(option.restrictions, has_as_many, &Restriction::node)) {
      return std::nullopt;
    }
    std::vector<Restriction> as_before = option.restrictions;
    for (int i = 0; i < std::ssize(option.states) && !is_slow(field); ++i) {
      if (has_as_many(i)) as_before.push_back({i, option.states[i], true});
    }
    auto moved = solved(next, option.weights, as_before);
    if (!moved) moved = solved(next, option.weights, option.restrictions);
    if (moved) moved->how = option.how;
    if (moved) moved->restrictions = option.restrictions;
    return moved;
  }

  // When gradients are sent off: for each of the best few plans, other sizes of messages.
  void tune_buckets(size_t best_few) {
    const auto few = std::min(simulated_.size(), best_few);
    if (is_full() && !is_large()) plans_left_ = std::max(plans_left_, kPlansToTune);
    std::ranges::stable_sort(simulated_, {}, &std::pair<double, Option>::first);
    std::vector<std::pair<double, Option>> best(simulated_.begin(), simulated_.begin() + few);
    for (auto& [seconds, option] : best) {
      if (seconds > kNearBest * out_.time.step_seconds) break;
      if (plans_left_ <= 0 || out_of_time()) return;
      for (bool Carrying::*way :
           {&Carrying::completes, &Carrying::gathers_on_use, &Carrying::fixes_rules}) {
        if (way == &Carrying::fixes_rules && !is_large()) continue;
        option.how.*way = !(option.how.*way);
        const double before = out_.time.step_seconds;
        consider(option);
        if (out_.time.step_seconds >= before) option.how.*way = !(option.how.*way);
      }
      if (plans_left_ <= 0) return;
      const double before = out_.time.step_seconds;
      option.how.ahead_bytes = kAheadBytes;
      consider(option);
      if (out_.time.step_seconds >= before) option.how.ahead_bytes = kFarAheadBytes;
      for (const int64_t bytes : kBuckets) {
        if (plans_left_ <= 0 || out_of_time()) return;
        option.how.bucket_bytes = bytes;
        consider(option);
      }
    }
  }

  // Where steps are simulated quickly: each argument in turn is held otherwise, everything else
  // chosen anew around it, and what is better is kept.
  void improve() {
    const int64_t ops = std::max<int64_t>(1, std::ssize(step_.program.body.ops));
    if (!is_full() || !out_.time.misfit.empty()) return;
    plans_left_ = kImproveOps / ops;
    if (!solved(chosen_.field, chosen_.weights, chosen_.restrictions)) return;
    if (is_slow(*chosen_.field)) return;
    for (bool better = true; better && plans_left_ > 0;) {
      better = false;
      for (size_t i = 0; i < step_.arguments.size(); ++i) {
        const StepRole role = step_.arguments[i].role;
        if (role != StepRole::kParam && role != StepRole::kBatch) continue;
        better = improved_at(step_.program.body.arguments[i]) || better;
        if (plans_left_ <= 0 || out_of_time()) return;
      }
    }
  }

  bool improved_at(ValueId v) {
    const auto field = chosen_.field;
    const int node = field->graph.node_of_value[v.index];
    const double before = out_.time.step_seconds;
    for (int s = 0; s < field->graph.num_states(node); ++s) {
      if (plans_left_ <= 0) break;
      if (s == chosen_.states[node]) continue;
      auto option = solved(field, chosen_.weights, restricted(chosen_, {node, s, true}));
      if (!option) continue;
      option->how = chosen_.how;
      option->how.completes = false;
      consider_one(*option);
    }
    return out_.time.step_seconds < before * (1 - 1e-9);
  }

  // Parameters and batch by type and state; for those with most bytes, what another state of one
  // of them would cost.
  void give_reasons() {
    const size_t most = is_full() ? 6 : 3;
    const Field& field = *chosen_.field;
    out_.reasons = alike_arguments(step_, out_.plan);
    if (out_.reasons.size() > most) out_.reasons.resize(most);
    for (Reason& reason : out_.reasons) {
      const int node = field.graph.node_of_value[reason.values[0].index];
      const int state = chosen_.states[node];
      const auto other =
          solved(chosen_.field, chosen_.weights, restricted(chosen_, {node, state, false}));
      reason.has_next = other.has_value();
      if (!other) continue;
      const int c = field.folding->value_class[reason.values[0].index];
      reason.next = field.candidates.values[c].states[other->states[node]];
      reason.worse_seconds = other->cost - chosen_.cost;
    }
  }

  void explain(ValueId v) {
    const Field& field = *chosen_.field;
    const int node = field.graph.node_of_value[v.index];
    if (node < 0) return;
    const auto& states = field.candidates.values[field.folding->value_class[v.index]].states;
    for (int s = 0; s < std::ssize(states); ++s) {
      Alternative other{.state = states[s], .is_chosen = out_.plan.values[v.index] == states[s]};
      if (other.is_chosen) {
        other.step_seconds = out_.time.step_seconds;
      } else {
        auto option = solved(chosen_.field, chosen_.weights, restricted(chosen_, {node, s, true}));
        if (!option) continue;
        option->how = chosen_.how;
        option->how.completes = false;
        ShardPlan plan;
        const StepTime time = time_of(step_, cluster_, *option, plan);
        other.step_seconds = time.step_seconds;
        other.misfit = time.misfit;
      }
      out_.alternatives.push_back(std::move(other));
    }
    std::ranges::stable_sort(out_.alternatives, {}, &Alternative::step_seconds);
  }

  const TrainStep& step_;
  const core::Cluster& cluster_;
  const SearchSettings& settings_;
  int64_t plans_left_ = 0;
  std::vector<CandidateGroup> groups_;
  std::vector<Option> options_;
  std::string wish_fault_;
  bool found_ = false;
  std::shared_ptr<const Field> has_solver_;           // the only one
  std::vector<std::pair<double, Option>> simulated_;  // those that fit, with their step
  double step_without_memory_ = 0;
  Option chosen_;
  SearchResult out_;
};

}  // namespace

SearchResult search(const TrainStep& step, const core::Cluster& cluster,
                    const SearchSettings& settings, std::optional<ValueId> explained) {
  return Search(step, cluster, settings).run(explained);
}

}  // namespace motley::tensor
