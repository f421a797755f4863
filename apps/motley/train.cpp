// `motley train`: trains a model, on this machine alone or as ranks of a cluster.
//
// On several devices a rank each runs over MPI. Outside of mpirun this process plans, starts itself
// again under mpirun with the plan, and stays its parent; under mpirun or srun rank 0 plans.
#include "motley/train.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/run_events.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/error.h"
#include "motley/launch.h"
#include "motley/mpi.h"
#include "motley/probe.h"
#include "motley/ranks.h"
#include "motley/trace.h"
#include "tensor/report/plan_page.h"
#include "tensor/report/train_report.h"

namespace motley::apps {
namespace {

// Where the ranks find the plan that their launcher has made.
constexpr const char* kPlanVariable = "MOTLEY_TRAIN_PLAN";

struct TrainSettings {
  tensor::TrainJob job;  // the model, and the devices if there are several
  TrainOptions options;
  std::optional<std::string> optimizer;
  std::vector<std::string> groups;  // of parameters, added to the optimizer's text
  DeviceSettings device;
  std::string events;  // Unix socket
  std::string report;  // HTML file
  bool json = false;

  bool has_many_devices() const {
    return job.num_ranks > 0 || !job.cluster_file.empty() || !job.plan_file.empty();
  }
};

// The page of a run; `plan` is null on one device.
void write_report(const TrainSettings& s, const TrainSummary& summary, const Plan* plan) {
  if (s.report.empty() || !summary.is_root) return;
  tensor::RunRecord run;
  if (!s.options.trace.empty()) run = tensor::run_of_trace(s.options.trace);
  run.first_step = summary.facts.first_step;
  run.losses = summary.losses;
  run.step_seconds = summary.step_seconds;
  run.adapts = summary.adapts;
  run.adaptations = summary.adaptations;
  const std::string page =
      plan ? tensor::plan_page({.plan = *plan}, &run, page_origin())
           : tensor::run_page(summary.facts.model, tensor::train_begin_text(summary.facts), run,
                              page_origin());
  core::replace_text_file(s.report, page);
}

// Runs a session with a status line, notes and events.
Outcome run_session(TrainSession& session, const TrainSettings& s, const core::StopOnSignal& stop,
                    RunEvents& events, const Plan* plan) {
  core::StatusLine status;
  std::string last;
  session.stop_when([&] { return stop.is_asked(); });
  session.on_begin([&](const TrainFacts& facts, const std::vector<std::string>& notes) {
    core::write_message(tensor::train_begin_text(facts) + "\n");
    print_notes(notes);
    if (!events.is_active()) return;
    events.send(tensor::begin_event(facts, s.options.steps));
    for (const std::string& note : notes) events.send(tensor::note_event(note));
  });
  session.on_step([&](const TrainProgress& progress) {
    last = progress.text;
    status.update([&] { return progress.text; });
    if (events.is_active()) events.send(tensor::step_event(progress));
    if (!progress.adaptation) return;
    core::write_message(fmt::format("\n{}\n", tensor::text_of(*progress.adaptation)));
    if (events.is_active()) events.send(tensor::adaptation_event(*progress.adaptation));
  });
  session.on_checkpoint([&](int64_t step) {
    if (events.is_active()) events.send(tensor::checkpoint_event(s.options.checkpoint, step));
  });
  const TrainSummary summary = session.run();
  // Rank 0 has the answer. A launcher ends the other ranks when one of them exits with a status,
  // rank 0 before it has written what follows.
  if (!summary.is_root) return {.yes = true};
  if (!last.empty()) status.finish(last);
  if (events.is_active()) events.send(tensor::end_event(summary));
  write_report(s, summary, plan);
  if (summary.interrupted) {
    core::write_message(fmt::format(
        "stopped by a signal after step {}{}\n", summary.steps_done,
        summary.checkpoint.empty()
            ? "; nothing was saved: --checkpoint was not given"
            : fmt::format("; --checkpoint {} --resume continues from there", summary.checkpoint)));
  }
  return {.text = s.json ? tensor::train_report_json(summary) : tensor::train_report(summary),
          .yes = !summary.diverged()};
}

Outcome train_here(const TrainSettings& s) {
  std::optional<tensor::AcceleratorStart> start;  // while the model is read
  if (s.device.is_accelerator()) start.emplace(s.device);
  const auto model = load_model(s.job.model);
  tensor::check_optimizer_given(model, s.optimizer || s.options.rate);
  const bool is_bf16 = s.device.is_bf16() || model.bf16_products;
  const StepPtr step =
      build_step(model, {.optimizer = optimizer_of(s.optimizer, s.options),
                         .microbatches = microbatches_of(s.job.microbatches, model),
                         // Accelerators have fused kernels for it in bfloat16.
                         .fuse_attention = !s.device.is_accelerator() || is_bf16,
                         .bf16_products = is_bf16,
                         .bf16_gradients = s.job.bf16_gradients});
  RunEvents events(s.events, SIGINT);
  const core::StopOnSignal stop({SIGINT, SIGTERM});
  TrainSession session(step, s.options, s.device,
                       start ? start->opened() : tensor::OpenedAccelerator());
  return run_session(session, s, stop, events, nullptr);
}

// A file for the ranks that this process starts; removed with it.
class PlanForRanks {
 public:
  explicit PlanForRanks(const Plan& plan) {
    const char* folder = std::getenv("TMPDIR");
    std::string name = fmt::format("{}/motley-plan-XXXXXX", folder && *folder ? folder : "/tmp");
    const int file = ::mkstemp(name.data());
    if (file < 0) {
      throw UserError({name}, fmt::format("cannot be written: {}; TMPDIR names the folder",
                                          std::strerror(errno)));
    }
    ::close(file);
    name_ = name;
    core::replace_text_file(name_, plan_json(plan));
  }
  PlanForRanks(const PlanForRanks&) = delete;
  PlanForRanks& operator=(const PlanForRanks&) = delete;
  ~PlanForRanks() { std::filesystem::remove(name_, ignored_); }

  std::string variable() const { return fmt::format("{}={}", kPlanVariable, name_); }

 private:
  std::string name_;
  std::error_code ignored_;
};

Plan plan_with_notes(const TrainSettings& s) {
  std::vector<std::string> notes;
  tensor::TrainJob job = s.job;
  Plan plan = [&] {
    core::WaitingLine waiting("planning");
    job.planning.on_progress = shown_on(waiting);
    return tensor::plan_of(job, notes);
  }();
  print_notes(notes);
  return plan;
}

Outcome launch_ranks(const TrainSettings& s) {
  const Plan plan = plan_with_notes(s);
  const PlanForRanks file(plan);
  LaunchSettings settings = this_program_again(plan.num_ranks());
  settings.environment.push_back(file.variable());
  if (const auto variable = core::short_waits_variable()) settings.environment.push_back(*variable);
  std::optional<EventServer> events;
  if (!s.events.empty()) {
    events.emplace(s.events, stopped_by(SIGINT));
    settings.environment.push_back(events->for_ranks());
  }
  return {.status = launch(settings)};
}

// How long ranks wait for each other to start: as long as a search may take where rank 0 makes one
// before, and otherwise no longer than for anything else.
double start_limit_seconds(const TrainSettings& s, double stall_limit_seconds) {
  constexpr double kLongestSearch = 3600;
  const bool searches =
      s.job.plan_file.empty() && !s.job.cluster_file.empty() && !std::getenv(kPlanVariable);
  return stall_limit_seconds + (searches ? kLongestSearch : 0);
}

// On rank 0, before MPI starts: the others wait for it there, however long the search takes.
std::optional<Plan> plan_of_root(const TrainSettings& s) {
  if (core::launched_rank() != 0) return std::nullopt;
  const char* file = std::getenv(kPlanVariable);
  if (!file) return plan_with_notes(s);
  return parse_plan(core::read_text_file(file), "the launcher's plan");
}

// Hosts that the cluster file names must be those of the ranks.
void check_hosts(const std::string& cluster_file, core::Communicator& comm) {
  if (cluster_file.empty()) return;
  const auto names = core::host_names(comm);
  core::at_root(&comm, [&] {
    const core::PlacedCluster placed = core::read_placed_cluster(cluster_file);
    if (core::num_devices(placed.cluster) == comm.num_ranks()) core::check_ranks(placed, names);
  });
}

Outcome train_as_rank(const TrainSettings& s) {
  const core::StopOnSignal stop({SIGUSR1});  // as the launcher sends it
  const double stall_limit = s.options.stall_limit_seconds.value_or(30);
  std::optional<Plan> made = plan_of_root(s);
  Outcome outcome;
  run_mpi(
      [&](Communicator& comm) {
        Plan plan = share_plan(comm, [&] { return std::move(*made); });
        check_hosts(s.job.cluster_file, comm);
        on_ranks_of(plan, comm, [&](Communicator& ranks) {
          RunEvents events(ranks.rank() == 0 ? s.events : "", SIGUSR1);
          TrainSession session(ranks, plan, s.options, s.device);
          outcome = run_session(session, s, stop, events, &plan);
        });
      },
      {.comm = {.stall_limit_seconds = stall_limit},
       .start_limit_seconds = start_limit_seconds(s, stall_limit)});
  return outcome;
}

// A run that adapted goes on with the plan that it had come to, unless another is asked for.
void resume_with_its_plan(TrainSettings& s) {
  const std::string file = tensor::plan_of_checkpoint(s.options.checkpoint);
  if (!s.job.plan_file.empty() || s.job.is_strategy_given ||
      core::path_kind(file) != core::PathKind::kFile)
    return;
  const bool has_devices =
      s.job.cluster_file.empty() ||
      core::num_devices(core::read_placed_cluster(s.job.cluster_file).cluster) ==
          read_plan(file).num_ranks();
  if (!has_devices) return;  // planned anew
  if (!is_started_by_mpi() || core::launched_rank() == 0)
    print_note(fmt::format("continuing with {}, the plan to which the run had adapted", file));
  s.job.plan_file = file;
}

Outcome train(TrainSettings s) {
  if (!s.has_many_devices() || is_started_by_mpi()) restart_with_short_waits();
  if (s.options.stall_limit_seconds) s.device.stall_limit_seconds = *s.options.stall_limit_seconds;
  if (!s.groups.empty() && !s.optimizer) s.optimizer = "adam";
  for (const std::string& group : s.groups) *s.optimizer += ";" + group;
  if (!s.options.trace.empty()) core::check_trace_file(s.options.trace);
  if (!s.report.empty()) core::check_writable(s.report);
  if (s.job.model.empty() && s.job.plan_file.empty())
    throw UserError("name a model to train, or a plan with --plan");
  if (!s.has_many_devices()) {
    if (s.job.is_strategy_given) {
      throw UserError("--strategy is for several devices: give them with --cluster or --ranks");
    }
    if (!s.options.adapt.empty()) {
      throw UserError("--adapt is for several devices: give them with --cluster or --ranks");
    }
    return train_here(s);
  }
  s.job.optimizer = s.optimizer;
  s.job.bf16_products = s.device.is_bf16();
  s.job.is_optimizer_given = s.optimizer.has_value();
  if (s.options.resume) {
    s.job.optimizer = optimizer_of(s.optimizer, s.options);
    resume_with_its_plan(s);
  }
  return is_started_by_mpi() ? train_as_rank(s) : launch_ranks(s);
}

void add_checkpoint_options(CLI::App* parser, const std::shared_ptr<TrainSettings>& s) {
  auto* checkpoint =
      file_option(*parser, "--checkpoint", s->options.checkpoint, "Folder for checkpoints");
  count_option(*parser, "--checkpoint-every", s->options.checkpoint_every, 1'000'000'000,
               "Steps between checkpoints (default: about one a minute)")
      ->needs(checkpoint);
  count_option(*parser, "--keep", s->options.keep, 1'000'000, "Number of checkpoints to keep")
      ->capture_default_str()
      ->needs(checkpoint);
  parser->add_flag("--resume", s->options.resume, "Continue from the checkpoint in that folder")
      ->needs(checkpoint);
}

void add_optimizer_options(CLI::App* parser, const std::shared_ptr<TrainSettings>& s) {
  parser->add_option("--optimizer", s->optimizer,
                     "sgd, momentum, adam (default), adamw, lion or adafactor, with settings: "
                     "adamw:weight_decay=0.1,clip=1");
  parser
      ->add_option("--group", s->groups,
                   "Settings for some parameters, by name or number of dimensions: "
                   "'*embed*:lr=0.1', 'dims<2:weight_decay=0'; may be repeated, the first match "
                   "counts")
      ->allow_extra_args(false);
  parser
      ->add_option(
          "--lr", s->options.rate,
          "Learning rate (default: 0.001 for adam and adamw, 0.1 for sgd, 0.01 for momentum "
          "and adafactor, 0.0001 for lion)")
      ->check(number_from_zero());
  parser->add_option("--schedule", s->options.schedule,
                     "Learning rate by step: constant, linear or cosine, with settings "
                     "(cosine:warmup=100,final=0.1), or a file of lines STEP RATE");
}

void add_data_options(CLI::App* parser, const std::shared_ptr<TrainSettings>& s) {
  auto* data = file_option(*parser, "--data", s->options.data,
                           "Training data: .npz, .npy or safetensors with an array for each batch "
                           "argument, a folder of .npy files, tokens (.npy, .bin), or text");
  parser
      ->add_option("--data-type", s->options.data_type,
                   "Element type of a file of raw tokens: u16, u32, ...")
      ->needs(data);
  parser
      ->add_flag_callback(
          "--no-shuffle", [s] { s->options.shuffle = false; },
          "Read samples in the order of the file")
      ->needs(data);
  auto* validation = parser->add_option(
      "--validation", s->options.validation,
      "Validation data: a fraction of --data to hold out (0.1), or a separate file");
  count_option(*parser, "--eval-every", s->options.eval_every, 1'000'000'000,
               "Steps between evaluations on the validation data; also after the last step")
      ->capture_default_str();
  count_option(*parser, "--eval-batches", s->options.eval_batches, 1'000'000'000,
               "Batches per evaluation (default: all)")
      ->needs(validation);
  file_option(*parser, "--metrics", s->options.metrics,
              "Write loss, learning rate, time and validation loss of every step as CSV");
  file_option(*parser, "--tensorboard", s->options.tensorboard,
              "Write the same as TensorBoard event files into this folder");
}

void add_adapt_options(CLI::App* parser, const std::shared_ptr<TrainSettings>& s) {
  std::vector<std::string> names;
  std::string help = "Adapt the plan to measured speeds while training:";
  for (const tensor::AdaptPolicy& policy : tensor::adapt_policies()) {
    names.emplace_back(policy.name);
    help += fmt::format("{} {} ({})", names.size() > 1 ? "," : "", policy.name, policy.description);
  }
  auto* adapt = parser->add_option_function<std::string>(
      "--adapt",
      [s](const std::string& policy) { s->options.adapt = policy.empty() ? "auto" : policy; },
      help);
  adapt->expected(0, 1)->check(one_of(names));
  file_option(*parser, "--save-cluster", s->options.save_cluster,
              "Write the cluster as measured by this run")
      ->needs(adapt);
}

void add_device_options(CLI::App* parser, const std::shared_ptr<TrainSettings>& s) {
  auto* device = parser
                     ->add_option("--device", s->device.device,
                                  "cpu, or an accelerator: cuda, cuda:1, or pjrt with --plugin")
                     ->capture_default_str()
                     ->check(device_name(false));
  add_accelerator_options(*parser, s->device);
  add_gradient_option(*parser, s->job.bf16_gradients);
  file_option(*parser, "--trace", s->options.trace,
              "Write a trace of every kernel for Perfetto (ui.perfetto.dev)");
  count_option(*parser, "--threads", s->options.threads, 1024,
               "Threads per process (default: all cores, divided among the ranks of a host)");
  auto* cluster =
      file_option(*parser, "--cluster", s->job.cluster_file,
                  "Cluster description (docs/formats.md): train on its devices, one rank each")
          ->excludes(device);
  auto* ranks = count_option(*parser, "--ranks", s->job.num_ranks, 1024,
                             "Train on this many equal ranks on this machine")
                    ->excludes(cluster)
                    ->excludes(device);
  parser->add_option(
      "--strategy", s->job.planning.strategy,
      "Parallelization strategy (default: searched, as by `motley plan`; with --ranks: dp-even)");
  file_option(*parser, "--plan", s->job.plan_file, "Plan file written by `motley plan MODEL -o`")
      ->excludes(cluster)
      ->excludes(ranks)
      ->excludes(device);
  add_level_option(*parser, s->job.planning);
  parser->add_flag("--allow-out-of-memory", s->job.allow_out_of_memory,
                   "Train even if the plan is predicted not to fit into memory");
}

void group_train_options(CLI::App& parser) {
  group_options(
      parser, "Devices and plan",
      {"--device", "--cluster", "--ranks", "--plan", "--strategy", "--level", "--adapt",
       "--save-cluster", "--allow-out-of-memory", "--threads", "--plugin", "--stall-limit"});
  group_options(parser, "Optimizer", {"--optimizer", "--group", "--lr", "--schedule"});
  group_options(
      parser, "Data",
      {"--data", "--data-type", "--no-shuffle", "--validation", "--eval-every", "--eval-batches"});
  group_options(parser, "Checkpoints",
                {"--checkpoint", "--checkpoint-every", "--keep", "--resume", "--params"});
  group_options(parser, "Micro-batches, memory and precision",
                {"--microbatches", "--accumulate", "--recompute", "--recompute-selective",
                 "--recompute-layers", "--recompute-layers", "--allow-cross-sample", "--precision",
                 "--bf16-gradients"});
  group_options(parser, "Records",
                {"--metrics", "--tensorboard", "--trace", "--report", "--events"});
}

}  // namespace

Command add_train(CLI::App& app) {
  auto s = std::make_shared<TrainSettings>();
  CLI::App* parser =
      app.add_subcommand("train", "Train a model on this machine or on the devices of a cluster");
  parser->add_option("model", s->job.model,
                     "Model folder, or built-in model such as gpt:layers=4,hidden=256; with "
                     "--plan, the model of the plan");
  parser
      ->add_option("--steps", s->options.steps,
                   "Training steps in total, including those before --resume")
      ->check(whole_number())
      ->capture_default_str();
  add_optimizer_options(parser, s);
  file_option(*parser, "--params", s->options.params,
              "Parameters to start from: the folder of a checkpoint, or a safetensors "
              "file");
  add_data_options(parser, s);
  add_checkpoint_options(parser, s);
  add_device_options(parser, s);
  add_adapt_options(parser, s);
  add_microbatches_option(*parser, s->job.microbatches);
  add_accumulation_options(*parser, s->job.microbatches);
  parser
      ->add_option(
          "--stall-limit", s->options.stall_limit_seconds,
          "Seconds before an unresponsive rank or accelerator ends the run (default: 30 for a "
          "rank, 300 for an accelerator)")
      ->check(CLI::Range(0.1, 1e9));
  parser
      ->add_option("--seed", s->options.seed,
                   "Random seed of initial parameters and synthetic data (default: 0)")
      ->check(whole_number());
  file_option(*parser, "--events", s->events,
              "Unix socket that serves the run's events, one JSON object per line");
  add_report_option(*parser, s->report);
  json_option(*parser, s->json);
  parser->get_option("--resume")->excludes(parser->get_option("--params"));
  group_train_options(*parser);
  return {parser, [s, parser] {
            s->job.is_strategy_given = parser->get_option("--strategy")->count() > 0;
            return train(*s);
          }};
}

}  // namespace motley::apps
