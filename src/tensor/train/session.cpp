#include "tensor/train/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/peak.h"
#include "core/base/statistics.h"
#include "core/base/threads.h"
#include "core/cluster/cluster_file.h"
#include "core/comm/arrays.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "core/io/folder_lock.h"
#include "core/trace/trace.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/lowered_plan.h"
#include "tensor/train/metrics.h"
#include "tensor/train/pipeline_adapter.h"
#include "tensor/train/pipeline_trace.h"
#include "tensor/train/rank_agreement.h"
#include "tensor/train/rank_trace.h"
#include "tensor/train/resume.h"
#include "tensor/train/share_adapter.h"
#include "tensor/train/training.h"

namespace motley::tensor {
namespace {

constexpr double kCheckpointSeconds = 60;

// The steps of a training in one process and what they consist of, and every kernel.
class TrainTrace {
 public:
  TrainTrace(const std::string& file, StepRunner& runner)
      : trace_(file), steps_(trace_.track("rank 0", "steps")) {
    runner.write_to(trace_);
  }

  void span(const std::string& name, double begin_seconds) {
    trace_.span(steps_,
                {.name = name, .begin_seconds = begin_seconds, .end_seconds = core::now_seconds()});
  }
  void loss(double value) { trace_.counter(steps_, "loss", core::now_seconds(), value); }
  void close() { trace_.close(); }

 private:
  core::Trace trace_;
  core::TrackId steps_;
};

// What the root decides after a step, for all ranks.
enum Decision : uint8_t { kGoOn = 0, kStop = 1, kCheckpoint = 2, kDataEnded = 3 };

int threads_of_rank(const TrainOptions& options, const planner::Plan& plan, int rank) {
  if (options.threads > 0) return options.threads;
  const auto devices = core::devices(plan.on.cluster);
  const int32_t told = plan.on.cluster.device_types[devices[plan.devices()[rank]].type].threads;
  return told > 0 ? told : std::max(1, core::num_cores() / plan.num_ranks());
}

// Predictions are of devices that have their cores to themselves.
std::string shared_cores_note(const core::Communicator& comm, int threads) {
  const auto here = std::ranges::count(comm.hosts(), comm.hosts()[comm.rank()]);
  const int cores = core::num_cores();
  if (here * threads <= cores) return "";
  return fmt::format(
      "the {} ranks of a host have {} cores for {} threads: steps take longer than predicted", here,
      cores, here * threads);
}

// An accelerator's memory is not that of the process.
void trace_steps(RankExecutorSettings& engine, RankTrace& trace) {
  const bool has_memory = !engine.accelerator.has_value();
  engine.on_device_segment = [&trace](int segment, double begin, double end) {
    trace.add(RankTrace::What::kDeviceSegment, segment, begin, end);
  };
  engine.on_step = [&trace, has_memory](const RankStep& step, double begin, double end) {
    const bool computes = step.kind == RankStep::Kind::kCompute;
    if (computes && has_memory) trace.count_memory(end);
    trace.add(computes                              ? RankTrace::What::kSegment
              : step.kind == RankStep::Kind::kStart ? RankTrace::What::kStart
                                                    : RankTrace::What::kWait,
              step.index, begin, end);
  };
  engine.on_communication = [&trace](int communication, double begin, double end) {
    trace.add(RankTrace::What::kCommunication, communication, begin, end);
  };
}

}  // namespace

struct TrainSession::State {
  std::optional<core::FolderLock> lock;  // of the checkpoints, on the root
  Training training;
  DeviceSettings device;
  TrainSummary summary;
  std::optional<TrainTrace> trace;  // of one process
  std::optional<RankTrace> rank_trace;
  std::string rank_trace_file;
  std::shared_ptr<PipelineSpanNames> span_names;  // of a pipeline
  std::optional<MetricsWriter> metrics;           // on the root
  std::unique_ptr<Adapter> adapter;               // of a run that adapts
  double checkpoint_seconds = 0;                  // when the last one was written
  size_t saved_plans = 0;                         // changes that are saved
  bool has_batch = false;                         // for the next step
  std::vector<double> compute_seconds;            // by step, of a pipeline
  std::function<void(const TrainFacts&, const std::vector<std::string>&)> on_begin;
  std::function<void(const TrainProgress&)> on_step;
  std::function<void(int64_t)> on_checkpoint;
  std::function<bool()> is_stopped;

  void prepare_sharded(core::Communicator& comm, const planner::Plan& plan,
                       const TrainOptions& options);
  void prepare_pipeline(core::Communicator& comm, const planner::Plan& plan,
                        const TrainOptions& options);
  void lock_folder(const TrainOptions& options, core::Communicator* comm);
  void begin_summary();
  void measure_pipeline();
  void read_batch(int64_t step);
  double step();
  double evaluate();
  void report_step();
  Decision decide();
  void save();
  void save_plan();
  void finish_adapting();
  TrainSummary run();

  bool is_evaluation_due() const {
    const int64_t every = training.options.eval_every, done = summary.steps_done;
    return training.data.num_validation_batches > 0 &&
           (done == summary.steps || (every > 0 && done % every == 0));
  }
  bool saves() const { return !training.options.checkpoint.empty(); }
  bool is_root() const { return training.runner->is_root(); }
};

void TrainSession::State::begin_summary() {
  TrainFacts& facts = training.facts;
  if (is_root()) facts.step_flops = model_flops(*training.step);
  facts.device = device.device;
  facts.memory_bytes = training.runner->memory_bytes();
  facts.least_threads = facts.most_threads = facts.threads;
  if (core::Communicator* comm = training.runner->communicator()) {
    facts.num_ranks = comm->num_ranks();
    facts.least_threads = core::reduced(*comm, facts.threads, core::Reduction::kMin);
    facts.most_threads = core::reduced(*comm, facts.threads, core::Reduction::kMax);
  }
  summary.facts = facts;
  summary.adapts = adapter != nullptr;
  summary.steps = training.options.steps;
  summary.steps_done = summary.checkpoint_step = facts.first_step;
  summary.checkpoint = training.options.checkpoint;
  summary.is_root = is_root();
  reset_reference_uses();
  const TrainOptions& options = training.options;
  core::at_root(training.runner->communicator(), [&] {
    if (options.metrics.empty() && options.tensorboard.empty()) return;
    metrics.emplace(options.metrics, options.tensorboard, facts.first_step);
  });
  // Of all ranks, as the flops of a step are; an accelerator's is not known.
  double peak = device.is_accelerator() ? 0 : core::measure_peak_flops(training.options.threads);
  if (core::Communicator* comm = training.runner->communicator()) {
    const double least = core::reduced(*comm, peak, core::Reduction::kMin);
    peak = core::reduced(*comm, peak, core::Reduction::kSum) * (least > 0);
  }
  summary.peak_flops = peak;
}

void TrainSession::State::read_batch(int64_t step) {
  const double begin = core::now_seconds();
  fill_batch(training, step);
  training.runner->offer_batch();
  if (trace) trace->span("read batch", begin);
}

double TrainSession::State::step() {
  const double begin = core::now_seconds();
  if (adapter) adapter->before_step(summary.steps_done, *training.runner);
  if (!has_batch) read_batch(summary.steps_done);
  training.runner->begin();
  const int64_t next = summary.steps_done + 1;
  has_batch = next < summary.steps && has_data(training, next);
  if (has_batch) read_batch(next);  // while the step runs
  training.runner->end();
  summary.losses.push_back(training.runner->loss());
  summary.step_seconds.push_back(core::now_seconds() - begin);
  if (const auto seconds = training.runner->compute_seconds()) compute_seconds.push_back(*seconds);
  ++summary.steps_done;
  summary.interpreted = reference_uses();
  if (trace) {
    trace->span(fmt::format("step {}", summary.steps_done), begin);
    trace->loss(summary.losses.back());
  }
  if (rank_trace && is_root()) {
    rank_trace->count(RankTrace::What::kLoss, core::now_seconds(), summary.losses.back());
  }
  if (is_evaluation_due() && !summary.diverged()) {
    summary.evaluations.push_back({summary.steps_done, evaluate()});
  }
  if (summary.diverged()) {
    summary.divergence = out_of_range_text(training, summary.steps_done - 1);
  }
  if (is_root()) report_step();
  return summary.losses.back();
}

double TrainSession::State::evaluate() {
  const double begin = core::now_seconds();
  const int64_t count = num_evaluations(training);
  if (count == 0) throw core::UserError("there is no validation data: --validation names it");
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    sum += training.runner->evaluate([&] { fill_validation_batch(training, i); });
  }
  has_batch = false;  // its place was used
  if (trace) trace->span("evaluation", begin);
  return sum / static_cast<double>(count);
}

void TrainSession::State::report_step() {
  constexpr int64_t kRecent = 20;
  const int64_t n = std::min(kRecent, std::ssize(summary.step_seconds));
  const std::vector<double> recent(summary.step_seconds.end() - n, summary.step_seconds.end());
  TrainProgress progress{.step = summary.steps_done,
                         .steps = summary.steps,
                         .loss = summary.losses.back(),
                         .rate = rate_at(training, summary.steps_done - 1),
                         .validation_loss = {},
                         .step_seconds = summary.step_seconds.back(),
                         .median_step_seconds = core::median(recent)};
  std::string validation;
  if (!summary.evaluations.empty()) {
    const Evaluation& last = summary.evaluations.back();
    if (last.step == progress.step) progress.validation_loss = last.loss;
    validation = fmt::format("  validation {:.4f}", last.loss);
  }
  std::string adapted;
  if (adapter && !adapter->changes().empty()) {
    const Adaptation& last = adapter->changes().back();
    if (last.step == progress.step) progress.adaptation = last;
    adapted = fmt::format("  {} {} since step {}", last.kind, last.change, last.step);
  }
  progress.text = fmt::format("step {} of {}  loss {:.4f}{}  {}{}", progress.step, progress.steps,
                              progress.loss, validation,
                              speed_text(summary, progress.median_step_seconds), adapted);
  if (metrics) {
    const auto items = static_cast<double>(training.facts.items_per_step);
    metrics->add({.step = progress.step,
                  .loss = progress.loss,
                  .rate = progress.rate,
                  .seconds = progress.step_seconds,
                  .items_per_second = items / progress.step_seconds,
                  .validation_loss = progress.validation_loss});
  }
  if (on_step) on_step(progress);
}

// One message a step says whether to stop and whether a checkpoint is due.
Decision TrainSession::State::decide() {
  const int64_t every = training.options.checkpoint_every;
  const bool is_due = every > 0 ? summary.steps_done % every == 0
                                : core::now_seconds() - checkpoint_seconds > kCheckpointSeconds;
  const auto has_more = [&] {  // waited for on the root alone, whose decision holds
    return !is_root() || summary.steps_done == summary.steps ||
           has_data(training, summary.steps_done);
  };
  const Decision ours = is_stopped && is_stopped() ? kStop
                        : !has_more()              ? kDataEnded
                        : saves() && is_due        ? kCheckpoint
                                                   : kGoOn;
  if (!adapter) return static_cast<Decision>(training.runner->broadcast_decision(ours));
  return static_cast<Decision>(adapter->after_step(
      summary.steps_done - 1, ours, training.runner->figures(), summary.step_seconds.back()));
}

void TrainSession::State::save() {
  const double begin = core::now_seconds();
  write_training_checkpoint(training, summary.steps_done);
  if (adapter && is_root() && !adapter->changes().empty()) save_plan();
  summary.checkpoint_step = summary.steps_done;
  checkpoint_seconds = core::now_seconds();
  if (trace) trace->span("checkpoint", begin);
  if (is_root() && on_checkpoint) on_checkpoint(summary.steps_done);
}

// The plan that the run has changed to, for --resume.
void TrainSession::State::save_plan() {
  if (saved_plans == adapter->changes().size()) return;
  saved_plans = adapter->changes().size();
  planner::Plan plan = adapter->plan();
  planner::predict_plan(plan);
  planner::write_plan(plan_of_checkpoint(training.options.checkpoint), plan, core::Links::kReplace);
}

void TrainSession::State::prepare_sharded(core::Communicator& comm, const planner::Plan& plan,
                                          const TrainOptions& options) {
  RankProgram program = planner::rank_program_of(plan, comm.rank());
  check_agreement(comm, plan, program);
  RankExecutorSettings engine{.num_threads = options.threads};
  if (device.is_accelerator()) engine.accelerator = open_accelerator(device);
  if (!options.trace.empty()) {
    rank_trace.emplace(comm, device.device);
    trace_steps(engine, *rank_trace);
  }
  training = prepare_training(plan.on.model_step, options, {}, [&](const Training& made) {
    std::optional<RankProgram> loss;
    if (made.data.num_validation_batches > 0) loss = planner::loss_program_of(plan, comm.rank());
    return make_rank_runner(comm, plan, std::move(program), engine, std::move(loss));
  });
  if (options.adapt.empty()) return;
  if (device.is_accelerator()) {
    training.notes.push_back("--adapt: the shares of ranks on accelerators stay as planned");
    return;
  }
  adapter = make_share_adapter(comm, plan,
                               {.steps = options.steps,
                                .engine = engine,
                                .evaluates = training.data.num_validation_batches > 0,
                                .replans = options.adapt == "auto",
                                .compute_seconds = options.compute_seconds});
}

void TrainSession::State::prepare_pipeline(core::Communicator& comm, const planner::Plan& plan,
                                           const TrainOptions& options) {
  if (const std::string reason = planner::cannot_run_reason(plan); !reason.empty()) {
    throw core::UserError("the plan cannot be run: " + reason);
  }
  planner::PipelineOfPlan pipeline = planner::pipeline_of(plan);
  check_agreement(comm, plan, pipeline);
  PipelineExecutorSettings engine{.num_threads = options.threads};
  if (device.is_accelerator()) engine.accelerator = open_accelerator(device);
  if (!options.trace.empty()) {
    rank_trace.emplace(comm, device.device);
    span_names = std::make_shared<PipelineSpanNames>();
  }
  RankTrace* trace_of_ranks = rank_trace ? &*rank_trace : nullptr;
  const auto engine_for = [engine, trace_of_ranks, names = span_names](const StagedStep& step) {
    PipelineExecutorSettings settings = engine;
    if (trace_of_ranks) trace_pipeline(settings, *trace_of_ranks, names->add(step));
    return settings;
  };
  ReadySchedules ready;
  const bool adapts = !options.adapt.empty();
  if (adapts) ready = ready_schedules(plan, pipeline, options.adapt);
  training = prepare_training(plan.on.model_step, options, {}, [&](const Training&) {
    const auto also = ready.others(pipeline.group_of_rank[comm.rank()]);
    PipelineExecutorSettings settings = engine_for(*pipeline.step);
    return make_pipeline_runner(comm, PreparedPipeline(std::move(pipeline), comm.rank(),
                                                       std::move(settings), also, adapts));
  });
  if (plan.on.model_step->evaluation && training.data.num_validation_batches > 0) {
    training.notes.push_back(
        "eval.mlir is not run in stages: on a pipeline, evaluations are of loss.mlir");
  }
  if (!adapts) return;
  const std::string reason = nothing_to_adapt_reason(plan, ready, options.adapt);
  if (!reason.empty()) {
    training.notes.push_back("--adapt: " + reason);
    return;
  }
  adapter = make_pipeline_adapter(comm, plan, std::move(ready),
                                  {.policy = options.adapt,
                                   .steps = options.steps,
                                   .engine = engine_for,
                                   .choose = options.choose_schedule,
                                   .slowdown = options.slowdown});
}

void TrainSession::State::finish_adapting() {
  if (!adapter || !is_root()) return;
  summary.adaptations = adapter->changes();
  if (!training.options.save_cluster.empty()) {
    core::replace_text_file(training.options.save_cluster,
                            core::print_cluster(adapter->measured_cluster()));
  }
  if (!rank_trace) return;
  for (const std::string& line : adapter->log()) rank_trace->add_decision(line);
}

// Before anything is read or written there; on the first rank, for all.
void TrainSession::State::lock_folder(const TrainOptions& options, core::Communicator* comm) {
  if (options.checkpoint.empty()) return;
  core::at_root(comm, [&] { lock.emplace(options.checkpoint, "motley train"); });
}

// What ranks compute of a step, beside what was predicted. A collective.
void TrainSession::State::measure_pipeline() {
  if (compute_seconds.empty()) return;
  const std::vector<double> ranks =
      core::gathered(*training.runner->communicator(), core::median(compute_seconds));
  const double step = summary.median_seconds();
  double busy = 0;
  for (double seconds : ranks) busy += seconds;
  summary.bubble = std::max(0.0, 1 - busy / (static_cast<double>(ranks.size()) * step));
  summary.exposed_seconds = std::max(0.0, step - std::ranges::max(ranks));
}

TrainSummary TrainSession::State::run() {
  const double begin = core::now_seconds();
  // So that there is something to resume from whenever the run ends, and a full disk is found now.
  if (saves() && !training.options.resume) save();
  if (is_root() && on_begin) on_begin(training.facts, training.notes);
  checkpoint_seconds = core::now_seconds();
  while (summary.steps_done < summary.steps && !summary.diverged() && !summary.interrupted &&
         !summary.data_ended) {
    step();
    const Decision decision = decide();
    summary.interrupted = decision == kStop && summary.steps_done < summary.steps;
    summary.data_ended = decision == kDataEnded;
    if (decision == kCheckpoint && !summary.diverged()) save();
  }
  if (saves() && summary.checkpoint_step != summary.steps_done && !summary.diverged()) save();
  summary.wall_seconds = core::now_seconds() - begin;
  measure_pipeline();
  if (trace) trace->close();
  finish_adapting();
  if (rank_trace) {
    training.runner.reset();  // all that a device was to report is reported
    std::function<std::string(RankTrace::What, int)> name_of;
    if (span_names) name_of = std::cref(*span_names);
    rank_trace->write(rank_trace_file, name_of);
  }
  return summary;
}

TrainSession::TrainSession(ModelStepPtr step, TrainOptions options, DeviceSettings device,
                           const OpenedAccelerator& opened)
    : state_(std::make_unique<State>()) {
  if (options.threads == 0) options.threads = core::num_cores();
  if (options.stall_limit_seconds) device.stall_limit_seconds = *options.stall_limit_seconds;
  state_->device = device;
  state_->lock_folder(options, nullptr);
  state_->training = prepare_training(step, options, {}, [&](const Training&) {
    if (!device.is_accelerator()) return make_cpu_runner(*step, options.threads);
    return make_accelerator_runner(*step,
                                   opened.valid() ? opened : AcceleratorStart(device).opened());
  });
  state_->begin_summary();
  if (!options.trace.empty()) state_->trace.emplace(options.trace, *state_->training.runner);
}

TrainSession::TrainSession(core::Communicator& comm, const planner::Plan& plan,
                           TrainOptions options, DeviceSettings device)
    : state_(std::make_unique<State>()) {
  if (comm.num_ranks() != plan.num_ranks()) {
    throw core::UserError(
        fmt::format("{} ranks were started for a plan of {}", comm.num_ranks(), plan.num_ranks()));
  }
  options.threads = threads_of_rank(options, plan, comm.rank());
  device.device = core::device_of_rank(plan.on.cluster, plan.devices()[comm.rank()]);
  if (options.stall_limit_seconds) device.stall_limit_seconds = *options.stall_limit_seconds;
  state_->device = device;
  state_->rank_trace_file = options.trace;
  state_->lock_folder(options, &comm);
  if (plan.pipeline) {
    state_->prepare_pipeline(comm, plan, options);
  } else {
    state_->prepare_sharded(comm, plan, options);
  }
  // The figures of a cluster that is in no file are made up.
  if (!plan.on.cluster_file.empty()) {
    TrainFacts& facts = state_->training.facts;
    facts.predicted_step_seconds = plan.time.step_seconds;
    const std::string note = shared_cores_note(comm, options.threads);
    if (!note.empty() && !device.is_accelerator()) state_->training.notes.push_back(note);
    if (plan.pipeline) {
      facts.predicted_bubble = plan.pipeline->bubble;
      facts.predicted_exposed_seconds = plan.time.exposed_seconds;
    }
  }
  state_->begin_summary();
}

TrainSession::~TrainSession() = default;

void TrainSession::on_begin(
    std::function<void(const TrainFacts&, const std::vector<std::string>&)> call) {
  state_->on_begin = std::move(call);
}
void TrainSession::on_step(std::function<void(const TrainProgress&)> call) {
  state_->on_step = std::move(call);
}
void TrainSession::on_checkpoint(std::function<void(int64_t)> call) {
  state_->on_checkpoint = std::move(call);
}
void TrainSession::stop_when(std::function<bool()> is_stopped) {
  state_->is_stopped = std::move(is_stopped);
}

const TrainFacts& TrainSession::facts() const { return state_->training.facts; }
const std::vector<std::string>& TrainSession::notes() const { return state_->training.notes; }

double TrainSession::step() { return state_->step(); }
double TrainSession::evaluate() { return state_->evaluate(); }
void TrainSession::save_checkpoint() { state_->save(); }
TrainSummary TrainSession::run() { return state_->run(); }

std::string plan_of_checkpoint(const std::string& folder) { return folder + "/plan.json"; }

const std::vector<AdaptPolicy>& adapt_policies() {
  static const std::vector<AdaptPolicy> policies = {
      {"auto", "shares of a sharded plan, or another plan; schedules and layers of a pipeline"},
      {"shares", "uneven shards, or layers of a pipeline's stages, follow the speeds of devices"},
      {"schedule", "the order of a pipeline's passes follows its measured links"},
      {"ada-grouper", "the same by Ada-Grouper's rule: k in kFkB, at a fixed interval"},
  };
  return policies;
}

double TrainSummary::median_seconds() const {
  return step_seconds.empty() ? std::nan("") : core::median(step_seconds);
}

bool TrainSummary::diverged() const { return !losses.empty() && !std::isfinite(losses.back()); }

std::string readable_count(double value) {
  if (value >= 1e6) return fmt::format("{:.1f} M", value / 1e6);
  if (value >= 1e4) return fmt::format("{:.1f} k", value / 1e3);
  return value < 100 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

std::string speed_text(const TrainSummary& summary, double seconds) {
  const TrainFacts& facts = summary.facts;
  const std::string text = fmt::format(
      "{:.{}f} ms/step  {} {}/s", seconds * 1e3, seconds < 0.1 ? 2 : 0,
      readable_count(static_cast<double>(facts.items_per_step) / seconds), facts.item_name);
  if (summary.peak_flops == 0) {
    return fmt::format("{}  {:.1f} Tflop/s", text, facts.step_flops / seconds * 1e-12);
  }
  return fmt::format("{}  {:.0f} % of peak", text, 100 * summary.peak_share(seconds));
}

}  // namespace motley::tensor
