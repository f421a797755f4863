// `motley train`: trains a model, on this machine alone or as ranks of a cluster.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "apps/motley/commands.h"
#include "apps/motley/train_loop.h"
#include "apps/motley/train_ranks.h"
#include "apps/motley/validators.h"
#include "core/base/memory.h"
#include "core/base/threads.h"

namespace motley::apps {
namespace {

using Json = nlohmann::ordered_json;

// Infinities and NaN become null, as JSON has neither.
std::string json_report(const Training& training, const TrainResult& result) {
  Json losses = Json::array();
  for (double loss : result.losses) losses.push_back(loss);
  const double seconds = result.median_seconds();
  Json j;
  j["model"] = training.settings.model;
  j["steps"] = result.steps_done;
  j["first_step"] = training.facts.first_step;
  j["loss"] = losses.empty() ? Json() : losses.back();
  j["losses"] = std::move(losses);
  j["step_seconds_median"] = seconds;
  j["predicted_step_seconds"] =
      training.predicted_seconds > 0 ? Json(training.predicted_seconds) : Json();
  j["wall_seconds"] = result.wall_seconds;
  j[std::string(training.item_name()) + "_per_second"] =
      static_cast<double>(training.num_items()) / seconds;
  j["step_flops"] = training.step_flops;
  j["peak_flops"] = result.peak_flops > 0 ? Json(result.peak_flops) : Json();
  j["peak_share"] = result.peak_share(seconds);
  j["memory_bytes"] = training.step->memory_bytes();
  j["parameters"] = training.num_parameters();
  j["optimizer"] = training.facts.optimizer.to_string();
  j["lr"] = training.facts.rate;
  j["seed"] = training.facts.seed;
  j["threads"] = training.settings.threads;
  j["device"] = training.settings.accelerator.device;
  j["data"] = training.data.origin;
  j["interrupted"] = result.interrupted;
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string text_report(const Training& training, const TrainResult& result) {
  std::string text =
      fmt::format("{}\n  parameters  {}, {}\n  data        {}\n", training.settings.model,
                  training.num_parameters(), training.params_origin, training.data.origin);
  text += fmt::format("  step        {:.4g} Gflop with {}, {} of memory, lr {}\n",
                      training.step_flops / 1e9, training.facts.optimizer.to_string(),
                      core::readable_bytes(training.step->memory_bytes()), training.facts.rate);
  const int64_t first = training.facts.first_step;
  if (result.losses.empty()) {
    text += fmt::format("  trained     nothing: {} of {} steps were done before\n", first,
                        training.settings.steps);
  } else {
    const std::string& device = training.settings.accelerator.device;
    text += fmt::format(
        "  trained     steps {} to {} in {:.1f} s on {}: {}\n", first + 1, result.steps_done,
        result.wall_seconds,
        is_accelerator(device) ? device : fmt::format("{} threads", training.settings.threads),
        speed_text(training, result, result.median_seconds()));
    text += fmt::format("  loss        {:.4f} at first, {:.4f} at last\n", result.losses.front(),
                        result.losses.back());
  }
  if (!training.settings.checkpoint.empty()) {
    text += fmt::format("  checkpoint  {} after step {}\n", training.settings.checkpoint,
                        result.checkpoint_step);
  }
  if (result.interrupted) text += "  stopped by a signal; --resume goes on from here\n";
  if (result.diverged()) {
    text +=
        "  stopped: the loss is no finite number; a lower --lr may help, and "
        "`motley run MODEL --grad` names the first op that makes a NaN\n";
  }
  return text;
}

Outcome report(const Training& training, const TrainResult& result) {
  if (!training.step->is_root()) return {.yes = !result.diverged()};
  return {.text = training.settings.json ? json_report(training, result)
                                         : text_report(training, result),
          .yes = !result.diverged()};
}

Outcome train(TrainSettings settings) {
  settings.microbatches = microbatches_of(settings.microbatch_options, settings.model);
  if (settings.ranks > 0 || !settings.cluster.empty() || !settings.plan.empty()) {
    return train_on_ranks(settings, report);
  }
  if (!settings.strategy.empty()) {
    throw core::UserError("--strategy is for several devices: name them by --cluster or --ranks");
  }
  if (settings.threads == 0) settings.threads = core::num_cores();
  const bool on_accelerator = is_accelerator(settings.accelerator.device);
  settings.is_plain = on_accelerator;
  if (settings.stall_limit_seconds)
    settings.accelerator.stall_limit_seconds = *settings.stall_limit_seconds;
  std::optional<AcceleratorStart> start;  // while the model is read
  if (on_accelerator) start.emplace(settings.accelerator);
  Training training = prepare_training(settings, [&](const tensor::TrainStep& step) {
    return on_accelerator ? make_accelerator_runner(step, start->opened())
                          : make_cpu_runner(step, settings.threads);
  });
  return report(training, run_training(training));
}

}  // namespace

Command add_train(CLI::App& app) {
  auto s = std::make_shared<TrainSettings>();
  CLI::App* parser =
      app.add_subcommand("train", "Train a model on this machine or on the devices of a cluster");
  parser
      ->add_option("model", s->model,
                   "A model folder, or a built-in model (gpt:layers=4,hidden=256)")
      ->required();
  parser
      ->add_option("--steps", s->steps, "Training steps in total, including those before --resume")
      ->check(whole_number())
      ->capture_default_str();
  parser->add_option("--optimizer", s->optimizer,
                     "sgd, momentum, adam (default) or adamw, with settings: adam:clip=1");
  parser->add_option("--lr", s->rate, "Learning rate (0.1 sgd, 0.01 momentum, 0.001 adam, adamw)")
      ->check(number_from_zero());
  parser->add_option("--params", s->params, "Parameters to start from (NNN.param.NAME)")
      ->check(file_name());
  parser
      ->add_option("--data", s->data,
                   "Training data: batches (safetensors, NNN.batch.NAME), or a text file for "
                   "language models")
      ->check(file_name());
  auto* checkpoint = parser->add_option("--checkpoint", s->checkpoint, "Folder for checkpoints")
                         ->check(file_name());
  parser
      ->add_option("--checkpoint-every", s->checkpoint_every,
                   "Steps between checkpoints (default: about one a minute)")
      ->check(count_up_to(1'000'000'000))
      ->needs(checkpoint);
  parser->add_flag("--resume", s->resume, "Continue from the checkpoint in that folder")
      ->needs(checkpoint);
  auto* device = parser
                     ->add_option("--device", s->accelerator.device,
                                  "cpu, or an accelerator: cuda, cuda:1, or pjrt with --plugin")
                     ->capture_default_str()
                     ->check(device_name(false));
  add_accelerator_options(*parser, s->accelerator);
  parser
      ->add_option("--trace", s->trace,
                   "Write a trace of every kernel for Perfetto (ui.perfetto.dev)")
      ->check(file_name());
  parser
      ->add_option("--threads", s->threads,
                   "Threads per process (default: all cores, divided among the ranks of a host)")
      ->check(count_up_to(1024));
  auto* cluster =
      parser
          ->add_option("--cluster", s->cluster,
                       "Cluster description (docs/formats.md): train on its devices, one rank each")
          ->excludes(device);
  auto* ranks =
      parser->add_option("--ranks", s->ranks, "Train on this many equal ranks on this machine")
          ->check(count_up_to(1024))
          ->excludes(cluster)
          ->excludes(device);
  parser->add_option(
      "--strategy", s->strategy,
      "Parallelization strategy (default: searched, as by `motley plan`; with --ranks: dp-even)");
  parser->add_option("--plan", s->plan, "Plan file written by `motley plan MODEL -o`")
      ->check(file_name())
      ->excludes(cluster)
      ->excludes(ranks)
      ->excludes(device);
  add_microbatches_option(*parser, s->microbatch_options);
  add_accumulation_options(*parser, s->microbatch_options);
  parser
      ->add_option("--stall-limit", s->stall_limit_seconds,
                   "Seconds before an unresponsive rank (30) or accelerator (300) ends the run")
      ->check(CLI::Range(0.1, 1e9));
  parser->add_option("--seed", s->seed, "Random seed of initial parameters and synthetic data (0)")
      ->check(whole_number());
  parser->add_flag("--json", s->json, "One JSON object on standard output");
  parser->get_option("--resume")->excludes(parser->get_option("--params"));
  return {parser, [s] { return train(*s); }};
}

}  // namespace motley::apps
