#include "apps/motley/plan_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "apps/motley/microbatch_search.h"
#include "apps/motley/pipelines.h"
#include "apps/motley/sharded_plan.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "core/io/files.h"
#include "tensor/models/models.h"
#include "tensor/plan/strategy/dim_names.h"
#include "tensor/plan/strategy/sharding_strategies.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/report/plan_text.h"

namespace motley::apps {
namespace {

using namespace tensor;
using namespace tensor::predict;
using namespace tensor::search;
using namespace tensor::stage;
using namespace tensor::strategy;
using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

ValueId value_named(const StepOnCluster& on, const std::string& name) {
  const auto names = names_of(on.step);
  const std::string plain = name.starts_with('%') ? name.substr(1) : name;
  for (const std::string& wanted : {name, plain, "%" + plain}) {
    const auto at = std::ranges::find(names, wanted);
    if (at != names.end()) return ValueId(static_cast<size_t>(at - names.begin()));
  }
  throw core::UserError(fmt::format("there is no value {}; did you mean {}?", core::in_quotes(name),
                                    core::in_quotes(core::nearest_name(name, names))));
}

// "VALUE: STATE"
ShardingConstraint constraint_of(const StepOnCluster& on, const std::string& text, bool must) {
  const size_t colon = text.find(": ") != text.npos ? text.find(": ") : text.find(':');
  if (colon == text.npos) {
    throw core::UserError(fmt::format("{} is not of the form 'VALUE: STATE', as in 'w: S(0)'",
                                      core::in_quotes(text)));
  }
  const size_t state = text.find_first_not_of(' ', colon + 1);
  return {value_named(on, text.substr(0, colon)), state == text.npos ? "" : text.substr(state),
          must};
}

struct Constraints {
  std::vector<ShardingConstraint> all;
  std::vector<std::string> texts;
};

Constraints constraints_of(const StepOnCluster& on, const ModelPlanSettings& s) {
  Constraints constraints;
  for (const bool must : {true, false}) {
    for (const std::string& text : must ? s.pins : s.forbidden) {
      constraints.all.push_back(constraint_of(on, text, must));
      constraints.texts.push_back(fmt::format("{} '{}'", must ? "--pin" : "--forbid", text));
      for (size_t i = 0; i + 1 < constraints.all.size(); ++i) {
        const ShardingConstraint &a = constraints.all[i], &b = constraints.all.back();
        const bool contradict = a.value == b.value && ((a.must && b.must && a.state != b.state) ||
                                                       (a.must != b.must && a.state == b.state));
        if (contradict) {
          throw core::UserError(fmt::format("{} and {} contradict one another",
                                            constraints.texts[i], constraints.texts.back()));
        }
      }
    }
  }
  return constraints;
}

SearchSettings search_settings(const ModelPlanSettings& s, Clock::time_point begin) {
  SearchSettings settings{.level = s.level == "fast" ? SearchEffort::kFast : SearchEffort::kFull};
  if (s.time_limit > 0) {
    settings.deadline = begin + std::chrono::duration_cast<Clock::duration>(
                                    std::chrono::duration<double>(s.time_limit));
  }
  return settings;
}

std::string state_text(const StepOnCluster& on, const ShardedPlan& plan, ValueId v,
                       const Sharding& state) {
  return to_string(state, on.step.program.type(v).shape, plan.plan.group);
}

// "5:3:3:1", or "8x5:24x3" where many devices have the same.
std::string shares_text(const Shares& shares) {
  std::vector<std::string> texts;
  for (int begin = 0, end = 0; begin < shares.num_devices(); begin = end) {
    while (end < shares.num_devices() && shares[end] == shares[begin]) ++end;
    const bool is_long = shares.num_devices() > 8 && end - begin > 1;
    for (int i = begin; i < (is_long ? begin + 1 : end); ++i) {
      texts.push_back(is_long ? fmt::format("{}x{}", end - begin, shares[begin])
                              : fmt::format("{}", shares[begin]));
    }
  }
  return fmt::format("{}", fmt::join(texts, ":"));
}

// Bytes of the step's arguments of this role that are sharded along an axis of the grid, as a share
// of all of them.
double sharded_share(const StepOnCluster& on, const ShardedPlan& plan, StepRole role, int axis) {
  double sharded = 0, all = 0;
  for (size_t i = 0; i < on.step.arguments.size(); ++i) {
    const StepArgument& argument = on.step.arguments[i];
    if (argument.role != role) continue;
    const auto bytes = static_cast<double>(argument.type.num_bytes());
    const ValueId v = on.step.program.body.arguments[i];
    all += bytes;
    if (plan.plan.values[v.index][axis].is_sharded()) sharded += bytes;
  }
  return all > 0 ? sharded / all : 0;
}

// "data-parallel over 4 devices, uneven 5:3:3:1, with sharded optimizer state".
std::string axis_text(const StepOnCluster& on, const ShardedPlan& plan, int axis) {
  const int num_devices = plan.plan.group.sizes[axis];
  const double params = sharded_share(on, plan, StepRole::kParam, axis),
               state = sharded_share(on, plan, StepRole::kState, axis);
  for (int i : batch_dim(on.step).arguments) {
    const ValueId v = on.step.program.body.arguments[i];
    const AxisState& batch = plan.plan.values[v.index][axis];
    if (!batch.is_sharded()) continue;
    const Shares& shares = batch.cut.shares;
    return fmt::format("{}-parallel over {} devices{}{}", batch.cut.dim == 0 ? "data" : "sequence",
                       num_devices,
                       shares.is_even() ? "" : fmt::format(", uneven {}", shares_text(shares)),
                       params > 0.5  ? ", with sharded parameters"
                       : state > 0.5 ? ", with sharded optimizer state"
                                     : "");
  }
  return fmt::format("{} over {} devices", params > 0 ? "tensor-parallel" : "replicated",
                     num_devices);
}

std::string parallelism_text(const StepOnCluster& on, const ShardedPlan& plan) {
  std::vector<std::string> texts;
  for (int a = 0; a < plan.plan.group.num_axes(); ++a) {
    if (plan.plan.group.sizes[a] > 1) texts.push_back(axis_text(on, plan, a));
  }
  return texts.empty() ? "" : fmt::format("{}, ", fmt::join(texts, "; "));
}

// One sharding in words: "replicated", "sharded along heads (dimension 1)".
std::string state_words(const DimNames& dims, int argument, const Sharding& state,
                        const DeviceGrid& group) {
  std::string text;
  for (int a = 0; a < group.num_axes(); ++a) {
    const std::string along = group.num_axes() == 1 ? "" : a == 0 ? " across rows" : " within rows";
    if (state[a].is_sharded()) {
      text += fmt::format("{}sharded along {} (dimension {}){}", text.empty() ? "" : ", ",
                          dims.name(argument, state[a].cut.dim), state[a].cut.dim, along);
    } else if (state[a].is_partial()) {
      text += fmt::format("{}partial sums{}", text.empty() ? "" : ", ", along);
    }
  }
  return text.empty() ? "replicated" : text;
}

// A sentence for each group of parameters, and of batch arguments, that are sharded alike.
std::string reasons_text(const StepOnCluster& on, const ShardedPlan& plan) {
  const auto names = names_of(on.step);
  const DimNames dims(on.step);
  std::string text;
  for (const Reason& reason : plan.found->reasons) {
    const ValueId first = reason.values[0];
    const auto& arguments = on.step.program.body.arguments;
    const auto argument = static_cast<int>(std::ranges::find(arguments, first) - arguments.begin());
    const auto words = [&](const Sharding& state) {
      return state_words(dims, argument, state, plan.plan.group);
    };
    std::string who = names[first.index];
    if (reason.values.size() > 1) who += fmt::format(" and {} like it", reason.values.size() - 1);
    text += fmt::format("    {} ({}, {} in all): {}", who, on.step.program.type(first).to_string(),
                        core::readable_bytes(reason.bytes), words(reason.state));
    const bool alike = words(reason.next) == words(reason.state);
    const std::string next = alike ? "sharded at other boundaries" : words(reason.next);
    text += !reason.has_next              ? "; no other sharding is possible\n"
            : reason.worse_seconds < 1e-9 ? fmt::format("; {} would be as fast\n", next)
                                          : fmt::format("; {} would cost {} more\n", next,
                                                        duration_text(reason.worse_seconds));
  }
  return text;
}

// Who does how much: a row for each kind of rank.
std::string devices_table(const StepOnCluster& on, const ShardedPlan& plan) {
  const BatchDim batch = batch_dim(on.step);
  std::string text = fmt::format("  {:<22} {:>8} {:>10} {:>10}  {}\n", "devices", "samples",
                                 "compute", "memory", "of");
  for (const KindOfRank& kind : plan.time.kinds) {
    const core::DeviceType& type = on.cluster.device_types[kind.device_type];
    std::string samples = "all";
    if (!batch.arguments.empty()) {
      const ValueId v = on.step.program.body.arguments[batch.arguments[0]];
      const Shape local = local_shape(plan.plan.values[v.index], on.step.program.type(v).shape,
                                      plan.plan.group, kind.first_rank);
      samples = std::to_string(local[0]);
    }
    text += fmt::format("  {:<22} {:>8} {:>10} {:>10}  {}\n",
                        fmt::format("{} x {}", kind.num_ranks, type.name), samples,
                        duration_text(kind.compute_seconds), core::readable_bytes(kind.peak_bytes),
                        core::readable_bytes(type.memory_bytes));
  }
  if (const std::string left = devices_without_share(on, plan); !left.empty())
    text += fmt::format("  {:<22} {:>8}  unused: a step would not be faster with them\n", left, 0);
  return text;
}

std::string collectives_text(const StepTime& time) {
  std::string text;
  for (const CollectiveTotal& c : time.collectives) {
    text +=
        fmt::format("  {:<32} {:>8} {:>10}\n", fmt::format("{} x {}", c.count, c.text()),
                    core::readable_bytes(static_cast<int64_t>(c.bytes)), duration_text(c.seconds));
  }
  return text;
}

struct StrategyRow {
  std::string name;
  double step_seconds = 0;
  bool fits = false;
};

// What people would have picked, the fastest first.
std::vector<StrategyRow> named_rows(const StepOnCluster& on) {
  std::vector<StrategyRow> rows;
  for (const std::string& name : sharding_strategies()) {
    const ShardedPlan plan = plan_by(on, name);
    if (!plan.inapplicable_reason.empty()) continue;
    rows.push_back({name, plan.time.step_seconds, plan.time.out_of_memory.empty()});
  }
  std::ranges::stable_sort(rows, [](const StrategyRow& a, const StrategyRow& b) {
    if (a.fits != b.fits) return a.fits;
    return a.step_seconds < b.step_seconds;
  });
  return rows;
}

std::string rows_text(const std::vector<StrategyRow>& rows, double step_seconds) {
  std::string text;
  for (const StrategyRow& row : rows) {
    text += fmt::format("  {:<22} {:>10}  {:.2f} x{}\n", row.name, duration_text(row.step_seconds),
                        row.step_seconds / step_seconds, row.fits ? "" : "  does not fit");
  }
  return text;
}

std::string alternatives_text(const StepOnCluster& on, const ShardedPlan& plan, ValueId v,
                              const std::string& name) {
  std::string text = fmt::format("\n{} ({})\n", name, on.step.program.type(v).to_string());
  for (const Alternative& other : plan.found->alternatives) {
    text += fmt::format("  {} {:<24} {:>10}{}\n", other.is_chosen ? "*" : " ",
                        state_text(on, plan, v, other.state), duration_text(other.step_seconds),
                        other.out_of_memory.empty() ? "" : "  does not fit");
  }
  if (plan.found->alternatives.empty()) {
    text += "  is rematerialized wherever it is read, and has no sharding of its own\n";
  }
  return text;
}

std::string found_text(const StepOnCluster& on, const ShardedPlan& plan,
                       const std::vector<StrategyRow>& rows) {
  const SearchResult& found = *plan.found;
  const StepTime& time = plan.time;
  std::string text = fmt::format("{} with {} on {}: {}\n\n", on.model, on.optimizer,
                                 on.cluster.name.empty() ? on.cluster_file : on.cluster.name,
                                 samples_text(on.samples_per_step(), on.microbatches));
  text +=
      fmt::format("  {}on {}{}\n", parallelism_text(on, plan), found.group,
                  plan.plan.group.num_axes() == 1
                      ? ""
                      : fmt::format(", in a grid of {}", fmt::join(plan.plan.group.sizes, " x ")));
  text += reasons_text(on, plan) + "\n";
  text += fmt::format(
      "  step time {}: compute {}, exposed communication and waiting {} (communication {} in "
      "total)\n",
      duration_text(time.step_seconds), duration_text(time.compute_seconds),
      duration_text(time.exposed_seconds), duration_text(time.communication_seconds));
  text += fmt::format("  lower bound of any sharded plan of {} {}: optimality gap {:.1f} %\n\n",
                      on.microbatches.count == 1
                          ? "this step"
                          : fmt::format("these {} micro-batches", on.microbatches.count),
                      duration_text(found.lower_bound_seconds),
                      100 * (1 - found.lower_bound_seconds / time.step_seconds));
  text += devices_table(on, plan) + "\n" + collectives_text(time);
  if (!rows.empty()) text += "\n" + rows_text(rows, time.step_seconds);
  if (!plan.without_rule.empty()) {
    text += fmt::format("\n  replicated for want of a sharding rule: {}\n",
                        fmt::join(plan.without_rule, ", "));
  }
  text += fmt::format(
      "\n  search took {:.2f} s: {} plans, {} op classes, treewidth {}, {}\n", plan.seconds,
      found.tried.size(), found.num_classes, found.width,
      found.is_exact ? "search cost solved to optimality" : "search cost not proven optimal");
  if (!found.complete) text += "  stopped by the time limit: this is the best plan found so far\n";
  return text;
}

// A pipeline that would be quicker, said where there is one.
std::string pipelines_text(const std::vector<PlannedResult>& pipelines, const StepTime& time) {
  const PlannedResult* best = nullptr;
  for (const PlannedResult& p : pipelines) {
    if (p.timing.out_of_memory.empty() && (!best || p.timing.step < best->timing.step)) best = &p;
  }
  if (!best) return "";
  const double step_seconds = seconds(best->timing.step);
  if (time.out_of_memory.empty() && step_seconds >= time.step_seconds) return "";
  return fmt::format(
      "\n  a pipeline is predicted to take {}: {} in {} micro-batches ({}); `train` does not run "
      "pipelines yet\n",
      duration_text(step_seconds), to_string(best->plan), best->plan.microbatches, best->strategy);
}

Json json_of_pipelines(const std::vector<PlannedResult>& pipelines) {
  Json json = Json::array();
  for (const PlannedResult& p : pipelines) {
    json.push_back({{"strategy", p.strategy},
                    {"step_seconds", seconds(p.timing.step)},
                    {"fits", p.timing.out_of_memory.empty()},
                    {"runs", false},
                    {"plan", to_string(p.plan)}});
  }
  return json;
}

Json json_of_rows(const std::vector<StrategyRow>& rows) {
  Json json = Json::array();
  for (const StrategyRow& row : rows) {
    json.push_back({{"strategy", row.name},
                    {"step_seconds", row.step_seconds},
                    {"fits", row.fits},
                    {"runs", true}});
  }
  return json;
}

}  // namespace

Outcome plan_model(const ModelPlanSettings& s) {
  const auto begin = Clock::now();
  if (!s.output.empty()) core::check_writable(s.output);
  auto on = read_step(s.model, s.optimizer, s.cluster, s.microbatches);
  print_note(s.microbatches);
  const bool searches = strategy::strategy(s.strategy).searches;
  if (!searches && (!s.pins.empty() || !s.forbidden.empty() || !s.explain.empty())) {
    throw core::UserError(
        "--pin, --forbid and --explain apply to the search: leave out --strategy");
  }
  SearchSettings settings = search_settings(s, begin);
  const Constraints constraints = constraints_of(*on, s);
  settings.constraints = constraints.all;
  std::optional<ValueId> explained;
  if (!s.explain.empty()) explained = value_named(*on, s.explain);
  ShardedPlan planned =
      searches ? searched_plan(*on, settings, explained) : plan_by(*on, s.strategy);
  if (!planned.inapplicable_reason.empty()) {
    throw core::UserError(
        searches
            ? fmt::format("{}: {}", fmt::join(constraints.texts, ", "), planned.inapplicable_reason)
            : fmt::format("{} does not apply: {}", s.strategy, planned.inapplicable_reason));
  }
  std::string choice_text;               // of what was not asked for
  std::unique_ptr<StepOnCluster> asked;  // where another was chosen instead
  const bool fits = planned.time.out_of_memory.empty(),
             is_fast = settings.level == SearchEffort::kFast;
  if (searches && planned.found->complete && constraints.all.empty() && !explained &&
      !(fits && is_fast)) {
    auto [other, max_microbatches] = better_with_microbatches(*on, settings, planned, is_fast);
    if (!other && !fits) {
      const auto microbatch = first_fitting_microbatch(*on, settings, max_microbatches);
      choice_text = microbatch ? fmt::format(
                                     "  {} may make it fit: a single micro-batch fits. The step "
                                     "would take at least {}; "
                                     "planning all of it takes longer\n",
                                     microbatch->options, duration_text(microbatch->step_seconds))
                               : "  nor does it fit with --recompute and --microbatches; it needs "
                                 "a smaller batch, more "
                                 "devices or more memory\n";
    } else if (other && is_fast) {  // it is only told
      choice_text = fmt::format("  {} would make it fit, with a step time of {}\n", other->options,
                                duration_text(other->plan.time.step_seconds));
    } else if (other) {
      const bool again = other->on->microbatches.recompute && !s.microbatches.recompute;
      const bool with_microbatches = other->on->microbatches.count > s.microbatches.count;
      choice_text = fmt::format(
          "\n  {}: {}{}{} ({})\n",
          fits ? fmt::format("as given, a step takes {}", duration_text(planned.time.step_seconds))
               : fmt::format("as given, {}", planned.time.out_of_memory),
          again ? "uses activation recomputation" : "", again && with_microbatches ? ", " : "",
          with_microbatches
              ? fmt::format("cuts the step into {} micro-batches", other->on->microbatches.count)
              : "",
          other->options);
      asked = std::exchange(on, std::move(other->on));
      planned = std::move(other->plan);
    }
  }
  const std::string json = plan_json(*on, planned);
  if (!s.output.empty()) core::replace_text_file(s.output, json);
  Outcome outcome{.yes = planned.time.out_of_memory.empty()};
  std::vector<StrategyRow> rows;
  std::vector<PlannedResult> pipelines;
  if (searches && !s.alone && planned.found->complete) {
    rows = named_rows(*on);
    pipelines = pipelines_of_step(asked ? *asked : *on);
  }
  std::optional<ShardedPlan> without;  // the constraints
  if (!constraints.all.empty()) {
    settings.constraints.clear();
    without = searched_plan(*on, settings);
  }
  if (s.json) {
    Json out = Json::parse(json);
    out["search_seconds"] = planned.seconds;
    if (!searches) out["complete"] = true, out["lower_bound_seconds"] = nullptr;
    out["stages"] = Json::array({{{"devices", planned.devices}}});
    if (!rows.empty()) out["rows"] = json_of_rows(rows);
    if (!pipelines.empty()) out["pipelines"] = json_of_pipelines(pipelines);
    if (without) out["step_seconds_unconstrained"] = without->time.step_seconds;
    if (searches) {
      out["tried"] = Json::array();
      for (const TriedPlan& tried : planned.found->tried) {
        Json row = {{"group", tried.group},
                    {"level", tried.level},
                    {"estimated_seconds", tried.estimated_seconds}};
        if (tried.step_seconds) {
          row["step_seconds"] = *tried.step_seconds;
          row["fits"] = tried.fits;
        }
        out["tried"].push_back(std::move(row));
      }
    }
    if (explained) {
      out["alternatives"] = Json::array();
      for (const Alternative& a : planned.found->alternatives) {
        out["alternatives"].push_back({{"state", state_text(*on, planned, *explained, a.state)},
                                       {"step_seconds", a.step_seconds},
                                       {"fits", a.out_of_memory.empty()},
                                       {"chosen", a.is_chosen}});
      }
    }
    outcome.text = out.dump() + "\n";
    return outcome;
  }
  outcome.text = searches ? found_text(*on, planned, rows) : plan_text(*on, planned);
  if (without) {
    outcome.text += fmt::format(
        "  without {} a step takes {}: the constraints cost {}\n",
        fmt::join(constraints.texts, ", "), duration_text(without->time.step_seconds),
        duration_text(std::max(0.0, planned.time.step_seconds - without->time.step_seconds)));
  }
  if (explained) outcome.text += alternatives_text(*on, planned, *explained, s.explain);
  if (searches && !outcome.yes) {
    outcome.text += fmt::format("\n  does not fit: {}\n", planned.time.out_of_memory);
  }
  outcome.text += choice_text + pipelines_text(pipelines, planned.time);
  return outcome;
}

Outcome diff_plans(const std::string& before, const std::string& after, bool json) {
  const PlanFile a = read_plan(before), b = read_plan(after);
  if (a.on->model != b.on->model || a.on->optimizer != b.on->optimizer ||
      a.on->step.program.values.size() != b.on->step.program.values.size()) {
    throw core::UserError({after}, fmt::format("is a plan for another step than {}", before));
  }
  const auto names = names_of(a.on->step);
  const auto text_of = [](const PlanFile& file, ValueId v) {
    return to_string(file.plan.plan.values[v.index], file.on->step.program.type(v).shape,
                     file.plan.plan.group);
  };
  struct Change {
    std::vector<std::string> names;
  };
  std::map<std::pair<std::string, std::string>, Change> changes;
  int num_same = 0;
  for (size_t i = 0; i < a.on->step.program.values.size(); ++i) {
    const ValueId v(i);
    if (names[i].empty()) continue;
    const auto states = std::pair(text_of(a, v), text_of(b, v));
    if (states.first == states.second) {
      ++num_same;
    } else {
      changes[states].names.push_back(names[i]);
    }
  }
  const StepTime &first = a.plan.time, &second = b.plan.time;
  if (json) {
    Json out = {{"step_seconds", {first.step_seconds, second.step_seconds}},
                {"peak_bytes", {first.peak_bytes, second.peak_bytes}},
                {"same", num_same}};
    out["changes"] = Json::array();
    for (const auto& [states, change] : changes) {
      out["changes"].push_back(
          {{"from", states.first}, {"to", states.second}, {"values", change.names}});
    }
    return {.text = out.dump() + "\n", .yes = true};
  }
  std::string text = fmt::format("{:<24} {:>12} {:>12}\n", "", "first", "second");
  const auto row = [&](const char* what, std::string x, std::string y) {
    text += fmt::format("{:<24} {:>12} {:>12}\n", what, x, y);
  };
  row("strategy", a.plan.strategy, b.plan.strategy);
  row("step", duration_text(first.step_seconds), duration_text(second.step_seconds));
  row("compute", duration_text(first.compute_seconds), duration_text(second.compute_seconds));
  row("communication", duration_text(first.communication_seconds),
      duration_text(second.communication_seconds));
  row("peak memory", core::readable_bytes(first.peak_bytes),
      core::readable_bytes(second.peak_bytes));
  text += fmt::format("\n{} values have the same sharding\n", num_same);
  for (const auto& [states, change] : changes) {
    constexpr size_t kShown = 4;
    text += fmt::format("{} -> {}: {}", states.first, states.second, change.names[0]);
    for (size_t i = 1; i < std::min(kShown, change.names.size()); ++i) {
      text += ", " + change.names[i];
    }
    if (change.names.size() > kShown) {
      text += fmt::format(" and {} more", change.names.size() - kShown);
    }
    text += "\n";
  }
  return {.text = text};
}

}  // namespace motley::apps
