#include "tensor/plan/planner/staged_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "tensor/plan/planner/microbatch_problem.h"
#include "tensor/plan/planner/pipeline_time.h"
#include "tensor/plan/planner/stage_sharding.h"
#include "tensor/plan/planner/step_pipelines.h"
#include "tensor/plan/planner/tensor_pipelines.h"
#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"

namespace motley::tensor::planner {
namespace {

using namespace stage;
using schedule::Schedule;

PlanStage stage_on(const StepOnCluster& on, std::vector<int> devices, std::vector<int64_t> samples,
                   std::vector<int> sizes = {}) {
  if (sizes.empty()) sizes = {static_cast<int>(devices.size())};
  const DeviceGrid grid{std::move(sizes)};
  PlanStage stage{.devices = devices, .costs = shard_cost::group_costs(on.cluster, grid, devices)};
  stage.sharding.group = grid;
  stage.samples = std::move(samples);
  return stage;
}

int stage_of_rank(const Plan& plan, int device) {
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    if (std::ranges::find(plan.stages[s].devices, device) != plan.stages[s].devices.end()) {
      return static_cast<int>(s);
    }
  }
  return -1;
}

// The figures of a sharded plan for a pipeline.
void set_time(Plan& plan, const PipelineTime& predicted) {
  predict::StepTime time{.step_seconds = predicted.step_seconds,
                         .communication_seconds = predicted.communication_seconds};
  const auto devices = core::devices(plan.on.cluster);
  const std::vector<int> ranks = plan.devices();
  for (size_t rank = 0; rank < predicted.ranks.size(); ++rank) {
    const PipelineRankTime& one = predicted.ranks[rank];
    const int32_t type = devices[ranks[rank]].type;
    time.compute_seconds = std::max(time.compute_seconds, one.compute_seconds);
    time.peak_bytes = std::max(time.peak_bytes, one.peak_bytes);
    const int64_t memory = plan.on.cluster.device_types[type].memory_bytes;
    if (time.out_of_memory.empty() && memory > 0 && one.peak_bytes > memory) {
      time.out_of_memory =
          fmt::format("stage {} needs {} on a device of {}, {} too much",
                      stage_of_rank(plan, ranks[rank]), core::readable_bytes(one.peak_bytes),
                      core::readable_bytes(memory), core::readable_bytes(one.peak_bytes - memory));
    }
    const bool is_new = time.kinds.empty() || time.kinds.back().device_type != type ||
                        time.kinds.back().compute_seconds != one.compute_seconds ||
                        time.kinds.back().peak_bytes != one.peak_bytes;
    if (is_new) {
      time.kinds.push_back({.first_rank = static_cast<int>(rank),
                            .device_type = type,
                            .compute_seconds = one.compute_seconds,
                            .peak_bytes = one.peak_bytes});
    }
    ++time.kinds.back().num_ranks;
  }
  const double waiting = time.step_seconds - time.compute_seconds;
  time.exposed_seconds = waiting < 1 / kTicksPerSecond ? 0 : waiting;  // less is rounding
  time.spans = predicted.spans;
  plan.pipeline->bubble = predicted.bubble;
  plan.time = std::move(time);
}

// From the lists that its ranks run; a plan that cannot be run has the figures of its layers.
bool set_time(Plan& plan) {
  try {
    set_time(plan, pipeline_time(pipeline_of(plan), plan.on.cluster, plan.devices()));
    return true;
  } catch (const core::UserError&) {  // cannot_run_reason says why
  }
  const PlanTiming& timing = plan.pipeline->timing;
  plan.time = {.step_seconds = seconds(timing.step),
               .peak_bytes = timing.peak_bytes,
               .out_of_memory = timing.out_of_memory};
  for (const StageTimes& stage : timing.stages) {
    const double busy = seconds(stage.forward + stage.backward) *
                        static_cast<double>(plan.pipeline->cuts.microbatches);
    plan.time.compute_seconds = std::max(plan.time.compute_seconds, busy);
  }
  plan.time.exposed_seconds = plan.time.step_seconds - plan.time.compute_seconds;
  return false;
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

// Whether a schedule has stages on the same device where the plan does.
void check_places(const Schedule& lists, const PipelineDescription& d) {
  const auto groups = groups_of(d.stages);
  for (size_t s = 0; s < d.stages.size(); ++s) {
    const auto at = std::ranges::find(groups, d.stages[s].devices) - groups.begin();
    if (at == lists.device_of_stage[s]) continue;
    const int32_t list = lists.device_of_stage[s];
    const std::string of = std::cmp_less(list, groups.size())
                               ? fmt::format(", that of device {}", fmt::join(groups[list], ", "))
                               : std::string();
    throw core::UserError(
        fmt::format("{} has stage {} in list {}{}; the plan has the stage on device {}", d.schedule,
                    s, list, of, fmt::join(d.stages[s].devices, ", ")));
  }
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
    check_places(table, d);
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
    const std::vector<schedule::Ticks> ones(S, 1);
    const Schedule lists =
        schedule::generate(d.schedule, {num_groups, static_cast<int32_t>(d.microbatches)},
                           {.forward = ones, .backward = ones, .weight = ones}, {});
    check_places(lists, d);
    return lists;
  }
  return PlanEvaluator(problem)
      .evaluate(plan_of_layers(plan, static_cast<int>(problem.profile.layers.size())))
      .schedule;
}

void check_grid(const StageDescription& stage, size_t s) {
  if (stage.grid.empty()) return;
  int64_t count = 1;
  for (int n : stage.grid) count *= n;
  const bool is_right = stage.grid.size() <= 2 && count == std::ssize(stage.devices) &&
                        std::ranges::all_of(stage.grid, [](int n) { return n > 0; });
  if (is_right) return;
  throw core::UserError(fmt::format("stage {}: {} devices do not make a grid of [{}]", s,
                                    stage.devices.size(), fmt::join(stage.grid, ", ")));
}

std::map<int, Sharding> states_of(const StepOnCluster& on, const StageDescription& stage,
                                  size_t s) {
  std::map<int, Sharding> states;
  const DeviceGrid grid{stage.grid.empty() ? std::vector{static_cast<int>(stage.devices.size())}
                                           : stage.grid};
  const auto& arguments = on.step().arguments;
  for (const auto& [name, text] : stage.arguments) {
    const auto at = std::ranges::find(arguments, name, &StepArgument::name);
    const bool is_kept =
        at != arguments.end() && (at->role == StepRole::kParam || at->role == StepRole::kState);
    if (!is_kept) {
      throw core::UserError(
          fmt::format("stage {}: `{}` is neither a parameter nor optimizer state", s, name));
    }
    const ParsedSharding parsed = parse_sharding(text, at->type, grid);
    if (!parsed.fault.empty()) {
      throw core::UserError(fmt::format("stage {}: {}: {}: {}", s, name, text, parsed.fault));
    }
    states[static_cast<int>(at - arguments.begin())] = parsed.sharding;
  }
  return states;
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
  const size_t rows = stage.grid.empty() ? stage.devices.size() : stage.grid[0];
  const size_t columns = stage.devices.size() / rows;
  if (stage.samples.empty()) {
    // A row is as fast as its slowest device.
    core::Ratio speeds(rows);
    double total = 0;
    for (size_t r = 0; r < rows; ++r) {
      speeds[r] = costs.speed(stage.devices[r * columns]);
      for (size_t c = 1; c < columns; ++c) {
        speeds[r] = std::min(speeds[r], costs.speed(stage.devices[r * columns + c]));
      }
      total += speeds[r];
    }
    for (double& speed : speeds) speed /= total;
    return units_of(speeds, each);
  }
  int64_t total = 0;
  for (int64_t n : stage.samples) total += n;
  if (stage.samples.size() != rows || total != each ||
      std::ranges::any_of(stage.samples, [](int64_t n) { return n < 0; })) {
    throw core::UserError(fmt::format("samples [{}] of a stage on {} devices: a micro-batch has {}",
                                      fmt::join(stage.samples, ", "), rows, each));
  }
  return stage.samples;
}

}  // namespace

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

Plan described_plan(const StepOnCluster& on, const PipelineDescription& d,
                    const std::string& strategy, bool predict) {
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
    check_grid(s, plan.stages.size());
    PlanStage stage =
        stage_on(on, s.devices, samples_of_stage(costs, s, d.microbatches, problem.batch), s.grid);
    stage.states = states_of(on, s, plan.stages.size());
    plan.stages.push_back(std::move(stage));
  }
  const auto num_groups = static_cast<int>(groups_of(d.stages).size());
  plan.pipeline->lists = lists_of(d, problem, plan, num_groups);
  if (predict) predict_pipeline(plan);
  return plan;
}

namespace {

// A stage whose devices are groups: a grid of replicas by tensor-parallel devices.
PlanStage tensor_parallel_stage(const StepOnCluster& on, const PlanCosts& costs,
                                const PlannedStage& stage, const PlannedResult& found) {
  const auto rows = static_cast<int>(stage.devices.size());
  StageDescription d{.grid = {rows, found.tensor}};
  for (const int32_t group : stage.devices) {
    for (int c = 0; c < found.tensor; ++c) d.devices.push_back(group * found.tensor + c);
  }
  const int64_t batch = on.model_step->samples_per_step();
  PlanStage result =
      stage_on(on, d.devices, samples_of_stage(costs, d, found.plan.microbatches, batch), d.grid);
  result.states = tensor_parallel_states(on.step(), rows, found.tensor);
  return result;
}

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
        plan.inapplicable_reason = "its stages are not intervals of layers";
        return plan;
      }
    }
    if (s.layers.front() > 0) plan.pipeline->cuts.cuts.push_back(s.layers.front());
    plan.pipeline->cuts.recompute.push_back(s.recompute);
    if (found.tensor > 1) {
      plan.stages.push_back(tensor_parallel_stage(on, costs, s, found));
    } else {
      plan.stages.push_back(stage_on(on, {s.devices.begin(), s.devices.end()},
                                     costs.samples(s.devices, found.plan.microbatches)));
    }
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
  const bool is_own = named.pipeline_cost == strategy::PlannerCost::kSearch;
  if (is_own && plan.applies() && cannot_run_reason(plan).empty()) plan = with_sharded_stages(plan);
  plan.strategy = named.name;
  plan.seconds = core::seconds_since(begin);
  return plan;
}

namespace {

// The same groups of devices with `chunks` stages on each, evenly cut and interleaved, where there
// are layers for that; else it does not apply.
Plan interleaved_plan(const Plan& plan, int chunks) {
  const auto groups = static_cast<int32_t>(plan.stages.size());
  const PlanProblem problem = pipeline_problem(plan.on);
  Plan none{.on = plan.on, .strategy = plan.strategy};
  none.inapplicable_reason = "too few layers or micro-batches";
  if (std::ssize(problem.profile.layers) < int64_t{groups} * chunks ||
      plan.pipeline->cuts.microbatches % groups != 0) {
    return none;
  }
  PipelineDescription d{.microbatches = plan.pipeline->cuts.microbatches,
                        .schedule = fmt::format("interleaved:v={}", chunks)};
  const PipelinePlan cut = even_pipeline(problem, groups * chunks, 1);
  for (int32_t s = 0; s < groups * chunks; ++s) {
    const PlanStage& as = plan.stages[s % groups];
    d.stages.push_back({.first_layer = cut.stages[s].layers.front(),
                        .devices = as.devices,
                        .recompute = plan.pipeline->cuts.recompute[s % groups],
                        .samples = as.samples,
                        .grid = as.sharding.group.sizes});
  }
  try {
    Plan result = described_plan(plan.on, d, plan.strategy, false);
    for (int32_t s = 0; s < groups * chunks; ++s) {
      result.stages[s].states = plan.stages[s % groups].states;
    }
    result.degrees = fmt::format("{}, {} chunks interleaved", plan.degrees, chunks);
    return predict_pipeline(result) ? result : none;
  } catch (const core::UserError&) {
    return none;
  }
}

// Interleaved where that is better, in as many chunks as that holds; with `chunks`, as many as are
// asked for. More chunks have less of a bubble, and less to recompute at once.
Plan with_chunks(Plan plan, int chunks, const std::function<bool()>& is_stopped = {}) {
  constexpr int kMost = 8;
  if (!plan.applies() || chunks == 1) return plan;
  if (chunks > 0) return interleaved_plan(plan, chunks);
  const Plan whole = plan;
  for (int count = 2; count <= kMost && !(is_stopped && is_stopped()); count *= 2) {
    Plan other = interleaved_plan(whole, count);
    if (!other.applies() || !is_preferable(other, plan)) break;
    plan = std::move(other);
  }
  return plan;
}

// Recomputed in all stages where it does not fit otherwise: stage planners count what
// tensor-parallel devices save as if all of it were sharded.
Plan recomputed_to_fit(Plan plan) {
  if (!plan.applies() || plan.fits()) return plan;
  std::vector<bool>& recompute = plan.pipeline->cuts.recompute;
  if (std::ranges::count(recompute, false) == 0) return plan;
  Plan other = plan;
  other.pipeline->cuts.recompute.assign(recompute.size(), true);
  if (!other.degrees.empty() && !other.degrees.ends_with("recomputed")) {
    other.degrees += ", recomputed";
  }
  return predict_pipeline(other) && is_preferable(other, plan) ? other : plan;
}

}  // namespace

Plan sharded_pipeline_by(const StepOnCluster& on, const std::string& strategy) {
  const auto begin = std::chrono::steady_clock::now();
  Plan best{.on = on, .strategy = strategy.substr(0, strategy.find(':'))};
  best.inapplicable_reason = no_pipeline_reason(on);
  if (!best.applies()) return best;
  const PlanProblem problem = pipeline_problem(on);
  const bool has_degrees = strategy::strategy(strategy).has_tensor_stages;
  const TensorDegrees asked = has_degrees ? parse_degrees(strategy) : TensorDegrees{};
  const auto found =
      has_degrees ? megatron_3d_pipelines(on, problem, {}, asked) : mesh_pipelines(problem, {});
  best.inapplicable_reason =
      has_degrees
          ? "the hosts have no such degrees, or the step no consecutive products of parameters"
          : "the devices do not make equal meshes";
  // The planner's times leave out what the lists show: the best few by them are simulated.
  constexpr size_t kMost = 3;
  for (size_t i = 0; i < std::min(found.size(), kMost); ++i) {
    Plan plan = staged_plan(on, problem, found[i]);
    const bool shards = plan.applies() && found[i].shards_stages;
    if (shards && cannot_run_reason(plan).empty()) plan = with_sharded_stages(plan);
    plan.degrees = found[i].degrees;
    plan = recomputed_to_fit(std::move(plan));
    if (has_degrees) plan = with_chunks(std::move(plan), asked.chunks);
    if (plan.applies() && is_preferable(plan, best)) best = std::move(plan);
  }
  best.seconds = core::seconds_since(begin);
  return best;
}

bool predict_pipeline(Plan& plan) {
  const PlanProblem problem = microbatch_problem(plan.on, plan.pipeline->cuts.microbatches);
  PlanPipeline& pipeline = *plan.pipeline;
  const auto num_layers = static_cast<int>(problem.profile.layers.size());
  pipeline.timing =
      PlanEvaluator(problem).evaluate(plan_of_layers(plan, num_layers), pipeline.lists);
  return set_time(plan);
}

namespace {

// Stages are sharded in their best way, where asked for and where the pipeline is not far from
// `seconds`: that takes several simulations.
Plan plan_of_found(const StepOnCluster& on, const PlanProblem& problem, const PlannedResult& found,
                   double seconds, const std::function<bool()>& is_stopped = {}) {
  constexpr double kFar = 1.5;
  Plan plan = staged_plan(on, problem, found);
  const bool is_near = !plan.fits() || plan.time.step_seconds < kFar * seconds;
  if (plan.applies() && found.shards_stages && is_near && cannot_run_reason(plan).empty()) {
    return with_sharded_stages(plan, is_stopped);
  }
  return plan;
}

}  // namespace

std::vector<Plan> pipeline_plans(const StepOnCluster& on, const std::vector<PlannedResult>& found,
                                 const Plan& beside, const std::function<bool()>& is_stopped) {
  std::vector<Plan> plans;
  if (found.empty()) return plans;
  const PlanProblem problem = pipeline_problem(on);
  for (const PlannedResult& f : found) {
    // Of those at several degrees, the best.
    if (!plans.empty() && plans.back().strategy == f.strategy) continue;
    if (is_stopped && is_stopped()) break;
    Plan plan = plan_of_found(on, problem, f, beside.time.step_seconds, is_stopped);
    plan.degrees = f.degrees;
    if (plan.applies()) plans.push_back(std::move(plan));
  }
  return plans;
}

std::optional<Plan> faster_pipeline(const StepOnCluster& on, std::vector<PlannedResult>& found,
                                    const Plan& than, const std::function<bool()>& is_stopped) {
  // The planners' own times leave out what the lists show, so what is slower by them stays slower.
  std::vector<PlannedResult*> order;
  for (PlannedResult& f : found) order.push_back(&f);
  std::ranges::stable_sort(order, {}, [](const PlannedResult* f) { return f->timing.step; });
  std::optional<Plan> best;
  for (PlannedResult* f : order) {
    const Plan& now = best ? *best : than;
    if (!f->timing.out_of_memory.empty() || f->plan.stages.size() < 2) continue;
    if (now.fits() && seconds(f->timing.step) >= now.time.step_seconds) break;
    if (is_stopped()) break;
    Plan plan = plan_of_found(on, pipeline_problem(on), *f, now.time.step_seconds, is_stopped);
    if (!plan.applies() || !cannot_run_reason(plan).empty()) continue;
    plan.degrees = f->degrees;
    plan = recomputed_to_fit(std::move(plan));
    if (f->tensor > 1 && !is_stopped()) plan = with_chunks(std::move(plan), 0, is_stopped);
    f->listed_seconds = plan.time.step_seconds;
    f->listed_fits = plan.fits();
    if (plan.fits() && is_better(plan, now)) best = std::move(plan);
  }
  return best;
}

std::string stages_words(const Plan& plan) {
  const int num_layers = num_stage_layers(*plan.on.model_step);
  std::string words = to_string(plan_of_layers(plan, num_layers));
  std::string sharded;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const std::string how = sharding_words(plan.stages[s], plan.on.step());
    if (!how.empty()) sharded += fmt::format("; stage {}: {}", s, how);
  }
  return words + sharded;
}

bool can_run(const StepOnCluster& on, const PlannedResult& found) {
  // The layers are those of a step that was cut; what remains is whether stages are intervals.
  return unpredicted_plan(on, pipeline_problem(on), found).applies() &&
         on.model_step->samples_per_step() % found.plan.microbatches == 0;
}

}  // namespace motley::tensor::planner
