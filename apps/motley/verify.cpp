// `motley verify` and `motley simulate`: whether a plan computes the right step, and how fast.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/run.h"
#include "motley/trace.h"
#include "tensor/report/plan_report.h"
#include "tensor/report/plan_trace.h"

namespace motley::apps {
namespace {

// The plan file of either command, and the model where it is not found.
struct PlanArguments {
  std::string plan, model;
};

void add_plan_arguments(CLI::App& parser, PlanArguments& arguments) {
  parser.add_option("plan", arguments.plan, "Plan file written by `motley plan MODEL -o FILE`")
      ->required();
  parser.add_option("--model", arguments.model,
                    "Model folder, if it is no longer where the plan says");
}

Plan plan_from(const PlanArguments& arguments) {
  std::vector<std::string> notes;
  Plan plan = read_plan(arguments.plan, {.model = arguments.model}, &notes);
  print_notes(notes);
  return plan;
}

struct VerifyOptions {
  PlanArguments plan;
  std::string inputs;
  DeviceSettings device{.device = "reference"};
  bool json = false;
};

Outcome verify(const VerifyOptions& s) {
  restart_with_short_waits();
  const core::WaitingLine waiting("verifying: one step on in-process ranks, and on one device");
  const Plan plan = plan_from(s.plan);
  const VerifyResult result = verify_plan(plan, s.inputs, s.device);
  if (s.json) {
    const nlohmann::ordered_json json = {{"ok", result.ok},
                                         {"max_relative_error", result.max_relative_error},
                                         {"worst", result.worst},
                                         {"compared", result.num_compared},
                                         {"compared_with_jax", result.num_from_jax},
                                         {"max_jax_error", result.max_jax_error}};
    return {.text = core::json_text(json) + "\n", .yes = result.ok};
  }
  std::string text = fmt::format("{}: {} values of one step on {}, at most {:.2g} apart{}",
                                 result.ok ? "equal" : "DIFFERENT", result.num_compared,
                                 counted(plan.num_ranks(), "rank"), result.max_relative_error,
                                 result.worst.empty() ? "" : " (" + result.worst + ")");
  if (result.num_from_jax > 0) {
    text += fmt::format("; {} values of JAX, at most {:.2g} apart", result.num_from_jax,
                        result.max_jax_error);
  }
  return {.text = text + "\n", .yes = result.ok};
}

struct SimulateOptions {
  PlanArguments plan;
  std::string trace;
  int rank = -1;
  bool json = false, text = false;
};

Outcome simulate(const SimulateOptions& s) {
  if (!s.trace.empty()) core::check_trace_file(s.trace);
  const Plan plan = plan_from(s.plan);
  if (s.rank >= 0) return {.text = tensor::rank_program_text(plan, s.rank)};
  if (!s.trace.empty()) tensor::write_plan_trace(plan, s.trace);
  return {.text = s.json ? tensor::simulation_json(plan) : tensor::sharded_plan_text(plan),
          .yes = plan.fits()};
}

}  // namespace

Command add_verify(CLI::App& app) {
  auto s = std::make_shared<VerifyOptions>();
  CLI::App* parser = app.add_subcommand(
      "verify", "Check, on in-process ranks, that a plan computes the same step as one device");
  add_plan_arguments(*parser, s->plan);
  file_option(*parser, "--inputs", s->inputs,
              "Parameters and batch (safetensors, NNN.param.NAME; default: random)");
  parser
      ->add_option("--device", s->device.device,
                   "reference (float64, tolerance 1e-6) or cpu (the step's own types; 1e-4, with "
                   "bfloat16 or float16 values 0.05)")
      ->check(one_of({"reference", "cpu"}));
  json_option(*parser, s->json);
  return {parser, [s] { return verify(*s); }};
}

Command add_simulate(CLI::App& app) {
  auto s = std::make_shared<SimulateOptions>();
  CLI::App* parser =
      app.add_subcommand("simulate", "Simulate a plan: predict its step time and memory");
  add_plan_arguments(*parser, s->plan);
  file_option(*parser, "--trace", s->trace, "Write the timeline as a trace for Perfetto");
  parser
      ->add_option("--rank", s->rank,
                   "Print this rank's program instead: its compute segments and communication")
      ->check(CLI::Range(0, 1 << 20));
  json_option(*parser, s->json);
  parser->add_flag("--text", s->text, "Text output (default)");
  return {parser, [s] { return simulate(*s); }};
}

}  // namespace motley::apps
