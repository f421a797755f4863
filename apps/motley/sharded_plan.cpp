#include "apps/motley/sharded_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <unordered_map>

#include "apps/motley/training.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "core/cluster/cluster_file.h"
#include "core/io/files.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/predict/measured_shares.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/ops_without_rule.h"
#include "tensor/plan/propagate/rule_text.h"
#include "tensor/plan/search/hap.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/report/plan_text.h"

namespace motley::apps {
namespace {

using namespace tensor;
using namespace tensor::predict;
using namespace tensor::propagate;
using namespace tensor::search;
using namespace tensor::shard_cost;
using namespace tensor::strategy;
using Json = nlohmann::ordered_json;

// Of what a plan depends on.
uint64_t cluster_hash(const core::Cluster& cluster) {
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

// Values with a state: arguments, and results of the body's ops that are not rematerialized.
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

ShardingProblem problem_of(const StepOnCluster& on, const DeviceGrid& grid,
                           const GroupCosts& costs) {
  return ShardingProblem(on.step.program, on.num_updated(), grid, costs);
}

std::vector<std::string> without_rule(const ShardingProblem& problem, const ShardPlan& plan) {
  std::map<std::string, int> counts;
  for (int i : ops_without_rule(problem, plan)) {
    ++counts[std::string(name(problem.program().body.ops[i].code))];
  }
  std::vector<std::string> texts;
  for (const auto& [op, count] : counts) texts.push_back(fmt::format("{} x {}", count, op));
  return texts;
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
                                   {"seconds", c.seconds}});
  }
  return json;
}

// Ranks without a sample, where the batch is cut: fewer samples than devices are no error.
int num_idle(const StepOnCluster& on, const ShardedPlan& plan) {
  int most = 0;
  for (int i : batch_dim(on.step).arguments) {
    const Sharding& s = plan.plan.values[on.step.program.body.arguments[i].index];
    int idle = 0;
    for (int rank = 0; rank < plan.plan.group.num_ranks(); ++rank) {
      for (int a = 0; a < plan.plan.group.num_axes(); ++a) {
        idle += s[a].is_sharded() && s[a].cut.dim == 0 &&
                s[a].cut.shares[plan.plan.group.coordinate(rank, a)] == 0;
      }
    }
    most = std::max(most, idle);
  }
  return most;
}

std::unique_ptr<StepOnCluster> build_step(const std::string& model, const std::string& optimizer,
                                          core::Cluster cluster, const Microbatches& microbatches) {
  auto on = std::make_unique<StepOnCluster>();
  on->model = model;
  on->optimizer = optimizer;
  on->microbatches = microbatches;
  on->loaded = load_microbatch_model(model, microbatches);
  if (on->loaded.signature.empty()) {
    throw core::UserError({model}, "has no signature that tells which arguments are parameters");
  }
  print_gradient_note(on->loaded);
  on->step = make_fused_step(on->loaded, Optimizer::parse(optimizer), microbatches);
  std::vector<Update> updates;
  for (int i = 0; i < on->num_updated(); ++i) updates.push_back({i + 1, i});
  on->cluster = with_measured_shares(std::move(cluster), on->step.program, updates);
  return on;
}

}  // namespace

std::unique_ptr<StepOnCluster> read_step(const std::string& model, const std::string& optimizer,
                                         const std::string& cluster_file,
                                         const Microbatches& microbatches) {
  core::Cluster cluster = core::read_cluster(cluster_file);
  auto on = build_step(model, optimizer, std::move(cluster), microbatches);
  on->cluster_file = cluster_file;
  return on;
}

std::unique_ptr<StepOnCluster> read_step(const std::string& model, const std::string& optimizer,
                                         core::Cluster cluster, const Microbatches& microbatches) {
  return build_step(model, optimizer, std::move(cluster), microbatches);
}

int64_t StepOnCluster::samples_per_step() const {
  return std::max<int64_t>(1, batch_dim(step).extent);
}

std::vector<std::string> names_of(const TrainStep& step) {
  std::vector<std::string> names = value_names(step.program);
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    names[step.program.body.arguments[i].index] = step.arguments[i].name;
  }
  return names;
}

ShardedPlan searched_plan(const StepOnCluster& on, SearchSettings settings,
                          std::optional<ValueId> explained) {
  TrainStep one;  // micro-batch as a step
  if (on.microbatches.count > 1) {
    one = make_fused_step(on.loaded, Optimizer::parse(on.optimizer),
                          {.recompute = on.microbatches.recompute});
    settings.microbatch_step = &one;
    settings.num_microbatches = on.microbatches.count;
  }
  const auto begin = std::chrono::steady_clock::now();
  SearchResult found = search::search(on.step, on.cluster, settings, explained);
  ShardedPlan plan{.strategy = "motley", .inapplicable_reason = found.fault};
  plan.seconds = core::seconds_since(begin);
  if (!plan.inapplicable_reason.empty()) return plan;
  plan.devices = found.devices;
  plan.costs = found.costs;
  plan.plan = found.plan;
  plan.time = found.time;
  const ShardingProblem problem = problem_of(on, plan.plan.group, plan.costs);
  plan.without_rule = without_rule(problem, plan.plan);
  plan.found = std::move(found);
  return plan;
}

namespace {

ShardedPlan planned_at_once(const StepOnCluster& on, const Strategy& named) {
  const auto begin = std::chrono::steady_clock::now();
  HapResult found = named.plan(on.step, on.cluster);
  ShardedPlan plan{.strategy = std::string(named.name),
                   .devices = std::move(found.devices),
                   .costs = std::move(found.costs),
                   .plan = std::move(found.plan),
                   .time = std::move(found.time)};
  plan.seconds = core::seconds_since(begin);
  plan.without_rule = without_rule(problem_of(on, plan.plan.group, plan.costs), plan.plan);
  return plan;
}

}  // namespace

std::vector<std::string> sharding_strategies() {
  std::vector<std::string> names;
  for (const Strategy& s : strategies()) {
    if (s.plans_models() && !s.searches) names.emplace_back(s.name);
  }
  return names;
}

ShardedPlan plan_by(const StepOnCluster& on, const std::string& name) {
  const Strategy& named = strategy::strategy(name);
  if (!named.plans_models()) {
    throw core::UserError(
        fmt::format("{} plans a pipeline of a profile, no model's step", named.name));
  }
  if (named.searches) return searched_plan(on, {});
  if (named.plan) return planned_at_once(on, named);
  const auto begin = std::chrono::steady_clock::now();
  StrategyChoice choice = named.choose({on.step, on.cluster, on.microbatches.count});
  ShardedPlan plan{.strategy = std::string(named.name)};
  plan.inapplicable_reason = choice.inapplicable_reason;
  if (!plan.inapplicable_reason.empty()) return plan;
  plan.devices = choice.devices;
  plan.costs = group_costs(on.cluster, choice.group, choice.devices);
  const ShardingProblem problem = problem_of(on, choice.group, plan.costs);
  plan.plan = complete(problem, choice.pins);
  plan.without_rule = without_rule(problem, plan.plan);
  plan.time = step_time(problem, plan.plan, on.cluster, plan.devices);
  plan.seconds = core::seconds_since(begin);
  return plan;
}

std::string devices_without_share(const StepOnCluster& on, const ShardedPlan& plan) {
  const std::vector<core::Device> all = core::devices(on.cluster);
  std::vector<int> left(on.cluster.device_types.size());
  for (size_t d = 0; d < all.size(); ++d)
    left[all[d].type] += std::ranges::find(plan.devices, static_cast<int>(d)) == plan.devices.end();
  std::vector<std::string> texts;
  for (size_t t = 0; t < left.size(); ++t) {
    if (left[t] > 0)
      texts.push_back(fmt::format("{} x {}", left[t], on.cluster.device_types[t].name));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string plan_json(const StepOnCluster& on, const ShardedPlan& plan) {
  Json json = {{"version", 1},
               {"kind", "sharded"},
               {"model", on.model},
               {"optimizer", on.optimizer},
               {"samples_per_step", on.samples_per_step()},
               {"microbatches", on.microbatches.count},
               {"accumulate", on.microbatches.accumulate},
               {"recompute", on.microbatches.recompute},
               {"cluster", on.cluster_file},
               {"cluster_hash", fmt::format("{:016x}", cluster_hash(on.cluster))},
               {"step_hash", fmt::format("{:016x}", structural_hash(on.step.program))},
               {"strategy", plan.strategy}};
  json.update(json_of_time(on.cluster, plan.time));
  if (plan.found) {
    const SearchResult& found = *plan.found;
    json["lower_bound_seconds"] = found.lower_bound_seconds;
    json["complete"] = found.complete;
    json["search"] = {{"op_classes", found.num_classes},
                      {"nodes", found.num_nodes},
                      {"width", found.width},
                      {"exact", found.is_exact},
                      {"search_cost_seconds", found.search_cost},
                      {"plans", found.tried.size()},
                      {"simulated", std::ranges::count_if(found.tried, [](const TriedPlan& t) {
                         return t.step_seconds.has_value();
                       })}};
  }
  json["without_rule"] = plan.without_rule;
  json["grid"] = plan.plan.group.sizes;
  json["devices"] = plan.devices;
  const ShardingProblem problem = problem_of(on, plan.plan.group, plan.costs);
  const auto names = names_of(on.step);
  json["arguments"] = Json::object();
  json["values"] = Json::object();
  // As into a list: an ordered object looks for its key first, among all there are.
  using Members = Json::object_t::Container;
  Members& arguments = json["arguments"].get_ref<Json::object_t&>();
  Members& others = json["values"].get_ref<Json::object_t&>();
  Json on_use = Json::array();
  const size_t num_arguments = on.step.arguments.size();
  const auto values = stated_values(problem);
  for (size_t i = 0; i < values.size(); ++i) {
    const ValueId v = values[i];
    const Shape& shape = on.step.program.type(v).shape;
    const Sharding& held = plan.plan.values[v.index];
    (i < num_arguments ? arguments : others)
        .emplace_back(names[v.index], to_string(held, shape, plan.plan.group));
    if (plan.plan.regather[v.index]) on_use.push_back(names[v.index]);
  }
  json["regather"] = on_use;
  json["read_as"] = Json::object();
  for (ValueId v : on.step.program.body.arguments) {
    const auto at = plan.plan.read_as.find(v);
    if (at == plan.plan.read_as.end()) continue;
    json["read_as"][names[v.index]] =
        to_string(at->second, on.step.program.type(v).shape, plan.plan.group);
  }
  json["rules"] = Json::object();
  const ShardPlan told = with_few_fixed_rules(problem, plan.plan);
  for (int op = 0; op < problem.graph().num_ops(); ++op) {
    if (!told.fixed_rules.contains(op)) continue;
    const ValueId result = problem.graph().ops[op].results[0];
    json["rules"][names[result.index]] = rule_text(problem, op, told.rules[op]);
  }
  json["bucket_bytes"] = plan.plan.bucket_bytes;
  json["prefetch_bytes"] = plan.plan.prefetch_bytes;
  json["follow_operands"] = plan.plan.follow_operands;
  return json.dump(1) + "\n";
}

PlanFile read_plan(const std::string& file) {
  const std::string text = core::read_text_file(file);
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw core::UserError(core::position_at(file, text, error.byte), "is no JSON from here on");
  }
  // Keys that had another name in earlier versions are read by either.
  const auto key = [&](const char* name, const char* earlier) -> const Json& {
    return json.contains(earlier) ? json.at(earlier) : json.at(name);
  };
  const auto wrong = [&](const std::string& why) { return core::UserError({file}, why); };
  if (!json.is_object() || json.value("kind", "") != "sharded") {
    throw wrong("is no sharded plan: `motley plan MODEL --strategy NAME -o FILE` writes one");
  }
  try {
    PlanFile read;
    read.on = read_step(json.at("model").get<std::string>(), json.at("optimizer"),
                        json.at("cluster").get<std::string>(),
                        {.count = json.at("microbatches"),
                         .accumulate = json.value("accumulate", json.at("microbatches")),
                         .recompute = json.at("recompute"),
                         .cross_sample = true});
    const StepOnCluster& on = *read.on;
    if (json.at("step_hash") != fmt::format("{:016x}", structural_hash(on.step.program))) {
      throw wrong(fmt::format("is a plan for another step than that of {} with {}", on.model,
                              on.optimizer));
    }
    if (json.at("cluster_hash") != fmt::format("{:016x}", cluster_hash(on.cluster))) {
      throw wrong(
          fmt::format("is a plan for another cluster than {} now describes", on.cluster_file));
    }
    ShardedPlan& plan = read.plan;
    plan.strategy = json.at("strategy");
    plan.devices = json.at("devices").get<std::vector<int>>();
    const DeviceGrid grid{json.at("grid").get<std::vector<int>>()};
    const auto num_devices = static_cast<int>(core::num_devices(on.cluster));
    const bool fits =
        (grid.num_axes() == 1 || grid.num_axes() == 2) &&
        grid.num_ranks() == std::ssize(plan.devices) &&
        std::ranges::all_of(plan.devices, [&](int d) { return d >= 0 && d < num_devices; });
    if (!fits) throw wrong("its grid and devices do not fit the cluster");
    plan.costs = group_costs(on.cluster, grid, plan.devices);
    const ShardingProblem problem = problem_of(on, grid, plan.costs);
    const auto names = names_of(on.step);
    plan.plan = {.group = grid,
                 .values = std::vector<Sharding>(names.size()),
                 .regather = std::vector<bool>(names.size())};
    const auto value_named = [&](const std::string& name) {
      const auto at = std::ranges::find(names, name);
      if (at == names.end())
        throw wrong(fmt::format("there is no value {}", core::in_quotes(name)));
      return ValueId(static_cast<size_t>(at - names.begin()));
    };
    const auto state_of = [&](ValueId v, const std::string& state) {
      const ParsedSharding parsed = parse_sharding(state, on.step.program.type(v), grid);
      if (!parsed.fault.empty()) {
        throw wrong(fmt::format("value {}, state {}: {}", core::in_quotes(names[v.index]),
                                core::in_quotes(state), parsed.fault));
      }
      return parsed.sharding;
    };
    const auto values = stated_values(problem);
    std::unordered_map<std::string, std::string> states;
    for (const char* where : {"arguments", "values"}) {
      for (const auto& item : json.at(where).items()) {
        states.emplace(item.key(), item.value().get<std::string>());
      }
    }
    size_t num_read = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      const ValueId v = values[i];
      const auto at = states.find(names[v.index]);
      if (at == states.end()) {
        throw wrong(fmt::format("says nothing of the value {}", core::in_quotes(names[v.index])));
      }
      ++num_read;
      plan.plan.values[v.index] = state_of(v, at->second);
    }
    const size_t num_there = json.at("arguments").size() + json.at("values").size();
    if (num_there != num_read) {
      std::vector<std::string> known;
      for (ValueId v : values) known.push_back(names[v.index]);
      for (const char* where : {"arguments", "values"}) {
        for (const auto& item : json.at(where).items()) {
          if (std::ranges::find(known, item.key()) != known.end()) continue;
          throw wrong(fmt::format("there is no value {}; did you mean {}?",
                                  core::in_quotes(item.key()),
                                  core::in_quotes(core::nearest_name(item.key(), known))));
        }
      }
    }
    for (const std::string name : key("regather", "gathered_on_use")) {
      plan.plan.regather[value_named(name).index] = true;
    }
    for (const auto& item : json.at("read_as").items()) {
      const ValueId v = value_named(item.key());
      plan.plan.read_as[v] = state_of(v, item.value().get<std::string>());
    }
    for (const auto& item : json.at("rules").items()) {
      const ValueId v = value_named(item.key());
      const int op = problem.graph().producer[v.index];
      if (op < 0) throw wrong(fmt::format("no op makes {}", core::in_quotes(item.key())));
      const ParsedRule parsed = parse_rule(problem, op, item.value().get<std::string>());
      if (!parsed.fault.empty())
        throw wrong(fmt::format("op {}: {}", core::in_quotes(item.key()), parsed.fault));
      plan.plan.fixed_rules[op] = parsed.rule;
    }
    plan.plan.bucket_bytes = json.at("bucket_bytes");
    plan.plan.prefetch_bytes = key("prefetch_bytes", "ahead_bytes");
    plan.plan.follow_operands = key("follow_operands", "takes_what_is_there");
    plan.plan = with_rules(problem, std::move(plan.plan));
    plan.without_rule = without_rule(problem, plan.plan);
    plan.time = step_time(problem, plan.plan, on.cluster, plan.devices);
    return read;
  } catch (const Json::exception& error) {
    throw wrong(fmt::format("does not have the form of a plan ({})", error.what()));
  }
}

std::string plan_text(const StepOnCluster& on, const ShardedPlan& plan) {
  std::string text = fmt::format("{} with {} on {}: {}\n", on.model, on.optimizer,
                                 on.cluster.name.empty() ? on.cluster_file : on.cluster.name,
                                 samples_text(on.samples_per_step(), on.microbatches));
  const StepTime& time = plan.time;
  text += fmt::format("  strategy  {}, device grid {}\n", plan.strategy,
                      fmt::join(plan.plan.group.sizes, " x "));
  text += fmt::format(
      "  step time {}: compute {}, communication {}, exposed communication and waiting {}\n",
      duration_text(time.step_seconds), duration_text(time.compute_seconds),
      duration_text(time.communication_seconds), duration_text(time.exposed_seconds));
  for (const KindOfRank& kind : time.kinds) {
    const core::DeviceType& type = on.cluster.device_types[kind.device_type];
    text +=
        fmt::format("  ranks     {} x {} from rank {}: compute {}, {} of {}\n", kind.num_ranks,
                    type.name, kind.first_rank, duration_text(kind.compute_seconds),
                    core::readable_bytes(kind.peak_bytes), core::readable_bytes(type.memory_bytes));
  }
  if (const std::string left = devices_without_share(on, plan); !left.empty())
    text += fmt::format("  unused    {}\n", left);
  const int idle = num_idle(on, plan);
  if (idle > 0) text += fmt::format("  idle      {} ranks have no sample\n", idle);
  for (const CollectiveTotal& c : time.collectives) {
    text +=
        fmt::format("  sends     {} x {}, {} in total, {}\n", c.count, c.text(),
                    core::readable_bytes(static_cast<int64_t>(c.bytes)), duration_text(c.seconds));
  }
  if (!plan.without_rule.empty()) {
    text += fmt::format("  no rule   {}: replicated for want of a sharding rule\n",
                        fmt::join(plan.without_rule, ", "));
  }
  text += "  arguments\n";
  const auto& arguments = on.step.program.body.arguments;
  for (size_t i = 0; i < on.step.arguments.size(); ++i) {
    const StepArgument& a = on.step.arguments[i];
    if (a.role == StepRole::kState || a.role == StepRole::kSetting) continue;
    const Sharding& s = plan.plan.values[arguments[i].index];
    text += fmt::format("    {:<24} {:<24} {:<20} {}\n", a.name, a.type.to_string(),
                        to_string(s, a.type.shape, plan.plan.group),
                        to_jax(s, a.type.shape, plan.plan.group));
  }
  if (!time.out_of_memory.empty())
    text += fmt::format("  does not fit into memory: {}\n", time.out_of_memory);
  return text;
}

}  // namespace motley::apps
