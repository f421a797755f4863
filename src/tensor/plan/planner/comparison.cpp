#include "tensor/plan/planner/comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "tensor/plan/planner/staged_plan.h"
#include "tensor/plan/planner/step_pipelines.h"
#include "tensor/plan/strategy/strategy_table.h"

namespace motley::tensor::planner {
namespace {

using namespace predict;
using namespace strategy;

std::vector<int64_t> bytes_by_type(const Plan& plan) {
  std::vector<int64_t> most(plan.on.cluster.device_types.size());
  for (const KindOfRank& kind : plan.time.kinds) {
    most[kind.device_type] = std::max(most[kind.device_type], kind.peak_bytes);
  }
  return most;
}

ComparisonRow row_of(const Plan& plan) {
  const StepTime& time = plan.time;
  return {.strategy = plan.strategy,
          .step_seconds = time.step_seconds,
          .compute_seconds = time.compute_seconds,
          .exposed_seconds = time.exposed_seconds,
          .bubble = plan.pipeline ? plan.pipeline->bubble : 0,
          .peak_bytes = time.peak_bytes,
          .peak_bytes_by_type = bytes_by_type(plan),
          .out_of_memory = time.out_of_memory,
          .note = plan.degrees};
}

ComparisonRow sharded_row(const Plan& plan) {
  ComparisonRow row = row_of(plan);
  const int64_t batch = batch_dim(plan.on.step()).extent;
  const int ranks = plan.stage().sharding.group.sizes[0];
  if (strategy::strategy(plan.strategy).shards_batch && batch < ranks) {
    row.note += fmt::format("{}{} of {} devices along the batch have no sample",
                            row.note.empty() ? "" : "; ", ranks - batch, ranks);
  }
  return row;
}

ComparisonRow own_row(const PlanResult& result) {
  ComparisonRow row = result.plan.pipeline ? row_of(result.plan) : sharded_row(result.plan);
  if (result.microbatches.kind == MicrobatchChoice::Kind::kChosen) {
    row.note = result.microbatches.options;
  } else if (!result.plan.found_by.empty()) {
    row.note = fmt::format("as {}", result.plan.found_by);
  }
  const Plan& plan = result.plan;
  if (!plan.pipeline && std::ssize(plan.devices()) < core::num_devices(plan.on.cluster)) {
    row.note += fmt::format("{}on {}", row.note.empty() ? "" : ", ", plan.found->group);
  }
  return row;
}

ComparisonRow pipeline_row(const Plan& plan) {
  ComparisonRow row = row_of(plan);
  row.runs = cannot_run_reason(plan).empty();
  if (row.note.empty()) row.note = stages_words(plan);
  return row;
}

}  // namespace

Comparison compare_strategies(const StepOnCluster& on, PlanOptions options) {
  Comparison comparison{.on = on};
  options.compare = options.pipelines = true;
  const PlanResult own = plan(on, options);
  const auto is_over = [&] {
    return search::is_stopped({.deadline = options.deadline, .is_cancelled = options.is_cancelled});
  };
  constexpr const char* kNoTime = "not tried within the time limit";
  for (const std::string& name : sharding_strategies()) {
    const auto known = std::ranges::find(own.named, name, &Plan::strategy);
    if (known == own.named.end() && is_over()) {
      comparison.inapplicable.push_back(fmt::format("{}: {}", name, kNoTime));
      continue;
    }
    const Plan plan = known != own.named.end() ? *known : plan_by(on, name, is_over);
    if (plan.applies()) {
      comparison.rows.push_back(sharded_row(plan));
    } else {
      comparison.inapplicable.push_back(fmt::format("{}: {}", name, plan.inapplicable_reason));
    }
  }
  comparison.rows.push_back(own_row(own));
  for (const Plan& pipeline : pipeline_plans(on, own.pipelines, own.plan, is_over)) {
    comparison.rows.push_back(pipeline_row(pipeline));
  }
  for (const Strategy& s : strategies()) {
    const bool is_missing = is_over() && s.pipeline && s.pipeline_cost != PlannerCost::kSearch;
    if (!s.plans_stages_of_models() && !is_missing) continue;
    const std::string name(s.name);
    if (std::ranges::find(comparison.rows, name, &ComparisonRow::strategy) !=
        comparison.rows.end()) {
      continue;
    }
    std::string reason = no_pipeline_reason(on);
    if (reason.empty()) {
      const bool is_left_out =
          s.has_sharded_meshes && options.effort != search::SearchEffort::kFull;
      reason = is_over()     ? kNoTime
               : is_left_out ? "takes many simulations; use --level full"
                             : fmt::format("needs {}", s.needs);
    }
    comparison.inapplicable.push_back(fmt::format("{}: {}", name, reason));
  }
  std::ranges::stable_sort(comparison.rows, [](const ComparisonRow& a, const ComparisonRow& b) {
    if (a.out_of_memory.empty() != b.out_of_memory.empty()) return a.out_of_memory.empty();
    return a.step_seconds < b.step_seconds;
  });
  return comparison;
}

}  // namespace motley::tensor::planner
