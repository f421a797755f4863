#include <algorithm>
#include <set>

#include "tensor/plan/search/dual_ascent.h"
#include "tensor/plan/search/parameter_mix.h"
#include "tensor/plan/search/search_run.h"

namespace motley::tensor::search {
namespace {

using namespace predict;

// Budget in ops for improvement by simulation.
constexpr int64_t kImproveOps = 200'000, kFastImproveOps = 30'000;
constexpr int64_t kPlansToTune = 48;
// Bucket sizes in bytes for gradients.
constexpr int64_t kBuckets[] = {1'000'000,  2'500'000,  5'000'000,
                                10'000'000, 50'000'000, 200'000'000};

}  // namespace

void SearchRun::ascend() {
  if (!weighs_by_position()) return;
  const size_t most = is_full() ? 4 : 1;
  const int solves = is_full() ? 24 : 8;
  std::ranges::stable_sort(simulated_, {}, &std::pair<double, Candidate>::first);
  std::vector<std::shared_ptr<const SearchInstance>> instances;
  for (const auto& [seconds, candidate] : simulated_) {
    if (instances.size() == most || seconds > kNearBest * out_.time.step_seconds) break;
    const bool known = std::ranges::find(instances, candidate.instance) != instances.end();
    if (!known && candidate.instance->group->devices.size() > 1)
      instances.push_back(candidate.instance);
  }
  for (const auto& instance : instances) {
    if (!solved(instance, {}) || is_slow(*instance)) continue;
    DualAscent ascent(instance->graph, *instance->timeline, solver(instance, true),
                      instance->restrictions);
    while (!ascent.is_done() && ascent.num_solves() < solves && plans_left_ > 0) {
      ascent.climb(out_.time.step_seconds);
      if (out_of_time() || !ascent.last().feasible) return;
      const bool known = std::ranges::any_of(simulated_, [&](const auto& one) {
        return one.second.instance == instance && one.second.states == ascent.last().states;
      });
      if (!known) consider(option_of(instance, ascent.last_weights(), ascent.last()));
    }
  }
}

void SearchRun::mix() {
  if (!is_full() || !out_.time.out_of_memory.empty() ||
      chosen_.instance->group->devices.size() == 1)
    return;
  const auto instance = chosen_.instance;
  const auto whole = solved(instance, {.late = 0.2, .early = 2});
  const auto pieces = solved(instance, {.early = 0.05});
  if (!whole || !pieces) return;
  if (!is_large()) plans_left_ = std::max(plans_left_, kPlansToTune);
  for (Candidate all : {*whole, *pieces}) {
    for (const bool on_use : {false, true}) {
      all.lowering.completes = true;
      all.lowering.regathers = on_use;
      consider(all);
    }
  }
  const ParameterMix mixed(step_, *instance, whole->states, pieces->states);
  if (mixed.empty()) return;
  const Weights weights = chosen_.weights.stretches.empty() ? chosen_.weights : Weights{};
  const auto try_at = [&](double part, ParameterMix::Whole which, double ahead = 0) {
    auto candidate = solved(instance, weights, mixed.at(part, which, ahead));
    const double before = out_.time.step_seconds;
    if (!candidate || plans_left_ <= 0 || out_of_time()) return false;
    candidate->lowering.bucket_bytes = chosen_.lowering.bucket_bytes;
    candidate->lowering.prefetch_bytes = chosen_.lowering.prefetch_bytes;
    consider(*candidate);
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

void SearchRun::polish() {
  if (settings_.even) return;  // it changes ratios
  const size_t most = is_full() && !is_large() ? 3 : 1;
  std::ranges::stable_sort(simulated_, {}, &std::pair<double, Candidate>::first);
  std::vector<std::pair<double, Candidate>> starts;
  for (const auto& one : simulated_) {
    const SearchInstance& instance = *one.second.instance;
    if (starts.size() == most || one.first > kNearBest * out_.time.step_seconds) break;
    const bool known = std::ranges::any_of(starts, [&](const auto& other) {
      return other.second.instance == one.second.instance &&
             other.second.states == one.second.states;
    });
    if (!known && instance.group->devices.size() > 1) starts.push_back(one);
  }
  for (const auto& [seconds, candidate] : starts) polish_from(candidate, seconds);
}

void SearchRun::polish_from(Candidate candidate, double before) {
  constexpr int kRounds = 5;
  bool better = true;
  const auto may_go_on = [&] { return !out_of_time() && (is_full() || plans_left_ > 0); };
  for (int round = 0; better && round < kRounds && may_go_on(); ++round) {
    ShardPlan plan;
    const StepTime time = time_of(step_, cluster_, candidate, plan);
    better = false;
    for (const auto& shares : {balanced_ratio, ratio_with_samples_moved}) {
      if (!may_go_on()) return;
      const auto ratio = shares(step_, *candidate.instance, time);
      const auto moved = ratio ? at_ratio(candidate, *ratio) : std::nullopt;
      if (!moved || !consider_one(*moved) || simulated_.back().first >= before) continue;
      before = simulated_.back().first;
      candidate = *moved;
      better = true;
      break;
    }
  }
}

std::optional<Candidate> SearchRun::at_ratio(const Candidate& candidate, const core::Ratio& ratio) {
  const SearchInstance& instance = *candidate.instance;
  RatioLevels levels = instance.levels;
  levels[0][0] = ratio;
  const auto next = make_instance(*instance.group, instance.problem, levels, "shares as simulated");
  if (!next) return std::nullopt;
  // Usually the nodes and states are the same, at other positions.
  const auto has_as_many = [&](int node) {
    return next->graph.num_states(node) == instance.graph.num_states(node);
  };
  if (next->graph.nodes.size() != instance.graph.nodes.size()) return std::nullopt;
  if (!std::ranges::all_of(candidate.restrictions, has_as_many, &Restriction::node)) {
    return std::nullopt;
  }
  std::vector<Restriction> as_before = candidate.restrictions;
  for (int i = 0; i < std::ssize(candidate.states) && !is_slow(instance); ++i) {
    if (has_as_many(i)) as_before.push_back({i, candidate.states[i], true});
  }
  auto moved = solved(next, candidate.weights, as_before);
  if (!moved) moved = solved(next, candidate.weights, candidate.restrictions);
  if (moved) moved->lowering = candidate.lowering;
  if (moved) moved->restrictions = candidate.restrictions;
  return moved;
}

void SearchRun::tune_buckets(size_t best_few) {
  const auto few = std::min(simulated_.size(), best_few);
  if (is_full() && !is_large()) plans_left_ = std::max(plans_left_, kPlansToTune);
  std::ranges::stable_sort(simulated_, {}, &std::pair<double, Candidate>::first);
  std::vector<std::pair<double, Candidate>> best(simulated_.begin(), simulated_.begin() + few);
  for (auto& [seconds, candidate] : best) {
    if (seconds > kNearBest * out_.time.step_seconds) break;
    if (plans_left_ <= 0 || out_of_time()) return;
    for (bool LoweringOptions::*way : {&LoweringOptions::completes, &LoweringOptions::regathers,
                                       &LoweringOptions::fixes_rules}) {
      if (way == &LoweringOptions::fixes_rules && !is_large()) continue;
      candidate.lowering.*way = !(candidate.lowering.*way);
      const double before = out_.time.step_seconds;
      consider(candidate);
      if (out_.time.step_seconds >= before) candidate.lowering.*way = !(candidate.lowering.*way);
    }
    if (plans_left_ <= 0) return;
    const double before = out_.time.step_seconds;
    candidate.lowering.prefetch_bytes = kPrefetchBytes;
    consider(candidate);
    if (out_.time.step_seconds >= before) candidate.lowering.prefetch_bytes = kFarPrefetchBytes;
    for (const int64_t bytes : kBuckets) {
      if (plans_left_ <= 0 || out_of_time()) return;
      candidate.lowering.bucket_bytes = bytes;
      consider(candidate);
    }
  }
}

void SearchRun::improve() {
  const int64_t ops = std::max<int64_t>(1, std::ssize(step_.program.body.ops));
  if (!out_.time.out_of_memory.empty() || out_.plan.group.num_ranks() == 1) return;
  plans_left_ = (is_full() ? kImproveOps : kFastImproveOps) / ops;
  if (plans_left_ == 0) return;
  if (!solved(chosen_.instance, chosen_.weights, chosen_.restrictions)) return;
  if (is_slow(*chosen_.instance)) return;
  for (bool better = true; better && plans_left_ > 0;) {
    better = false;
    std::set<int> seen;  // arguments of repeated layers share a node
    for (size_t i = 0; i < step_.arguments.size(); ++i) {
      const StepRole role = step_.arguments[i].role;
      if (role == StepRole::kState || role == StepRole::kSetting) continue;
      const ValueId v = step_.program.body.arguments[i];
      if (!seen.insert(chosen_.instance->graph.node_of_value[v.index]).second) continue;
      better = improved_at(v) || better;
      if (plans_left_ <= 0 || out_of_time()) return;
    }
  }
}

bool SearchRun::improved_at(ValueId v) {
  const auto instance = chosen_.instance;
  const int node = instance->graph.node_of_value[v.index];
  if (node < 0) return false;
  const double before = out_.time.step_seconds;
  for (int s = 0; s < instance->graph.num_states(node); ++s) {
    if (plans_left_ <= 0) break;
    if (s == chosen_.states[node]) continue;
    auto candidate = solved(instance, chosen_.weights, restricted(chosen_, {node, s, true}));
    if (!candidate) continue;
    candidate->lowering = chosen_.lowering;
    candidate->lowering.completes = false;
    consider_one(*candidate);
  }
  return out_.time.step_seconds < before * (1 - 1e-9);
}

}  // namespace motley::tensor::search
