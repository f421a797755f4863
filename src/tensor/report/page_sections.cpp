#include "tensor/report/page_sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/memory.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/cluster/cluster_file.h"
#include "core/page/chart.h"
#include "core/page/html.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/report/plan_text.h"
#include "tensor/report/plan_words.h"

namespace motley::tensor {
namespace {

using core::page::bar;
using core::page::BarPart;
using core::page::Cell;
using core::page::element;
using core::page::escape;
using core::page::Figure;
using core::page::figures;
using core::page::folded;
using core::page::legend;
using core::page::number_cell;
using core::page::Section;
using core::page::table;
using core::page::text_cell;
using planner::Plan;

std::string size_text(int64_t bytes) { return core::readable_bytes(bytes); }

double longest_stage_seconds(const planner::PlanPipeline& pipeline) {
  double longest = 0;
  for (const stage::StageTimes& s : pipeline.timing.stages) {
    longest = std::max(longest, stage::seconds(s.forward) + stage::seconds(s.backward));
  }
  return longest;
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
  return fmt::format("{} described in the cluster file, not measured; motley probe measures them.",
                     probed == 0 ? "Device speeds are" : "Some device speeds are");
}

std::string verdict_bar(const Report& report) {
  std::string html;
  if (const auto bound = report.lower_bound_seconds) {
    const std::vector<BarPart> parts = {
        {"bound", fmt::format("proven lower bound {}", duration_text(*bound)), *bound},
        {"gap", fmt::format("optimality gap {:.1f} %", 100 * *report.gap()),
         report.step_seconds - *bound}};
    html += bar(parts, report.step_seconds, parts[0].label + ", " + parts[1].label) + legend(parts);
  }
  const std::vector<BarPart> parts = {
      {"compute",
       fmt::format("compute of the busiest device {}", duration_text(report.compute_seconds)),
       report.compute_seconds},
      {"exposed",
       fmt::format("exposed communication and waiting {}", duration_text(report.exposed_seconds)),
       report.exposed_seconds}};
  return html + bar(parts, report.step_seconds, parts[0].label + ", " + parts[1].label) +
         legend(parts);
}

double measured_step(const RunRecord& run) {
  std::vector<double> seconds = run.step_seconds;
  return seconds.empty() ? 0 : core::median(seconds);
}

}  // namespace

Section verdict_section(const Plan& plan, const Report& report, const RunRecord* run) {
  std::vector<Figure> all = {{duration_text(report.step_seconds), "predicted step time"}};
  if (run && measured_step(*run) > 0) {
    const double measured = measured_step(*run);
    const double error = report.step_seconds / measured - 1;
    all.push_back({duration_text(measured),
                   fmt::format("measured step time (median); the prediction is {:.0f} % {}",
                               100 * std::abs(error), error < 0 ? "shorter" : "longer")});
  }
  const double rate = report.samples_per_second;
  all.push_back({rate < 1e4 ? fmt::format("{:.4g}", rate) : fmt::format("{:.1f} k", rate / 1e3),
                 run ? "samples per second, predicted" : "samples per second"});
  if (const auto bound = report.lower_bound_seconds) {
    all.push_back(
        {fmt::format("{:.1f} %", 100 * *report.gap()),
         fmt::format("optimality gap: no sharded plan takes less than {}", duration_text(*bound))});
  }
  const double fullest = 100 * report.fullest();
  all.push_back({fullest > 0 && fullest < 0.5 ? "< 1 %" : fmt::format("{:.0f} %", fullest),
                 report.fits() ? "of memory on the fullest device"
                               : "of memory on the fullest device: does not fit",
                 !report.fits()});
  std::string html = figures(all) + verdict_bar(report);
  if (!report.fits()) html += element("p", "Does not fit: " + report.out_of_memory, "warning");
  if (!report.without_rule.empty()) {
    html += element("p",
                    fmt::format("Replicated on every device, because there is no sharding rule: {}",
                                fmt::join(report.without_rule, ", ")),
                    "warning");
  }
  html += element("p", figures_text(plan), "lead");
  std::string words =
      plan.pipeline
          ? fmt::format("pipeline of {}, schedule {}, {}",
                        core::counted(std::ssize(plan.stages), "stage"), plan.pipeline->schedule,
                        core::counted(plan.pipeline->cuts.microbatches, "micro-batch", "es"))
          : report.parallelism;
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(words[0]));
  return {"verdict", "Verdict", words.empty() ? "On one device." : words + ".", html};
}

namespace {

std::vector<BarPart> memory_parts(const DeviceRow& row) {
  const int64_t rest = std::max<int64_t>(
      0, row.peak_bytes - row.parameter_bytes - row.state_bytes - row.batch_bytes);
  const auto part = [](const char* kind_name, const char* what, int64_t bytes) {
    return BarPart{kind_name, fmt::format("{} {}", what, size_text(bytes)),
                   static_cast<double>(bytes)};
  };
  return {part("parameters", "parameters", row.parameter_bytes),
          part("state", "optimizer state", row.state_bytes),
          part("batch", "batch", row.batch_bytes),
          part("activations", "activations, gradients and buffers", rest)};
}

std::string parts_text(const std::vector<BarPart>& parts) {
  std::vector<std::string> texts;
  for (const BarPart& p : parts) texts.push_back(p.label);
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

Section devices_section(const Report& report) {
  std::vector<std::vector<Cell>> rows;
  for (const DeviceRow& row : report.devices) {
    const std::vector<BarPart> parts = memory_parts(row);
    const double whole = static_cast<double>(std::max(row.memory_bytes, row.peak_bytes));
    const std::string compute = duration_text(row.compute_seconds);
    rows.push_back({text_cell(fmt::format("{} x {}", row.count, row.type)),
                    number_cell(row.samples ? std::to_string(*row.samples) : "all"),
                    number_cell(compute),
                    {.html = bar({{"compute", compute, row.compute_seconds}}, report.step_seconds,
                                 fmt::format("computes {} of {}", compute,
                                             duration_text(report.step_seconds)))},
                    number_cell(fmt::format("{} of {}", size_text(row.peak_bytes),
                                            size_text(row.memory_bytes))),
                    {.html = bar(parts, whole, parts_text(parts))}});
  }
  std::string html =
      table("", {"devices", "samples", "compute", "of the step", "memory", "of the device"}, rows);
  html += legend({{"parameters", "parameters"},
                  {"state", "optimizer state"},
                  {"batch", "batch"},
                  {"activations", "activations, gradients and buffers"}});
  if (!report.unused.empty()) {
    html += element(
        "p", fmt::format("Unused: {}. A step would not be faster with them.", report.unused));
  }
  return {"devices", "Who does what",
          "Each kind of device: its samples of a step, its compute as a part of the step, and its "
          "memory by what is in it at the peak.",
          html};
}

Section stages_section(const Plan& plan) {
  const planner::PlanPipeline& pipeline = *plan.pipeline;
  std::vector<std::vector<Cell>> rows;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const stage::StageTimes& times = pipeline.timing.stages[s];
    const double forward = stage::seconds(times.forward), backward = stage::seconds(times.backward);
    const std::string text =
        fmt::format("forward {}, backward {}", duration_text(forward), duration_text(backward));
    rows.push_back(
        {text_cell(fmt::format("stage {}", s)),
         text_cell(stage_layers_text(plan, s) + (pipeline.cuts.recompute[s] ? ", recomputed" : "")),
         text_cell(stage_devices_text(plan, s)),
         number_cell(duration_text(forward)),
         number_cell(duration_text(backward)),
         {.html = bar({{"compute", text, forward}, {"gradients", text, backward}},
                      longest_stage_seconds(pipeline), text)},
         number_cell(std::to_string(times.live)),
         number_cell(fmt::format("{} of {}", size_text(peak_of_stage(plan, s)),
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
    const double waits = std::max(0.0, row.step_seconds - row.compute_seconds);
    const std::string text = fmt::format("compute {}, exposed communication and waiting {}",
                                         duration_text(row.compute_seconds), duration_text(waits));
    const std::string note =
        row.degrees + (row.degrees.empty() || row.note.empty() ? "" : "; ") + row.note;
    cells.push_back(
        {{.html = row.is_chosen ? element("b", row.strategy) : escape(row.strategy)},
         number_cell(seconds),
         {.html = bar({{row.fits ? "good" : "bad", text, row.compute_seconds},
                       {row.fits ? "exposed" : "bad", text, waits}},
                      longest, text)},
         number_cell(fastest > 0 ? fmt::format("{:.2f} x", row.step_seconds / fastest) : ""),
         number_cell(row.peak_bytes > 0 ? size_text(row.peak_bytes) : ""),
         text_cell(row.fits           ? row.runs       ? note
                                        : note.empty() ? "predicted only"
                                                       : note + "; predicted only"
                   : row.note.empty() ? "does not fit"
                                      : "does not fit: " + row.note)});
  }
  const bool all_fit = std::ranges::all_of(rows, [](const StrategyRow& r) { return r.fits; });
  std::vector<BarPart> keys = {{"good", "compute of the busiest device"},
                               {"exposed", "exposed communication and waiting"}};
  if (!all_fit) keys.push_back({"bad", "does not fit into memory"});
  return table("", {"strategy", "step time", "", "vs fastest that fits", "peak memory", ""},
               cells) +
         legend(keys);
}

Section strategies_section(const Plan& plan, const Report& report) {
  std::vector<StrategyRow> rows = {{.strategy = plan.strategy,
                                    .note = report.out_of_memory,
                                    .step_seconds = report.step_seconds,
                                    .compute_seconds = report.compute_seconds,
                                    .peak_bytes = plan.time.peak_bytes,
                                    .fits = report.fits(),
                                    .is_chosen = true}};
  rows.insert(rows.end(), report.strategies.begin(), report.strategies.end());
  if (rows.size() == 1) return {};
  std::ranges::stable_sort(rows, [](const StrategyRow& a, const StrategyRow& b) {
    return a.fits != b.fits ? a.fits : a.step_seconds < b.step_seconds;
  });
  return {"strategies", "Strategies side by side",
          "The plan compared with the named strategies, on the same step and cluster.",
          strategies_table(rows)};
}

namespace {

// How the algorithms of these collectives work, in a sentence for each.
std::string algorithms_text(const std::vector<predict::CollectiveTotal>& collectives) {
  using enum core::CollectiveAlgorithm;
  constexpr std::pair<core::CollectiveAlgorithm, const char*> kSentences[] = {
      {kRing, "Ring: blocks travel from rank to rank around a ring."},
      {kGrouped, "Grouped: a ring in which all blocks are in flight from the start."},
      {kPadded, "Padded: a ring of blocks that are padded to the longest."},
      {kDirect, "Direct: every rank sends each other rank its part."},
      {kWhole, "Whole: every rank sends its whole, short vector to every other rank."},
      {kHierarchical,
       "Hierarchical: within hosts first, then between hosts by one rank of each host."}};
  std::string text;
  for (const auto& [algorithm, sentence] : kSentences) {
    const bool is_used = std::ranges::any_of(
        collectives, [&](const predict::CollectiveTotal& c) { return c.algorithm == algorithm; });
    if (is_used) text += (text.empty() ? "" : " ") + std::string(sentence);
  }
  return text;
}

}  // namespace

Section collectives_section(const Report& report) {
  if (report.collectives.empty()) return {};
  double longest = 0;
  for (const predict::CollectiveTotal& c : report.collectives) {
    longest = std::max(longest, std::max(c.seconds, c.exposed_seconds));
  }
  std::vector<std::vector<Cell>> rows;
  for (const predict::CollectiveTotal& c : report.collectives) {
    const double exposed = std::min(c.seconds, c.exposed_seconds);
    const std::string hidden_text = fmt::format("hidden {}", duration_text(c.seconds - exposed));
    const std::string exposed_text = fmt::format("exposed {}", duration_text(exposed));
    rows.push_back({text_cell(c.text()),
                    number_cell(std::to_string(c.count)),
                    number_cell(size_text(static_cast<int64_t>(c.bytes))),
                    number_cell(duration_text(c.seconds)),
                    number_cell(duration_text(exposed)),
                    {.html = bar({{"good", hidden_text, c.seconds - exposed},
                                  {"exposed", exposed_text, exposed}},
                                 longest, hidden_text + ", " + exposed_text)}});
  }
  return {
      "collectives", "Collectives",
      fmt::format("Communication takes {} in total. A collective is exposed while even the rank "
                  "that comes to it last waits for it; the rest is hidden behind compute.",
                  duration_text(report.communication_seconds)),
      table("", {"collective, algorithm", "count", "bytes", "time", "exposed", ""}, rows) +
          legend({{"good", "hidden"}, {"exposed", "exposed"}}) +
          element("p", algorithms_text(report.collectives), "lead")};
}

namespace {

std::string copyable(const std::string& text) {
  return fmt::format("<code>{0}</code> <button hidden data-copy=\"{0}\">copy</button>",
                     escape(text));
}

// Every state of a class of tensors, to be opened.
std::string states_html(const ReasonRow& r, size_t place) {
  if (r.states.empty()) return "";
  double longest = 0;
  for (const StateRow& s : r.states) longest = std::max(longest, s.step_seconds);
  std::vector<std::vector<Cell>> rows;
  for (const StateRow& s : r.states) {
    const std::string seconds = duration_text(s.step_seconds);
    const std::string why = s.is_chosen               ? "chosen"
                            : s.out_of_memory.empty() ? ""
                                                      : "does not fit: " + s.out_of_memory;
    const std::string python = fmt::format("p.what_if(pin={{\"{}\": \"{}\"}})", r.first, s.state);
    rows.push_back(
        {{.html = "<code>" + escape(s.state) + "</code>"},
         text_cell(s.words),
         number_cell(seconds),
         {.html = bar({{s.out_of_memory.empty() ? "good" : "bad", seconds, s.step_seconds}},
                      longest, seconds)},
         text_cell(why),
         {.html = s.is_chosen ? ""
                              : copyable(fmt::format("--pin '{}: {}'", r.first, s.state)) + "<br>" +
                                    copyable(python)}});
  }
  return folded(fmt::format("{}: {} states", r.first, r.states.size()),
                table("", {"state", "", "step time", "", "", "to try it"}, rows), states_id(place));
}

}  // namespace

std::string states_id(size_t place) { return fmt::format("states-{}", place); }

Section reasons_section(const Plan& plan, const Report& report) {
  const std::string ask =
      fmt::format("motley plan '{}' --cluster {} --explain NAME", report.model,
                  plan.on.cluster_file.empty() ? "CLUSTER.yaml" : plan.on.cluster_file);
  const std::string how =
      "<p>Every state of one tensor, with its step time: <code>" + escape(ask) + "</code></p>\n";
  if (report.reasons.empty()) return {"why", "Why these shardings", "", how};
  std::vector<std::vector<Cell>> rows;
  std::string states;
  for (const ReasonRow& r : report.reasons) {
    rows.push_back(
        {text_cell(r.count == 1 ? r.first : fmt::format("{} and {} like it", r.first, r.count - 1)),
         number_cell(size_text(r.bytes)),
         text_cell(r.chosen),
         text_cell(r.next.empty() ? "no other state is possible" : r.next),
         number_cell(r.next.empty()        ? ""
                     : r.next_is_as_fast() ? "as fast"
                                           : "+" + duration_text(r.worse_seconds)),
         {.html = r.next.empty()
                      ? ""
                      : copyable(fmt::format("--pin '{}: {}'", r.first, r.next_state))}});
    states += states_html(r, rows.size() - 1);
  }
  if (!states.empty()) {
    states =
        "<h3>Every state of a tensor</h3>\n<p class=\"lead\">The step time with each, "
        "simulated, with everything else planned anew around it.</p>\n" +
        states;
  }
  const bool is_whole = std::ranges::all_of(
      report.reasons, [](const ReasonRow& r) { return r.next.empty() || !r.states.empty(); });
  return {
      "why", "Why these shardings",
      "The chosen sharding of each class of tensors, the next best one, and what that would cost "
      "with everything else planned anew around it.",
      table("", {"tensors", "bytes", "chosen", "next best", "cost", "to try it"}, rows) + states +
          (is_whole ? "" : how)};
}

namespace {

// "A", "B", ... "Z", "27": the sign of a change in the charts and in their table.
std::string sign_of(size_t place) {
  return place < 26 ? std::string(1, static_cast<char>('A' + place)) : std::to_string(place + 1);
}

std::vector<core::page::Mark> marks_of(const std::vector<Adaptation>& adaptations) {
  std::vector<core::page::Mark> marks;
  for (const Adaptation& a : adaptations) {
    marks.push_back({static_cast<double>(a.step), sign_of(marks.size()), text_of(a)});
  }
  return marks;
}

// The plan's step time, and from each change on what was predicted with it.
core::page::Series predicted_over_run(const RunRecord& run, double seconds, double first,
                                      double last) {
  core::page::Series line{.name = "predicted", .x = {first}, .y = {1e3 * seconds}};
  for (const Adaptation& a : run.adaptations) {
    const auto step = static_cast<double>(a.step);
    if (step < first || step > last || a.predicted_seconds <= 0) continue;
    line.x.insert(line.x.end(), {step, step});
    line.y.insert(line.y.end(), {line.y.back(), 1e3 * a.predicted_seconds});
  }
  line.x.push_back(last);
  line.y.push_back(line.y.back());
  return line;
}

std::string changes_to_the_plan(const RunRecord& run) {
  if (!run.adapts) return "";
  std::string html = "<h3>Changes to the plan</h3>\n";
  if (run.adaptations.empty()) {
    return html +
           "<p class=\"lead\">None: --adapt measured every step and found no change that "
           "was predicted to make up for its cost.</p>\n";
  }
  std::vector<std::vector<Cell>> rows;
  for (const Adaptation& a : run.adaptations) {
    const std::string moved = a.moved_bytes > 0 ? fmt::format("{} in {}", size_text(a.moved_bytes),
                                                              duration_text(a.move_seconds))
                                                : "";
    rows.push_back({text_cell(fmt::format("{}: step {}", sign_of(rows.size()), a.step)),
                    text_cell(fmt::format("{} {}", a.kind, a.change)), text_cell(a.reason),
                    number_cell(duration_text(a.before_seconds)),
                    number_cell(duration_text(a.predicted_seconds)),
                    number_cell(a.measured_seconds > 0 ? duration_text(a.measured_seconds) : ""),
                    text_cell(moved)});
  }
  return html +
         table("What --adapt changed while the run went on: shares (rebalancing), schedules, plans",
               {"", "change", "reason", "step before", "predicted", "measured", "state moved"},
               rows);
}

}  // namespace

Section run_section(const RunRecord* run, std::optional<double> predicted_seconds) {
  if (!run || run->step_seconds.empty()) return {};
  std::vector<double> steps(run->step_seconds.size());
  std::iota(steps.begin(), steps.end(), static_cast<double>(run->first_step + 1));
  const double median = measured_step(*run);
  const double slowest = *std::ranges::max_element(run->step_seconds);
  std::vector<Figure> all = {{duration_text(median), "median step"},
                             {duration_text(run->step_seconds.front()), "first step"},
                             {duration_text(slowest), "slowest step"}};
  if (!run->losses.empty()) {
    all.push_back({fmt::format("{:.4f}", run->losses.back()),
                   fmt::format("last loss, from {:.4f}", run->losses.front())});
  }
  std::string html = figures(all);
  const std::vector<core::page::Mark> marks = marks_of(run->adaptations);
  html += "<div class=\"charts\">\n";
  html += core::page::line_chart("Loss", {.x = "step", .y = "loss"},
                                 {{.name = "loss", .x = steps, .y = run->losses}}, marks);
  std::vector<double> milliseconds;
  for (const double s : run->step_seconds) milliseconds.push_back(1e3 * s);
  std::vector<core::page::Series> series = {{.name = "measured", .x = steps, .y = milliseconds}};
  if (predicted_seconds) {
    series.push_back(predicted_over_run(*run, *predicted_seconds, steps.front(), steps.back()));
  }
  html += core::page::line_chart("Step time",
                                 {.x = "step", .y = "milliseconds", .log_y = slowest > 20 * median},
                                 std::move(series), marks);
  html += "</div>\n" + changes_to_the_plan(*run);
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
    rows.push_back({text_cell("hash of the cluster"),
                    text_cell(fmt::format("{:016x}", planner::cluster_hash(on->cluster)))});
    cluster = folded("The cluster as described",
                     "<pre>" + escape(core::print_cluster(on->cluster)) + "</pre>\n");
  }
  return {"origin", "Where this comes from", "", table("", {"", ""}, rows) + cluster};
}

}  // namespace motley::tensor
