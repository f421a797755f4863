// The dynamic programme of the paper. A state T_PL(j, g): layers before cut j form stages on the
// devices g, the others one provisional stage on all devices left; so each state is a whole plan,
// worth what the pivot formula says of it.
//
//   stages so far | provisional, on all the rest          -->  the next cut j', m' devices placed
//   0 ......... j | j ........................ N               fresh, append or scatter
//                 | j ... j' | j' ............ N               O(3 G) groups, N cuts for each state
//
// The first state, (0, {}), is data parallelism. Of the plans that lead to a state only the best is
// kept, though another may be better once it is split further: that is the paper's shortcut, and
// why this planner may miss what its own formula would like best.
#include "tensor/plan/stage/dapple_planner.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tensor/plan/stage/free_devices.h"
#include "tensor/plan/stage/layer_cuts.h"
#include "tensor/plan/stage/pivot_latency.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor {
namespace {

Ticks to_ticks(double seconds) { return std::llround(seconds * kTicksPerSecond); }

// Times as the paper counts them, of one microbatch.
class Beliefs {
 public:
  Beliefs(const PlanProblem& problem, int32_t microbatches)
      : cuts_(problem.profile),
        links_(problem.cluster),
        microbatches_(microbatches),
        scale_(PlanCosts(problem).scale(microbatches)) {}

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
  // `bandwidth` is that of the slowest link inside its group.
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

// -- the search -------------------------------------------------------------------------------

struct State {
  Ticks latency = 0;  // of the plan with its provisional stage
  const State* before = nullptr;
  int32_t cut = 0;
  DeviceGroup group;  // of its last stage
  Occupancy taken;
  std::vector<PipelineEntry> entries;  // without the provisional stage
};

class Search {
 public:
  Search(const PlanProblem& problem, const DappleSearch& search)
      : beliefs_(problem, search.microbatches),
        free_(problem),
        most_replicas_(search.most_replicas),
        states_(beliefs_.cuts().num_layers()) {}

  std::optional<DappleAnswer> run() {
    State first{.taken = free_.none_taken()};
    const DeviceGroup all = rest_of(first.taken);
    const PipelineEntry whole = beliefs_.stage_entry(
        0, num_layers(), static_cast<double>(all.size()), beliefs_.links().inside(all));
    first.latency = beliefs_.latency(std::span(&whole, 1));
    const Occupancy none = first.taken;
    states_[0].emplace(none, std::move(first));
    const State* best = nullptr;
    for (const auto& at_cut : states_) {
      for (const auto& [taken, state] : at_cut) {
        const bool allowed = free_.num_free(taken) <= most_replicas_;
        if (allowed && (!best || state.latency < best->latency)) best = &state;
        split(state);
      }
    }
    if (!best) return std::nullopt;
    return DappleAnswer{plan_of(*best), best->latency};
  }

 private:
  int32_t num_layers() const { return beliefs_.cuts().num_layers(); }
  DeviceGroup rest_of(const Occupancy& taken) const {
    return free_.scatter(taken, free_.num_free(taken));
  }

  void split(const State& state) {
    const int32_t most = std::min(free_.num_free(state.taken) - 1, most_replicas_);
    for (int32_t count = 1; count <= most; ++count) {
      std::vector<DeviceGroup> groups = {free_.fresh(state.taken, count),
                                         free_.append(state.taken, count),
                                         free_.scatter(state.taken, count)};
      std::ranges::sort(groups);
      groups.erase(std::ranges::unique(groups).begin(), groups.end());
      for (const DeviceGroup& group : groups) {
        if (!group.empty()) split_off(state, group);
      }
    }
  }

  // Every next cut, with `group` for the layers before it.
  void split_off(const State& state, const DeviceGroup& group) {
    const SlowestLinks& links = beliefs_.links();
    const Occupancy taken = free_.after(state.taken, group);
    const DeviceGroup rest = rest_of(taken);
    const double inside = links.inside(group), inside_rest = links.inside(rest);
    const double between = links.between(group, rest);
    const auto replicas = static_cast<double>(group.size());
    const auto replicas_rest = static_cast<double>(rest.size());
    entries_ = state.entries;
    if (state.cut > 0) {
      entries_.push_back(beliefs_.transfer_entry(state.cut, links.between(state.group, group)));
    }
    const size_t size = entries_.size();
    for (int32_t cut = state.cut + 1; cut < num_layers(); ++cut) {
      entries_.resize(size);
      entries_.push_back(beliefs_.stage_entry(state.cut, cut, replicas, inside));
      entries_.push_back(beliefs_.transfer_entry(cut, between));
      entries_.push_back(beliefs_.stage_entry(cut, num_layers(), replicas_rest, inside_rest));
      const Ticks latency = beliefs_.latency(entries_);
      const auto [it, added] = states_[cut].try_emplace(taken);
      if (!added && it->second.latency <= latency) continue;
      entries_.resize(size + 1);
      it->second = {latency, &state, cut, group, taken, entries_};
    }
  }

  PipelinePlan plan_of(const State& last) const {
    PipelinePlan plan{.microbatches = beliefs_.microbatches()};
    plan.stages.push_back(stage_of_range(last.cut, num_layers(), rest_of(last.taken)));
    for (const State* state = &last; state->before != nullptr; state = state->before) {
      plan.stages.push_back(stage_of_range(state->before->cut, state->cut, state->group));
    }
    std::ranges::reverse(plan.stages);
    return plan;
  }

  Beliefs beliefs_;
  FreeDevices free_;
  int32_t most_replicas_;
  std::vector<std::map<Occupancy, State>> states_;  // per cut
  std::vector<PipelineEntry> entries_;              // of the plan looked at
};

// From this ratio on transfers are hidden behind deeper warm-ups. The paper's own measurements of
// such warm-ups: 2 % faster at a ratio of 0.03, 10 % and more from 0.1 on.
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

PlannedResult plan_dapple(const PlanProblem& problem) {
  check_problem(problem);
  std::optional<DappleAnswer> best;
  for (const int32_t microbatches : problem.microbatches) {
    auto answer = dapple_search(problem, {.microbatches = microbatches});
    if (!best || answer->latency < best->latency) best = std::move(answer);
  }
  PipelinePlan& plan = best->plan;
  const bool deep = activation_communication_ratio(problem, plan) >= kComparableTransfers;
  plan.schedule = deep ? "deep:h=1" : "1f1b";
  return {.strategy = "dapple",
          .plan = plan,
          .timing = PlanEvaluator(problem).evaluate(plan),
          .own_seconds = seconds(best->latency),
          .assumes =
              "devices all like the first, enough memory, a pivot stage that never waits, "
              "whole microbatches over the slowest link"};
}

}  // namespace motley::tensor
