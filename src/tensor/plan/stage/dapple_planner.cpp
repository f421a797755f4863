// The dynamic program of the paper. In state T_PL(j, g) the layers before cut j form stages on the
// devices g, the others one provisional stage on all remaining devices; so each state is a complete
// plan, valued by the pivot formula.
//
//   stages so far | provisional, on all the rest          -->  the next cut j', m' devices placed
//   0 ......... j | j ........................ N               fresh, append or scatter
//                 | j ... j' | j' ............ N               O(3 G) groups, N cuts for each state
//
// The first state, (0, {}), is data parallelism. Of the plans that lead to a state only the best is
// kept, although another may be better once it is split further: this is the paper's heuristic, and
// why this planner may miss the optimum of its own formula.
#include "tensor/plan/stage/dapple_planner.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tensor/plan/stage/free_devices.h"
#include "tensor/plan/stage/layer_cuts.h"
#include "tensor/plan/stage/pivot_latency.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::stage {
namespace {

using namespace schedule;

// Times of one micro-batch under the paper's assumptions.
class Beliefs {
 public:
  Beliefs(const PlanProblem& problem, int32_t microbatches)
      : cuts_(problem.profile),
        links_(problem.cluster),
        microbatches_(microbatches),
        scale_(fractional_scale(problem, microbatches)) {}

  const LayerCuts& cuts() const { return cuts_; }
  const SlowestLinks& links() const { return links_; }
  int32_t microbatches() const { return microbatches_; }

  Ticks transfer(int32_t cut, double bandwidth) const {
    return to_ticks(static_cast<double>(cuts_.cut_bytes(cut)) * scale_ / bandwidth);
  }
  Ticks forward(int32_t begin, int32_t end, double replicas) const {
    return to_ticks(cuts_.forward_seconds(begin, end) * scale_ / replicas);
  }
  Ticks backward(int32_t begin, int32_t end, double replicas) const {
    return to_ticks(cuts_.backward_seconds(begin, end) * scale_ / replicas);
  }

  PipelineEntry transfer_entry(int32_t cut, double bandwidth) const {
    const Ticks time = transfer(cut, bandwidth);
    return {.forward = time, .backward = time};
  }
  // `bandwidth` is that of the slowest link inside the group.
  PipelineEntry stage_entry(int32_t begin, int32_t end, double replicas, double bandwidth) const {
    const auto parameters = static_cast<double>(cuts_.parameter_bytes(begin, end));
    return {.forward = forward(begin, end, replicas),
            .backward = backward(begin, end, replicas),
            .all_reduce = to_ticks(2 * (replicas - 1) / replicas * parameters / bandwidth)};
  }
  Ticks latency(std::span<const PipelineEntry> entries) const {
    return pivot_latency(entries, microbatches_);
  }

 private:
  LayerCuts cuts_;
  SlowestLinks links_;
  int32_t microbatches_;
  double scale_;
};

// -- sets of devices --------------------------------------------------------------------------

// The device sets reachable by placements, and the groups that lead from one to the next.
struct Move {
  DeviceGroup group;
  double inside = 0, to_rest = 0;  // bandwidths: within the group, and to all remaining devices
  size_t next = 0;
};
struct DeviceSet {
  Occupancy taken;
  DeviceGroup rest;
  double inside_rest = 0;
  std::vector<Move> moves;
};

// Two hosts of 8 have 72 sets and take a tenth of a second; four have 4680, eight more than
// 300,000. Beyond this limit devices are only assigned in cluster order.
constexpr size_t kMostDeviceSets = 1000;

class DeviceSets {
 public:
  DeviceSets(const FreeDevices& free, const SlowestLinks& links, int32_t most_replicas)
      : free_(free), links_(links), most_replicas_(most_replicas) {
    if (!enumerate(false)) enumerate(true);
  }

  // The first is empty.
  const std::vector<DeviceSet>& all() const { return sets_; }

 private:
  bool enumerate(bool in_order) {
    sets_.clear();
    index_.clear();
    index_of(free_.none_taken());
    for (size_t s = 0; s < sets_.size(); ++s) {
      const auto num_free = static_cast<int32_t>(sets_[s].rest.size());
      for (int32_t count = 1; count < num_free && count <= most_replicas_; ++count) {
        for (DeviceGroup& group : groups(sets_[s], count, in_order)) {
          const size_t next = index_of(free_.after(sets_[s].taken, group));
          const double inside = links_.inside(group);
          const double to_rest = links_.between(group, sets_[next].rest);
          sets_[s].moves.push_back({std::move(group), inside, to_rest, next});
        }
      }
      if (!in_order && sets_.size() > kMostDeviceSets) return false;
    }
    return true;
  }

  std::vector<DeviceGroup> groups(const DeviceSet& set, int32_t count, bool in_order) const {
    if (in_order) return {DeviceGroup(set.rest.begin(), set.rest.begin() + count)};
    std::vector<DeviceGroup> groups = {free_.fresh(set.taken, count),
                                       free_.append(set.taken, count),
                                       free_.scatter(set.taken, count)};
    std::erase(groups, DeviceGroup{});
    std::ranges::sort(groups);
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    return groups;
  }

  size_t index_of(const Occupancy& taken) {
    const auto [it, added] = index_.try_emplace(taken, sets_.size());
    if (added) {
      DeviceGroup rest = free_.scatter(taken, free_.num_free(taken));
      const double inside = links_.inside(rest);
      sets_.push_back({taken, std::move(rest), inside, {}});
    }
    return it->second;
  }

  const FreeDevices& free_;
  const SlowestLinks& links_;
  int32_t most_replicas_;
  std::map<Occupancy, size_t> index_;
  std::vector<DeviceSet> sets_;
};

// -- the search -------------------------------------------------------------------------------

struct State {
  Ticks latency = std::numeric_limits<Ticks>::max();  // with the provisional stage
  const State* before = nullptr;
  int32_t cut = 0;
  const DeviceSet* set = nullptr;      // null: unreachable
  const DeviceGroup* group = nullptr;  // of its last stage
  std::vector<PipelineEntry> entries;  // without the provisional stage
};

class Search {
 public:
  Search(const PlanProblem& problem, const DappleSearch& search)
      : beliefs_(problem, search.microbatches),
        free_(problem),
        sets_(free_, beliefs_.links(), search.most_replicas),
        most_replicas_(search.most_replicas),
        states_(num_layers(), std::vector<State>(sets_.all().size())) {}

  std::optional<DappleAnswer> run() {
    const DeviceSet& none = sets_.all().front();
    const PipelineEntry whole = provisional(0, none);
    State& first = states_[0][0];
    first.latency = beliefs_.latency(std::span(&whole, 1));
    first.set = &none;
    const State* best = nullptr;
    for (const auto& at_cut : states_) {
      for (const State& state : at_cut) {
        if (state.set == nullptr) continue;
        const bool allowed = std::ssize(state.set->rest) <= most_replicas_;
        if (allowed && (!best || state.latency < best->latency)) best = &state;
        for (const Move& move : state.set->moves) split_off(state, move);
      }
    }
    if (!best) return std::nullopt;
    return DappleAnswer{plan_of(*best), best->latency};
  }

 private:
  int32_t num_layers() const { return beliefs_.cuts().num_layers(); }
  PipelineEntry provisional(int32_t cut, const DeviceSet& set) const {
    return beliefs_.stage_entry(cut, num_layers(), static_cast<double>(set.rest.size()),
                                set.inside_rest);
  }

  // Tries every next cut, with the group of `move` for the layers before it.
  void split_off(const State& state, const Move& move) {
    const DeviceSet& next = sets_.all()[move.next];
    const auto replicas = static_cast<double>(move.group.size());
    entries_ = state.entries;
    if (state.group != nullptr) {
      const double bandwidth = beliefs_.links().between(*state.group, move.group);
      entries_.push_back(beliefs_.transfer_entry(state.cut, bandwidth));
    }
    const size_t size = entries_.size();
    for (int32_t cut = state.cut + 1; cut < num_layers(); ++cut) {
      entries_.resize(size);
      entries_.push_back(beliefs_.stage_entry(state.cut, cut, replicas, move.inside));
      entries_.push_back(beliefs_.transfer_entry(cut, move.to_rest));
      entries_.push_back(provisional(cut, next));
      const Ticks latency = beliefs_.latency(entries_);
      State& target = states_[cut][move.next];
      if (target.latency <= latency) continue;
      entries_.resize(size + 1);
      target = {latency, &state, cut, &next, &move.group, entries_};
    }
  }

  PipelinePlan plan_of(const State& last) const {
    PipelinePlan plan{.microbatches = beliefs_.microbatches()};
    plan.stages.push_back(stage_of_range(last.cut, num_layers(), last.set->rest));
    for (const State* state = &last; state->before != nullptr; state = state->before) {
      plan.stages.push_back(stage_of_range(state->before->cut, state->cut, *state->group));
    }
    std::ranges::reverse(plan.stages);
    return plan;
  }

  Beliefs beliefs_;
  FreeDevices free_;
  DeviceSets sets_;
  int32_t most_replicas_;
  std::vector<std::vector<State>> states_;  // per cut and device set
  std::vector<PipelineEntry> entries_;      // of the plan under evaluation
};

// From this ratio on, transfers are hidden by deeper warm-up. The paper's measurements of such
// warm-up: 2 % faster at a ratio of 0.03, 10 % and more from 0.1 on.
constexpr double kComparableTransfers = 0.1;

}  // namespace

Ticks dapple_latency(const PlanProblem& problem, const PipelinePlan& plan) {
  const Beliefs beliefs(problem, plan.microbatches);
  std::vector<PipelineEntry> entries;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const PlannedStage& stage = plan.stages[s];
    const int32_t begin = stage.layers.front(), end = stage.layers.back() + 1;
    if (s > 0) {
      entries.push_back(beliefs.transfer_entry(
          begin, beliefs.links().between(plan.stages[s - 1].devices, stage.devices)));
    }
    entries.push_back(beliefs.stage_entry(begin, end, static_cast<double>(stage.devices.size()),
                                          beliefs.links().inside(stage.devices)));
  }
  return beliefs.latency(entries);
}

double activation_communication_ratio(const PlanProblem& problem, const PipelinePlan& plan) {
  const Beliefs beliefs(problem, plan.microbatches);
  Ticks transfer = 0, turn = 1;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const PlannedStage& stage = plan.stages[s];
    const int32_t begin = stage.layers.front(), end = stage.layers.back() + 1;
    const auto replicas = static_cast<double>(stage.devices.size());
    turn = std::max(turn,
                    beliefs.forward(begin, end, replicas) + beliefs.backward(begin, end, replicas));
    if (s == 0) continue;
    const double bandwidth = beliefs.links().between(plan.stages[s - 1].devices, stage.devices);
    transfer = std::max(transfer, beliefs.transfer(begin, bandwidth));
  }
  return static_cast<double>(transfer) / static_cast<double>(turn);
}

std::optional<DappleAnswer> dapple_search(const PlanProblem& problem, const DappleSearch& search) {
  return Search(problem, search).run();
}

// The paper takes the number of micro-batches as given. Of several the simulation decides: the
// formula gives fractions of a sample to each replica, and is best for the smallest micro-batches,
// which replicas cannot share.
PlannedResult plan_dapple(const PlanProblem& problem) {
  check_problem(problem);
  PlannedResult best{
      .strategy = "dapple",
      .assumes =
          "all devices as fast as the first, enough memory, a pivot stage without bubbles, "
          "whole micro-batches over the slowest link, fractions of samples"};
  const PlanEvaluator evaluator(problem);
  for (const int32_t microbatches : problem.microbatches) {
    DappleAnswer answer = *dapple_search(problem, {.microbatches = microbatches});
    const bool deep = activation_communication_ratio(problem, answer.plan) >= kComparableTransfers;
    answer.plan.schedule = deep ? "deep:h=1" : "1f1b";
    PlanTiming timing = evaluator.evaluate(answer.plan);
    if (!best.plan.stages.empty() && !is_better(timing, best.timing)) continue;
    best.plan = std::move(answer.plan);
    best.timing = std::move(timing);
    best.own_seconds = seconds(answer.latency);
  }
  return best;
}

}  // namespace motley::tensor::stage
