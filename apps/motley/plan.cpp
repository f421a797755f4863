// `motley plan`: a model's step by search or a named strategy; or, with --profile, a pipeline of
// its layers by published planners and by our own.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>

#include "apps/motley/commands.h"
#include "apps/motley/pipelines.h"
#include "apps/motley/plan_model.h"
#include "apps/motley/sharded_plan.h"
#include "core/base/error.h"
#include "core/cluster/cluster_file.h"
#include "core/io/files.h"
#include "core/trace/trace.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/profile/profile_file.h"
#include "tensor/report/plan_text.h"
#include "tensor/report/schedule_trace.h"

namespace motley::apps {
namespace {

using namespace tensor;
using namespace tensor::stage;
using Json = nlohmann::ordered_json;

struct PlanSettings {
  std::string model, profile, profile_device, cluster, strategy = "motley", optimizer = "adam",
                                                       output, trace, boundary = "ports";
  int64_t profile_batch = 0, batch = 0;
  int32_t stages = 0;
  std::vector<int64_t> microbatches;
  int width = 150;
  bool json = false;
  MicrobatchOptions microbatch_options;  // of a model, without --microbatches
  ModelPlanSettings of_model;
};

// Published profiles have the batch in their names: vgg-19-pbs-32.txt.
int64_t batch_in_name(const std::string& file) {
  const size_t at = file.rfind("-pbs-");
  int64_t batch = 1;
  if (at != file.npos) std::from_chars(file.data() + at + 5, file.data() + file.size(), batch);
  return std::max<int64_t>(batch, 1);
}

PlanProblem problem_of(const PlanSettings& s) {
  PlanProblem problem;
  problem.profile =
      read_profile(s.profile, s.profile_batch > 0 ? s.profile_batch : batch_in_name(s.profile));
  problem.cluster = core::read_cluster(s.cluster);
  const int64_t measured = problem.profile.batch;
  problem.batch = s.batch > 0 ? s.batch : 2 * core::num_devices(problem.cluster) * measured;
  if (s.microbatches.empty()) {
    problem.microbatches = {
        static_cast<int32_t>(std::clamp<int64_t>(problem.batch / measured, 1, 1 << 20))};
  }
  for (const int64_t m : s.microbatches) problem.microbatches.push_back(static_cast<int32_t>(m));
  // Parameters and gradients, and what the optimizer keeps for each parameter.
  problem.bytes_per_parameter_byte = s.optimizer == "sgd" ? 2 : s.optimizer == "momentum" ? 3 : 4;
  problem.boundary = s.boundary == "whole" ? BoundaryRule::kWhole : BoundaryRule::kPorts;
  problem.even_stages = s.stages;
  problem.profile_type = s.profile_device;
  check_problem(problem);
  return problem;
}

Json json_of_stage(const PlannedStage& stage, const StageTimes& times) {
  return {{"layers", stage.layers},
          {"devices", stage.devices},
          {"recompute", stage.recompute},
          {"forward_seconds", seconds(times.forward)},
          {"backward_seconds", seconds(times.backward)},
          {"transfer_seconds", seconds(times.transfer)},
          {"all_reduce_seconds", seconds(times.all_reduce)},
          {"live", times.live},
          {"peak_bytes", times.peak_bytes}};
}

// The plan as it goes into a file: the same problem, the same bytes.
Json json_of_plan(const PlanProblem& problem, const PlannedResult& r) {
  Json json = {{"version", 1},
               {"kind", "pipeline"},
               {"profile", problem.profile.name},
               {"cluster", problem.cluster.name},
               {"batch", problem.batch},
               {"strategy", r.strategy},
               {"step_seconds", seconds(r.timing.step)}};
  if (r.own_seconds) json["own_seconds"] = *r.own_seconds;
  if (r.lower_bound) json["lower_bound_seconds"] = seconds(*r.lower_bound);
  json["peak_bytes"] = r.timing.peak_bytes;
  json["fits"] = r.timing.out_of_memory.empty();
  json["complete"] = r.lower_bound && r.complete;
  json["microbatches"] = r.plan.microbatches;
  json["schedule"] = r.plan.schedule;
  json["stages"] = Json::array();
  for (size_t s = 0; s < r.plan.stages.size(); ++s) {
    json["stages"].push_back(json_of_stage(r.plan.stages[s], r.timing.stages[s]));
  }
  return json;
}

Json json_of_row(const PlannedResult& r) {
  Json row = {{"strategy", r.strategy},
              {"step_seconds", seconds(r.timing.step)},
              {"peak_bytes", r.timing.peak_bytes},
              {"fits", r.timing.out_of_memory.empty()},
              {"plan", to_string(r.plan)},
              {"schedule", r.plan.schedule},
              {"assumes", r.assumes}};
  if (r.own_seconds) row["own_seconds"] = *r.own_seconds;
  return row;
}

// What our own search can say of all plans.
std::string proof_text(const PlannedResult& own, double search_seconds) {
  const std::string after = fmt::format("seen in {}", duration_text(search_seconds));
  if (!own.lower_bound)
    return fmt::format("motley: no plan fits into the devices' memory, {}\n", after);
  return fmt::format(
      "motley: {}no plan at all takes less than {}, {}\n",
      own.complete ? "no other stages and devices are better in an order that has a name; " : "",
      duration_text(seconds(*own.lower_bound)), after);
}

ModelPlanSettings model_settings(const PlanSettings& s) {
  if (!s.profile.empty()) throw core::UserError("give a model or --profile, not both");
  if (s.microbatches.size() > 1)
    throw core::UserError("a model takes one number of --microbatches");
  ModelPlanSettings settings = s.of_model;
  settings.model = s.model;
  settings.cluster = s.cluster;
  settings.strategy = tensor::strategy::strategy(s.strategy).name;
  settings.optimizer = s.optimizer;
  settings.output = s.output;
  settings.json = s.json;
  MicrobatchOptions options = s.microbatch_options;
  if (!s.microbatches.empty()) options.microbatches = s.microbatches[0];
  settings.microbatches = microbatches_of(options, s.model);
  return settings;
}

Outcome plan(const PlanSettings& s) {
  if (!s.of_model.diff.empty()) return diff_plans(s.of_model.diff[0], s.of_model.diff[1], s.json);
  if (s.cluster.empty() && !s.model.empty())
    throw core::UserError(
        "--cluster FILE is missing: the description of the devices (docs/formats.md)");
  if (!s.model.empty() && !s.trace.empty())
    throw core::UserError(
        "--trace is for profiles; of a model's plan, write it by -o and give it to `motley "
        "simulate "
        "PLAN --trace`");
  if (!s.model.empty()) return plan_model(model_settings(s));
  if (s.profile.empty())
    throw core::UserError("name a model, or a profile of layers with --profile");
  if (s.cluster.empty())
    throw core::UserError(
        "--cluster FILE is missing: the description of the devices (docs/formats.md)");
  if (!s.output.empty()) core::check_writable(s.output);
  for (const std::string& other : {s.profile, s.cluster, s.trace}) {
    std::error_code error;
    if (!s.output.empty() &&
        (s.output == other || std::filesystem::equivalent(s.output, other, error))) {
      throw core::UserError(fmt::format("-o and another option name the same file, {}", other));
    }
  }
  const tensor::strategy::Strategy& wanted = tensor::strategy::strategy(s.strategy);
  if (!wanted.pipeline)
    throw core::UserError(
        fmt::format("{} plans a model's step, no pipeline of a profile", wanted.name));
  const PlanProblem problem = problem_of(s);
  const PlannedPipelines planned = plan_pipelines(problem);
  const auto chosen = std::ranges::find(planned.results, wanted.name, &PlannedResult::strategy);
  if (chosen == planned.results.end()) {
    throw core::UserError(fmt::format("{} layers on {} devices are too many for the search of {}",
                                      problem.profile.layers.size(),
                                      core::num_devices(problem.cluster), wanted.name));
  }
  const Json plan_json = json_of_plan(problem, *chosen);
  if (!s.output.empty()) core::replace_text_file(s.output, plan_json.dump(2) + "\n");
  if (!s.trace.empty()) {
    core::Trace trace(s.trace, 0);
    std::vector<std::string> ranks;
    for (const PlannedStage& stage : chosen->plan.stages)
      ranks.push_back(ranges_text(stage.devices));
    write_timeline(chosen->timing.schedule, chosen->timing.run, 1 / kTicksPerSecond, trace, ranks);
    trace.close();
  }
  Outcome outcome{.yes = chosen->timing.out_of_memory.empty()};
  if (s.json) {
    Json json = plan_json;
    json["search_seconds"] = planned.search_seconds;
    for (const PlannedResult& r : planned.results) json["rows"].push_back(json_of_row(r));
    outcome.text = json.dump() + "\n";
    return outcome;
  }
  outcome.text =
      tensor::plan_text(problem, *chosen, s.width) + "\n" + strategies_text(planned.results);
  outcome.text += "\n" + proof_text(planned.results.back(), planned.search_seconds);
  return outcome;
}

}  // namespace

Command add_plan(CLI::App& app) {
  auto s = std::make_shared<PlanSettings>();
  CLI::App* parser = app.add_subcommand(
      "plan", "Find how to parallelize a model, or a profile of its layers, on a cluster");
  parser->add_option("model", s->model,
                     "Model folder, or built-in model such as gpt:layers=12,batch=64");
  parser->add_option("--profile", s->profile,
                     "Profile of layers, to plan a pipeline for (docs/formats.md)");
  parser->add_option("--cluster", s->cluster,
                     "Cluster description: devices, hosts and links (docs/formats.md)");
  parser
      ->add_option("--strategy", s->strategy,
                   "Parallelization strategy; motley (default) searches for the best")
      ->check(CLI::IsMember(tensor::strategy::strategy_names()));
  parser
      ->add_option("--batch", s->batch,
                   "Profile: global batch size (default: twice the profile's batch per device)")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  parser
      ->add_option(
          "--profile-batch", s->profile_batch,
          "Profile: batch size it was measured with (default: N of -pbs-N in its name, or 1)")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40));
  parser->add_option("--profile-device", s->profile_device,
                     "Profile: device type it was measured on (default: the fastest)");
  parser
      ->add_option("--microbatches", s->microbatches,
                   "Micro-batches that the samples of a step are cut into; of a profile, several "
                   "candidates may be given")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 20));
  parser
      ->add_option("--stages", s->stages,
                   "Profile: pipeline stages of gpipe and 1f1b (default: one per device)")
      ->check(CLI::Range(1, 1 << 20));
  parser
      ->add_option("--optimizer", s->optimizer,
                   "Optimizer, for its state's memory: sgd, momentum or adam (default)")
      ->check(CLI::IsMember({"sgd", "momentum", "adam"}));
  parser
      ->add_option(
          "--boundary", s->boundary,
          "Profile: transfers between stages go over all ports, or whole over the slowest link")
      ->check(CLI::IsMember({"ports", "whole"}));
  add_accumulation_options(*parser, s->microbatch_options);
  ModelPlanSettings& of_model = s->of_model;
  parser
      ->add_option("--level", of_model.level,
                   "Search effort: fast (about a second) or full (default)")
      ->check(CLI::IsMember({"fast", "full"}));
  parser
      ->add_option("--time-limit", of_model.time_limit,
                   "Time limit of the whole command in seconds (default: none)")
      ->check(CLI::PositiveNumber);
  parser->add_option("--pin", of_model.pins,
                     "Sharding constraint 'VALUE: STATE', such as 'wte: S(0)'");
  parser->add_option("--forbid", of_model.forbidden,
                     "Sharding that a value must not have, 'VALUE: STATE'");
  parser->add_option("--explain", of_model.explain,
                     "Show the step time under every other sharding of this value");
  parser->add_option("--diff", of_model.diff, "Compare two plan files")->expected(2);
  parser->add_flag("--alone", of_model.alone, "Do not compare with the other strategies");
  parser->add_option("-o,--output", s->output, "Write the plan to this JSON file");
  parser->add_option("--trace", s->trace,
                     "Profile: write the simulated timeline as a trace for Perfetto");
  parser->add_option("--width", s->width, "Width of the timeline in characters (150)")
      ->check(CLI::Range(20, 100000));
  parser->add_flag("--json", s->json, "One JSON object on standard output");
  return {parser, [s] { return plan(*s); }};
}

}  // namespace motley::apps
