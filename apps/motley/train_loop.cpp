#include "apps/motley/train_loop.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/clock.h"
#include "core/base/memory.h"
#include "core/base/peak.h"
#include "core/base/statistics.h"
#include "core/trace/progress.h"
#include "core/trace/trace.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"

namespace motley::apps {
namespace {

using namespace tensor;
using core::Trace;

constexpr double kCheckpointSeconds = 60;

volatile sig_atomic_t stop_signal = 0;

// While it lives, the first SIGINT or SIGTERM asks the loop to stop after its step; the second one
// ends the program as it does everywhere.
class StopOnSignal {
 public:
  StopOnSignal() {
    stop_signal = 0;
    struct sigaction action = {};
    action.sa_handler = [](int number) { stop_signal = number; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(SIGINT, &action, &old_int_);
    ::sigaction(SIGTERM, &action, &old_term_);
  }
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  ~StopOnSignal() {
    ::sigaction(SIGINT, &old_int_, nullptr);
    ::sigaction(SIGTERM, &old_term_, nullptr);
  }
  bool asked() const { return stop_signal != 0; }

 private:
  struct sigaction old_int_ = {}, old_term_ = {};
};

// The spans of a training: its steps and what they are made of, and every kernel.
class TrainTrace {
 public:
  TrainTrace(const std::string& file, StepRunner& step)
      : trace_(file), steps_(trace_.track("rank 0", "steps")) {
    step.write_to(trace_);
  }

  void span(const std::string& name, double begin_seconds) {
    trace_.span(steps_,
                {.name = name, .begin_seconds = begin_seconds, .end_seconds = core::now_seconds()});
  }
  void loss(double value) { trace_.counter(steps_, "loss", core::now_seconds(), value); }
  void close() { trace_.close(); }

 private:
  Trace trace_;
  core::TrackId steps_;
};

// "24.9 k", "1.2 M", "812".
std::string readable_count(double value) {
  if (value >= 1e6) return fmt::format("{:.1f} M", value / 1e6);
  if (value >= 1e4) return fmt::format("{:.1f} k", value / 1e3);
  return value < 100 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

class Loop {
 public:
  explicit Loop(Training& training) : training_(training) {
    if (!training.settings.trace.empty()) trace_.emplace(training.settings.trace, *training.step);
    result_.steps_done = result_.checkpoint_step = training.facts.first_step;
    result_.step_flops = training.step_flops;
    if (!is_accelerator(training.settings.accelerator.device))
      result_.peak_flops = core::measure_peak_flops(training.settings.threads);
  }

  TrainResult run() {
    // Of several ranks, a signal ends all: what ended them is said by the communication thread.
    std::optional<StopOnSignal> stop;
    if (!training_.step->is_one_of_many()) stop.emplace();
    const double begin = core::now_seconds();
    // So that there is something to go on from whenever the run ends, and a full disk is found now.
    if (keeps() && !training_.settings.resume) keep();
    say_what_begins();
    checkpoint_seconds_ = core::now_seconds();
    {
      core::StatusLine status;  // of the rank that is_root
      const bool is_root = training_.step->is_root();
      while (result_.steps_done < training_.settings.steps && !result_.diverged() &&
             !(result_.interrupted = stop && stop->asked())) {
        step();
        if (is_root) status.update([&] { return status_text(); });
        if (keeps() && is_due() && !result_.diverged()) keep();
      }
      if (is_root && !result_.losses.empty()) status.finish(status_text());
    }
    if (keeps() && result_.checkpoint_step != result_.steps_done && !result_.diverged()) keep();
    result_.wall_seconds = core::now_seconds() - begin;
    if (trace_) trace_->close();
    if (result_.interrupted) say_where_it_stopped();
    return std::move(result_);
  }

 private:
  bool keeps() const { return !training_.settings.checkpoint.empty(); }

  void step() {
    const double begin = core::now_seconds();
    if (result_.losses.empty()) read_batch(result_.steps_done);
    training_.step->begin();
    if (result_.steps_done + 1 < training_.settings.steps) read_batch(result_.steps_done + 1);
    training_.step->end();
    result_.losses.push_back(training_.step->loss());
    result_.step_seconds.push_back(core::now_seconds() - begin);
    ++result_.steps_done;
    if (trace_) {
      trace_->span(fmt::format("step {}", result_.steps_done), begin);
      trace_->loss(result_.losses.back());
    }
  }

  void read_batch(int64_t step) {
    const double begin = core::now_seconds();
    fill_batch(training_, step);
    training_.step->offer_batch();
    if (trace_) trace_->span("read batch", begin);
  }

  bool is_due() const {
    const int64_t every = training_.settings.checkpoint_every;
    if (every > 0) return result_.steps_done % every == 0;
    return training_.step->broadcast_decision(core::now_seconds() - checkpoint_seconds_ >
                                              kCheckpointSeconds);
  }

  void keep() {
    const double begin = core::now_seconds();
    training_.step->gather_to_root();
    if (training_.step->is_root()) save_checkpoint(training_, result_.steps_done);
    result_.checkpoint_step = result_.steps_done;
    checkpoint_seconds_ = core::now_seconds();
    if (trace_) trace_->span("checkpoint", begin);
  }

  std::string status_text() const {
    constexpr int64_t kRecent = 20;
    const int64_t n = std::min(kRecent, std::ssize(result_.step_seconds));
    const std::vector<double> recent(result_.step_seconds.end() - n, result_.step_seconds.end());
    return fmt::format("step {} of {}  loss {:.4f}  {}", result_.steps_done,
                       training_.settings.steps, result_.losses.back(),
                       speed_text(training_, result_, core::median(recent)));
  }

  void say_what_begins() const {
    if (!training_.step->is_root()) return;
    fmt::print(stderr, "training {}: {} parameters ({}), {:.4g} Gflop a step, {}; data: {}\n",
               training_.settings.model,
               readable_count(static_cast<double>(training_.num_parameters())),
               training_.params_origin, result_.step_flops / 1e9,
               core::readable_bytes(training_.step->memory_bytes()), training_.data.origin);
    for (const std::string& note : training_.notes) fmt::print(stderr, "note: {}\n", note);
  }

  void say_where_it_stopped() const {
    fmt::print(stderr, "stopped by a signal after step {}{}\n", result_.steps_done,
               keeps() ? fmt::format("; --checkpoint {} --resume goes on from there",
                                     training_.settings.checkpoint)
                       : "; nothing was kept, for want of --checkpoint");
  }

  Training& training_;
  TrainResult result_;
  std::optional<TrainTrace> trace_;
  double checkpoint_seconds_ = 0;  // when the last one was written
};

}  // namespace

double TrainResult::median_seconds() const {
  return step_seconds.empty() ? std::nan("") : core::median(step_seconds);
}

bool TrainResult::diverged() const { return !losses.empty() && !std::isfinite(losses.back()); }

std::string speed_text(const Training& training, const TrainResult& result, double seconds) {
  const std::string text = fmt::format(
      "{:.{}f} ms/step  {} {}/s", seconds * 1e3, seconds < 0.1 ? 2 : 0,
      readable_count(static_cast<double>(training.num_items()) / seconds), training.item_name());
  if (result.peak_flops == 0) {
    return fmt::format("{}  {:.1f} Tflop/s", text, result.step_flops / seconds * 1e-12);
  }
  return fmt::format("{}  {:.0f} % of peak", text, 100 * result.peak_share(seconds));
}

TrainResult run_training(Training& training) { return Loop(training).run(); }

}  // namespace motley::apps
