#include "tensor/adapt/share_plans.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/balance/ratio.h"
#include "core/base/error.h"
#include "core/base/statistics.h"

namespace motley::tensor {

using planner::PlanStage;

namespace {

// Clips of the measured speeds that are simulated beside what the tuner proposes.
constexpr size_t kMostCandidates = 3;

// Parameters and state whose rows move with the shares.
double moved_bytes(const TunedPlan& tuned) {
  const Program& program = tuned.plan.on.step().program;
  const int num_kept = tuned.plan.on.model_step->num_updated();
  double bytes = 0;
  for (const ShareGroup& group : tuned.groups.all()) {
    if (!tuned.groups.follows(group)) continue;
    for (int i = 0; i < num_kept; ++i) {
      const ValueId v = program.body.arguments[i];
      if (std::ranges::find(group.values, v) != group.values.end())
        bytes += static_cast<double>(program.type(v).num_bytes());
    }
  }
  return bytes;
}

// Whether both axes of a grid shard one dimension of a value: the outer one has equal shares then.
bool shards_samples_twice(const planner::Plan& plan) {
  const std::vector<Sharding>& values = plan.stage().sharding.values;
  return std::ranges::any_of(values, [](const Sharding& s) {
    return s[0].is_sharded() && s[1].is_sharded() && s[0].cut.dim == s[1].cut.dim;
  });
}

std::vector<int64_t> other_units(const std::vector<int64_t>& units) {
  core::Ratio ratio;
  const int64_t total = std::accumulate(units.begin(), units.end(), int64_t{0});
  double sum = 0;
  for (size_t j = 0; j < units.size(); ++j) {
    // Each share changes, also that of a device without one.
    const double share = std::max(static_cast<double>(units[j]), 0.1 * static_cast<double>(total));
    ratio.push_back(share * (j % 2 == 0 ? 1.5 : 0.5));
    sum += ratio.back();
  }
  for (double& r : ratio) r /= sum;
  return units_of(ratio, total);
}

// Work whatever the share, from two predictions at different shares; in shares.
void fit_fixed_work(ShareTuning& tuning, const std::vector<double>& first,
                    const std::vector<int64_t>& other, const std::vector<double>& second) {
  const auto total =
      static_cast<double>(std::accumulate(tuning.units.begin(), tuning.units.end(), int64_t{0}));
  const size_t n = tuning.units.size();
  std::vector<double> known;
  std::vector<bool> is_known(n);
  tuning.fixed.assign(n, 0.0);
  tuning.speeds.assign(n, 0.0);
  for (size_t j = 0; j < n; ++j) {
    const double share = static_cast<double>(tuning.units[j]) / total;
    const double change = static_cast<double>(other[j] - tuning.units[j]) / total;
    if (change == 0) continue;
    const double each = (second[j] - first[j]) / change;
    if (!(each > 0)) continue;
    tuning.fixed[j] = std::max(0.0, first[j] / each - share);
    tuning.speeds[j] = 1 / each;
    is_known[j] = true;
    known.push_back(tuning.fixed[j]);
  }
  const double usual = known.empty() ? 0 : core::midpoint_median(known);
  for (size_t j = 0; j < n; ++j) {
    if (is_known[j]) continue;
    tuning.fixed[j] = usual;
    const double work = static_cast<double>(tuning.units[j]) / total + usual;
    tuning.speeds[j] = first[j] > 0 ? work / first[j] : 0;
  }
}

// The step of a plan on the cluster as it is described, or as measured.
predict::StepTime time_of(const planner::Plan& plan,
                          const std::shared_ptr<const propagate::ProgramFacts>& facts,
                          const core::Cluster& cluster) {
  const planner::PlanStage& stage = plan.stage();
  const propagate::ShardingProblem problem(
      facts, plan.on.model_step->num_updated(), stage.sharding.group,
      shard_cost::group_costs(cluster, stage.sharding.group, stage.devices));
  return predict::step_time(problem, stage.sharding, cluster, stage.devices);
}

}  // namespace

std::vector<double> TunedPlan::by_device(const std::vector<double>& by_rank) const {
  const DeviceGrid& grid = plan.stage().sharding.group;
  const int axis = groups.empty() ? 0 : groups.main().axis;
  std::vector<double> slowest(grid.sizes[axis], 0.0);
  for (int rank = 0; rank < grid.num_ranks(); ++rank) {
    double& one = slowest[grid.coordinate(rank, axis)];
    one = std::max(one, by_rank[rank]);
  }
  return slowest;
}

TunedPlan tuned_plan(planner::Plan plan) {
  const auto facts = std::make_shared<const propagate::ProgramFacts>(plan.on.step().program);
  plan.time = time_of(plan, facts, plan.on.cluster);
  ShareGroups groups(plan);
  TunedPlan tuned{
      .plan = std::move(plan), .facts = facts, .groups = std::move(groups), .tuning = {}};
  const auto cannot = [&](std::string reason) {
    tuned.untunable_reason = std::move(reason);
    return std::move(tuned);
  };
  if (tuned.groups.empty()) return cannot("nothing is sharded");
  const ShareGroup& main = tuned.groups.main();
  if (main.shares.num_devices() < 2) return cannot("there is one device");
  tuned.tuning.units = units_in_use(main);
  if (shards_samples_twice(tuned.plan)) {
    return cannot("samples are sharded over both axes of the grid, in equal shares");
  }
  if (main.units < 2 * main.shares.num_devices()) {
    return cannot(fmt::format("{} units on {} devices leave nothing to move", main.units,
                              main.shares.num_devices()));
  }
  const std::vector<int64_t> other = other_units(tuned.tuning.units);
  const planner::Plan moved = with_units(tuned.plan, tuned.groups, other);
  fit_fixed_work(tuned.tuning, tuned.by_device(tuned.plan.time.rank_compute_seconds), other,
                 tuned.by_device(time_of(moved, facts, moved.on.cluster).rank_compute_seconds));
  const double rate = slowest_port(tuned.plan.on.cluster);
  tuned.tuning.moving = {.fixed_seconds = tuned.plan.time.step_seconds,
                         .per_share = rate > 0 ? moved_bytes(tuned) / rate : 0};
  return tuned;
}

MeasuredRates rates_of(const TunedPlan& tuned, const std::vector<double>& compute_seconds,
                       double communication_seconds) {
  const predict::StepTime& time = tuned.plan.time;
  const std::vector<int> devices = tuned.plan.devices();
  MeasuredRates rates;
  rates.slowdown.assign(core::num_devices(tuned.plan.on.cluster), 1.0);
  MOTLEY_CHECK(compute_seconds.size() == time.rank_compute_seconds.size(), "{} figures of {} ranks",
               compute_seconds.size(), time.rank_compute_seconds.size());
  for (size_t rank = 0; rank < devices.size(); ++rank) {
    const double predicted = time.rank_compute_seconds[rank];
    if (predicted > 0 && compute_seconds[rank] > 0)
      rates.slowdown[devices[rank]] = compute_seconds[rank] / predicted;
  }
  const double predicted = std::accumulate(time.communication_durations.begin(),
                                           time.communication_durations.end(), 0.0);
  if (communication_seconds > 0 && predicted > 0)
    rates.network_slowdown = communication_seconds / predicted;
  return rates;
}

NextPlan next_shares(const TunedPlan& tuned, const std::vector<int64_t>& units,
                     const MeasuredRates& rates) {
  const core::Cluster measured = as_measured(tuned.plan.on.cluster, rates);
  std::vector<std::vector<int64_t>> candidates = {units};
  std::vector<double> speeds;
  const std::vector<double> seconds = [&] {
    std::vector<double> by_rank;
    for (size_t rank = 0; rank < tuned.plan.time.rank_compute_seconds.size(); ++rank) {
      by_rank.push_back(tuned.plan.time.rank_compute_seconds[rank] *
                        rates.slowdown[tuned.plan.devices()[rank]]);
    }
    return tuned.by_device(by_rank);
  }();
  const int64_t total = tuned.groups.main().units;
  for (size_t j = 0; j < seconds.size(); ++j) {
    const double work = static_cast<double>(tuned.tuning.units[j]) / static_cast<double>(total) +
                        tuned.tuning.fixed[j];
    speeds.push_back(seconds[j] > 0 ? work / seconds[j] : 0);
  }
  for (const core::Ratio& ratio : core::clip_candidates(speeds)) {
    const std::vector<int64_t> clipped = units_of(ratio, total);
    if (std::ranges::find(candidates, clipped) == candidates.end() &&
        candidates.size() < kMostCandidates)
      candidates.push_back(clipped);
  }
  NextPlan best{.plan = tuned.plan,
                .now_seconds = time_of(tuned.plan, tuned.facts, measured).step_seconds};
  for (const std::vector<int64_t>& candidate : candidates) {
    planner::Plan plan = with_units(tuned.plan, tuned.groups, candidate);
    const predict::StepTime time = time_of(plan, tuned.facts, measured);
    const bool fits = time.out_of_memory.empty();
    if (best.next_seconds > 0 &&
        (best.fits > fits || (best.fits == fits && best.next_seconds <= time.step_seconds)))
      continue;
    best.plan = std::move(plan);
    best.next_seconds = time.step_seconds;
    best.fits = fits;
  }
  return best;
}

NextPlan same_plan(const TunedPlan& tuned, const MeasuredRates& rates) {
  const core::Cluster measured = as_measured(tuned.plan.on.cluster, rates);
  const predict::StepTime time = time_of(tuned.plan, tuned.facts, measured);
  return {.plan = tuned.plan,
          .now_seconds = time.step_seconds,
          .next_seconds = time.step_seconds,
          .fits = time.out_of_memory.empty()};
}

NextPlan or_searched_plan(const TunedPlan& tuned, NextPlan next, const MeasuredRates& rates,
                          int64_t steps_left) {
  const planner::StepOnCluster& on = tuned.plan.on;
  planner::StepOnCluster measured = on;
  measured.cluster = as_measured(on.cluster, rates);
  planner::Plan found = planner::searched_plan(measured, {.level = search::SearchEffort::kFast});
  if (!found.applies() || !found.fits() || found.devices() != tuned.plan.devices()) return next;
  double bytes = 0;
  const Program& program = on.step().program;
  for (int i = 0; i < on.model_step->num_updated(); ++i) {
    bytes += static_cast<double>(program.type(program.body.arguments[i]).num_bytes());
  }
  const double rate = slowest_port(measured.cluster);
  const double move_seconds = rate > 0 ? bytes / rate : 0;
  const double found_seconds = found.time.step_seconds;
  constexpr double kLeastGain = 0.05;
  const bool is_faster = found_seconds < (1 - kLeastGain) * next.next_seconds;
  const bool pays =
      (next.next_seconds - found_seconds) * static_cast<double>(steps_left) > move_seconds;
  if (!is_faster || !pays) return next;
  found.on = on;
  PlanStage& stage = found.stages[0];
  stage.costs = shard_cost::group_costs(on.cluster, stage.sharding.group, stage.devices);
  next.plan = std::move(found);
  next.next_seconds = found_seconds;
  next.fits = true;
  next.is_searched = true;
  return next;
}

}  // namespace motley::tensor
