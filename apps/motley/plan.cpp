// `motley plan`: a model's step by search or a named strategy; or, with --profile, a pipeline of
// its layers by published planners and by our own.
#include "motley/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/plan_measured.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/error.h"
#include "tensor/report/comparison_text.h"
#include "tensor/report/pipeline_json.h"
#include "tensor/report/plan_page.h"
#include "tensor/report/plan_report.h"
#include "tensor/report/plan_text.h"
#include "tensor/report/schedule_trace.h"

namespace motley::apps {
namespace {

struct PlanSettings {
  std::string model, cluster, optimizer = "adam", output, trace, report;
  MicrobatchOptions microbatches;
  bool bf16_products = false, bf16_gradients = false;
  PlanOptions planning;
  tensor::planner::ProfileOptions of_profile;
  MeasuredSettings measured;
  std::string evaluate;           // a pipeline plan of a profile
  std::vector<std::string> diff;  // two plan files
  double time_limit = 0;          // seconds of the whole command; 0: none
  int width = 150;
  bool alone = false;  // without the named strategies
  bool json = false;
};

Outcome diff_plans(const std::string& before, const std::string& after, bool json) {
  const Plan a = read_plan(before), b = read_plan(after);
  const auto diff = tensor::planner::diff(a, b);
  if (!diff) throw UserError({after}, fmt::format("is a plan for another step than {}", before));
  return {.text = json ? tensor::diff_json(a, b, *diff) : tensor::diff_text(a, b, *diff)};
}

Outcome plan_model(const PlanSettings& s) {
  const auto begin = std::chrono::steady_clock::now();
  if (!s.output.empty()) core::check_writable(s.output);
  if (!s.report.empty()) core::check_writable(s.report);
  PlanOptions options = s.planning;
  const auto& strategy = tensor::strategy::strategy(options.strategy);
  if (!strategy.has_tensor_stages) options.strategy = strategy.name;  // of an alias
  options.compare = options.pipelines = !s.alone;
  options.explain_classes = !s.report.empty();
  options.deadline = deadline_of(s.time_limit, begin);
  core::WaitingLine waiting("planning");
  options.on_progress = shown_on(waiting);
  const auto model = load_model(s.model);
  MicrobatchOptions cut = s.microbatches;
  if (!s.of_profile.microbatches.empty()) cut.microbatches = s.of_profile.microbatches[0];
  const Microbatches microbatches = microbatches_of(cut, model);
  const StepPtr step = build_step(model, {.optimizer = s.optimizer,
                                          .microbatches = microbatches,
                                          .bf16_products = s.bf16_products,
                                          .bf16_gradients = s.bf16_gradients});
  print_notes({model.gradient_note, microbatches.note});
  const auto on = on_cluster(step, read_cluster(s.cluster), s.cluster);
  print_notes(on.rate_warnings);
  print_note(note_of_late_start(s.time_limit, begin));
  const PlanResult result = tensor::planner::plan(on, options);
  if (!s.output.empty()) write_plan(s.output, result.plan);
  if (!s.report.empty()) {
    core::replace_text_file(s.report, tensor::plan_page(result, nullptr, page_origin()));
  }
  return {.text = s.json ? tensor::plan_report_json(result) : tensor::plan_report(result),
          .yes = result.plan.fits()};
}

// A pipeline plan that is given, on a profile.
Outcome evaluate_pipeline(const PlanSettings& s, const tensor::stage::PlanProblem& problem) {
  tensor::stage::PlannedResult given{.strategy = "given"};
  given.plan = tensor::parse_pipeline_plan(core::read_text_file(s.evaluate), s.evaluate, problem);
  given.timing = tensor::stage::PlanEvaluator(problem).evaluate(given.plan);
  if (!s.output.empty()) {
    core::replace_text_file(s.output, tensor::pipeline_plan_json(problem, given));
  }
  if (!s.trace.empty()) tensor::write_pipeline_trace(given, s.trace);
  return {.text = s.json ? tensor::pipeline_plan_json(problem, given)
                         : tensor::plan_text(problem, given, s.width),
          .yes = given.timing.out_of_memory.empty()};
}

// An output file that is also an input would be lost.
void check_outputs(const PlanSettings& s) {
  if (s.output.empty()) return;
  core::check_writable(s.output);
  for (const std::string& other : {s.of_profile.profile, s.cluster, s.trace}) {
    std::error_code error;
    if (s.output == other || std::filesystem::equivalent(s.output, other, error)) {
      throw UserError(fmt::format("-o and another option name the same file, {}", other));
    }
  }
}

Outcome plan_profile(const PlanSettings& s) {
  using tensor::stage::PlannedResult;
  const auto deadline = deadline_of(s.time_limit, std::chrono::steady_clock::now());
  check_outputs(s);
  const auto& wanted = tensor::strategy::strategy(s.planning.strategy);
  if (!wanted.pipeline) {
    throw UserError(fmt::format(
        "{} plans a model's training step; it cannot plan a pipeline of a profile", wanted.name));
  }
  tensor::planner::ProfileOptions options = s.of_profile;
  options.cluster_file = s.cluster;
  options.optimizer = s.optimizer;
  if (tensor::is_measured_profile(options.profile)) {
    if (!s.trace.empty()) throw UserError("--trace is for profiles of one device type");
    return plan_measured(s.measured, {.profile = options.profile,
                                      .cluster = s.cluster,
                                      .output = s.output,
                                      .evaluate = s.evaluate,
                                      .batch = options.batch,
                                      .bytes_per_parameter_byte =
                                          2.0 + tensor::planner::num_state_tensors(s.optimizer),
                                      .deadline = deadline,
                                      .json = s.json});
  }
  const core::WaitingLine waiting("planning");
  const auto problem = tensor::planner::profile_problem(options);
  if (!s.evaluate.empty()) return evaluate_pipeline(s, problem);
  tensor::planner::PipelineOptions pipelines{.strategy = std::string(wanted.name),
                                             .alone = s.alone};
  pipelines.limits.deadline = deadline;
  if (s.planning.effort == tensor::search::SearchEffort::kFast) {
    pipelines.limits.most_labels /= 10;
    pipelines.limits.most_tried /= 10;
    pipelines.limits.most_simulated /= 10;
  }
  const auto planned = tensor::planner::plan_pipelines(problem, pipelines);
  // Of a profile, the planner's own search plans nothing but pipelines.
  const std::string_view name = wanted.name == "motley-pipeline" ? "motley" : wanted.name;
  const auto chosen = std::ranges::find(planned.results, name, &PlannedResult::strategy);
  if (chosen == planned.results.end()) {
    throw UserError(fmt::format("{} layers on {} devices are too many for the search of {}",
                                problem.profile.layers.size(), core::num_devices(problem.cluster),
                                wanted.name));
  }
  if (!s.output.empty()) {
    core::replace_text_file(s.output, tensor::pipeline_plan_json(problem, *chosen));
  }
  if (!s.trace.empty()) tensor::write_pipeline_trace(*chosen, s.trace);
  return {.text = s.json ? tensor::pipeline_report_json(problem, *chosen, planned)
                         : tensor::pipeline_report(problem, *chosen, planned, s.width),
          .yes = chosen->timing.out_of_memory.empty()};
}

Outcome plan(const PlanSettings& s) {
  if (!s.diff.empty()) return diff_plans(s.diff[0], s.diff[1], s.json);
  const bool has_model = !s.model.empty();
  if (has_model && !s.of_profile.profile.empty()) {
    throw UserError("give a model or --profile, not both");
  }
  if (!has_model && s.of_profile.profile.empty()) {
    throw UserError("name a model, or a profile of layers with --profile");
  }
  if (s.cluster.empty()) {
    throw UserError("--cluster FILE is missing: the description of the devices (docs/formats.md)");
  }
  if (has_model && !s.evaluate.empty()) {
    throw UserError(
        "--evaluate is for plans of a profile; `motley simulate` takes those of a model");
  }
  if (!has_model && !s.report.empty()) throw UserError("--report is for plans of a model");
  if (!has_model) return plan_profile(s);
  if (!s.trace.empty()) {
    throw UserError(
        "--trace is for profiles; of a model's plan, write it by -o and give it to `motley "
        "simulate PLAN --trace`");
  }
  if (s.of_profile.microbatches.size() > 1) {
    throw UserError("a model takes one number of --microbatches");
  }
  return plan_model(s);
}

void add_profile_options(CLI::App* parser, const std::shared_ptr<PlanSettings>& s) {
  file_option(*parser, "--profile", s->of_profile.profile,
              "Profile of layers, or a folder of measurements at several degrees, of Sailor or "
              "Metis (docs/formats.md)");
  file_option(*parser, "--evaluate", s->evaluate,
              "Evaluate this pipeline plan, as -o writes it, instead of searching");
  parser
      ->add_option("--batch", s->of_profile.batch,
                   "Global batch size (default: twice the profile's batch per device)")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  parser
      ->add_option("--profile-batch", s->of_profile.profile_batch,
                   "Batch size it was measured with (default: N of -pbs-N in its name, or 1)")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  parser->add_option("--profile-device", s->of_profile.profile_device,
                     "Device type it was measured on (default: the fastest)");
  parser
      ->add_option(
          "--stages", s->of_profile.stages,
          "Pipeline stages of gpipe and 1f1b (default: the best number that divides the devices)")
      ->check(CLI::Range(1, 1 << 20));
  parser
      ->add_option_function<std::string>(
          "--boundary",
          [s](const std::string& rule) {
            const bool whole = rule == "whole";
            s->of_profile.boundary =
                whole ? tensor::stage::BoundaryRule::kWhole : tensor::stage::BoundaryRule::kPorts;
          },
          "Transfers between stages are split over the ports of their hosts (ports, the default), "
          "or "
          "go over the slowest link alone (whole)")
      ->check(one_of({"ports", "whole"}));
  file_option(*parser, "--trace", s->trace, "Write the simulated timeline as a trace for Perfetto");
  parser->add_option("--width", s->width, "Width of the timeline in characters (default: 150)")
      ->check(CLI::Range(20, 100000));
}

void add_model_options(CLI::App* parser, const std::shared_ptr<PlanSettings>& s) {
  parser->add_option(
      "--optimizer", s->optimizer,
      "Optimizer: sgd, momentum, adam (default), adamw, lion or adafactor, with settings: "
      "adamw:clip=1");
  add_level_option(*parser, s->planning);
  add_time_limit_option(*parser, s->time_limit);
  parser->add_flag("--alone", s->alone, "Do not compare with the other strategies");
}

void add_question_options(CLI::App* parser, const std::shared_ptr<PlanSettings>& s) {
  parser->add_option("--pin", s->planning.pins,
                     "Require a sharding, 'VALUE: STATE', such as 'wte: S(0)'");
  parser->add_option("--forbid", s->planning.forbidden, "Exclude a sharding, 'VALUE: STATE'");
  parser->add_flag("--even", s->planning.even,
                   "Only equal shares on all devices, which JAX and PyTorch can run as well");
  parser->add_option("--explain", s->planning.explain,
                     "Show the step time under every other sharding of this value");
  parser->add_option("--diff", s->diff, "Compare two plan files")->expected(2)->check(file_name());
}

void add_step_options(CLI::App* parser, const std::shared_ptr<PlanSettings>& s) {
  parser
      ->add_option("--microbatches", s->of_profile.microbatches,
                   "Number of micro-batches that the samples of a step are divided into; for a "
                   "profile, several candidates may be given")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 20));
  add_accumulation_options(*parser, s->microbatches);
  add_precision_option(*parser, s->bf16_products);
  add_gradient_option(*parser, s->bf16_gradients);
}

void group_plan_options(CLI::App& parser) {
  group_options(parser, "Ask why, and constrain",
                {"--explain", "--pin", "--forbid", "--even", "--diff"});
  group_options(parser, "Micro-batches, memory and precision",
                {"--microbatches", "--accumulate", "--recompute", "--recompute-selective",
                 "--recompute-layers", "--allow-cross-sample", "--precision", "--bf16-gradients"});
  group_options(parser, "A profile of layers instead of a model",
                {"--profile", "--evaluate", "--batch", "--profile-batch", "--profile-device",
                 "--stages", "--boundary", "--trace", "--width"});
  group_options(parser, "A folder of measurements (Sailor, Metis)",
                {"--profile-memory", "--profile-model", "--activation-bytes", "--rates", "--zone",
                 "--parameter-factor", "--overhead"});
}

// A strategy's name, with degrees behind a colon where it takes them.
CLI::Validator strategy_check() {
  const CLI::Validator names = one_of(tensor::strategy::strategy_names());
  const auto check = [names](const std::string& name) {
    std::string plain = name.substr(0, name.find(':'));
    if (plain != "megatron-3d-stages") plain = name;
    return names(plain);
  };
  return {check, names.get_description()};
}

}  // namespace

Command add_plan(CLI::App& app) {
  auto s = std::make_shared<PlanSettings>();
  CLI::App* parser = app.add_subcommand(
      "plan", "Find how to parallelize a model, or a profile of its layers, on a cluster");
  parser->add_option("model", s->model,
                     "Model folder, or built-in model such as gpt:layers=12,batch=64");
  file_option(*parser, "--cluster", s->cluster,
              "Cluster description: devices, hosts and links (docs/formats.md)");
  parser
      ->add_option("--strategy", s->planning.strategy,
                   "Parallelization strategy (default: motley, a search for the best)")
      ->check(strategy_check());
  add_model_options(parser, s);
  file_option(*parser, "-o,--output", s->output, "Write the plan to this JSON file");
  add_report_option(*parser, s->report);
  json_option(*parser, s->json);
  add_question_options(parser, s);
  add_step_options(parser, s);
  add_profile_options(parser, s);
  add_measured_options(*parser, s->measured);
  group_plan_options(*parser);
  return {parser, [s] { return plan(*s); }};
}

}  // namespace motley::apps
