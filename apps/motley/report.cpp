// `motley report`: the page of a plan, and of a run by it; `motley open`: a trace in Perfetto's
// page.
#include <fmt/format.h>

#include <csignal>
#include <memory>
#include <optional>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/launch.h"
#include "motley/plan.h"
#include "motley/trace.h"
#include "tensor/report/plan_page.h"

namespace motley::apps {
namespace {

struct ReportSettings {
  std::string plan, model, run, output;
};

Outcome report(const ReportSettings& s) {
  core::check_writable(s.output);
  std::vector<std::string> notes;
  PlanResult result{.plan = read_plan(s.plan, {.model = s.model}, &notes)};
  print_notes(notes);
  std::optional<tensor::RunRecord> run;
  if (!s.run.empty()) run = tensor::run_of_plan(result.plan, s.run);
  core::replace_text_file(s.output,
                          tensor::plan_page(result, run ? &*run : nullptr, page_origin()));
  return {.text = fmt::format("wrote {}; open it in a browser\n", s.output)};
}

struct OpenSettings {
  std::string trace;
  int port = 9001;
  double limit_seconds = 600;
};

Outcome open_trace(const OpenSettings& s) {
  const core::StopOnSignal stop({SIGINT, SIGTERM});
  core::TraceServer server(s.trace, {.port = s.port,
                                     .limit_seconds = s.limit_seconds,
                                     .is_stopped = [&] { return stop.is_asked(); }});
  core::write_message(
      fmt::format("open this address in a browser on this machine; the trace stays on it:\n  {}\n",
                  server.address()));
  const bool was_read = server.serve();
  return {.text = was_read ? "the page has read the trace\n" : "nobody has read the trace\n",
          .yes = was_read};
}

}  // namespace

Command add_report(CLI::App& app) {
  auto s = std::make_shared<ReportSettings>();
  CLI::App* parser = app.add_subcommand(
      "report", "Write a report page (HTML) of a plan, and of a training run by it");
  parser->add_option("plan", s->plan, "Plan file written by `motley plan MODEL -o FILE`")
      ->required();
  file_option(*parser, "--run", s->run,
              "Trace of a training run by this plan (motley train --trace)");
  parser->add_option("--model", s->model, "Model folder, if it is no longer where the plan says");
  file_option(*parser, "-o,--output", s->output, "The page to write (HTML)")->required();
  return {parser, [s] { return report(*s); }};
}

Command add_open(CLI::App& app) {
  auto s = std::make_shared<OpenSettings>();
  CLI::App* parser = app.add_subcommand("open", "Open a trace in Perfetto's web interface");
  parser->add_option("trace", s->trace, "Trace file that --trace wrote")->required();
  parser
      ->add_option(
          "--port", s->port,
          "Port of 127.0.0.1 (default: 9001, the only one that Perfetto's page reads from)")
      ->check(CLI::Range(0, 65535));
  parser
      ->add_option("--time-limit", s->limit_seconds, "Seconds to wait for the page (default: 600)")
      ->check(CLI::PositiveNumber);
  return {parser, [s] { return open_trace(*s); }};
}

}  // namespace motley::apps
