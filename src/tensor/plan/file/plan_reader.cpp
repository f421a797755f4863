#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/cluster/cluster_file.h"
#include "core/io/files.h"
#include "core/io/json_reader.h"
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
using core::JsonValue;

// Of a step, and of a pipeline: more are a mistake, and would take for ever to write out.
constexpr int64_t kMostOfAxis = 1 << 15, kMostBatches = 1 << 16, kMostLayers = 1 << 24,
                  kMostSamples = int64_t{1} << 40;

constexpr const char* kModelPrecision = "as in the model";

// As files had it before rates by number format: without these, launch times and tables.
uint64_t older_cluster_hash(const core::Cluster& cluster) {
  std::string text;
  for (const core::Device& d : core::devices(cluster)) {
    const core::DeviceType& type = cluster.device_types[d.type];
    text += fmt::format("{} {} {} {};", d.host, type.flops_per_second, type.memory_bytes,
                        type.memory_bytes_per_second);
  }
  for (const core::Host& host : cluster.hosts) {
    const auto port = core::port_of(cluster, host);
    for (const auto& link : {host.link, port}) {
      if (link) {
        text += fmt::format("{} {};", link->bandwidth_bytes_per_second, link->latency_seconds);
      }
    }
  }
  return core::fnv1a(text);
}

// What a file of version 2 may say. Anything else would be left out without a word.
const std::vector<std::string> kPlanKeys = {"version",
                                            "kind",
                                            "model",
                                            "model_hash",
                                            "optimizer",
                                            "precision",
                                            "bf16_gradients",
                                            "samples_per_step",
                                            "microbatches",
                                            "step_microbatches",
                                            "accumulate",
                                            "recompute",
                                            "recompute_layers",
                                            "keep_products",
                                            "step_hash",
                                            "cluster",
                                            "cluster_hash",
                                            "strategy",
                                            "step_seconds",
                                            "compute_seconds",
                                            "communication_seconds",
                                            "exposed_seconds",
                                            "peak_bytes",
                                            "fits",
                                            "ranks",
                                            "collectives",
                                            "lower_bound_seconds",
                                            "complete",
                                            "search",
                                            "without_rule",
                                            "schedule",
                                            "actions",
                                            "ready_schedules",
                                            "cuts",
                                            "stages",
                                            "signature",
                                            "cluster_description"};
const std::vector<std::string> kStageKeys = {"devices",
                                             "grid",
                                             "recompute",
                                             "arguments",
                                             "values",
                                             "regather",
                                             "gathered_on_use",
                                             "read_as",
                                             "rules",
                                             "bucket_bytes",
                                             "prefetch_bytes",
                                             "ahead_bytes",
                                             "reducing_bytes",
                                             "follow_operands",
                                             "takes_what_is_there"};
const std::vector<std::string> kPipelineStageKeys = {"devices",           "grid",
                                                     "samples",           "recompute",
                                                     "arguments",         "live",
                                                     "peak_bytes",        "forward_seconds",
                                                     "backward_seconds",  "transfer_seconds",
                                                     "all_reduce_seconds"};

// Reads the Plan of one file. Every mistake is a UserError with the file's name.
class PlanReader {
 public:
  PlanReader(const JsonValue& json, std::string file, const ReadPlanOptions& options,
             std::vector<std::string>* notes)
      : json_(json), file_(std::move(file)), options_(options), notes_(notes) {}

  Plan read() {
    check_kind();
    if (is_staged()) return read_pipeline();
    Plan plan{.on = read_step_on_cluster(), .strategy = json_.at("strategy").text()};
    plan.stages.push_back(
        read_stage(plan.on, is_version_1() ? json_ : json_.at("stages").items()[0]));
    if (const auto bound = json_.find("lower_bound_seconds")) {
      plan.stated_bound_seconds = bound->number();
    }
    if (options_.predict) predict_plan(plan);
    return plan;
  }

  PlanStage read_stage(const StepOnCluster& on, const JsonValue& json) {
    PlanStage stage{.devices = read_devices(json, on.cluster), .costs = {}};
    check_recompute(on, json);
    const DeviceGrid grid = read_grid(json, stage.devices);
    stage.costs = shard_cost::group_costs(on.cluster, grid, stage.devices);
    const ShardingProblem problem = problem_of(on, grid, stage.costs);
    names_ = value_names(on.step());
    for (size_t i = 0; i < names_.size(); ++i) index_of_name_.emplace(names_[i], i);
    ShardPlan& plan = stage.sharding;
    plan = {.group = grid,
            .values = std::vector<Sharding>(names_.size()),
            .regather = std::vector<bool>(names_.size())};
    read_states(problem, json, plan);
    // Keys that had another name in earlier versions are read by either.
    const auto key = [&](const char* name, const char* earlier) {
      const auto found = json.find(earlier);
      return found ? *found : json.at(name);
    };
    for (const JsonValue& name : key("regather", "gathered_on_use").items()) {
      plan.regather[value_named(name, name.text()).index] = true;
    }
    for (const auto& [name, state] : json.at("read_as").members()) {
      const ValueId v = value_named(state, name);
      plan.read_as[v] = held_state_of(problem, v, state);
    }
    read_rules(problem, json, plan);
    plan.bucket_bytes = json.at("bucket_bytes").whole_number();
    plan.prefetch_bytes = key("prefetch_bytes", "ahead_bytes").whole_number();
    if (const auto limit = json.find("reducing_bytes")) plan.reducing_bytes = limit->whole_number();
    plan.follow_operands = key("follow_operands", "takes_what_is_there").boolean();
    plan = with_rules(problem, std::move(plan));
    return stage;
  }

 private:
  core::UserError wrong(const std::string& why) const { return core::UserError({file_}, why); }
  // The name of the cluster's file is known once it is read.
  StepOnCluster read_step_on_cluster() {
    core::Cluster cluster = read_cluster();
    return on_cluster(read_model_step(), std::move(cluster), cluster_file_);
  }
  bool is_staged() const { return json_.at("kind").text() == "staged"; }

  Plan read_pipeline() {
    const StepOnCluster on = read_step_on_cluster();
    PipelineDescription d{.microbatches = json_.at("microbatches").whole_number(1, kMostBatches)};
    const JsonValue schedule = json_.at("schedule");
    const std::vector<JsonValue> stages = json_.at("stages").items();
    if (schedule.is_array()) {
      d.schedule = kTableSchedule;
      d.table = joined(schedule);
    } else {
      d.schedule = schedule.text();
      d.table = listed_actions(d, std::ssize(stages));
    }
    const std::vector<int64_t> cuts = json_.at("cuts").whole_numbers(0, kMostLayers);
    if (cuts.size() + 1 != stages.size()) {
      throw wrong(fmt::format("{} cuts make {} stages, not {}", cuts.size(), cuts.size() + 1,
                              stages.size()));
    }
    for (size_t s = 0; s < stages.size(); ++s) {
      StageDescription stage{.first_layer = s == 0 ? 0 : static_cast<int>(cuts[s - 1]),
                             .devices = read_devices(stages[s], on.cluster),
                             .recompute = boolean_or(stages[s], "recompute", false)};
      if (const auto samples = stages[s].find("samples")) {
        stage.samples = samples->whole_numbers(0, kMostSamples);
      }
      if (const auto grid = stages[s].find("grid")) {
        for (int64_t n : grid->whole_numbers(1, std::ssize(stage.devices))) {
          stage.grid.push_back(static_cast<int>(n));
        }
      }
      if (const auto arguments = stages[s].find("arguments")) {
        for (const auto& [name, state] : arguments->members()) {
          stage.arguments[name] = state.text();
        }
      }
      d.stages.push_back(std::move(stage));
    }
    try {
      return described_plan(on, d, json_.at("strategy").text(), options_.predict);
    } catch (const core::UserError& error) {
      throw wrong(error.what());
    }
  }

  // The lists that the file gives for its schedule; empty if they are of another, or other stages.
  std::string listed_actions(const PipelineDescription& d, int64_t num_stages) const {
    const auto actions = json_.find("actions");
    if (!actions || !actions->find("rows")) return "";
    const bool are_its = actions->at("schedule").text() == d.schedule &&
                         actions->at("stages").whole_number() == num_stages &&
                         actions->at("microbatches").whole_number() == d.microbatches;
    return are_its ? joined(actions->at("rows")) : "";
  }

  static std::string joined(const JsonValue& rows) {
    std::string text;
    for (const std::string& row : rows.texts()) text += row + "\n";
    return text;
  }

  static bool boolean_or(const JsonValue& json, const char* key, bool otherwise) {
    const auto found = json.find(key);
    return found ? found->boolean() : otherwise;
  }

  bool is_version_1() const { return json_.at("version").whole_number() == 1; }

  void check_kind() const {
    const auto kind_value = json_.is_object() ? json_.find("kind") : std::nullopt;
    const std::string kind = kind_value && kind_value->is_string() ? kind_value->text() : "";
    if (kind != "sharded" && kind != "staged") {
      throw wrong("is not a plan of a model: `motley plan MODEL --cluster C -o FILE` writes one");
    }
    const int64_t version = json_.at("version").whole_number();
    if (version != 1 && version != 2) {
      throw json_.at("version").error(
          fmt::format("is {}; this program reads versions 1 and 2", version));
    }
    if (kind == "sharded" && version == 1) return;
    const std::vector<JsonValue> stages = json_.at("stages").items();
    if (version == 2) {
      json_.check_keys(kPlanKeys);
      for (const JsonValue& stage : stages) {
        stage.check_keys(kind == "sharded" ? kStageKeys : kPipelineStageKeys);
      }
    }
    const size_t num_stages = stages.size();
    if (kind == "sharded" && num_stages != 1) {
      throw wrong(fmt::format("has {} stages; a sharded plan has one, and a pipeline is `staged`",
                              num_stages));
    }
    if (num_stages == 0) throw json_.at("stages").error("is empty");
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

  std::optional<RecomputedLayers> read_recomputed_layers() const {
    const auto layers = json_.find("recompute_layers");
    if (!layers) return std::nullopt;
    return RecomputedLayers{layers->at("whole").whole_number(0, kMostLayers),
                            layers->at("selective").whole_number(0, kMostLayers)};
  }

  ModelStepPtr read_model_step() const {
    const std::string name =
        options_.model.empty() ? resolved(json_.at("model").text()) : options_.model;
    const int64_t count =
        json_.at(is_staged() ? "step_microbatches" : "microbatches").whole_number(1, kMostBatches);
    const auto accumulate = json_.find("accumulate");
    const ModelStepPtr step = build_step(
        load_model(name),
        {.optimizer = json_.at("optimizer").text(),
         .microbatches = {.count = count,
                          .accumulate =
                              accumulate ? accumulate->whole_number(1, kMostBatches) : count,
                          .recompute = json_.at("recompute").boolean(),
                          .keep_products = boolean_or(json_, "keep_products", false),
                          .layers = read_recomputed_layers(),
                          .cross_sample = true},
         .bf16_products = has_bf16_products(),
         .bf16_gradients = boolean_or(json_, "bf16_gradients", false)});
    if (json_.at("step_hash").text() !=
        fmt::format("{:016x}", structural_hash(step->step.program))) {
      throw wrong(fmt::format("is a plan for another step than that of {} with {}", name,
                              step->options.optimizer));
    }
    const int64_t samples = step->samples_per_step();
    if (const auto stated = json_.find("samples_per_step");
        stated && stated->whole_number() != samples) {
      throw stated->error(fmt::format("is {}, but a step of {} with `accumulate` {} has {} samples",
                                      stated->whole_number(), name,
                                      step->options.microbatches.accumulate, samples));
    }
    return step;
  }

  bool has_bf16_products() const {
    const auto precision = json_.find("precision");
    const std::string text = precision ? precision->text() : kModelPrecision;
    if (text != kModelPrecision && text != "bf16") {
      throw precision->error(
          fmt::format("is {}, not `{}` or `bf16`", core::in_quotes(text), kModelPrecision));
    }
    return text == "bf16";
  }

  core::Cluster read_cluster() {
    cluster_file_ = resolved(json_.at("cluster").text());
    const std::string hash = json_.at("cluster_hash").text();
    const auto has_changed = [&](const core::Cluster& cluster) {
      return hash != fmt::format("{:016x}", cluster_hash(cluster)) &&
             hash != fmt::format("{:016x}", older_cluster_hash(cluster));
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
    return core::parse_cluster(joined(json_.at("cluster_description")), file_);
  }

  DeviceGrid read_grid(const JsonValue& json, const std::vector<int>& devices) const {
    DeviceGrid grid;
    for (const int64_t size : json.at("grid").whole_numbers(1, kMostOfAxis)) {
      grid.sizes.push_back(static_cast<int>(size));
    }
    if ((grid.num_axes() != 1 && grid.num_axes() != 2) || grid.num_ranks() != std::ssize(devices)) {
      throw json.at("grid").error(fmt::format("{} devices do not make a grid of [{}]",
                                              devices.size(), fmt::join(grid.sizes, ", ")));
    }
    return grid;
  }

  // The only stage of a sharded plan recomputes what the step does.
  static void check_recompute(const StepOnCluster& on, const JsonValue& stage) {
    const bool is_recomputed = on.microbatches().recompute;
    const auto stated = stage.find("recompute");
    if (stated && stated->boolean() != is_recomputed) {
      throw stated->error(fmt::format("is {}, but `recompute` of the plan is {}", stated->boolean(),
                                      is_recomputed));
    }
  }

  std::vector<int> read_devices(const JsonValue& json, const core::Cluster& cluster) const {
    const JsonValue listed = json.at("devices");
    const int64_t num_devices = core::num_devices(cluster);
    std::vector<int> devices;
    std::vector<bool> is_listed(static_cast<size_t>(num_devices));
    for (const JsonValue& item : listed.items()) {
      const int64_t device = item.whole_number();
      if (device >= num_devices) {
        throw item.error(fmt::format("there is no device {}; the cluster has devices 0 to {}",
                                     device, num_devices - 1));
      }
      if (is_listed[device]) {
        throw item.error(fmt::format("device {} is listed twice in `devices`", device));
      }
      is_listed[device] = true;
      devices.push_back(static_cast<int>(device));
    }
    if (devices.empty()) throw listed.error("a stage has no devices");
    return devices;
  }

  ValueId value_named(const JsonValue& at, const std::string& name) const {
    const auto found = index_of_name_.find(name);
    if (found == index_of_name_.end()) {
      throw at.error(fmt::format("there is no value {}", core::in_quotes(name)));
    }
    return ValueId(found->second);
  }

  Sharding state_of(const ShardingProblem& problem, ValueId v, const JsonValue& json) const {
    const std::string state = json.text();
    const ParsedSharding parsed = parse_sharding(state, problem.program().type(v), problem.group());
    if (!parsed.fault.empty()) {
      throw json.error(fmt::format("value {}, state {}: {}", core::in_quotes(names_[v.index]),
                                   core::in_quotes(state), parsed.fault));
    }
    return parsed.sharding;
  }

  // The state of an argument: its values are given, so that no device holds a mere contribution.
  Sharding held_state_of(const ShardingProblem& problem, ValueId v, const JsonValue& json) const {
    const Sharding sharding = state_of(problem, v, json);
    if (std::ranges::any_of(sharding.axes, &AxisState::is_partial)) {
      throw json.error(
          fmt::format("value {}, state {}: an argument cannot be partial; it is R or S(dim)",
                      core::in_quotes(names_[v.index]), core::in_quotes(json.text())));
    }
    return sharding;
  }

  void read_states(const ShardingProblem& problem, const JsonValue& json, ShardPlan& plan) const {
    std::unordered_map<std::string, JsonValue> states;
    for (const char* where : {"arguments", "values"}) {
      for (const auto& [name, state] : json.at(where).members()) {
        if (!states.emplace(name, state).second) {
          throw state.error(fmt::format("the value {} is stated twice", core::in_quotes(name)));
        }
      }
    }
    const size_t num_arguments = problem.program().body.arguments.size();
    const auto values = stated_values(problem);
    for (size_t i = 0; i < values.size(); ++i) {
      const ValueId v = values[i];
      const auto at = states.find(names_[v.index]);
      if (at == states.end()) {
        throw wrong(fmt::format("says nothing of the value {}", core::in_quotes(names_[v.index])));
      }
      plan.values[v.index] = i < num_arguments ? held_state_of(problem, v, at->second)
                                               : state_of(problem, v, at->second);
    }
    if (states.size() != values.size()) refuse_unknown(states, values);
  }

  [[noreturn]] void refuse_unknown(const std::unordered_map<std::string, JsonValue>& states,
                                   const std::vector<ValueId>& values) const {
    std::vector<std::string> known;
    for (ValueId v : values) known.push_back(names_[v.index]);
    for (const auto& [name, state] : states) {
      if (std::ranges::find(known, name) != known.end()) continue;
      throw state.error(fmt::format("there is no value {}{}", core::in_quotes(name),
                                    core::did_you_mean(name, known)));
    }
    throw wrong("two values of the step have one name");
  }

  void read_rules(const ShardingProblem& problem, const JsonValue& json, ShardPlan& plan) const {
    for (const auto& [name, text] : json.at("rules").members()) {
      const int op = problem.graph().producer[value_named(text, name).index];
      if (op < 0) throw text.error(fmt::format("no op makes {}", core::in_quotes(name)));
      const ParsedRule parsed = parse_rule(problem, op, text.text());
      if (!parsed.fault.empty()) {
        throw text.error(fmt::format("op {}: {}", core::in_quotes(name), parsed.fault));
      }
      plan.fixed_rules[op] = parsed.rule;
    }
  }

  const JsonValue json_;
  std::string file_, cluster_file_;
  const ReadPlanOptions& options_;
  std::vector<std::string>* notes_;
  std::vector<std::string> names_;  // of the step's values
  std::unordered_map<std::string, size_t> index_of_name_;
};

}  // namespace

Plan parse_plan(const std::string& text, const std::string& file, const ReadPlanOptions& options,
                std::vector<std::string>* notes) {
  const core::JsonDocument document(text, file);
  return PlanReader(document.root(), file, options, notes).read();
}

Plan with_stages(const Plan& plan, const std::string& text) {
  Plan result{.on = plan.on, .strategy = plan.strategy};
  const std::string file = "the plan of rank 0";
  const core::JsonDocument document(text, file);
  const ReadPlanOptions options;
  result.stages.push_back(PlanReader(document.root(), file, options, nullptr)
                              .read_stage(plan.on, document.root().items().at(0)));
  return result;
}

Plan read_plan(const std::string& file, const ReadPlanOptions& options,
               std::vector<std::string>* notes) {
  return parse_plan(core::read_text_file(file), file, options, notes);
}

}  // namespace motley::tensor::planner
