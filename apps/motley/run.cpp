// `motley run`: runs a Program on this machine and, where asked, checks what it computes.
#include "motley/run.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/trace.h"
#include "tensor/report/run_report.h"

namespace motley::apps {
namespace {

struct RunSettings {
  ModelRunOptions options{.threads = core::num_cores()};
  bool json = false;
};

Outcome run(ModelRunOptions options, bool json) {
  restart_with_short_waits();
  std::optional<core::Progress> progress;
  int64_t shown = 0;
  options.on_progress = [&](int64_t done, int64_t total) {
    if (!progress) progress.emplace("running", total);
    progress->advance(done - shown);
    shown = done;
  };
  options.on_gradient_note = print_note;
  options.on_device_note = print_note;
  const ModelRunReport report = run_model(options);
  return {.text = json ? tensor::run_report_json(report) : tensor::run_report(report),
          .yes = report.num_failed() == 0};
}

void add_run_device_options(CLI::App* parser, const std::shared_ptr<RunSettings>& settings) {
  parser
      ->add_option(
          "--device", settings->options.device.device,
          "Device: reference (interpreter, slow), cpu (compiling engine), or an accelerator: "
          "cuda, cuda:1, or pjrt with --plugin")
      ->capture_default_str()
      ->check(device_name(true));
  add_accelerator_options(*parser, settings->options.device);
  parser
      ->add_option("--threads", settings->options.threads,
                   "Threads of the CPU engine (default: all cores)")
      ->check(CLI::Range(1, 1024));
  file_option(*parser, "--trace", settings->options.trace,
              "Write a trace of every kernel for Perfetto (ui.perfetto.dev)");
  parser->add_option("--repeat", settings->options.repeat, "Number of timed runs")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  parser
      ->add_option("--seed", settings->options.seed,
                   "Random seed of arguments that no file provides")
      ->capture_default_str()
      ->check(whole_number());
  parser->add_flag("--grad", settings->options.grad,
                   "Differentiate: run the loss and the gradient of every parameter");
}

}  // namespace

Command add_run(CLI::App& app) {
  auto settings = std::make_shared<RunSettings>();
  CLI::App* parser =
      app.add_subcommand("run", "Run a program on this machine and check its results");
  parser
      ->add_option(
          "model", settings->options.model,
          "A model folder, a StableHLO file (.mlir), or a built-in model (gpt:layers=2,hidden=64)")
      ->required();
  file_option(*parser, "--inputs", settings->options.inputs,
              "Safetensors file with the arguments (NNN.param.NAME, NNN.batch.NAME)");
  file_option(*parser, "--params", settings->options.params,
              "Parameters: the folder of a checkpoint, or a safetensors file");
  file_option(*parser, "--output", settings->options.output,
              "Write the results to this safetensors file");
  file_option(*parser, "--check", settings->options.check,
              "Compare the results with this safetensors file");
  parser
      ->add_option("--tolerance", settings->options.tolerance,
                   "Largest relative error (in norm, per tensor) that passes --check")
      ->capture_default_str()
      ->check(number_from_zero());
  add_run_device_options(parser, settings);
  json_option(*parser, settings->json);
  return {parser, [settings] { return run(settings->options, settings->json); }};
}

}  // namespace motley::apps
