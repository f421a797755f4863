#include "tensor/plan/planner/plan_diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <string>

namespace motley::tensor::planner {

namespace {

// What a user can change of a plan's stages, by name.
std::map<std::string, std::string> stage_facts(const Plan& plan) {
  std::map<std::string, std::string> facts;
  if (!plan.pipeline) {
    facts["stages"] = "1";
    return facts;
  }
  const PlanPipeline& pipeline = *plan.pipeline;
  facts["stages"] = fmt::format("{}", plan.stages.size());
  facts["microbatches"] = fmt::format("{}", pipeline.cuts.microbatches);
  facts["schedule"] = pipeline.schedule;
  facts["cuts"] = fmt::format("[{}]", fmt::join(pipeline.cuts.cuts, ", "));
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    facts[fmt::format("devices of stage {}", s)] =
        fmt::format("[{}]", fmt::join(plan.stages[s].devices, ", "));
    facts[fmt::format("samples of stage {}", s)] =
        fmt::format("[{}]", fmt::join(plan.stages[s].samples, ", "));
    facts[fmt::format("recompute of stage {}", s)] = pipeline.cuts.recompute[s] ? "yes" : "no";
  }
  return facts;
}

// Of two plans of which one at least is a pipeline.
PlanDiff diff_of_stages(const Plan& before, const Plan& after) {
  const auto a = stage_facts(before), b = stage_facts(after);
  std::set<std::string> names;
  for (const auto& facts : {a, b}) {
    for (const auto& [name, value] : facts) names.insert(name);
  }
  PlanDiff result;
  for (const std::string& name : names) {
    const std::string was = a.contains(name) ? a.at(name) : "-";
    const std::string is = b.contains(name) ? b.at(name) : "-";
    if (was == is) {
      ++result.num_same;
    } else {
      result.changes.push_back({was, is, {name}});
    }
  }
  return result;
}

}  // namespace

std::optional<PlanDiff> diff(const Plan& before, const Plan& after) {
  const StepOnCluster &a = before.on, &b = after.on;
  if (a.optimizer() != b.optimizer() ||
      a.step().program.values.size() != b.step().program.values.size() ||
      structural_hash(a.model_step->model.program) !=
          structural_hash(b.model_step->model.program)) {
    return std::nullopt;
  }
  if (before.pipeline || after.pipeline) return diff_of_stages(before, after);
  const auto state_text = [](const Plan& plan, ValueId v) {
    const ShardPlan& sharding = plan.stage().sharding;
    return to_string(sharding.values[v.index], plan.on.step().program.type(v).shape,
                     sharding.group);
  };
  const auto names = value_names(a.step());
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> changes;
  PlanDiff result;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    auto states = std::pair(state_text(before, ValueId(i)), state_text(after, ValueId(i)));
    if (states.first == states.second) {
      ++result.num_same;
    } else {
      changes[std::move(states)].push_back(names[i]);
    }
  }
  for (auto& [states, values] : changes) {
    result.changes.push_back({states.first, states.second, std::move(values)});
  }
  return result;
}

}  // namespace motley::tensor::planner
