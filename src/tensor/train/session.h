// TrainSession: trains a model step by step, in this process or as one rank of a plan.
//
//   TrainSession session(step, {.steps = 200, .checkpoint = "ckpt"}, {.device = "cpu"});
//   session.on_step([](const TrainProgress& p) { ... });
//   const TrainSummary summary = session.run();
//
//   TrainSession rank(comm, plan, options, device);      on every rank of the plan
//   rank.step();                                         or one step at a time
//
// A session is parameters and state, data, checkpoints and a runner of the step. Only the runner
// depends on the plan, and state goes in and out of it whole, so the plan of a session can be
// changed between two steps. The same step on any plan sees the same samples.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/adapt/adaptation.h"
#include "tensor/kernels/reference_use.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/run/open_device.h"

namespace motley::tensor {

struct TrainOptions {
  int64_t steps = 100;         // in total, including those before a resumed run
  std::optional<double> rate;  // if not given: the checkpoint's, or the optimizer's default
  std::optional<std::string>
      schedule;                  // of the rate (learning_rate.h); the checkpoint's, or constant
  std::optional<uint64_t> seed;  // of initial parameters, of the order of data
  std::string params;            // file, or the folder of a checkpoint; empty: drawn from the seed
  // Files (batches.h); of these, too, what is not given is as in the checkpoint.
  std::string data, data_type;
  std::optional<bool> shuffle;
  std::string validation;        // a share of the data, or a file; empty: none
  int64_t eval_every = 100;      // steps between evaluations on the validation data; also the last
  int64_t eval_batches = 0;      // of an evaluation; 0: all
  std::string checkpoint;        // folder; empty: none are written
  int64_t checkpoint_every = 0;  // steps; 0: about once a minute
  int64_t keep = 1;              // checkpoints
  bool resume = false;           // from the checkpoint in that folder
  std::string metrics;           // file: a line of CSV for each step
  std::string tensorboard;       // folder for event files
  std::string trace;             // file
  std::string adapt;             // policy (adapt_policies); empty: the plan stays as it is
  std::string save_cluster;      // file: the cluster as this run has measured it
  // For tests of --adapt: the compute seconds of a rank in a step, instead of those measured.
  std::function<double(int rank, int64_t step)> compute_seconds = {};
  // The same: the schedule to run after a step, by its number among those kept ready.
  std::function<int(int64_t step)> choose_schedule = {};
  // For tests of --adapt: how many times as long as predicted a rank of a pipeline computes.
  std::function<double(int rank, int64_t step)> slowdown = {};
  int threads = 0;  // of this process; 0: all cores, or this rank's part of them
  std::optional<double> stall_limit_seconds;  // of ranks and accelerators
};

// After a step, on the root only.
struct TrainProgress {
  int64_t step = 0, steps = 0;
  double loss = 0;
  double rate = 0;                        // learning rate
  std::optional<double> validation_loss;  // if it was evaluated after this step
  double step_seconds = 0;                // of this step
  double median_step_seconds = 0;         // of the last twenty
  std::optional<Adaptation> adaptation;   // that this step was the first with
  std::string text;                       // "step 3 of 200  loss 2.3456  41.2 ms/step ..."
};

// The mean loss over the validation data after a step.
struct Evaluation {
  int64_t step = 0;
  double loss = 0;
};

// What a session trains, on what, and from where.
struct TrainFacts {
  std::string model, optimizer, device, data, params_origin;
  double rate = 0;  // the highest one of the schedule
  std::string schedule;
  std::string validation;  // empty: none
  uint64_t seed = 0;
  int64_t first_step = 0;  // steps done before this run
  int64_t num_parameters = 0, memory_bytes = 0;
  double step_flops = 0;  // as the model writes it
  // What a step works through: tokens where the model reads text, samples otherwise.
  int64_t items_per_step = 0;
  std::string item_name;
  int num_ranks = 1;
  int threads = 0;                          // of this process
  int least_threads = 0, most_threads = 0;  // of any rank
  std::optional<double> predicted_step_seconds;
  // Of a pipeline: the share of all ranks' time in which they do not compute, and the part of a
  // step in which the busiest rank does not.
  std::optional<double> predicted_bubble, predicted_exposed_seconds;
};

struct TrainSummary {
  TrainFacts facts;
  int64_t steps = 0, steps_done = 0;  // those before this run included
  std::vector<double> losses;         // of this run
  std::vector<double> step_seconds;   // beside them
  std::vector<Evaluation> evaluations;
  bool adapts = false;                            // whether it measured what could be changed
  std::vector<Adaptation> adaptations;            // changes that the run made to its plan
  std::optional<double> bubble, exposed_seconds;  // of a pipeline, as measured
  double wall_seconds = 0;
  double peak_flops = 0;  // of the CPUs of all ranks; 0: that of an accelerator is not known
  std::string checkpoint;
  int64_t checkpoint_step = 0;            // of the newest checkpoint
  std::vector<ReferenceUse> interpreted;  // ops of this process without a kernel
  bool interrupted = false;
  bool data_ended = false;  // before the last step: the writer of a stream had no more
  std::string divergence;   // what is wrong with the data of a step whose loss is not finite
  bool is_root = true;      // whether this process reports

  double median_seconds() const;
  double peak_share(double seconds) const { return facts.step_flops / seconds / peak_flops; }
  bool diverged() const;  // the last loss is not finite
};

// How a run may change itself (--adapt): names and what they do.
struct AdaptPolicy {
  const char *name, *description;
};
const std::vector<AdaptPolicy>& adapt_policies();
// The plan that a run has changed to, beside its checkpoints.
std::string plan_of_checkpoint(const std::string& folder);

// The optimizer of a run: the one given, else that of the checkpoint that is resumed, else adam. A
// UserError if the checkpoint has another one than was given.
std::string optimizer_of(const std::optional<std::string>& given, const TrainOptions& options);

class TrainSession {
 public:
  // In this process, on one device. `device` may still be opening.
  TrainSession(ModelStepPtr step, TrainOptions options, DeviceSettings device,
               const OpenedAccelerator& opened = {});
  // As one rank of a plan; every rank of the communicator calls it. Throws a UserError if the ranks
  // do not have the same plan and step.
  TrainSession(core::Communicator& comm, const planner::Plan& plan, TrainOptions options,
               DeviceSettings device);
  ~TrainSession();

  // Hooks, called on the root between steps.
  void on_begin(std::function<void(const TrainFacts&, const std::vector<std::string>& notes)> call);
  void on_step(std::function<void(const TrainProgress&)> call);
  void on_checkpoint(std::function<void(int64_t step)> call);
  // Asked after every step on every rank; that of the root ends the run on all of them.
  void stop_when(std::function<bool()> is_stopped);

  const TrainFacts& facts() const;
  const std::vector<std::string>& notes() const;  // what the user may not expect

  // Runs one step and returns its loss.
  double step();
  // The mean loss over the validation data, with the parameters as they are. All ranks together.
  double evaluate();
  // Writes parameters and state to the folder of the options. All ranks together.
  void save_checkpoint();
  // Trains until all steps are done, the loss is not finite, or a stop is asked for. Writes
  // checkpoints where a folder is given; a state with a loss that is not finite is not saved.
  TrainSummary run();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "41.2 ms/step  24.9 k tokens/s  62 % of peak" at this many seconds a step.
std::string speed_text(const TrainSummary& summary, double seconds);
// "24.9 k", "1.2 M", "812".
std::string readable_count(double value);

}  // namespace motley::tensor
