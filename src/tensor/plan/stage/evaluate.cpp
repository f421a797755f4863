#include "tensor/plan/stage/evaluate.h"

#include <fmt/format.h>

#include <algorithm>

#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/stage/plan_figures.h"

namespace motley::tensor::stage {

using namespace schedule;
using namespace simulate;

std::string to_string(const PipelinePlan& plan) {
  std::string text;
  for (const PlannedStage& stage : plan.stages) {
    const auto& l = stage.layers;
    const bool range = !l.empty() && l.back() - l.front() + 1 == std::ssize(l);
    if (!text.empty()) text += " | ";
    text += range ? fmt::format("({}-{})@{}", l.front(), l.back() + 1, stage.devices.size())
                  : fmt::format("({} layers)@{}", l.size(), stage.devices.size());
    if (stage.recompute) text += " recomputed";
  }
  return text;
}

namespace {

// -- time -------------------------------------------------------------------------------------

PipelineCosts stage_costs(const PlanCosts& costs, const PipelinePlan& plan,
                          const PlanFigures& figures) {
  PipelineCosts result;
  const bool split =
      std::ranges::any_of(figures.sums, [](const StageSums& s) { return s.weight_seconds > 0; });
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const PlannedStage& stage = plan.stages[s];
    const StageSums& sums = figures.sums[s];
    const double speed = costs.speed(stage.devices, plan.microbatches);
    const auto time = [&](double seconds) {
      return costs.compute(seconds, speed, plan.microbatches);
    };
    const double again = stage.recompute ? sums.forward_seconds : 0;
    result.forward.push_back(time(sums.forward_seconds));
    // The first stage has no input gradient: a tick stands for it, as a pass takes some time.
    const bool is_weight_alone =
        sums.weight_seconds > 0 && !stage.recompute && sums.weight_seconds >= sums.backward_seconds;
    const Ticks input_gradient = time(sums.backward_seconds - sums.weight_seconds + again);
    result.backward.push_back(is_weight_alone ? std::max<Ticks>(1, input_gradient)
                                              : input_gradient);
    if (split) result.weight.push_back(time(sums.weight_seconds));
    if (s == 0) continue;
    const TransferCost transfer = costs.transfer(
        figures.bytes[s - 1][s], plan.stages[s - 1].devices, stage.devices, plan.microbatches);
    result.latency.push_back(transfer.busy + transfer.latency);
  }
  result.links = Links::kSerial;
  return result;
}

// An output and an input port per host; one more per pair of stages inside a host.
class Ports {
 public:
  Ports(size_t num_hosts, Workload& workload) : workload_(workload) {
    workload.ports.assign(2 * num_hosts, Port::kExclusive);
  }

  int32_t set_of(const TransferCost& transfer) {
    std::vector<int32_t> set;
    for (const int32_t host : transfer.out_hosts) set.push_back(2 * host);
    for (const int32_t host : transfer.in_hosts) set.push_back(2 * host + 1);
    if (set.empty()) {
      set.push_back(static_cast<int32_t>(workload_.ports.size()));
      workload_.ports.push_back(Port::kExclusive);
    }
    workload_.port_sets.push_back(std::move(set));
    return static_cast<int32_t>(workload_.port_sets.size()) - 1;
  }

 private:
  Workload& workload_;
};

std::vector<StageTransfer> stage_transfers(const PlanCosts& costs, const PipelinePlan& plan,
                                           const PlanFigures& figures, Ports& ports) {
  std::vector<StageTransfer> transfers;
  const auto add = [&](int32_t from, int32_t to, int64_t bytes) {
    const TransferCost cost = costs.transfer(bytes, plan.stages[from].devices,
                                             plan.stages[to].devices, plan.microbatches);
    transfers.push_back({.from = from,
                         .to = to,
                         .busy = cost.busy,
                         .latency = cost.latency,
                         .ports = cost.busy > 0 ? ports.set_of(cost) : -1});
  };
  const auto S = static_cast<int32_t>(plan.stages.size());
  for (int32_t a = 0; a < S; ++a) {
    for (int32_t b = a + 1; b < S; ++b) {
      // A stage follows the previous one even if it needs none of its outputs: the schedule
      // requires it.
      if (figures.bytes[a][b] == 0 && b != a + 1) continue;
      add(a, b, figures.bytes[a][b]);
      add(b, a, figures.bytes[a][b]);
    }
  }
  return transfers;
}

}  // namespace

// -- the evaluator ----------------------------------------------------------------------------

// Everything about a plan that does not depend on its schedule.
struct PreparedPlan {
  const PipelinePlan& plan;
  PlanFigures figures;
  PipelineCosts costs;        // of its stages and of the edges between adjacent ones
  std::vector<int32_t> caps;  // live micro-batches that fit, per stage
};

PreparedPlan PlanEvaluator::prepare(const PipelinePlan& plan) const {
  PreparedPlan prepared{.plan = plan, .figures = figures_of(problem_.profile, plan)};
  prepared.costs = stage_costs(costs_, plan, prepared.figures);
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    prepared.caps.push_back(live_cap(problem_, costs_, plan, prepared.figures, s));
  }
  return prepared;
}

namespace {

PipelineShape shape_of(const PipelinePlan& plan) {
  return {static_cast<int32_t>(plan.stages.size()), plan.microbatches};
}

// A stage of layers that take no time, such as inputs alone, has nothing to schedule.
bool has_empty_pass(const PipelineCosts& costs) {
  return std::ranges::count(costs.forward, 0) + std::ranges::count(costs.backward, 0) > 0;
}

// Schedules that can respect the caps do so; if not even one micro-batch fits, the schedule shows
// what it would need.
Schedule schedule_of(const PreparedPlan& prepared, const std::string& name) {
  std::vector<int32_t> caps;
  for (const int32_t cap : prepared.caps) caps.push_back(std::max(cap, 1));
  if (name == kBestSchedule) {
    return choose_schedule(prepared.costs, prepared.plan.microbatches, caps).schedule;
  }
  return generate(name, shape_of(prepared.plan), prepared.costs, caps);
}

Workload workload_of(const PlanProblem& problem, const PlanCosts& costs,
                     const PreparedPlan& prepared, const Schedule& schedule) {
  const PipelinePlan& plan = prepared.plan;
  Workload workload = work_of_lists(schedule, prepared.costs);
  Ports ports(problem.cluster.hosts.size(), workload);
  add_transfers(schedule, stage_transfers(costs, plan, prepared.figures, ports), workload);
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    workload.collectives.push_back(
        {.after = {workload.device_begin[schedule.device_of_stage[s] + 1] - 1},
         .busy =
             costs.all_reduce(prepared.figures.sums[s].parameter_bytes, plan.stages[s].devices)});
  }
  return workload;
}

}  // namespace

bool is_better(const PlanTiming& timing, const PlanTiming& other) {
  const bool fits = timing.out_of_memory.empty(), other_fits = other.out_of_memory.empty();
  return fits != other_fits ? fits : timing.step < other.step;
}

PlanTiming PlanEvaluator::evaluate(const PipelinePlan& plan) const {
  const PreparedPlan prepared = prepare(plan);
  return evaluate(prepared, schedule_of(prepared, plan.schedule));
}

PlanTiming PlanEvaluator::evaluate(const PipelinePlan& plan, const Schedule& lists) const {
  return evaluate(prepare(plan), lists);
}

PlanTiming PlanEvaluator::evaluate(const PreparedPlan& prepared, const Schedule& lists) const {
  const PipelinePlan& plan = prepared.plan;
  PlanTiming timing{.schedule = lists};
  timing.run =
      run_workload(timing.schedule, workload_of(problem_, costs_, prepared, timing.schedule));
  timing.step = timing.run.simulation.makespan;
  const std::vector<int64_t> live = peak_live_of_stages(timing.schedule);
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    StageTimes times{
        .forward = prepared.costs.forward[s],
        .backward = prepared.costs.duration(ActionKind::kBackward, static_cast<int32_t>(s)),
        .transfer = s + 1 < plan.stages.size() ? prepared.costs.latency[s] : 0,
        .all_reduce = timing.run.workload.collectives[s].busy,
        .live = live[s]};
    const FullestDevice fullest =
        fullest_device(problem_, costs_, plan, prepared.figures, s, live[s]);
    times.peak_bytes = fullest.peak_bytes;
    times.memory_bytes = fullest.memory_bytes;
    timing.peak_bytes = std::max(timing.peak_bytes, times.peak_bytes);
    if (timing.out_of_memory.empty() && live[s] > prepared.caps[s]) {
      timing.out_of_memory =
          fmt::format("stage {} needs {:.3g} GB on a device of {:.3g} GB, {:.3g} GB too much", s,
                      static_cast<double>(times.peak_bytes) / 1e9,
                      static_cast<double>(times.memory_bytes) / 1e9,
                      static_cast<double>(times.peak_bytes - times.memory_bytes) / 1e9);
    }
    timing.stages.push_back(times);
  }
  return timing;
}

std::optional<Ticks> PlanEvaluator::step_if_fits(const PreparedPlan& prepared,
                                                 const std::string& name) const {
  if (!prepared.costs.splits_backward() && name.starts_with("zb-")) return std::nullopt;
  if (name == kBestSchedule && has_empty_pass(prepared.costs)) return std::nullopt;
  const Schedule schedule = schedule_of(prepared, name);
  if (!cap_violation(schedule, prepared.caps).empty()) return std::nullopt;
  num_simulated_ += int64_t{2} * schedule.num_stages * schedule.num_microbatches;
  return simulate::simulate(workload_of(problem_, costs_, prepared, schedule)).makespan;
}

std::optional<Ticks> PlanEvaluator::step_if_fits(const PipelinePlan& plan) const {
  return step_if_fits(prepare(plan), plan.schedule);
}

std::vector<int32_t> PlanEvaluator::short_of_memory(const PipelinePlan& plan) const {
  const PreparedPlan prepared = prepare(plan);
  std::vector<int32_t> stages;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    if (prepared.caps[s] < plan.microbatches) stages.push_back(static_cast<int32_t>(s));
  }
  return stages;
}

// -- the best schedule for given stages --------------------------------------------------------

namespace {

// With up to this many stages short of memory every subset of recomputing stages is tried.
constexpr size_t kMostFreeStages = 5;

// Which stages recompute, fewest first. Only stages that cannot hold all micro-batches benefit.
std::vector<std::vector<char>> recompute_choices(size_t num_stages,
                                                 const std::vector<int32_t>& short_of_memory) {
  const size_t n = short_of_memory.size();
  std::vector<std::vector<char>> choices;
  const auto add = [&](uint64_t chosen) {
    choices.emplace_back(num_stages, 0);
    for (size_t i = 0; i < n; ++i) choices.back()[short_of_memory[i]] = i < 64 && (chosen >> i & 1);
  };
  if (n <= kMostFreeStages) {
    for (uint64_t chosen = 0; chosen < uint64_t{1} << n; ++chosen) add(chosen);
    std::ranges::stable_sort(choices, {}, [](const auto& c) { return std::ranges::count(c, 1); });
  } else {  // none, then the first one, two, four, ... stages, which hold the most
    choices.emplace_back(num_stages, 0);
    for (size_t count = 1; count < 2 * n; count *= 2) {
      choices.emplace_back(num_stages, 0);
      for (size_t i = 0; i < std::min(count, n); ++i) choices.back()[short_of_memory[i]] = 1;
    }
  }
  return choices;
}

}  // namespace

std::span<const std::string> all_schedules() {
  static const std::vector<std::string> names = stage_planner_schedules();
  return names;
}

PipelinePlan PlanEvaluator::with_best_schedule(PipelinePlan plan,
                                               std::span<const std::string> schedules) const {
  for (PlannedStage& stage : plan.stages) stage.recompute = false;
  PipelinePlan best = plan;
  std::optional<Ticks> least;
  for (const auto& choice : recompute_choices(plan.stages.size(), short_of_memory(plan))) {
    for (size_t s = 0; s < plan.stages.size(); ++s) plan.stages[s].recompute = choice[s] != 0;
    const PreparedPlan prepared = prepare(plan);
    for (const std::string& schedule : schedules) {
      const std::optional<Ticks> step = step_if_fits(prepared, schedule);
      if (!step || (least && *step >= *least)) continue;
      least = *step;
      best = plan;
      best.schedule = schedule;
    }
  }
  return best;
}

}  // namespace motley::tensor::stage
