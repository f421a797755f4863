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
       .description = "a pipeline of even cuts, a stage a device, in the order of GPipe",
       .pipeline = [](Problem p, Limits, Known) { return stage::plan_gpipe(p); }},
      {.name = "1f1b",
       .description = "a pipeline of even cuts, a stage a device, in the order 1F1B",
       .pipeline = [](Problem p, Limits, Known) { return stage::plan_1f1b(p); }},
      {.name = "pipedream",
       .description = "the pipeline whose slowest stage is fastest (PipeDream)",
       .pipeline = [](Problem p, Limits, Known) { return stage::plan_pipedream(p); },
       .pipeline_cost = PlannerCost::kPublished},
      {.name = "dapple",
       .description = "the pipeline of DAPPLE's dynamic programme and pivot formula",
       .pipeline = [](Problem p, Limits, Known) { return stage::plan_dapple(p); },
       .pipeline_cost = PlannerCost::kPublished},
      {.name = "motley",
       .description = "the planner's own search, over shardings or over pipelines",
       .searches = true,
       .pipeline = [](Problem p, Limits l, Known k) { return stage::plan_motley(p, l, k); },
       .pipeline_cost = PlannerCost::kSearch},
      {.name = "single", .description = "the fastest device alone", .choose = choose_single},
      {.name = "dp-even",
       .aliases = {"ddp"},
       .description = "the batch cut evenly",
       .needs = kBatch,
       .choose = choose_dp_even,
       .shards_batch = true},
      {.name = "dp-proportional",
       .description = "the batch cut by the devices' flops",
       .needs = kBatch,
       .choose = choose_dp_proportional,
       .shards_batch = true},
      {.name = "zero-1",
       .description = "dp-even, the optimizer's state spread",
       .needs = kBatch,
       .choose = choose_zero_1,
       .shards_batch = true},
      {.name = "zero-2",
       .description = "dp-even, state and gradients spread",
       .needs = kBatch,
       .choose = choose_zero_2,
       .shards_batch = true},
      {.name = "zero-3",
       .aliases = {"fsdp"},
       .description = "dp-even, state, gradients and parameters spread",
       .needs = kBatch,
       .choose = choose_zero_3,
       .shards_batch = true},
      {.name = "megatron",
       .description = "products cut by columns and rows, attention by heads",
       .needs = "products of parameters that follow one another",
       .choose = choose_megatron},
      {.name = "dp-tp",
       .description = "megatron within hosts, dp-even across them",
       .needs = "a batch dimension, products of parameters that follow one another, and hosts with "
                "equally many devices",
       .choose = choose_dp_tp,
       .shards_batch = true},
      {.name = "expert",
       .description = "dp-even, experts spread",
       .needs = "a batch dimension and parameters with a dimension of experts",
       .choose = choose_expert,
       .shards_batch = true},
      {.name = "hap",
       .description = "HAP as published",
       .plan = search::hap_plan,
       .shards_batch = true},
  };
  return rows;
}

const Strategy& strategy(const std::string& name) {
  for (const Strategy& s : strategies()) {
    if (s.name == name || std::ranges::count(s.aliases, name) > 0) return s;
  }
  throw core::UserError(fmt::format("there is no strategy {}; did you mean {}?",
                                    core::in_quotes(name),
                                    core::in_quotes(core::nearest_name(name, strategy_names()))));
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const Strategy& s : strategies()) names.emplace_back(s.name);
  for (const Strategy& s : strategies())
    names.insert(names.end(), s.aliases.begin(), s.aliases.end());
  return names;
}

}  // namespace motley::tensor::strategy
