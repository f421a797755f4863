// `motley schedule`: any schedule, from its name or from an action table, simulated exactly.
#include <memory>
#include <optional>

#include "apps/motley/commands.h"
#include "apps/motley/validators.h"
#include "motley/cost.h"
#include "motley/error.h"
#include "motley/trace.h"
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
  parser->add_flag("--text", s->text, "Print the timeline and figures (default)");
  parser->add_flag("--csv", s->csv,
                   "Print the action table, in the CSV that PyTorch reads and writes");
  json_option(*parser, s->json);
  parser->add_flag("--list", s->list, "List all schedules");
  parser->add_option("--width", s->width, "Width of the timeline in characters (default: 150)")
      ->check(CLI::Range(20, 100000));
  file_option(*parser, "--trace", s->trace,
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
  parser->add_option(
      "--stages", s->options.stages,
      "Number of pipeline devices; each has one stage, or several under interleaved schedules");
  parser->add_option("--microbatches", s->options.microbatches, "Number of micro-batches per step");
  const auto times = [&](const char* name, std::vector<std::string>& values, const char* what) {
    parser->add_option(name, values, what)->delimiter(',');
  };
  times("--forward", s->options.forward,
        "Time of a forward pass, in any unit: one value, or one per stage or device (default: 1)");
  times("--backward", s->options.backward,
        "Time of a backward pass, or with --weight of its input gradient (default: 2)");
  times("--weight", s->options.weight,
        "Time of a weight gradient; splits the backward pass in two");
  times("--latency", s->options.latency,
        "Time of a transfer: one value, or one per edge (default: 0)");
  times("--gradient-latency", s->options.gradient_latency,
        "Time of a gradient transfer (default: --latency)");
  times("--cap", s->options.cap,
        "Memory cap: maximum number of live micro-batches, one value or one per device");
  parser
      ->add_option("--links", s->options.links,
                   "Transfers of an edge run in parallel (default) or one after the other")
      ->check(one_of({"parallel", "serial"}));
  add_output_options(parser, s);
  return {parser, [s] { return schedule(*s); }};
}

}  // namespace motley::apps
