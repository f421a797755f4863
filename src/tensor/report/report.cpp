#include "tensor/report/report.h"

#include <algorithm>
#include <cmath>

#include "tensor/report/plan_words.h"

namespace motley::tensor {
namespace {

using planner::Plan;
using planner::PlanResult;

// Adds the bytes of the step's arguments that a rank holds.
void add_arguments(const Plan& plan, DeviceRow& row) {
  const TrainStep& step = plan.on.step();
  const ShardPlan& sharding = plan.stage().sharding;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const StepArgument& argument = step.arguments[i];
    TensorType local = argument.type;
    local.shape = local_shape(sharding.values[step.program.body.arguments[i].index],
                              argument.type.shape, sharding.group, row.first_rank);
    int64_t& sum = argument.role == StepRole::kParam || argument.role == StepRole::kFrozen
                       ? row.parameter_bytes
                   : argument.role == StepRole::kBatch ? row.batch_bytes
                                                       : row.state_bytes;
    sum += local.num_bytes();
  }
}

bool looks_like(const DeviceRow& a, const DeviceRow& b) {
  const auto close = [](double x, double y) { return std::abs(x - y) <= 0.005 * std::max(x, y); };
  return a.type == b.type && a.samples == b.samples &&
         close(a.compute_seconds, b.compute_seconds) &&
         close(static_cast<double>(a.peak_bytes), static_cast<double>(b.peak_bytes));
}

std::vector<DeviceRow> devices_of(const Plan& plan) {
  const strategy::BatchDim batch = strategy::batch_dim(plan.on.step());
  std::vector<DeviceRow> rows;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const auto& type = plan.on.cluster.device_types[static_cast<size_t>(kind.device_type)];
    DeviceRow& row = rows.emplace_back(DeviceRow{.type = type.name,
                                                 .count = kind.num_ranks,
                                                 .first_rank = kind.first_rank,
                                                 .compute_seconds = kind.compute_seconds,
                                                 .peak_bytes = kind.peak_bytes,
                                                 .memory_bytes = type.memory_bytes});
    if (plan.pipeline) continue;
    if (!batch.arguments.empty()) row.samples = num_samples(plan, batch, kind.first_rank);
    add_arguments(plan, row);
    // Ranks whose figures differ by less than anybody would see are one kind to the reader.
    const auto same = std::find_if(rows.begin(), rows.end() - 1,
                                   [&](const DeviceRow& r) { return looks_like(r, rows.back()); });
    if (same == rows.end() - 1) continue;
    same->count += rows.back().count;
    rows.pop_back();
  }
  return rows;
}

ReasonRow reason_row(const Plan& plan, const search::Reason& reason,
                     const std::vector<std::string>& names, const strategy::DimNames& dims) {
  const TrainStep& step = plan.on.step();
  const ValueId first = reason.values[0];
  const DeviceGrid& group = plan.stage().sharding.group;
  const TensorType& type = step.program.type(first);
  const auto& arguments = step.program.body.arguments;
  const auto argument = static_cast<int>(std::ranges::find(arguments, first) - arguments.begin());
  const auto words = [&](const Sharding& s) { return state_words(dims, argument, s, group); };
  ReasonRow row{.first = names[first.index],
                .type = type.to_string(),
                .count = reason.values.size(),
                .bytes = reason.bytes,
                .chosen = words(reason.state),
                .worse_seconds = reason.worse_seconds,
                .is_simulated = reason.is_simulated,
                .next_does_not_fit = !reason.next_out_of_memory.empty()};
  for (const ValueId value : reason.values) row.names.push_back(names[value.index]);
  if (reason.has_next) {
    row.next = words(reason.next);
    if (row.next == row.chosen) row.next = "sharded at other boundaries";
    row.next_state = to_string(reason.next, type.shape, group);
  }
  for (const search::Alternative& other : reason.alternatives) {
    row.states.push_back({.state = to_string(other.state, type.shape, group),
                          .words = words(other.state),
                          .step_seconds = other.step_seconds,
                          .out_of_memory = other.out_of_memory,
                          .is_chosen = other.is_chosen});
  }
  return row;
}

std::vector<StrategyRow> strategies_of(const PlanResult& result) {
  std::vector<StrategyRow> rows;
  for (const Plan& named : result.named) {
    rows.push_back({.strategy = named.strategy,
                    .note = named.time.out_of_memory,
                    .degrees = named.degrees,
                    .step_seconds = named.time.step_seconds,
                    .compute_seconds = named.time.compute_seconds,
                    .peak_bytes = named.time.peak_bytes,
                    .fits = named.fits()});
  }
  return rows;
}

}  // namespace

std::optional<double> Report::gap() const {
  if (!lower_bound_seconds) return std::nullopt;
  return 1 - *lower_bound_seconds / step_seconds;
}

double Report::fullest() const {
  double most = 0;
  for (const DeviceRow& row : devices) {
    most = std::max(most, static_cast<double>(row.peak_bytes) /
                              static_cast<double>(std::max<int64_t>(1, row.memory_bytes)));
  }
  return most;
}

Report report_of(const PlanResult& result) {
  const Plan& plan = result.plan;
  const predict::StepTime& time = plan.time;
  Report report{.model = plan.on.model(),
                .optimizer = plan.on.optimizer(),
                .cluster = plan.on.cluster_name(),
                .samples = samples_of(plan),
                .step_seconds = time.step_seconds,
                .compute_seconds = time.compute_seconds,
                .communication_seconds = time.communication_seconds,
                .exposed_seconds = time.exposed_seconds,
                .samples_per_second =
                    static_cast<double>(plan.on.model_step->samples_per_step()) / time.step_seconds,
                .lower_bound_seconds = plan.lower_bound_seconds(),
                .out_of_memory = time.out_of_memory,
                .without_rule = plan.without_rule,
                .devices = devices_of(plan),
                .unused = planner::unused_devices(plan),
                .collectives = time.collectives,
                .strategies = strategies_of(result)};
  if (!plan.pipeline) report.parallelism = parallelism_text(plan);
  if (plan.found && !plan.pipeline) {
    const auto names = value_names(plan.on.step());
    const strategy::DimNames dims(plan.on.step());
    for (const search::Reason& reason : plan.found->reasons) {
      report.reasons.push_back(reason_row(plan, reason, names, dims));
    }
  }
  return report;
}

}  // namespace motley::tensor
