#include "tensor/report/page_sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "core/base/memory.h"
#include "core/base/statistics.h"
#include "core/cluster/cluster_file.h"
#include "core/page/chart.h"
#include "core/page/html.h"
#include "tensor/ir/printer.h"
#include "tensor/report/plan_text.h"
#include "tensor/report/plan_words.h"
#include "tensor/step/staged_model.h"

namespace motley::tensor {
namespace {

using core::page::bar;
using core::page::BarPart;
using core::page::Cell;
using core::page::element;
using core::page::escape;
using core::page::folded;
using core::page::legend;
using core::page::number_cell;
using core::page::Section;
using core::page::table;
using core::page::text_cell;
using planner::Plan;
using planner::PlanResult;

std::string figure_card(const std::string& value, const std::string& what, bool is_bad = false) {
  return fmt::format("<div{}><b>{}</b><span>{}</span></div>\n", is_bad ? " class=\"bad\"" : "",
                     escape(value), escape(what));
}

std::string size_text(int64_t bytes) { return core::readable_bytes(bytes); }

double longest_stage_seconds(const planner::PlanPipeline& pipeline) {
  double longest = 0;
  for (const stage::StageTimes& s : pipeline.timing.stages) {
    longest = std::max(longest, stage::seconds(s.forward) + stage::seconds(s.backward));
  }
  return longest;
}

// The fullest device: its share of its memory.
double fullest(const Plan& plan) {
  double most = 0;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const auto& type = plan.on.cluster.device_types[static_cast<size_t>(kind.device_type)];
    most = std::max(most, static_cast<double>(kind.peak_bytes) /
                              static_cast<double>(std::max<int64_t>(1, type.memory_bytes)));
  }
  return most;
}

// Whether the figures of the devices were measured by a probe, or only described.
std::string figures_text(const Plan& plan) {
  int probed = 0;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const auto& type = plan.on.cluster.device_types[static_cast<size_t>(kind.device_type)];
    probed += !type.measured.empty();
  }
  const auto all = static_cast<int>(plan.time.kinds.size());
  if (probed == all) return "Device speeds were measured by motley probe.";
  return fmt::format(
      "{} from the rates in the cluster file, not from measurements; motley probe measures them.",
      probed == 0 ? "Device speeds are predicted" : "Some device speeds are predicted");
}

std::string verdict_bar(const PlanResult& result) {
  const predict::StepTime& time = result.plan.time;
  const auto bound = result.plan.lower_bound_seconds();
  std::string html;
  if (bound) {
    const std::vector<BarPart> parts = {
        {"bound", fmt::format("proven lower bound {}", duration_text(*bound)), *bound},
        {"gap", fmt::format("optimality gap {:.1f} %", 100 * (1 - *bound / time.step_seconds)),
         time.step_seconds - *bound}};
    html += bar(parts, time.step_seconds, parts[0].label + ", " + parts[1].label) + legend(parts);
  }
  const std::vector<BarPart> parts = {
      {"compute",
       fmt::format("compute of the busiest device {}", duration_text(time.compute_seconds)),
       time.compute_seconds},
      {"exposed",
       fmt::format("exposed communication and waiting {}", duration_text(time.exposed_seconds)),
       time.exposed_seconds}};
  return html + bar(parts, time.step_seconds, parts[0].label + ", " + parts[1].label) +
         legend(parts);
}

double measured_step(const RunRecord& run) {
  std::vector<double> seconds = run.step_seconds;
  return seconds.empty() ? 0 : core::median(seconds);
}

}  // namespace

Section verdict_section(const PlanResult& result, const RunRecord* run) {
  const Plan& plan = result.plan;
  const predict::StepTime& time = plan.time;
  std::string html = "<div class=\"figures\">\n";
  html += figure_card(duration_text(time.step_seconds), "predicted step time");
  if (run && measured_step(*run) > 0) {
    const double measured = measured_step(*run);
    html += figure_card(duration_text(measured),
                        fmt::format("measured step time, the median; predicted is {:+.0f} %",
                                    100 * (time.step_seconds / measured - 1)));
  }
  const auto samples = static_cast<double>(plan.on.model_step->samples_per_step());
  html += figure_card(fmt::format("{:.4g}", samples / time.step_seconds), "samples per second");
  if (const auto bound = plan.lower_bound_seconds()) {
    html += figure_card(
        fmt::format("{:.1f} %", 100 * (1 - *bound / time.step_seconds)),
        fmt::format("optimality gap: no sharded plan takes less than {}", duration_text(*bound)));
  }
  html += figure_card(fmt::format("{:.0f} %", 100 * fullest(plan)),
                      plan.fits() ? "of memory on the fullest device"
                                  : "of memory on the fullest device: does not fit",
                      !plan.fits());
  html += "</div>\n" + verdict_bar(result);
  if (!plan.fits()) html += element("p", "Does not fit: " + plan.time.out_of_memory, "warning");
  if (!plan.without_rule.empty()) {
    html += element("p",
                    fmt::format("Replicated for want of a sharding rule: {}",
                                fmt::join(plan.without_rule, ", ")),
                    "warning");
  }
  html += element("p", figures_text(plan), "lead");
  std::string words =
      plan.pipeline
          ? fmt::format("pipeline of {} stages, schedule {}, {} micro-batches", plan.stages.size(),
                        plan.pipeline->schedule, plan.pipeline->cuts.microbatches)
          : parallelism_text(plan);
  if (words.ends_with(", ")) words.resize(words.size() - 2);
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(words[0]));
  return {"verdict", "Verdict", words.empty() ? "On one device." : words + ".", html};
}

namespace {

// Bytes of the step's arguments that a rank holds, by what they are.
struct ArgumentBytes {
  int64_t parameters = 0, state = 0, batch = 0;
};
ArgumentBytes argument_bytes(const Plan& plan, int rank) {
  ArgumentBytes bytes;
  const TrainStep& step = plan.on.step();
  const ShardPlan& sharding = plan.stage().sharding;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    const StepArgument& argument = step.arguments[i];
    TensorType local = argument.type;
    local.shape = local_shape(sharding.values[step.program.body.arguments[i].index],
                              argument.type.shape, sharding.group, rank);
    int64_t& sum = argument.role == StepRole::kParam || argument.role == StepRole::kFrozen
                       ? bytes.parameters
                   : argument.role == StepRole::kBatch ? bytes.batch
                                                       : bytes.state;
    sum += local.num_bytes();
  }
  return bytes;
}

std::vector<BarPart> memory_parts(const Plan& plan, const predict::KindOfRank& kind) {
  const ArgumentBytes held = argument_bytes(plan, kind.first_rank);
  const int64_t rest =
      std::max<int64_t>(0, kind.peak_bytes - held.parameters - held.state - held.batch);
  const auto part = [](const char* kind_name, const char* what, int64_t bytes) {
    return BarPart{kind_name, fmt::format("{} {}", what, size_text(bytes)),
                   static_cast<double>(bytes)};
  };
  return {part("parameters", "parameters", held.parameters),
          part("state", "optimizer state", held.state), part("batch", "batch", held.batch),
          part("activations", "activations, gradients and buffers", rest)};
}

std::string parts_text(const std::vector<BarPart>& parts) {
  std::vector<std::string> texts;
  for (const BarPart& p : parts) texts.push_back(p.label);
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

Section devices_section(const Plan& plan) {
  const strategy::BatchDim batch = strategy::batch_dim(plan.on.step());
  std::vector<std::vector<Cell>> rows;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const auto& type = plan.on.cluster.device_types[static_cast<size_t>(kind.device_type)];
    const std::vector<BarPart> parts = memory_parts(plan, kind);
    const double whole = static_cast<double>(std::max(type.memory_bytes, kind.peak_bytes));
    const std::string compute = duration_text(kind.compute_seconds);
    rows.push_back(
        {text_cell(fmt::format("{} x {}", kind.num_ranks, type.name)),
         number_cell(batch.arguments.empty()
                         ? "all"
                         : std::to_string(num_samples(plan, batch, kind.first_rank))),
         number_cell(compute),
         {.html = bar(
              {{"compute", compute, kind.compute_seconds}}, plan.time.step_seconds,
              fmt::format("computes {} of {}", compute, duration_text(plan.time.step_seconds)))},
         number_cell(
             fmt::format("{} of {}", size_text(kind.peak_bytes), size_text(type.memory_bytes))),
         {.html = bar(parts, whole, parts_text(parts))}});
  }
  std::string html =
      table("", {"devices", "samples", "compute", "of the step", "memory", "of the device"}, rows);
  html += legend({{"parameters", "parameters"},
                  {"state", "optimizer state"},
                  {"batch", "batch"},
                  {"activations", "activations, gradients and buffers"}});
  if (const std::string left = planner::unused_devices(plan); !left.empty()) {
    html += element("p", fmt::format("Unused: {}. A step would not be faster with them.", left));
  }
  return {"devices", "Who does what",
          "Each kind of device: its samples of a step, its compute as a part of the step, and its "
          "memory by what is in it at the peak.",
          html};
}

Section stages_section(const Plan& plan) {
  const planner::PlanPipeline& pipeline = *plan.pipeline;
  const auto devices = core::devices(plan.on.cluster);
  const int num_layers = num_stage_layers(*plan.on.model_step);
  std::vector<std::vector<Cell>> rows;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const stage::StageTimes& times = pipeline.timing.stages[s];
    const int begin = s == 0 ? 0 : pipeline.cuts.cuts[s - 1];
    const int end = s + 1 < plan.stages.size() ? pipeline.cuts.cuts[s] : num_layers;
    const std::vector<int>& used = plan.stages[s].devices;
    const core::DeviceType& type = plan.on.cluster.device_types[devices[used[0]].type];
    const double forward = stage::seconds(times.forward), backward = stage::seconds(times.backward);
    const std::string text =
        fmt::format("forward {}, backward {}", duration_text(forward), duration_text(backward));
    rows.push_back({text_cell(fmt::format("stage {}", s)),
                    text_cell(fmt::format("{} to {}{}", begin, end - 1,
                                          pipeline.cuts.recompute[s] ? ", recomputed" : "")),
                    text_cell(fmt::format("{} x {}", used.size(), type.name)),
                    number_cell(duration_text(forward)),
                    number_cell(duration_text(backward)),
                    {.html = bar({{"compute", text, forward}, {"gradients", text, backward}},
                                 longest_stage_seconds(pipeline), text)},
                    number_cell(std::to_string(times.live)),
                    number_cell(fmt::format("{} of {}", size_text(times.peak_bytes),
                                            size_text(times.memory_bytes)))});
  }
  std::string html = table("",
                           {"", "layers", "devices", "forward", "backward", "of a micro-batch",
                            "live micro-batches", "memory"},
                           rows);
  html += legend({{"compute", "forward"}, {"gradients", "backward"}});
  if (const std::string left = planner::unused_devices(plan); !left.empty()) {
    html += element("p", fmt::format("Unused: {}.", left));
  }
  return {"stages", "Stages", "Each stage of the pipeline, with the times of one micro-batch.",
          html};
}

std::string strategies_table(const std::vector<StrategyRow>& rows) {
  double longest = 0, fastest = 0;
  for (const StrategyRow& row : rows) {
    longest = std::max(longest, row.step_seconds);
    if (row.fits && (fastest == 0 || row.step_seconds < fastest)) fastest = row.step_seconds;
  }
  // A strategy that is ten times slower must not make all others look alike.
  if (fastest > 0) longest = std::min(longest, 3 * fastest);
  std::vector<std::vector<Cell>> cells;
  for (const StrategyRow& row : rows) {
    const std::string seconds = duration_text(row.step_seconds);
    cells.push_back(
        {{.html = row.is_chosen ? element("b", row.strategy) : escape(row.strategy)},
         number_cell(seconds),
         {.html = bar({{row.fits ? "good" : "bad", seconds, row.step_seconds}}, longest, seconds)},
         number_cell(fastest > 0 ? fmt::format("{:.2f} x", row.step_seconds / fastest) : ""),
         number_cell(row.peak_bytes > 0 ? size_text(row.peak_bytes) : ""),
         text_cell(row.fits           ? row.runs           ? row.note
                                        : row.note.empty() ? "predicted only"
                                                           : row.note + "; predicted only"
                   : row.note.empty() ? "does not fit"
                                      : "does not fit: " + row.note)});
  }
  return table("", {"strategy", "step time", "", "of the fastest", "peak memory", ""}, cells);
}

Section strategies_section(const PlanResult& result) {
  std::vector<StrategyRow> rows = {
      {.strategy = result.plan.strategy,
       .note = result.plan.fits() ? "" : result.plan.time.out_of_memory,
       .step_seconds = result.plan.time.step_seconds,
       .peak_bytes = result.plan.time.peak_bytes,
       .fits = result.plan.fits(),
       .is_chosen = true}};
  for (const Plan& named : result.named) {
    rows.push_back({.strategy = named.strategy,
                    .note = named.fits() ? "" : named.time.out_of_memory,
                    .step_seconds = named.time.step_seconds,
                    .peak_bytes = named.time.peak_bytes,
                    .fits = named.fits()});
  }
  if (rows.size() == 1) return {};
  std::ranges::stable_sort(rows, [](const StrategyRow& a, const StrategyRow& b) {
    return a.fits != b.fits ? a.fits : a.step_seconds < b.step_seconds;
  });
  return {"strategies", "Strategies side by side",
          "The plan beside the strategies that people pick by hand, on the same step and cluster.",
          strategies_table(rows)};
}

Section collectives_section(const Plan& plan) {
  if (plan.time.collectives.empty()) return {};
  double longest = 0;
  for (const predict::CollectiveTotal& c : plan.time.collectives) {
    longest = std::max(longest, c.seconds);
  }
  std::vector<std::vector<Cell>> rows;
  for (const predict::CollectiveTotal& c : plan.time.collectives) {
    const std::string seconds = duration_text(c.seconds);
    rows.push_back({text_cell(c.text()),
                    number_cell(std::to_string(c.count)),
                    number_cell(size_text(static_cast<int64_t>(c.bytes))),
                    number_cell(seconds),
                    {.html = bar({{"communication", seconds, c.seconds}}, longest, seconds)}});
  }
  const predict::StepTime& time = plan.time;
  return {
      "collectives", "Collectives",
      fmt::format("Communication takes {} in total; {} of the step is exposed communication or "
                  "waiting, the rest is hidden behind compute.",
                  duration_text(time.communication_seconds), duration_text(time.exposed_seconds)),
      table("", {"collective, algorithm", "count", "bytes", "seconds", ""}, rows)};
}

Section reasons_section(const PlanResult& result) {
  const Plan& plan = result.plan;
  const std::string ask =
      fmt::format("motley plan '{}' --cluster {} --explain NAME", plan.on.model(),
                  plan.on.cluster_file.empty() ? "CLUSTER.yaml" : plan.on.cluster_file);
  const std::string how =
      "<p>Every state of one tensor, with its step time: <code>" + escape(ask) + "</code></p>\n";
  if (!plan.found) return {"why", "Why these shardings", "", how};
  const auto names = value_names(plan.on.step());
  const strategy::DimNames dims(plan.on.step());
  const auto& arguments = plan.on.step().program.body.arguments;
  std::vector<std::vector<Cell>> rows;
  for (const search::Reason& reason : plan.found->reasons) {
    const ValueId first = reason.values[0];
    const auto argument = static_cast<int>(std::ranges::find(arguments, first) - arguments.begin());
    const DeviceGrid& group = plan.stage().sharding.group;
    const std::string who =
        reason.values.size() == 1
            ? names[first.index]
            : fmt::format("{} and {} like it", names[first.index], reason.values.size() - 1);
    const std::string next = !reason.has_next ? "no other state is possible"
                                              : state_words(dims, argument, reason.next, group);
    const std::string pin =
        !reason.has_next
            ? ""
            : fmt::format("--pin '{}: {}'", names[first.index],
                          to_string(reason.next, plan.on.step().program.type(first).shape, group));
    rows.push_back(
        {text_cell(who),
         number_cell(size_text(reason.bytes)),
         text_cell(state_words(dims, argument, reason.state, group)),
         text_cell(next),
         number_cell(!reason.has_next              ? ""
                     : reason.worse_seconds < 1e-9 ? "as fast"
                                                   : "+" + duration_text(reason.worse_seconds)),
         {.html = pin.empty() ? ""
                              : fmt::format("<code>{0}</code> <button hidden data-copy=\"{0}\">copy"
                                            "</button>",
                                            escape(pin))}});
  }
  return {
      "why", "Why these shardings",
      "The chosen sharding of each class of tensors, the next best one, and what that would cost "
      "with everything else planned anew around it.",
      table("", {"tensors", "bytes", "chosen", "next best", "cost", "to try it"}, rows) + how};
}

Section run_section(const RunRecord* run, std::optional<double> predicted_seconds) {
  if (!run || run->step_seconds.empty()) return {};
  std::vector<double> steps(run->step_seconds.size());
  std::iota(steps.begin(), steps.end(), static_cast<double>(run->first_step + 1));
  const double median = measured_step(*run);
  const double slowest = *std::ranges::max_element(run->step_seconds);
  std::string html = "<div class=\"figures\">\n";
  html += figure_card(duration_text(median), "median step");
  html += figure_card(duration_text(run->step_seconds.front()), "first step");
  html += figure_card(duration_text(slowest), "slowest step");
  if (!run->losses.empty()) {
    html += figure_card(fmt::format("{:.4f}", run->losses.back()),
                        fmt::format("last loss, from {:.4f}", run->losses.front()));
  }
  html += "</div>\n";
  html += core::page::line_chart("Loss", {.x = "step", .y = "loss"},
                                 {{.name = "loss", .x = steps, .y = run->losses}});
  std::vector<double> milliseconds;
  for (const double s : run->step_seconds) milliseconds.push_back(1e3 * s);
  std::vector<core::page::Series> series = {{.name = "measured", .x = steps, .y = milliseconds}};
  if (predicted_seconds) {
    const double predicted = 1e3 * *predicted_seconds;
    series.push_back(
        {.name = "predicted", .x = {steps.front(), steps.back()}, .y = {predicted, predicted}});
  }
  html += core::page::line_chart("Step time",
                                 {.x = "step", .y = "milliseconds", .log_y = slowest > 20 * median},
                                 std::move(series));
  return {"run", "The run", "", html};
}

Section origin_section(const planner::StepOnCluster* on, const PageOrigin& origin) {
  std::vector<std::vector<Cell>> rows = {
      {text_cell("command"), {.html = "<code>" + escape(origin.command) + "</code>"}},
      {text_cell("motley"), text_cell(origin.commit)}};
  std::string cluster;
  if (on) {
    rows.insert(rows.begin(), {text_cell("model"), text_cell(on->model())});
    rows.push_back({text_cell("hash of the step"),
                    text_cell(fmt::format("{:016x}", structural_hash(on->step().program)))});
    rows.push_back({text_cell("optimizer"), text_cell(on->optimizer())});
    rows.push_back({text_cell("cluster"), text_cell(on->cluster_name())});
    cluster = folded("The cluster as described",
                     "<pre>" + escape(core::print_cluster(on->cluster)) + "</pre>\n");
  }
  return {"origin", "Where this comes from", "", table("", {"", ""}, rows) + cluster};
}

}  // namespace motley::tensor
