#include "tensor/plan/strategy/strategy_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"

namespace motley::tensor::strategy {
namespace {

using Problem = const stage::PlanProblem&;
using Limits = const stage::StageSearchLimits&;
using Known = std::span<const stage::PipelinePlan>;

constexpr const char* kBatch = "a batch dimension";

}  // namespace

const std::vector<Strategy>& strategies() {
  static const std::vector<Strategy> rows = {
      {.name = "gpipe",
       .description =
           "a pipeline with even cuts and equally many replicas of each stage, GPipe schedule",
       .pipeline = [](Problem p, Limits, Known) { return stage::plan_gpipe(p); }},
      {.name = "1f1b",
       .description =
           "a pipeline with even cuts and equally many replicas of each stage, 1F1B schedule",
       .pipeline = [](Problem p, Limits, Known) { return stage::plan_1f1b(p); }},
      {.name = "pipedream",
       .description = "the pipeline with the fastest bottleneck stage (PipeDream)",
       .pipeline = [](Problem p, Limits, Known) { return stage::plan_pipedream(p); },
       .pipeline_cost = PlannerCost::kPublished},
      {.name = "dapple",
       .description = "the pipeline of DAPPLE's dynamic program and pivot formula",
       .pipeline = [](Problem p, Limits, Known) { return stage::plan_dapple(p); },
       .pipeline_cost = PlannerCost::kPublished},
      {.name = "motley",
       .description = "the planner's own search, over shardings or over pipelines",
       .searches = true,
       .pipeline = [](Problem p, Limits l, Known k) { return stage::plan_motley(p, l, k); },
       .pipeline_cost = PlannerCost::kSearch},
      {.name = "motley-pipeline",
       .description = "the planner's own search over pipelines: stages, devices and schedule",
       .pipeline =
           [](Problem p, Limits l, Known k) {
             stage::PlannedResult result = stage::plan_motley(p, l, k);
             result.strategy = "motley-pipeline";
             return result;
           },
       .pipeline_cost = PlannerCost::kSearch},
      {.name = "single", .description = "the fastest device alone", .choose = choose_single},
      {.name = "dp-even",
       .aliases = {"ddp"},
       .description = "data parallel, the batch sharded evenly",
       .needs = kBatch,
       .choose = choose_dp_even,
       .shards_batch = true},
      {.name = "dp-proportional",
       .description = "data parallel, the batch sharded by the devices' flops",
       .needs = kBatch,
       .choose = choose_dp_proportional,
       .shards_batch = true},
      {.name = "zero-1",
       .description = "dp-even with sharded optimizer state",
       .needs = kBatch,
       .choose = choose_zero_1,
       .shards_batch = true},
      {.name = "zero-2",
       .description = "dp-even with sharded state and gradients",
       .needs = kBatch,
       .choose = choose_zero_2,
       .shards_batch = true},
      {.name = "zero-3",
       .description = "dp-even with sharded state, gradients and parameters",
       .needs = kBatch,
       .choose = choose_zero_3,
       .shards_batch = true},
      {.name = "megatron",
       .description = "products sharded by columns and rows, attention by heads",
       .needs = "consecutive products of parameters",
       .choose = choose_megatron},
      {.name = "dp-tp",
       .description = "megatron within hosts, dp-even across hosts",
       .needs = "a batch dimension, consecutive products of parameters, and hosts with the same "
                "number of devices",
       .choose = choose_dp_tp,
       .shards_batch = true},
      {.name = "megatron-3d",
       .description = "megatron within hosts at the best degree, data parallel across them with "
                      "sharded optimizer state, sequence parallel where that is faster",
       .needs = "a batch dimension, consecutive products of parameters, and hosts that share a "
                "divisor of their devices",
       .choices = choose_megatron_3d,
       .shards_batch = true},
      {.name = "megatron-3d-stages",
       .description =
           "a pipeline with even cuts whose stages are megatron within hosts and data "
           "parallel with sharded optimizer state, 1F1B schedule, at the best degrees or "
           "at those behind a colon: tensor=8,stages=4,microbatches=16",
       .needs =
           "consecutive products of parameters, and hosts that share a divisor of their devices",
       .has_tensor_stages = true},
      {.name = "alpa",
       .description =
           "a pipeline with even cuts on equal meshes, each with the best sharding found for it, "
           "1F1B schedule",
       .needs = "several layers",
       .has_sharded_meshes = true},
      {.name = "fsdp",
       .description =
           "parameters sharded over all devices, over those of a few hosts and replicated "
           "across them (HSDP), or over hosts with tensor and sequence parallelism in "
           "them, and gathered in every pass (zero-3) or once a step",
       .needs = kBatch,
       .choices = choose_fsdp,
       .shards_batch = true},
      {.name = "expert",
       .description = "dp-even with experts sharded over all devices, or within hosts",
       .needs = "a batch dimension and parameters with an expert dimension",
       .choices = choose_expert,
       .shards_batch = true},
      {.name = "hap",
       .description = "HAP as published",
       .plan = search::hap_plan,
       .shards_batch = true},
  };
  return rows;
}

std::vector<StrategyChoice> Strategy::pinned(const StrategyInput& input) const {
  if (choices) return choices(input);
  return choose ? std::vector{choose(input)} : std::vector<StrategyChoice>{};
}

const Strategy& strategy(const std::string& name) {
  const std::string plain = name.substr(0, name.find(':'));
  for (const Strategy& s : strategies()) {
    if (plain != name && !s.has_tensor_stages) continue;
    if (s.name == plain || std::ranges::count(s.aliases, plain) > 0) return s;
  }
  throw core::UserError(fmt::format("unknown strategy {}{}", core::in_quotes(name),
                                    core::did_you_mean_one_of(name, strategy_names())));
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const Strategy& s : strategies()) names.emplace_back(s.name);
  for (const Strategy& s : strategies())
    names.insert(names.end(), s.aliases.begin(), s.aliases.end());
  return names;
}

}  // namespace motley::tensor::strategy
