// `motley schedule`: any schedule, from its name or from an action table, simulated exactly.
#include <memory>
#include <optional>

#include "apps/motley/commands.h"
#include "core/base/error.h"
#include "core/trace/trace.h"
#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/schedule_problem.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/simulate/pipeline_workload.h"
#include "tensor/report/schedule_text.h"
#include "tensor/report/schedule_trace.h"

namespace motley::apps {
namespace {

using namespace tensor;
using namespace tensor::schedule;
using namespace tensor::simulate;

struct ScheduleSettings {
  ScheduleOptions options;
  bool text = false, csv = false, json = false, list = false;
  int width = 150;
  std::string trace;
};

Outcome schedule(const ScheduleSettings& s) {
  if (s.list) return {.text = schedules_table()};
  if (s.options.name.empty())
    throw core::UserError("which schedule? `motley schedule --list` lists them");
  if (s.text + s.csv + s.json > 1)
    throw core::UserError("give only one of --text, --csv and --json");
  const ScheduleProblem p = problem_of(s.options);
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
    outcome.text = schedule_json(s.options.name, p, run, out_of_memory);
  } else {
    const std::optional<Ticks> unit = p.unit.ticks({1, 1});
    outcome.text = draw_timeline(p.schedule, run, {.ticks_per_unit = *unit, .width = s.width}) +
                   "\n" + schedule_text(s.options.name, p, run, out_of_memory);
  }
  return outcome;
}

void add_output_options(CLI::App* parser, const std::shared_ptr<ScheduleSettings>& s) {
  parser->add_flag("--text", s->text, "Timeline and figures (default)");
  parser->add_flag("--csv", s->csv, "The action table that PyTorch reads and writes");
  parser->add_flag("--json", s->json, "One JSON object on standard output");
  parser->add_flag("--list", s->list, "List all schedules");
  parser->add_option("--width", s->width, "Width of the timeline in characters (150)")
      ->check(CLI::Range(20, 100000));
  parser->add_option(
      "--trace", s->trace,
      "Write the timeline as a trace for Perfetto; a unit of time is a second there");
}

}  // namespace

Command add_schedule(CLI::App& app) {
  auto s = std::make_shared<ScheduleSettings>();
  CLI::App* parser =
      app.add_subcommand("schedule", "Simulate a pipeline schedule exactly and draw its timeline");
  parser->add_option(
      "name", s->options.name,
      "Schedule such as 1f1b or kfkb:k=2, `best`, or a CSV file with an action table");
  parser->add_option("--stages", s->options.stages,
                     "Pipeline devices, each with one stage (interleaved schedules: several)");
  parser->add_option("--microbatches", s->options.microbatches, "Micro-batches per step");
  const auto times = [&](const char* name, std::vector<std::string>& values, const char* what) {
    parser->add_option(name, values, what)->delimiter(',');
  };
  times("--forward", s->options.forward,
        "Time of a forward pass (1), in any unit: one value, or one for each stage or device");
  times("--backward", s->options.backward,
        "Time of a backward pass (2); of its input gradient with --weight");
  times("--weight", s->options.weight, "Time of a weight gradient; splits the backward pass");
  times("--latency", s->options.latency, "Time of a transfer, one value or one for each edge (0)");
  times("--gradient-latency", s->options.gradient_latency,
        "Time of a gradient transfer, if different");
  times("--cap", s->options.cap,
        "Memory cap: maximum number of live micro-batches, one value or one per device");
  parser
      ->add_option("--links", s->options.links,
                   "Transfers of an edge run in parallel or one after the other")
      ->check(CLI::IsMember({"parallel", "serial"}));
  add_output_options(parser, s);
  return {parser, [s] { return schedule(*s); }};
}

}  // namespace motley::apps
