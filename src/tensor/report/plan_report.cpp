#include "tensor/report/plan_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

#include "core/base/json_text.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "tensor/import/source_lines.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/stage_sharding.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/plan/strategy/dim_names.h"
#include "tensor/plan/strategy/sharding_strategies.h"
#include "tensor/report/plan_text.h"
#include "tensor/report/plan_words.h"
#include "tensor/report/report.h"

namespace motley::tensor {
namespace {

using namespace planner;
using namespace predict;
using namespace search;
using namespace stage;
using namespace strategy;
using Json = nlohmann::ordered_json;

// A sentence for each group of parameters, and of batch arguments, that are sharded alike.
std::string reasons_text(const Report& report) {
  constexpr size_t kMost = 6;  // a page has them all
  std::string text;
  for (size_t i = 0; i < std::min(kMost, report.reasons.size()); ++i) {
    const ReasonRow& r = report.reasons[i];
    const std::string who =
        r.count == 1 ? r.first : fmt::format("{} and {} like it", r.first, r.count - 1);
    text += fmt::format("    {} ({}, {} in all): {}", who, r.type, core::readable_bytes(r.bytes),
                        r.chosen);
    text += r.next.empty()        ? "; no other sharding is possible\n"
            : r.next_does_not_fit ? fmt::format("; {} would not fit\n", r.next)
            : r.next_is_as_fast()
                ? fmt::format("; {} would be as fast\n", r.next)
                : fmt::format("; {} would cost {}{} more\n", r.next, r.is_simulated ? "" : "about ",
                              duration_text(r.worse_seconds));
  }
  if (report.reasons.size() > kMost) {
    text += fmt::format("    and {} more groups of tensors: see the report page\n",
                        report.reasons.size() - kMost);
  }
  return text;
}

// Who does how much: a row for each kind of rank.
std::string devices_table(const Report& report) {
  std::string text = fmt::format("  {:<22} {:>8} {:>10} {:>10}  {}\n", "devices", "samples",
                                 "compute", "memory", "of");
  for (const DeviceRow& row : report.devices) {
    text += fmt::format(
        "  {:<22} {:>8} {:>10} {:>10}  {}\n", fmt::format("{} x {}", row.count, row.type),
        row.samples ? std::to_string(*row.samples) : "all", duration_text(row.compute_seconds),
        core::readable_bytes(row.peak_bytes), core::readable_bytes(row.memory_bytes));
  }
  if (!report.unused.empty()) {
    text += fmt::format("  {:<22} {:>8}  unused: a step would not be faster with them\n",
                        report.unused, 0);
  }
  return text;
}

std::string collectives_text(const Report& report) {
  if (report.collectives.empty()) return "";
  std::vector<std::string> names;
  size_t width = 0;
  for (const CollectiveTotal& c : report.collectives) {
    names.push_back(fmt::format("{} x {}", c.count, c.text()));
    width = std::max(width, names.back().size());
  }
  std::string text = fmt::format("  {:<{}} {:>9} {:>10} {:>10}\n", "collectives", width, "bytes",
                                 "time", "exposed");
  for (size_t i = 0; i < names.size(); ++i) {
    const CollectiveTotal& c = report.collectives[i];
    text += fmt::format("  {:<{}} {:>9} {:>10} {:>10}\n", names[i], width,
                        core::readable_bytes(static_cast<int64_t>(c.bytes)),
                        duration_text(c.seconds), duration_text(c.exposed_seconds));
  }
  return text;
}

// The lines of the user's program that read the explained value, where the model has them.
std::vector<std::string> explained_sources(const PlanResult& result) {
  const TrainStep& step = result.plan.on.step();
  const auto all = argument_sources_of_model(result.plan.on.model());
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const auto at = static_cast<size_t>(step.arguments[i].loss_argument);
    if (step.program.body.arguments[i] == *result.explained && at < all.size()) return all[at];
  }
  return {};
}

std::string alternatives_text(const PlanResult& result) {
  const TrainStep& step = result.plan.on.step();
  std::string text = fmt::format("\n{} ({})\n", value_names(step)[result.explained->index],
                                 step.program.type(*result.explained).to_string());
  for (const std::string& source : explained_sources(result)) {
    text += fmt::format("    read at {}\n", source);
  }
  const std::vector<ExplainedState> states = explained_states(result);
  for (const ExplainedState& s : states) {
    text += fmt::format("  {} {:<24} {:>10}{}\n", s.is_chosen ? "*" : " ", s.state,
                        duration_text(s.step_seconds), s.fits ? "" : "  does not fit");
  }
  if (states.empty()) {
    text += "  is rematerialized wherever it is read, and has no sharding of its own\n";
  }
  return text;
}

// Ranks without a sample, where the batch is cut: fewer samples than devices are no error.
int num_idle(const Plan& plan) {
  int most = 0;
  for (int i : batch_dim(plan.on.step()).arguments) {
    const Sharding& s =
        plan.stage().sharding.values[plan.on.step().program.body.arguments[i].index];
    int idle = 0;
    for (int rank = 0; rank < plan.stage().sharding.group.num_ranks(); ++rank) {
      for (int a = 0; a < plan.stage().sharding.group.num_axes(); ++a) {
        idle += s[a].is_sharded() && s[a].cut.dim == 0 &&
                s[a].cut.shares[plan.stage().sharding.group.coordinate(rank, a)] == 0;
      }
    }
    most = std::max(most, idle);
  }
  return most;
}

std::string named_text(const Report& report) {
  std::string text =
      fmt::format("  {:<22} {:>10}  {}\n", "other strategies", "step time", "vs this plan");
  for (const StrategyRow& row : report.strategies) {
    text +=
        fmt::format("  {:<22} {:>10}  {:.2f} x{}{}{}\n", row.strategy,
                    duration_text(row.step_seconds), row.step_seconds / report.step_seconds,
                    row.degrees.empty() ? "" : "  ", row.degrees, row.fits ? "" : "  does not fit");
  }
  return text;
}

std::string time_text(const Report& report, int64_t num_microbatches) {
  return fmt::format(
             "  step time {}: compute {}, exposed communication and waiting {} (communication {} "
             "in total)\n",
             duration_text(report.step_seconds), duration_text(report.compute_seconds),
             duration_text(report.exposed_seconds), duration_text(report.communication_seconds)) +
         fmt::format("  lower bound for any sharded plan of {} {}: optimality gap {:.1f} %\n\n",
                     num_microbatches == 1
                         ? "this step"
                         : fmt::format("these {} micro-batches", num_microbatches),
                     duration_text(*report.lower_bound_seconds), 100 * *report.gap());
}

std::string search_text(const PlanResult& result) {
  const SearchResult& found = *result.plan.found;
  std::string text =
      !found.is_searched
          ? fmt::format("\n  not searched{}: the best of the closed-form strategies\n",
                        found.complete ? ", as long steps on many devices are at level full" : "")
          : fmt::format("\n  search took {:.2f} s: {} plans, {} op classes, treewidth {}, {}\n",
                        result.plan.seconds, found.tried.size(), found.num_classes, found.width,
                        found.is_exact ? "search cost solved to optimality"
                                       : "search cost not proven optimal");
  if (!result.plan.found_by.empty() && found.is_searched) {
    const MicrobatchChoice& choice = result.microbatches;
    text += fmt::format(
        "  the plan is that of {}{}, faster than any that the search found\n", result.plan.found_by,
        choice.kind == MicrobatchChoice::Kind::kChosen ? " with " + choice.options : "");
  }
  if (!found.complete) text += "  stopped by the time limit: this is the best plan found so far\n";
  return text;
}

std::string found_text(const PlanResult& result, const Report& report) {
  const Plan& plan = result.plan;
  const DeviceGrid& grid = plan.stage().sharding.group;
  std::string text = fmt::format("{} with {} on {}: {}\n\n", report.model, report.optimizer,
                                 report.cluster, report.samples);
  text += fmt::format(
      "  {}{}on {}{}\n", report.parallelism, report.parallelism.empty() ? "" : ", ",
      plan.found->group,
      grid.num_axes() == 1 ? "" : fmt::format(", in a grid of {}", fmt::join(grid.sizes, " x ")));
  if (!plan.fits()) text += fmt::format("  does not fit: {}\n", plan.time.out_of_memory);
  text += reasons_text(report) + "\n" + time_text(report, plan.on.microbatches().count);
  text += devices_table(report) + "\n" + collectives_text(report);
  if (!report.strategies.empty()) text += "\n" + named_text(report);
  if (!report.without_rule.empty()) {
    text += fmt::format("\n  replicated on every device, because there is no sharding rule: {}\n",
                        fmt::join(report.without_rule, ", "));
  }
  for (const std::string& loop : plan.on.step().loops) text += fmt::format("\n  {}\n", loop);
  return text + search_text(result);
}

std::string chosen_text(const MicrobatchChoice& choice, const Plan& plan) {
  const Microbatches &asked = choice.asked->microbatches(), &now = plan.on.microbatches();
  const bool again = now.recompute && !asked.recompute, cut = now.count > asked.count;
  return fmt::format(
      "\n  added {}, which {}{}{}; without, {}\n", choice.options,
      !again              ? ""
      : now.layers        ? "recomputes activations of some layers"
      : now.keep_products ? "recomputes activations, but keeps results of products"
                          : "recomputes activations",
      again && cut ? " and " : "",
      cut ? fmt::format("cuts the step into {} micro-batches", now.count) : "",
      choice.asked_time.out_of_memory.empty()
          ? fmt::format("a step takes {}", duration_text(choice.asked_time.step_seconds))
          : fmt::format("it does not fit: {}", choice.asked_time.out_of_memory));
}

// At which figures another strategy would be chosen.
std::string turning_text(const PlanResult& result) {
  using Kind = TurningPoint::Kind;
  std::string text;
  for (const TurningPoint& p : result.turning_points) {
    const std::string degrees = p.degrees.empty() ? "" : fmt::format(" ({})", p.degrees);
    text += p.kind == Kind::kMemory
                ? fmt::format("  with {} of memory on each device, {}{} would fit and take {}\n",
                              core::readable_bytes(static_cast<int64_t>(p.figure)), p.strategy,
                              degrees, duration_text(p.step_seconds))
                : fmt::format(
                      "  with {:.2g} x the network bandwidth, {}{} would be faster and take {}\n",
                      p.figure, p.strategy, degrees, duration_text(p.step_seconds));
  }
  return text.empty() ? "" : "\n" + text;
}

Json json_of_turning_points(const PlanResult& result) {
  using Kind = TurningPoint::Kind;
  Json json = Json::array();
  for (const TurningPoint& p : result.turning_points) {
    const char* figure = p.kind == Kind::kMemory ? "memory_bytes" : "network_bandwidth_factor";
    json.push_back(
        {{"strategy", p.strategy}, {figure, p.figure}, {"step_seconds", p.step_seconds}});
  }
  return json;
}

std::string microbatches_text(const PlanResult& result) {
  using Kind = MicrobatchChoice::Kind;
  const MicrobatchChoice& choice = result.microbatches;
  switch (choice.kind) {
    case Kind::kNone:
      return "";
    case Kind::kChosen:
      return chosen_text(choice, result.plan);
    case Kind::kMayFit:
      return fmt::format(
          "  {} may make it fit, with a step of at least {}: a single micro-batch fits. The whole "
          "step takes longer to plan; give the option to do so\n",
          choice.options, duration_text(choice.step_seconds));
    case Kind::kNothingFits:
      return "  does not fit with --recompute and --microbatches either: it needs a smaller batch, "
             "more devices or more memory\n";
  }
  return "";
}

// ", optimizer state sharded, recomputed".
std::string words_of_stage(const Plan& plan, size_t s) {
  std::string words = sharding_words(plan.stages[s], plan.on.step());
  if (!words.empty()) words = ", " + words;
  return words + (plan.pipeline->cuts.recompute[s] ? ", recomputed" : "");
}

// The step that pipelines were planned for: as it was asked for.
StepOnCluster pipelines_on(const PlanResult& result) {
  const ModelStepPtr& asked = result.microbatches.asked;
  return asked && !result.plan.pipeline ? with_step(result.plan.on, asked) : result.plan.on;
}

// A pipeline that would be quicker and does not run yet, where there is one; those that run were
// simulated from their lists, and the plan is the best of them.
std::string pipelines_text(const PlanResult& result) {
  const PlannedResult* best = nullptr;
  for (const PlannedResult& p : result.pipelines) {
    if (p.listed_seconds || p.degrees.empty() || !p.timing.out_of_memory.empty()) continue;
    if (!best || p.timing.step < best->timing.step) best = &p;
  }
  if (!best) return "";
  const double step_seconds = seconds(best->timing.step);
  if (result.plan.fits() && step_seconds >= result.plan.time.step_seconds) return "";
  return fmt::format(
      "\n  a pipeline is predicted to take {}: {}; `motley train` cannot run it yet\n",
      duration_text(step_seconds), best->degrees);
}

// A pipeline that was faster than all plans without stages.
std::string chosen_pipeline_text(const PlanResult& result) {
  std::string text = sharded_plan_text(result.plan);
  if (!result.plan.degrees.empty()) text += fmt::format("  degrees   {}\n", result.plan.degrees);
  text += fmt::format("  found by  {}; without stages a step takes {}{}\n", result.plan.found_by,
                      duration_text(result.unstaged_time->step_seconds),
                      result.unstaged_time->out_of_memory.empty() ? "" : " and does not fit");
  text += fmt::format("  bound     any plan takes {} or more: compute, balanced perfectly\n",
                      duration_text(result.plan.found->lower_bound_seconds));
  if (!result.named.empty()) text += "\n" + named_text(report_of(result));
  return text;
}

Json json_of_strategies(const Report& report) {
  Json json = Json::array();
  for (const StrategyRow& row : report.strategies) {
    json.push_back({{"strategy", row.strategy},
                    {"step_seconds", row.step_seconds},
                    {"fits", row.fits},
                    {"runs", row.runs}});
    if (!row.degrees.empty()) json.back()["degrees"] = row.degrees;
  }
  return json;
}

Json json_of_reasons(const Report& report) {
  Json json = Json::array();
  for (const ReasonRow& r : report.reasons) {
    Json states = Json::array();
    for (const StateRow& s : r.states) {
      states.push_back({{"state", s.state},
                        {"step_seconds", s.step_seconds},
                        {"fits", s.out_of_memory.empty()},
                        {"chosen", s.is_chosen}});
    }
    Json row = {{"tensor", r.first}, {"count", r.count}, {"bytes", r.bytes}, {"chosen", r.chosen}};
    if (!r.next.empty()) {
      row["next"] = r.next_state;
      row["next_costs_seconds"] = r.worse_seconds;
    }
    if (!states.empty()) row["states"] = std::move(states);
    json.push_back(std::move(row));
  }
  return json;
}

Json json_of_pipelines(const StepOnCluster& on, const std::vector<PlannedResult>& pipelines) {
  Json json = Json::array();
  for (const PlannedResult& p : pipelines) {
    json.push_back({{"strategy", p.strategy},
                    {"step_seconds", p.listed_seconds.value_or(seconds(p.timing.step))},
                    {"fits", p.listed_seconds ? p.listed_fits : p.timing.out_of_memory.empty()},
                    {"runs", p.listed_seconds || can_run(on, p)},
                    {"plan", to_string(p.plan)}});
    if (!p.degrees.empty()) json.back()["degrees"] = p.degrees;
  }
  return json;
}

Json json_of_tried(const SearchResult& found) {
  Json json = Json::array();
  for (const TriedPlan& tried : found.tried) {
    Json row = {{"group", tried.group},
                {"level", tried.level},
                {"estimated_seconds", tried.estimated_seconds}};
    if (tried.step_seconds) {
      row["step_seconds"] = *tried.step_seconds;
      row["fits"] = tried.fits;
    }
    json.push_back(std::move(row));
  }
  return json;
}

Json json_of_alternatives(const PlanResult& result) {
  Json json = Json::array();
  for (const ExplainedState& s : explained_states(result)) {
    json.push_back({{"state", s.state},
                    {"step_seconds", s.step_seconds},
                    {"fits", s.fits},
                    {"chosen", s.is_chosen}});
  }
  return json;
}

}  // namespace

std::string plan_report(const PlanResult& result) {
  const Plan& plan = result.plan;
  if (!plan.found) return sharded_plan_text(plan);
  if (plan.pipeline) return chosen_pipeline_text(result);
  std::string text = found_text(result, report_of(result));
  if (const auto free_seconds = result.unconstrained_step_seconds) {
    text += fmt::format("  without {} a step takes {}: the constraints cost {}\n",
                        fmt::join(result.constraints, ", "), duration_text(*free_seconds),
                        duration_text(std::max(0.0, plan.time.step_seconds - *free_seconds)));
  }
  if (result.explained) text += alternatives_text(result);
  return text + turning_text(result) + microbatches_text(result) + pipelines_text(result);
}

std::string plan_report_json(const PlanResult& result) {
  const Plan& plan = result.plan;
  Json json = Json::parse(plan_json(plan));
  json["search_seconds"] = plan.seconds;
  if (!plan.found) {
    json["complete"] = true;
    json["lower_bound_seconds"] = nullptr;
  }
  if (!result.plan.found_by.empty()) json["found_by"] = result.plan.found_by;
  if (!result.plan.degrees.empty()) json["degrees"] = result.plan.degrees;
  if (!result.turning_points.empty()) json["turning_points"] = json_of_turning_points(result);
  const Report report = report_of(result);
  if (!report.strategies.empty()) json["rows"] = json_of_strategies(report);
  if (!report.reasons.empty()) json["reasons"] = json_of_reasons(report);
  if (!result.pipelines.empty())
    json["pipelines"] = json_of_pipelines(pipelines_on(result), result.pipelines);
  if (result.unconstrained_step_seconds) {
    json["step_seconds_unconstrained"] = *result.unconstrained_step_seconds;
  }
  if (plan.found) json["tried"] = json_of_tried(*plan.found);
  if (result.explained) json["alternatives"] = json_of_alternatives(result);
  if (result.explained) json["sources"] = explained_sources(result);
  return core::json_text(json) + "\n";
}

namespace {

// "0-7,16".
std::string devices_text(const PlanStage& stage) {
  const std::vector<int32_t> devices(stage.devices.begin(), stage.devices.end());
  return ranges_text(devices);
}

}  // namespace

// The stages of a pipeline, a line each.
std::string pipeline_text(const Plan& plan) {
  const PlanPipeline& pipeline = *plan.pipeline;
  const StepTime& time = plan.time;
  const int64_t count = pipeline.cuts.microbatches;
  std::string text = fmt::format(
      "{} with {} on {}: {} samples per step in {} of {}\n", plan.on.model(), plan.on.optimizer(),
      plan.on.cluster_name(), plan.on.model_step->samples_per_step(),
      core::counted(count, "micro-batch", "es"), plan.on.model_step->samples_per_step() / count);
  text += fmt::format("  strategy  {}: a pipeline of {}, schedule {}\n", plan.strategy,
                      core::counted(std::ssize(plan.stages), "stage"), pipeline.schedule);
  text += fmt::format("  step time {}: compute {} of the busiest stage, waiting {} ({:.0f} %)\n",
                      duration_text(time.step_seconds), duration_text(time.compute_seconds),
                      duration_text(time.exposed_seconds),
                      100 * time.exposed_seconds / time.step_seconds);
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const stage::StageTimes& times = pipeline.timing.stages[s];
    text += fmt::format(
        "  stage {:<3} {} on {} (device{} {}){}: forward {}, backward {}, {} live, {} of {}\n", s,
        stage_layers_text(plan, s), stage_devices_text(plan, s),
        plan.stages[s].devices.size() == 1 ? "" : "s", devices_text(plan.stages[s]),
        words_of_stage(plan, s), duration_text(stage::seconds(times.forward)),
        duration_text(stage::seconds(times.backward)), times.live,
        core::readable_bytes(peak_of_stage(plan, s)), core::readable_bytes(times.memory_bytes));
  }
  if (const std::string left = unused_devices(plan); !left.empty())
    text += fmt::format("  unused    {}\n", left);
  if (const std::string reason = cannot_run_reason(plan); !reason.empty())
    text += fmt::format("  `motley train` cannot run it: {}\n", reason);
  if (!time.out_of_memory.empty())
    text += fmt::format("  does not fit into memory: {}\n", time.out_of_memory);
  return text;
}

namespace {

// A line each; of layers that are stacked, one for those that are next to each other and sharded
// alike: "blocks/w[0..79]".
std::string arguments_text(const Plan& plan) {
  const TrainStep& step = plan.on.step();
  const DeviceGrid& group = plan.stage().sharding.group;
  struct Line {
    std::string type, state, in_jax;
    bool operator==(const Line&) const = default;
  };
  std::string text;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const StepArgument& a = step.arguments[i];
    if (a.role == StepRole::kState || a.role == StepRole::kSetting) continue;
    const auto line = [&](size_t k) {
      const Shape& shape = step.arguments[k].type.shape;
      const Sharding& s = plan.stage().sharding.values[step.program.body.arguments[k].index];
      return Line{step.arguments[k].type.to_string(), to_string(s, shape, group),
                  to_jax(s, shape, group)};
    };
    const Line first = line(i);
    size_t last = i;
    const auto continues = [&](size_t k) {
      if (!a.stack || k >= step.arguments.size() || !step.arguments[k].stack) return false;
      const StackRow &row = *step.arguments[k].stack, &before = *step.arguments[last].stack;
      return row.whole == a.stack->whole && step.arguments[k].role == a.role &&
             row.row == before.row + 1 && line(k) == first;
    };
    while (continues(last + 1)) ++last;
    const std::string name = last == i ? a.name
                                       : fmt::format("{}[{}..{}]", a.stack->whole, a.stack->row,
                                                     step.arguments[last].stack->row);
    text +=
        fmt::format("    {:<24} {:<24} {:<20} {}\n", name, first.type, first.state, first.in_jax);
    i = last;
  }
  return text;
}

}  // namespace

std::string sharded_plan_text(const Plan& plan) {
  if (plan.pipeline) return pipeline_text(plan);
  std::string text = fmt::format("{} with {} on {}: {}\n", plan.on.model(), plan.on.optimizer(),
                                 plan.on.cluster_name(), samples_of(plan));
  const StepTime& time = plan.time;
  text += fmt::format("  strategy  {}, device grid {}\n", plan.strategy,
                      fmt::join(plan.stage().sharding.group.sizes, " x "));
  if (!plan.degrees.empty()) text += fmt::format("  degrees   {}\n", plan.degrees);
  text += fmt::format(
      "  step time {}: compute {}, communication {}, exposed communication and waiting {}\n",
      duration_text(time.step_seconds), duration_text(time.compute_seconds),
      duration_text(time.communication_seconds), duration_text(time.exposed_seconds));
  for (const KindOfRank& kind : time.kinds) {
    const core::DeviceType& type = plan.on.cluster.device_types[kind.device_type];
    text +=
        fmt::format("  ranks     {} x {} from rank {}: compute {}, {} of {}\n", kind.num_ranks,
                    type.name, kind.first_rank, duration_text(kind.compute_seconds),
                    core::readable_bytes(kind.peak_bytes), core::readable_bytes(type.memory_bytes));
  }
  if (const std::string left = unused_devices(plan); !left.empty())
    text += fmt::format("  unused    {}\n", left);
  const int idle = num_idle(plan);
  if (idle > 0) text += fmt::format("  idle      {} ranks have no sample\n", idle);
  for (const CollectiveTotal& c : time.collectives) {
    text +=
        fmt::format("  comm      {} x {}, {} in total, {}\n", c.count, c.text(),
                    core::readable_bytes(static_cast<int64_t>(c.bytes)), duration_text(c.seconds));
  }
  if (!plan.without_rule.empty()) {
    text += fmt::format("  no rule   {}: replicated on every device\n",
                        fmt::join(plan.without_rule, ", "));
  }
  for (const std::string& loop : plan.on.step().loops)
    text += fmt::format("  loop      {}\n", loop);
  text += "  arguments\n" + arguments_text(plan);
  if (!time.out_of_memory.empty())
    text += fmt::format("  does not fit into memory: {}\n", time.out_of_memory);
  return text;
}

std::string simulation_json(const Plan& plan) {
  const Json json = {{"strategy", plan.strategy},
                     {"step_seconds", plan.time.step_seconds},
                     {"compute_seconds", plan.time.compute_seconds},
                     {"exposed_seconds", plan.time.exposed_seconds},
                     {"peak_bytes", plan.time.peak_bytes},
                     {"fits", plan.fits()}};
  return core::json_text(json) + "\n";
}

}  // namespace motley::tensor
