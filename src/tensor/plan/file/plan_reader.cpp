#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/cluster/cluster_file.h"
#include "core/io/files.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/file/stated_values.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/rule_text.h"

namespace motley::tensor::planner {
namespace {

namespace fs = std::filesystem;
using namespace propagate;
using Json = nlohmann::ordered_json;

// Reads the Plan of one file. Every mistake is a UserError with the file's name.
class PlanReader {
 public:
  PlanReader(Json json, std::string file, const ReadPlanOptions& options,
             std::vector<std::string>* notes)
      : json_(std::move(json)), file_(std::move(file)), options_(options), notes_(notes) {}

  Plan read() {
    check_kind();
    if (is_staged()) return read_pipeline();
    Plan plan{.on = on_cluster(read_model_step(), read_cluster(), cluster_file_),
              .strategy = json_.at("strategy")};
    plan.stages.push_back(read_stage(plan.on, is_version_1() ? json_ : json_.at("stages").at(0)));
    const auto bound = json_.find("lower_bound_seconds");
    if (bound != json_.end() && bound->is_number())
      plan.stated_bound_seconds = bound->get<double>();
    if (options_.predict) predict_plan(plan);
    return plan;
  }

 private:
  core::UserError wrong(const std::string& why) const { return core::UserError({file_}, why); }
  bool is_staged() const { return json_.value("kind", "") == "staged"; }

  Plan read_pipeline() {
    const StepOnCluster on = on_cluster(read_model_step(), read_cluster(), cluster_file_);
    PipelineDescription d{.microbatches = json_.at("microbatches")};
    const Json& schedule = json_.at("schedule");
    const Json& stages = json_.at("stages");
    if (schedule.is_array()) {
      d.schedule = kTableSchedule;
      d.table = joined(schedule);
    } else {
      d.schedule = schedule;
      const Json& actions = json_.value("actions", Json::object());
      const bool is_theirs = actions.value("schedule", "") == d.schedule &&
                             actions.value("stages", size_t{0}) == stages.size() &&
                             actions.value("microbatches", int64_t{0}) == d.microbatches;
      if (is_theirs) d.table = joined(actions.at("rows"));
    }
    const auto cuts = json_.at("cuts").get<std::vector<int>>();
    if (cuts.size() + 1 != stages.size()) {
      throw wrong(fmt::format("{} cuts make {} stages, not {}", cuts.size(), cuts.size() + 1,
                              stages.size()));
    }
    for (size_t s = 0; s < stages.size(); ++s) {
      StageDescription stage{.first_layer = s == 0 ? 0 : cuts[s - 1],
                             .devices = stages[s].at("devices").get<std::vector<int>>(),
                             .recompute = stages[s].value("recompute", false)};
      stage.samples = stages[s].value("samples", std::vector<int64_t>());
      check_devices(stage.devices, on.cluster);
      d.stages.push_back(std::move(stage));
    }
    try {
      return described_plan(on, d, json_.at("strategy"));
    } catch (const core::UserError& error) {
      throw wrong(error.what());
    }
  }

  static std::string joined(const Json& rows) {
    std::string text;
    for (const Json& row : rows) text += row.get<std::string>() + "\n";
    return text;
  }

  bool is_version_1() const { return json_.value("version", 0) == 1; }

  void check_kind() const {
    const std::string kind = json_.is_object() ? json_.value("kind", "") : "";
    if (kind != "sharded" && kind != "staged") {
      throw wrong("is no plan of a model: `motley plan MODEL --cluster C -o FILE` writes one");
    }
    const int version = json_.value("version", 0);
    if (version != 1 && version != 2) {
      throw wrong(fmt::format("has version {}; this program reads versions 1 and 2", version));
    }
    if (kind == "sharded" && version == 2 && json_.at("stages").size() != 1) {
      throw wrong(fmt::format("has {} stages; a sharded plan has one, and a pipeline is `staged`",
                              json_.at("stages").size()));
    }
  }

  // A path of the file: from the folder of the file, or, for files of version 1 and names that are
  // no path, as it stands.
  std::string resolved(const std::string& path) const {
    if (path.empty() || fs::path(path).is_absolute()) return path;
    const std::string from_file = (fs::path(file_).parent_path() / path).string();
    const bool is_there = core::path_kind(from_file) != core::PathKind::kMissing;
    if (is_version_1() && core::path_kind(path) != core::PathKind::kMissing) return path;
    return is_there ? from_file : path;
  }

  ModelStepPtr read_model_step() const {
    const std::string name =
        options_.model.empty() ? resolved(json_.at("model").get<std::string>()) : options_.model;
    const int64_t count = json_.at(is_staged() ? "step_microbatches" : "microbatches");
    const ModelStepPtr step = build_step(
        load_model(name), {.optimizer = json_.at("optimizer"),
                           .microbatches = {.count = count,
                                            .accumulate = json_.value("accumulate", count),
                                            .recompute = json_.at("recompute"),
                                            .keep_products = json_.value("keep_products", false),
                                            .cross_sample = true},
                           .bf16_products = json_.value("precision", "") == "bf16"});
    if (json_.at("step_hash") != fmt::format("{:016x}", structural_hash(step->step.program))) {
      throw wrong(fmt::format("is a plan for another step than that of {} with {}", name,
                              step->options.optimizer));
    }
    return step;
  }

  core::Cluster read_cluster() {
    cluster_file_ = resolved(json_.at("cluster").get<std::string>());
    const std::string hash = json_.at("cluster_hash");
    const auto has_changed = [&](const core::Cluster& cluster) {
      return hash != fmt::format("{:016x}", cluster_hash(cluster));
    };
    if (is_version_1()) {
      core::Cluster cluster = core::read_cluster(cluster_file_);
      if (has_changed(cluster)) {
        throw wrong(
            fmt::format("is a plan for another cluster than {} now describes", cluster_file_));
      }
      return cluster;
    }
    const bool is_there = core::path_kind(cluster_file_) == core::PathKind::kFile;
    if (notes_ && is_there && has_changed(core::read_cluster(cluster_file_))) {
      notes_->push_back(
          fmt::format("{} has changed since {} was planned for it; the cluster in "
                      "the plan is used",
                      cluster_file_, file_));
    }
    std::string text;
    for (const Json& line : json_.at("cluster_description")) text += line.get<std::string>() + "\n";
    return core::parse_cluster(text, file_);
  }

  DeviceGrid read_grid(const Json& json, const std::vector<int>& devices,
                       const core::Cluster& cluster) const {
    const DeviceGrid grid{json.at("grid").get<std::vector<int>>()};
    if ((grid.num_axes() != 1 && grid.num_axes() != 2) ||
        std::ranges::any_of(grid.sizes, [](int n) { return n < 1; }) ||
        grid.num_ranks() != std::ssize(devices)) {
      throw wrong(fmt::format("{} devices do not make a grid of [{}]", devices.size(),
                              fmt::join(grid.sizes, ", ")));
    }
    check_devices(devices, cluster);
    return grid;
  }

  void check_devices(const std::vector<int>& devices, const core::Cluster& cluster) const {
    if (devices.empty()) throw wrong("a stage has no devices");
    const auto num_devices = static_cast<int>(core::num_devices(cluster));
    std::vector<int> sorted = devices;
    std::ranges::sort(sorted);
    for (size_t i = 0; i < sorted.size(); ++i) {
      if (sorted[i] < 0 || sorted[i] >= num_devices) {
        throw wrong(fmt::format("there is no device {}; the cluster has devices 0 to {}", sorted[i],
                                num_devices - 1));
      }
      if (i > 0 && sorted[i] == sorted[i - 1]) {
        throw wrong(fmt::format("device {} is listed twice in `devices`", sorted[i]));
      }
    }
  }

  PlanStage read_stage(const StepOnCluster& on, const Json& json) {
    PlanStage stage{.devices = json.at("devices").get<std::vector<int>>(), .costs = {}};
    const DeviceGrid grid = read_grid(json, stage.devices, on.cluster);
    stage.costs = shard_cost::group_costs(on.cluster, grid, stage.devices);
    const ShardingProblem problem = problem_of(on, grid, stage.costs);
    names_ = value_names(on.step());
    ShardPlan& plan = stage.sharding;
    plan = {.group = grid,
            .values = std::vector<Sharding>(names_.size()),
            .regather = std::vector<bool>(names_.size())};
    read_states(problem, json, plan);
    // Keys that had another name in earlier versions are read by either.
    const auto key = [&](const char* name, const char* earlier) -> const Json& {
      return json.contains(earlier) ? json.at(earlier) : json.at(name);
    };
    for (const std::string name : key("regather", "gathered_on_use")) {
      plan.regather[value_named(name).index] = true;
    }
    for (const auto& item : json.at("read_as").items()) {
      const ValueId v = value_named(item.key());
      plan.read_as[v] = state_of(problem, v, item.value().get<std::string>());
    }
    read_rules(problem, json, plan);
    plan.bucket_bytes = json.at("bucket_bytes");
    plan.prefetch_bytes = key("prefetch_bytes", "ahead_bytes");
    plan.follow_operands = key("follow_operands", "takes_what_is_there");
    plan = with_rules(problem, std::move(plan));
    return stage;
  }

  ValueId value_named(const std::string& name) const {
    const auto at = std::ranges::find(names_, name);
    if (at == names_.end()) throw wrong(fmt::format("there is no value {}", core::in_quotes(name)));
    return ValueId(static_cast<size_t>(at - names_.begin()));
  }

  Sharding state_of(const ShardingProblem& problem, ValueId v, const std::string& state) const {
    const ParsedSharding parsed = parse_sharding(state, problem.program().type(v), problem.group());
    if (!parsed.fault.empty()) {
      throw wrong(fmt::format("value {}, state {}: {}", core::in_quotes(names_[v.index]),
                              core::in_quotes(state), parsed.fault));
    }
    return parsed.sharding;
  }

  void read_states(const ShardingProblem& problem, const Json& json, ShardPlan& plan) const {
    std::unordered_map<std::string, std::string> states;
    for (const char* where : {"arguments", "values"}) {
      for (const auto& item : json.at(where).items()) {
        states.emplace(item.key(), item.value().get<std::string>());
      }
    }
    const auto values = stated_values(problem);
    for (const ValueId v : values) {
      const auto at = states.find(names_[v.index]);
      if (at == states.end()) {
        throw wrong(fmt::format("says nothing of the value {}", core::in_quotes(names_[v.index])));
      }
      plan.values[v.index] = state_of(problem, v, at->second);
    }
    if (states.size() != values.size()) refuse_unknown(states, values);
  }

  [[noreturn]] void refuse_unknown(const std::unordered_map<std::string, std::string>& states,
                                   const std::vector<ValueId>& values) const {
    std::vector<std::string> known;
    for (ValueId v : values) known.push_back(names_[v.index]);
    for (const auto& [name, state] : states) {
      if (std::ranges::find(known, name) != known.end()) continue;
      throw wrong(fmt::format("there is no value {}; did you mean {}?", core::in_quotes(name),
                              core::in_quotes(core::nearest_name(name, known))));
    }
    throw wrong("two values of the step have one name");
  }

  void read_rules(const ShardingProblem& problem, const Json& json, ShardPlan& plan) const {
    for (const auto& item : json.at("rules").items()) {
      const int op = problem.graph().producer[value_named(item.key()).index];
      if (op < 0) throw wrong(fmt::format("no op makes {}", core::in_quotes(item.key())));
      const ParsedRule parsed = parse_rule(problem, op, item.value().get<std::string>());
      if (!parsed.fault.empty())
        throw wrong(fmt::format("op {}: {}", core::in_quotes(item.key()), parsed.fault));
      plan.fixed_rules[op] = parsed.rule;
    }
  }

  Json json_;
  std::string file_, cluster_file_;
  const ReadPlanOptions& options_;
  std::vector<std::string>* notes_;
  std::vector<std::string> names_;  // of the step's values
};

}  // namespace

Plan parse_plan(const std::string& text, const std::string& file, const ReadPlanOptions& options,
                std::vector<std::string>* notes) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw core::UserError(core::position_at(file, text, error.byte), "is no JSON from here on");
  }
  try {
    return PlanReader(std::move(json), file, options, notes).read();
  } catch (const Json::exception& error) {
    throw core::UserError({file},
                          fmt::format("does not have the form of a plan ({})", error.what()));
  }
}

Plan read_plan(const std::string& file, const ReadPlanOptions& options,
               std::vector<std::string>* notes) {
  return parse_plan(core::read_text_file(file), file, options, notes);
}

}  // namespace motley::tensor::planner
