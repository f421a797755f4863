#include <algorithm>

#include "tensor/plan/search/ascent.h"
#include "tensor/plan/search/parameter_mix.h"
#include "tensor/plan/search/search_run.h"

namespace motley::tensor {
namespace {

// Ops that improvement by simulation may go through.
constexpr int64_t kImproveOps = 200'000;
constexpr int64_t kPlansToTune = 48;
// Gradients travel together once there are so many bytes of them.
constexpr int64_t kBuckets[] = {1'000'000,  2'500'000,  5'000'000,
                                10'000'000, 50'000'000, 200'000'000};

}  // namespace

void SearchRun::ascend() {
  if (!weighs_by_position()) return;
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

void SearchRun::mix() {
  if (!is_full() || !out_.time.misfit.empty() || chosen_.field->group->devices.size() == 1) return;
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

void SearchRun::polish() {
  const size_t most = is_full() && !is_large() ? 3 : 1;
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

void SearchRun::polish_from(Option option, double before) {
  constexpr int kRounds = 5;
  bool better = true;
  const auto may_go_on = [&] { return !out_of_time() && (is_full() || plans_left_ > 0); };
  for (int round = 0; better && round < kRounds && may_go_on(); ++round) {
    ShardPlan plan;
    const StepTime time = time_of(step_, cluster_, option, plan);
    better = false;
    for (const auto& shares : {balanced_ratio, ratio_with_samples_moved}) {
      if (!may_go_on()) return;
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

std::optional<Option> SearchRun::at_ratio(const Option& option, const core::Ratio& ratio) {
  const Field& field = *option.field;
  Levels levels = field.levels;
  levels[0][0] = ratio;
  const auto next = make_field(*field.group, field.problem, levels, "shares as simulated");
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

void SearchRun::tune_buckets(size_t best_few) {
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

void SearchRun::improve() {
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

bool SearchRun::improved_at(ValueId v) {
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

}  // namespace motley::tensor
