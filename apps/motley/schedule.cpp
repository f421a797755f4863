// `motley schedule`: any schedule, from its name or from an action table, simulated exactly.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <optional>

#include "apps/motley/commands.h"
#include "apps/motley/schedule_problem.h"
#include "core/base/error.h"
#include "core/trace/trace.h"
#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/ticks.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/simulate/pipeline_workload.h"
#include "tensor/report/schedule_trace.h"

namespace motley::apps {
namespace {

using namespace tensor;
using namespace tensor::schedule;
using namespace tensor::simulate;
using Json = nlohmann::ordered_json;

// -- from the answer to text ------------------------------------------------------------------

std::string summary(const ScheduleSettings& s, const ScheduleProblem& p, const PipelineRun& run,
                    const std::string& out_of_memory) {
  const auto text = [&](Ticks ticks) { return p.unit.text(ticks); };
  std::string out = fmt::format(
      "{}: {} stages, {} microbatches{}\n", s.name, p.schedule.num_stages,
      p.schedule.num_microbatches,
      p.schedule.num_stages > p.schedule.num_devices()
          ? fmt::format(" on {} devices, times are those of a stage", p.schedule.num_devices())
          : "");
  out += fmt::format("makespan {}, bubble {:.1f} %\n", text(run.simulation.makespan),
                     100 * run.bubble);
  if (p.lower_bound) {
    const double gap = p.unit.value(run.simulation.makespan) / p.unit.value(*p.lower_bound) - 1;
    out +=
        fmt::format("found by {}; no order takes less than {}{}\n", p.origin, text(*p.lower_bound),
                    gap > 0 ? fmt::format(", {:.2f} % below", 100 * gap) : "");
  }
  out += fmt::format("\n{:<8}{:>6}  {:>10}  {:>10}  {:>10}  {:>10}\n",
                     p.schedule.num_stages > p.schedule.num_devices() ? "device" : "stage", "live",
                     "busy", "span", "waiting", "exposed");
  const std::vector<int64_t> live = peak_live(p.schedule);
  for (int32_t d = 0; d < p.schedule.num_devices(); ++d) {
    const DeviceTimes& t = run.devices[d];
    out += fmt::format("{:<8}{:>6}  {:>10}  {:>10}  {:>10}  {:>10}\n", d, live[d], text(t.busy),
                       text(t.last_end - t.first_start), text(t.waiting), text(t.exposed));
  }
  out +=
      "\nF forward, B backward, I input and W weight gradient. live: most microbatches at once; "
      "span: from the first\n"
      "start to the last end; waiting: idle within it; exposed: of that, while the awaited message "
      "was on its way.\n";
  if (!out_of_memory.empty()) out += fmt::format("\nIt does not fit: {}.\n", out_of_memory);
  return out;
}

Json json_of(const ScheduleSettings& s, const ScheduleProblem& p, const PipelineRun& run,
             const std::string& out_of_memory) {
  const auto value = [&](Ticks ticks) -> Json {
    const double v = p.unit.value(ticks);
    if (v == std::floor(v) && std::abs(v) < 9e15) return static_cast<int64_t>(v);
    return v;
  };
  Json json = {{"schedule", s.name},
               {"stages", p.schedule.num_stages},
               {"devices", p.schedule.num_devices()},
               {"microbatches", p.schedule.num_microbatches},
               {"makespan", value(run.simulation.makespan)},
               {"makespan_exact", p.unit.text(run.simulation.makespan)},
               {"peak_live", peak_live(p.schedule)},
               {"bubble", run.bubble},
               {"fits", out_of_memory.empty()}};
  if (!out_of_memory.empty()) json["out_of_memory"] = out_of_memory;
  if (p.lower_bound) {
    json["lower_bound"] = value(*p.lower_bound);
    json["origin"] = p.origin;
  }
  for (const DeviceTimes& t : run.devices) {
    json["busy"].push_back(value(t.busy));
    json["span"].push_back(value(t.last_end - t.first_start));
    json["waiting"].push_back(value(t.waiting));
    json["exposed"].push_back(value(t.exposed));
  }
  json["exposed_of_edges"] = Json::array();
  for (const EdgeWaiting& edge : edge_waiting(p.schedule, run)) {
    json["exposed_of_edges"].push_back(
        {{"activation", value(edge.activation)}, {"gradient", value(edge.gradient)}});
  }
  for (int32_t d = 0; d < p.schedule.num_devices(); ++d) {
    Json actions = Json::array(), starts = Json::array();
    for (size_t i = 0; i < p.schedule.lists[d].size(); ++i) {
      actions.push_back(to_string(p.schedule.lists[d][i]));
      starts.push_back(value(run.simulation.start[run.workload.device_begin[d] + i]));
    }
    json["lists"].push_back(actions);
    json["starts"].push_back(starts);
  }
  return json;
}

std::string table_of_schedules() {
  std::string text;
  for (const ScheduleRow& row : schedule_rows()) {
    text += fmt::format("{:<20}{}\n", name_with(row, row.default_setting), row.description);
  }
  return text + fmt::format("{:<20}{}\n", kBestSchedule, kBestDescription);
}

Outcome schedule(const ScheduleSettings& s) {
  if (s.list) return {.text = table_of_schedules()};
  if (s.name.empty()) throw core::UserError("which schedule? `motley schedule --list` names them");
  if (s.text + s.csv + s.json > 1)
    throw core::UserError("--text, --csv and --json are one at a time");
  const ScheduleProblem p = problem_of(s);
  const PipelineRun run = run_pipeline(p.schedule, p.costs);
  const std::string out_of_memory = cap_violation(p.schedule, p.cap);
  if (!s.trace.empty()) {
    core::Trace trace(s.trace, 0);
    write_timeline(p.schedule, run, p.unit.value(1), trace);
    trace.close();
  }
  Outcome outcome{.yes = out_of_memory.empty()};
  if (s.csv) {
    outcome.text = print_action_table(p.schedule);
  } else if (s.json) {
    outcome.text = json_of(s, p, run, out_of_memory).dump() + "\n";
  } else {
    const std::optional<Ticks> unit = p.unit.ticks({1, 1});
    outcome.text = draw_timeline(p.schedule, run, {.ticks_per_unit = *unit, .width = s.width}) +
                   "\n" + summary(s, p, run, out_of_memory);
  }
  return outcome;
}

}  // namespace

Command add_schedule(CLI::App& app) {
  auto s = std::make_shared<ScheduleSettings>();
  CLI::App* parser =
      app.add_subcommand("schedule", "Simulate a pipeline schedule exactly and draw its timeline");
  parser->add_option(
      "name", s->name,
      "Schedule such as 1f1b or kfkb:k=2, `best`, or a CSV file with an action table");
  parser->add_option("--stages", s->stages,
                     "Pipeline devices, each with one stage (interleaved schedules: several)");
  parser->add_option("--microbatches", s->microbatches, "Micro-batches per step");
  const auto times = [&](const char* name, std::vector<std::string>& values, const char* what) {
    parser->add_option(name, values, what)->delimiter(',');
  };
  times("--forward", s->forward,
        "Time of a forward pass (1), in any unit: one value, or one for each stage or device");
  times("--backward", s->backward,
        "Time of a backward pass (2); of its input gradient with --weight");
  times("--weight", s->weight, "Time of a weight gradient; splits the backward pass");
  times("--latency", s->latency, "Time of a transfer, one value or one for each edge (0)");
  times("--gradient-latency", s->gradient_latency, "Time of a gradient transfer, if different");
  times("--cap", s->cap,
        "Memory cap: maximum number of live micro-batches, one value or one per device");
  parser
      ->add_option("--links", s->links,
                   "Transfers of an edge run in parallel or one after the other")
      ->check(CLI::IsMember({"parallel", "serial"}));
  parser->add_flag("--text", s->text, "Timeline and figures (default)");
  parser->add_flag("--csv", s->csv, "The action table that PyTorch reads and writes");
  parser->add_flag("--json", s->json, "One JSON object on standard output");
  parser->add_flag("--list", s->list, "List all schedules");
  parser->add_option("--width", s->width, "Width of the timeline in characters (150)")
      ->check(CLI::Range(20, 100000));
  parser->add_option(
      "--trace", s->trace,
      "Write the timeline as a trace for Perfetto; a unit of time is a second there");
  return {parser, [s] { return schedule(*s); }};
}

}  // namespace motley::apps
