// What a TrainSession trains: parameters and state in a runner of the step, and the data.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/checkpoint.h"
#include "tensor/data/batches.h"
#include "tensor/step/model_step.h"
#include "tensor/train/learning_rate.h"
#include "tensor/train/session.h"
#include "tensor/train/step_runner.h"

namespace motley::tensor {

struct Training {
  ModelStepPtr step;
  TrainOptions options;
  TrainFacts facts;
  std::vector<std::string> names;    // in checkpoints, of parameters and state
  std::vector<BatchArgument> batch;  // beside the step's last arguments
  TrainingData data;
  RateSchedule schedule;
  std::vector<std::string> notes;
  std::unique_ptr<StepRunner> runner;

  const std::vector<StepArgument>& arguments() const { return step->step.arguments; }
  int num_kept() const { return static_cast<int>(names.size()); }  // the first arguments
};

// Checks the options, makes the runner, and fills in parameters and state.
using MakeRunner = std::function<std::unique_ptr<StepRunner>(const Training&)>;
Training prepare_training(ModelStepPtr step, const TrainOptions& options, TrainFacts facts,
                          const MakeRunner& make_runner);

// A parameter or a piece of state, from all of its bytes.
void fill_from(StepRunner& runner, int argument, const TensorType& type,
               std::span<const std::byte> bytes);

// Whether there are data for the step with this number, from 0 on; waits until that is known.
bool has_data(const Training& training, int64_t step);
// Fills in the batch arguments and the learning rate for the step with this number, from 0 on.
void fill_batch(Training& training, int64_t step);
// Fills in the batch arguments for an evaluation, 0, 1, ..., num_evaluations - 1.
void fill_validation_batch(Training& training, int64_t index);
int64_t num_evaluations(const Training& training);

// "`y` holds 12, but the model has 0 to 9": the first integer of a step's batch that is no index of
// the model's tables and classes; empty if there is none.
std::string out_of_range_text(const Training& training, int64_t step);

// The learning rate of the step with this number.
double rate_at(const Training& training, int64_t step);

}  // namespace motley::tensor
