#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/base/hash.h"
#include "core/base/json_text.h"
#include "core/cluster/cluster_file.h"
#include "core/io/files.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/file/stated_values.h"
#include "tensor/plan/planner/planned_arguments.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/plan/propagate/rule_text.h"
#include "tensor/plan/schedule/action_table.h"

namespace motley::tensor::planner {

namespace fs = std::filesystem;
using namespace predict;
using namespace propagate;
using namespace search;
using Json = nlohmann::ordered_json;

std::vector<ValueId> stated_values(const ShardingProblem& problem) {
  const Region& body = problem.program().body;
  std::vector<ValueId> values = body.arguments;
  for (const Op& op : body.ops) {
    for (ValueId v : op.results) {
      if (!problem.is_rematerialized(v)) values.push_back(v);
    }
  }
  return values;
}

uint64_t cluster_hash(core::Cluster cluster) {
  cluster.name.clear();
  return core::fnv1a(core::print_cluster(cluster));
}

namespace {

std::string hash_text(uint64_t hash) { return fmt::format("{:016x}", hash); }

// A path as seen from `folder`; an absolute one and what is no path stay.
std::string seen_from(const std::string& folder, const std::string& path) {
  if (path.empty() || fs::path(path).is_absolute()) return path;
  if (core::path_kind(path) == core::PathKind::kMissing) return path;
  std::error_code error;
  const fs::path seen = fs::proximate(path, folder.empty() ? "." : folder, error);
  return error ? path : seen.generic_string();
}

// What the plan is for: model, step and cluster.
Json json_of_problem(const StepOnCluster& on, const std::string& folder) {
  const ModelStep& step = *on.model_step;
  // It is found again by its name, and JSON is UTF-8.
  if (!core::is_printable(on.model())) {
    throw core::UserError({on.model()},
                          "cannot be named in a plan: its name is not printable UTF-8");
  }
  Json json = {{"version", 2},
               {"kind", "sharded"},
               {"model", seen_from(folder, on.model())},
               {"model_hash", hash_text(structural_hash(step.model.program))},
               {"optimizer", on.optimizer()},
               {"precision", step.options.bf16_products ? "bf16" : "as in the model"},
               {"samples_per_step", step.samples_per_step()},
               {"microbatches", on.microbatches().count},
               {"accumulate", on.microbatches().accumulate},
               {"recompute", on.microbatches().recompute},
               {"keep_products", on.microbatches().keep_products},
               {"step_hash", hash_text(structural_hash(step.step.program))},
               {"cluster", seen_from(folder, on.cluster_file)},
               {"cluster_hash", hash_text(cluster_hash(on.cluster))}};
  if (step.options.bf16_gradients) json["bf16_gradients"] = true;
  if (const auto& layers = on.microbatches().layers) {
    json["recompute_layers"] = {{"whole", layers->whole}, {"selective", layers->selective}};
  }
  return json;
}

// The cluster's own description, a line each.
Json json_of_cluster(const core::Cluster& cluster) {
  Json lines = Json::array();
  std::istringstream text(core::print_cluster(cluster));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

Json json_of_signature(const TrainStep& step) {
  Json signature = Json::array();
  for (const StepArgument& a : step.arguments) {
    signature.push_back(
        {{"name", a.name}, {"role", role_name(a.role)}, {"type", a.type.to_string()}});
  }
  return signature;
}

Json json_of_time(const core::Cluster& cluster, const StepTime& time) {
  Json json = {{"step_seconds", time.step_seconds},
               {"compute_seconds", time.compute_seconds},
               {"communication_seconds", time.communication_seconds},
               {"exposed_seconds", time.exposed_seconds},
               {"peak_bytes", time.peak_bytes},
               {"fits", time.out_of_memory.empty()}};
  json["ranks"] = Json::array();
  for (const KindOfRank& kind : time.kinds) {
    json["ranks"].push_back({{"type", cluster.device_types[kind.device_type].name},
                             {"first_rank", kind.first_rank},
                             {"count", kind.num_ranks},
                             {"compute_seconds", kind.compute_seconds},
                             {"peak_bytes", kind.peak_bytes}});
  }
  json["collectives"] = Json::array();
  for (const CollectiveTotal& c : time.collectives) {
    json["collectives"].push_back({{"kind", c.name},
                                   {"algorithm", core::name_of(c.algorithm)},
                                   {"count", c.count},
                                   {"bytes", c.bytes},
                                   {"seconds", c.seconds},
                                   {"exposed_seconds", c.exposed_seconds}});
  }
  return json;
}

Json json_of_search(const SearchResult& found) {
  return {{"op_classes", found.num_classes},
          {"nodes", found.num_nodes},
          {"width", found.width},
          {"exact", found.is_exact},
          {"search_cost_seconds", found.search_cost},
          {"plans", found.tried.size()},
          {"simulated", std::ranges::count_if(found.tried, [](const TriedPlan& t) {
             return t.step_seconds.has_value();
           })}};
}

// The states of arguments, which say where each lives, and of all other values.
void add_states(Json& json, const StepOnCluster& on, const ShardPlan& plan,
                const ShardingProblem& problem) {
  const auto names = value_names(on.step());
  json["arguments"] = Json::object();
  json["values"] = Json::object();
  // As into a list: an ordered object looks for its key first, among all there are.
  using Members = Json::object_t::Container;
  Members& arguments = json["arguments"].get_ref<Json::object_t&>();
  Members& others = json["values"].get_ref<Json::object_t&>();
  Json regather = Json::array();
  const size_t num_arguments = on.step().arguments.size();
  const auto values = stated_values(problem);
  for (size_t i = 0; i < values.size(); ++i) {
    const ValueId v = values[i];
    const Shape& shape = on.step().program.type(v).shape;
    (i < num_arguments ? arguments : others)
        .emplace_back(names[v.index], to_string(plan.values[v.index], shape, plan.group));
    if (plan.regather[v.index]) regather.push_back(names[v.index]);
  }
  json["regather"] = std::move(regather);
  json["read_as"] = Json::object();
  for (ValueId v : values) {
    const auto at = plan.read_as.find(v);
    if (at == plan.read_as.end()) continue;
    json["read_as"][names[v.index]] =
        to_string(at->second, on.step().program.type(v).shape, plan.group);
  }
}

void add_rules(Json& json, const StepOnCluster& on, const ShardPlan& plan,
               const ShardingProblem& problem) {
  const auto names = value_names(on.step());
  json["rules"] = Json::object();
  const ShardPlan told = with_few_fixed_rules(problem, plan);
  for (int op = 0; op < problem.graph().num_ops(); ++op) {
    if (!told.fixed_rules.contains(op)) continue;
    const ValueId result = problem.graph().ops[op].results[0];
    json["rules"][names[result.index]] = rule_text(problem, op, told.rules[op]);
  }
}

Json json_of_stage(const StepOnCluster& on, const PlanStage& stage) {
  const ShardPlan& plan = stage.sharding;
  const ShardingProblem problem = problem_of(on, plan.group, stage.costs);
  Json json = {{"devices", stage.devices},
               {"grid", plan.group.sizes},
               {"recompute", on.microbatches().recompute}};
  add_states(json, on, plan, problem);
  add_rules(json, on, plan, problem);
  json["bucket_bytes"] = plan.bucket_bytes;
  json["prefetch_bytes"] = plan.prefetch_bytes;
  if (plan.reducing_bytes != kNoLimit) json["reducing_bytes"] = plan.reducing_bytes;
  json["follow_operands"] = plan.follow_operands;
  return json;
}

// A pipeline: its cuts, schedule and stages are read; the figures beside them follow from these.
Json json_of_pipeline(const Plan& plan) {
  const PlanPipeline& pipeline = *plan.pipeline;
  Json rows = Json::array();
  std::istringstream table(schedule::print_action_table(pipeline.lists));
  for (std::string line; std::getline(table, line);) rows.push_back(line);
  Json json = {{"cuts", pipeline.cuts.cuts}};
  const bool is_table = pipeline.schedule == kTableSchedule;
  json["schedule"] = is_table ? rows : Json(pipeline.schedule);
  if (!is_table) {
    // The lists of that schedule, for these stages and micro-batches.
    json["actions"] = {{"schedule", pipeline.schedule},
                       {"stages", plan.stages.size()},
                       {"microbatches", pipeline.cuts.microbatches},
                       {"rows", std::move(rows)}};
  }
  return json;
}

Json json_of_pipeline_stage(const Plan& plan, size_t s) {
  const PlanStage& stage = plan.stages[s];
  Json json = {{"devices", stage.devices},
               {"samples", stage.samples},
               {"recompute", static_cast<bool>(plan.pipeline->cuts.recompute[s])}};
  const DeviceGrid& grid = stage.sharding.group;
  if (grid.num_axes() > 1) json["grid"] = grid.sizes;
  for (const auto& [argument, state] : stage.states) {
    const StepArgument& a = plan.on.step().arguments[argument];
    json["arguments"][a.name] = to_string(state, a.type.shape, grid);
  }
  return json;
}

Json json_of_stages(const Plan& plan) {
  Json stages = Json::array();
  if (plan.pipeline) {
    for (size_t s = 0; s < plan.stages.size(); ++s) {
      stages.push_back(json_of_pipeline_stage(plan, s));
    }
    return stages;
  }
  for (const PlanStage& stage : plan.stages) stages.push_back(json_of_stage(plan.on, stage));
  return stages;
}

// Figures of the stages, to be read by people.
void add_stage_times(Json& stages, const Plan& plan) {
  const auto& times = plan.pipeline->timing.stages;
  for (size_t s = 0; s < times.size(); ++s) {
    stages[s]["live"] = times[s].live;
    stages[s]["peak_bytes"] = times[s].peak_bytes;
    stages[s]["forward_seconds"] = stage::seconds(times[s].forward);
    stages[s]["backward_seconds"] = stage::seconds(times[s].backward);
    stages[s]["transfer_seconds"] = stage::seconds(times[s].transfer);
    stages[s]["all_reduce_seconds"] = stage::seconds(times[s].all_reduce);
  }
}

}  // namespace

std::string stages_json(const Plan& plan) {
  std::string text = core::json_text(json_of_stages(plan));
  if (plan.pipeline) text += core::json_text(json_of_pipeline(plan));
  return text;
}

std::string plan_json(const Plan& plan, const std::string& folder) {
  Json json = json_of_problem(plan.on, folder);
  json["strategy"] = plan.strategy;
  json.update(json_of_time(plan.on.cluster, plan.time));
  if (const auto bound = plan.lower_bound_seconds()) json["lower_bound_seconds"] = *bound;
  if (plan.found) {
    json["complete"] = plan.found->complete;
    json["search"] = json_of_search(*plan.found);
  }
  if (plan.pipeline) {
    json["kind"] = "staged";
    json["step_microbatches"] = plan.on.microbatches().count;
    json["microbatches"] = plan.pipeline->cuts.microbatches;
    json.update(json_of_pipeline(plan));
    json["stages"] = json_of_stages(plan);
    add_stage_times(json["stages"], plan);
  } else {
    json["without_rule"] = plan.without_rule;
    json["schedule"] = "1f1b";
    json["ready_schedules"] = Json::array();
    json["cuts"] = Json::array();
    json["stages"] = json_of_stages(plan);
  }
  json["signature"] = json_of_signature(plan.on.step());
  json["cluster_description"] = json_of_cluster(plan.on.cluster);
  return core::json_text(json, 1) + "\n";
}

void write_plan(const std::string& file, const Plan& plan, core::Links links) {
  core::replace_text_file(file, plan_json(plan, fs::path(file).parent_path().string()), links);
}

}  // namespace motley::tensor::planner
