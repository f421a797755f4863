// What `motley train` trains: the model's step, where its numbers come from and where they are
// kept.
//
//   Training training = prepare_training(settings, ...);   // everything that can be wrong is said
//   fill_batch(training, 0);                               // here
//   training.step->offer_batch(), training.step->begin();
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/motley/accelerator.h"
#include "apps/motley/loaded_model.h"
#include "apps/motley/microbatches.h"
#include "apps/motley/step_runner.h"
#include "core/io/checkpoint.h"
#include "tensor/data/batches.h"
#include "tensor/grad/train_step.h"

namespace motley::apps {

struct TrainSettings {
  std::string model;
  int64_t steps = 100;
  std::optional<std::string> optimizer;  // what is not given: the checkpoint's, or the default
  std::optional<double> rate;
  std::optional<uint64_t> seed;
  std::string params, data, checkpoint, trace;  // empty where not given
  int64_t checkpoint_every = 0;                 // steps; 0: about once a minute
  int threads = 0;  // of this process; 0: all cores, or this rank's part of them
  std::string cluster, plan, strategy;  // of several ranks
  int64_t ranks = 0;
  MicrobatchOptions microbatch_options;              // as given
  Microbatches microbatches;                         // for this model
  AcceleratorSettings accelerator{.device = "cpu"};  // of this process
  bool is_plain = false;  // attention stays as it is: one accelerator computes all
  std::optional<double> stall_limit_seconds;
  bool resume = false, json = false;
};

// What follows from the settings, or from the checkpoint that is resumed.
struct TrainingFacts {
  tensor::Optimizer optimizer;
  double rate = 0;
  uint64_t seed = 0;
  int64_t first_step = 0;  // steps done before this run
};

struct Training {
  TrainSettings settings;
  TrainingFacts facts;
  uint64_t loss_hash = 0;                       // of the loss Program
  double step_flops = 0;                        // of the step as the model writes it
  std::vector<tensor::StepArgument> arguments;  // of the step
  std::vector<std::string> names;               // in checkpoints, of parameters and state
  std::vector<tensor::BatchArgument> batch;     // beside the step's last arguments
  tensor::BatchSource data;
  std::string params_origin;
  std::vector<std::string> notes;  // what the user may not expect
  std::unique_ptr<StepRunner> step;
  double predicted_seconds = 0;  // of a step; 0: nobody has said

  int num_kept() const { return static_cast<int>(names.size()); }  // the first arguments
  int64_t num_parameters() const;
  // What a step works through: tokens where the model reads text, samples otherwise.
  int64_t num_items() const;
  const char* item_name() const;
};

// The whole step of a model with its signature, from this loss of it; in micro-batches, where that
// computes the same, and with recomputation, where asked for.
tensor::TrainStep make_step(const LoadedModel& loaded, const tensor::Program& loss,
                            const tensor::Optimizer& optimizer,
                            const Microbatches& microbatches = {});
// With attention fused while it can still be recognized, which is before it is differentiated.
tensor::TrainStep make_fused_step(const LoadedModel& loaded, const tensor::Optimizer& optimizer,
                                  const Microbatches& microbatches);
// The same as the model writes it, for compilers that have their own ways with attention.
tensor::TrainStep make_plain_step(const LoadedModel& loaded, const tensor::Optimizer& optimizer,
                                  const Microbatches& microbatches);

// Reads the model, makes the step, has it compiled, takes its memory and fills in parameters and
// state.
using MakeRunner = std::function<std::unique_ptr<StepRunner>(const tensor::TrainStep&)>;
Training prepare_training(const TrainSettings& settings, const MakeRunner& make_runner);

// A parameter or a piece of state, from all of its bytes.
void fill_from(StepRunner& step, int argument, const tensor::TensorType& type,
               std::span<const std::byte> bytes);

// Fills the batch arguments for the step with this number, from 0 on.
void fill_batch(Training& training, int64_t step);

// Keeps parameters and state as they stand after `steps_done` steps.
void save_checkpoint(const Training& training, int64_t steps_done);

}  // namespace motley::apps
