#include "tensor/plan/planner/staged_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "tensor/plan/planner/step_pipelines.h"
#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"

namespace motley::tensor::planner {
namespace {

using namespace stage;
using schedule::Schedule;

PlanStage stage_on(const StepOnCluster& on, std::vector<int> devices,
                   std::vector<int64_t> samples) {
  const DeviceGrid grid{{static_cast<int>(devices.size())}};
  PlanStage stage{.devices = devices, .costs = shard_cost::group_costs(on.cluster, grid, devices)};
  stage.sharding.group = grid;
  stage.samples = std::move(samples);
  return stage;
}

// The plan as stage planners write it.
PipelinePlan plan_of_layers(const Plan& plan, int num_layers) {
  const PlanPipeline& pipeline = *plan.pipeline;
  PipelinePlan result{.microbatches = static_cast<int32_t>(pipeline.cuts.microbatches),
                      .schedule = pipeline.schedule};
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const int begin = s == 0 ? 0 : pipeline.cuts.cuts[s - 1];
    const int end = s + 1 < plan.stages.size() ? pipeline.cuts.cuts[s] : num_layers;
    PlannedStage& stage = result.stages.emplace_back();
    for (int layer = begin; layer < end; ++layer) stage.layers.push_back(layer);
    stage.devices.assign(plan.stages[s].devices.begin(), plan.stages[s].devices.end());
    stage.recompute = pipeline.cuts.recompute[s];
  }
  return result;
}

void add_stage_spans(const Plan& plan, predict::StepTime& time) {
  const PlanTiming& timing = plan.pipeline->timing;
  const std::vector<int> devices = plan.devices();
  const auto rank_of = [&](int list) {
    // The first rank of the group that runs the list.
    for (size_t s = 0; s < plan.stages.size(); ++s) {
      if (timing.schedule.device_of_stage[s] != list) continue;
      return static_cast<int>(std::ranges::find(devices, plan.stages[s].devices[0]) -
                              devices.begin());
    }
    return 0;
  };
  for (size_t list = 0; list < timing.schedule.lists.size(); ++list) {
    const auto first = timing.run.workload.device_begin[list];
    for (size_t i = 0; i < timing.schedule.lists[list].size(); ++i) {
      const auto item = first + static_cast<int32_t>(i);
      const auto begin = timing.run.simulation.start[item];
      time.spans.push_back(
          {.rank = rank_of(static_cast<int>(list)),
           .name = schedule::to_string(timing.schedule.lists[list][i]),
           .begin_seconds = seconds(begin),
           .end_seconds = seconds(begin + timing.run.workload.items[item].duration)});
    }
  }
}

// The figures of a sharded plan for a pipeline.
void set_time(Plan& plan) {
  const PlanTiming& timing = plan.pipeline->timing;
  const int64_t microbatches = plan.pipeline->cuts.microbatches;
  predict::StepTime time{.step_seconds = seconds(timing.step), .peak_bytes = timing.peak_bytes};
  time.out_of_memory = timing.out_of_memory;
  const auto devices = core::devices(plan.on.cluster);
  int rank = 0;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const StageTimes& stage = timing.stages[s];
    const double busy = seconds(stage.forward + stage.backward) * static_cast<double>(microbatches);
    time.compute_seconds = std::max(time.compute_seconds, busy);
    const auto count = static_cast<int>(plan.stages[s].devices.size());
    time.kinds.push_back({.first_rank = rank,
                          .num_ranks = count,
                          .device_type = devices[plan.stages[s].devices[0]].type,
                          .compute_seconds = busy,
                          .peak_bytes = stage.peak_bytes});
    time.communication_seconds +=
        2 * static_cast<double>(microbatches) * seconds(stage.transfer) + seconds(stage.all_reduce);
    rank += count;
  }
  time.exposed_seconds = time.step_seconds - time.compute_seconds;
  plan.time = std::move(time);
  add_stage_spans(plan, plan.time);
}

// Groups of devices in the order in which the stages name them: the i-th runs list i.
std::vector<std::vector<int>> groups_of(const std::vector<StageDescription>& stages) {
  std::vector<std::vector<int>> groups;
  for (const StageDescription& stage : stages) {
    if (std::ranges::find(groups, stage.devices) == groups.end()) groups.push_back(stage.devices);
  }
  std::vector<int> all;
  for (const auto& group : groups) {
    for (int d : group) {
      if (std::ranges::find(all, d) != all.end()) {
        throw core::UserError(
            fmt::format("device {} is in two groups: stages share all their devices or none", d));
      }
      all.push_back(d);
    }
  }
  return groups;
}

Schedule lists_of(const PipelineDescription& d, const PlanProblem& problem, const Plan& plan,
                  int num_groups) {
  const auto S = static_cast<int32_t>(d.stages.size());
  if (!d.table.empty()) {
    const Schedule table = schedule::parse_action_table(d.table, "schedule");
    if (table.num_stages != S || table.num_microbatches != d.microbatches ||
        table.num_devices() != num_groups) {
      throw core::UserError(
          fmt::format("the action table has {} stages and {} micro-batches on {} devices; the plan "
                      "has {} and {} "
                      "on {}",
                      table.num_stages, table.num_microbatches, table.num_devices(), S,
                      d.microbatches, num_groups));
    }
    return table;
  }
  const int32_t chunks =
      d.schedule == schedule::kBestSchedule ? 1 : schedule::chunks_of(d.schedule);
  if (chunks * num_groups != S) {
    throw core::UserError(
        fmt::format("{} runs {} stages on each device, so {} devices have {}, not {}", d.schedule,
                    chunks, num_groups, chunks * num_groups, S));
  }
  if (chunks > 1) {
    return schedule::generate(d.schedule, {num_groups, static_cast<int32_t>(d.microbatches)}, {},
                              {});
  }
  return PlanEvaluator(problem)
      .evaluate(plan_of_layers(plan, static_cast<int>(problem.profile.layers.size())))
      .schedule;
}

void check_cuts(const PipelineDescription& d, int num_layers) {
  for (size_t s = 0; s < d.stages.size(); ++s) {
    const int begin = d.stages[s].first_layer;
    const bool is_right = s == 0 ? begin == 0 : begin > d.stages[s - 1].first_layer;
    if (!is_right || begin >= num_layers) {
      throw core::UserError(
          fmt::format("stage {} cannot begin at layer {}: stages begin at ascending layers, the "
                      "first at 0, the "
                      "last before {}",
                      s, begin, num_layers));
    }
  }
}

std::vector<int64_t> samples_of_stage(const PlanCosts& costs, const StageDescription& stage,
                                      int64_t microbatches, int64_t batch) {
  const int64_t each = batch / microbatches;
  if (stage.samples.empty()) {
    const std::vector<int32_t> group(stage.devices.begin(), stage.devices.end());
    return costs.samples(group, static_cast<int32_t>(microbatches));
  }
  int64_t total = 0;
  for (int64_t n : stage.samples) total += n;
  if (stage.samples.size() != stage.devices.size() || total != each ||
      std::ranges::any_of(stage.samples, [](int64_t n) { return n < 0; })) {
    throw core::UserError(fmt::format("samples [{}] of a stage on {} devices: a micro-batch has {}",
                                      fmt::join(stage.samples, ", "), stage.devices.size(), each));
  }
  return stage.samples;
}

}  // namespace

Plan described_plan(const StepOnCluster& on, const PipelineDescription& d,
                    const std::string& strategy) {
  if (const std::string reason = no_pipeline_reason(on); !reason.empty()) {
    throw core::UserError(fmt::format("no pipeline of {}: {}", on.model(), reason));
  }
  const PlanProblem problem = pipeline_problem(on);
  const auto num_layers = static_cast<int>(problem.profile.layers.size());
  check_cuts(d, num_layers);
  if (d.microbatches < 1 || problem.batch % d.microbatches != 0) {
    throw core::UserError(fmt::format("{} samples a step cannot be cut into {} micro-batches",
                                      problem.batch, d.microbatches));
  }
  const PlanCosts costs(problem);
  Plan plan{.on = on, .strategy = strategy};
  plan.pipeline = PlanPipeline{.schedule = d.schedule};
  plan.pipeline->cuts.microbatches = d.microbatches;
  for (const StageDescription& s : d.stages) {
    if (s.first_layer > 0) plan.pipeline->cuts.cuts.push_back(s.first_layer);
    plan.pipeline->cuts.recompute.push_back(s.recompute);
    plan.stages.push_back(
        stage_on(on, s.devices, samples_of_stage(costs, s, d.microbatches, problem.batch)));
  }
  const auto num_groups = static_cast<int>(groups_of(d.stages).size());
  plan.pipeline->lists = lists_of(d, problem, plan, num_groups);
  predict_pipeline(plan);
  return plan;
}

namespace {

Plan unpredicted_plan(const StepOnCluster& on, const PlanProblem& problem,
                      const PlannedResult& found) {
  Plan plan{.on = on, .strategy = found.strategy};
  const PlanCosts costs(problem);
  plan.pipeline = PlanPipeline{
      .schedule = found.plan.schedule, .lists = found.timing.schedule, .timing = found.timing};
  plan.pipeline->cuts.microbatches = found.plan.microbatches;
  int next = 0;
  for (const PlannedStage& s : found.plan.stages) {
    for (int32_t layer : s.layers) {
      if (layer != next++) {
        plan.inapplicable_reason = "its stages are no intervals of layers";
        return plan;
      }
    }
    if (s.layers.front() > 0) plan.pipeline->cuts.cuts.push_back(s.layers.front());
    plan.pipeline->cuts.recompute.push_back(s.recompute);
    plan.stages.push_back(stage_on(on, {s.devices.begin(), s.devices.end()},
                                   costs.samples(s.devices, found.plan.microbatches)));
  }
  return plan;
}

}  // namespace

Plan staged_plan(const StepOnCluster& on, const PlanProblem& problem, const PlannedResult& found) {
  Plan plan = unpredicted_plan(on, problem, found);
  if (plan.applies()) predict_pipeline(plan);
  return plan;
}

Plan staged_plan_by(const StepOnCluster& on, const strategy::Strategy& named) {
  const auto begin = std::chrono::steady_clock::now();
  Plan plan{.on = on, .strategy = std::string(named.name)};
  plan.inapplicable_reason = no_pipeline_reason(on);
  if (!plan.applies()) return plan;
  const PlanProblem problem = pipeline_problem(on);
  PlannedResult found;
  if (named.pipeline_cost == strategy::PlannerCost::kSearch) {
    found = plan_pipelines(problem).results.back();
  } else {
    found = named.pipeline(problem, {}, {});
  }
  plan = staged_plan(on, problem, found);
  plan.strategy = named.name;
  plan.seconds = core::seconds_since(begin);
  return plan;
}

void predict_pipeline(Plan& plan) {
  const PlanProblem problem = pipeline_problem(plan.on, plan.pipeline->cuts.microbatches);
  PlanPipeline& pipeline = *plan.pipeline;
  const auto num_layers = static_cast<int>(problem.profile.layers.size());
  pipeline.timing =
      PlanEvaluator(problem).evaluate(plan_of_layers(plan, num_layers), pipeline.lists);
  set_time(plan);
}

namespace {

PipelineLayout layout_of(const Plan& plan) {
  const std::vector<int> devices = plan.devices();
  PipelineLayout layout;
  for (const PlanStage& stage : plan.stages) {
    std::vector<int>& ranks = layout.ranks.emplace_back();
    for (int d : stage.devices) {
      ranks.push_back(static_cast<int>(std::ranges::find(devices, d) - devices.begin()));
    }
    layout.samples.push_back(stage.samples);
  }
  return layout;
}

}  // namespace

PipelineOfPlan pipeline_of(const Plan& plan, std::optional<ElementType> floats) {
  MOTLEY_CHECK(plan.pipeline.has_value(), "no pipeline");
  PipelineOfPlan result{.step = staged_step_of(*plan.on.model_step, plan.pipeline->cuts, floats),
                        .layout = layout_of(plan)};
  result.programs = pipeline_programs(result.step, plan.pipeline->lists);
  result.group_of_rank.resize(plan.num_ranks());
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    for (int rank : result.layout.ranks[s]) {
      result.group_of_rank[rank] = plan.pipeline->lists.device_of_stage[s];
    }
  }
  return result;
}

bool can_run(const StepOnCluster& on, const PlannedResult& found) {
  if (!found.degrees.empty()) return false;
  const Plan plan = unpredicted_plan(on, pipeline_problem(on), found);
  return plan.applies() && cannot_run_reason(plan).empty();
}

std::string cannot_run_reason(const Plan& plan) {
  if (!plan.pipeline) return "";
  try {
    const PipelineLayout layout = layout_of(plan);
    const StagedStep step = staged_step_of(*plan.on.model_step, plan.pipeline->cuts);
    const GroupedStep grouped(step, layout);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace motley::tensor::planner
