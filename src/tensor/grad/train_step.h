// The whole training step as one Program: forward, backward and update.
//
//   loss(w, x) with w a parameter, adam:
//
//   arguments   w  w.m  w.v  step  lr  x           params, state, the setting lr, batch
//   results     loss  w'  w.m'  w.v'  step'        result i + 1 is the new value of argument i
//
// State of the model (batch statistics, keys) follows that of the optimizer; frozen parameters
// stand before the batch and are only read.
//
// With num_microbatches = k (gradient accumulation) the loss Program sees one micro-batch: batch
// arguments of the step are k times as long in their leading dimension, the ops of loss and
// gradient are repeated k times, each on its own slice, and loss and gradients are the means of the
// k. For a loss that is a mean over the samples this is the loss and gradient of the whole batch. A
// scalar batch argument is passed to all of them. Activation memory is that of one micro-batch if
// the copies run one after another.
//
// Shared values are computed before the first micro-batch: each is computed from every micro-batch,
// and all use their mean (for a maximum, the largest). So sum(w * l) / sum(w) over weights of the
// batch is that of all samples: the mean of k micro-batches, each divided by a k-th of all weights.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/grad/optimizer.h"
#include "tensor/ir/index_structure.h"

namespace motley::tensor {

enum class StepRole : uint8_t { kParam, kState, kSetting, kFrozen, kBatch };

// An argument that is one row of a tensor of the model: layers that the model stacks are arguments
// of their own in the step (passes/unroll_loops.h). The rows of a tensor follow each other.
struct StackRow {
  std::string whole;  // the name of the model's tensor, or of its state: "blocks/w", "blocks/w.m"
  int64_t row = 0, num_rows = 1;
};

struct StepArgument {
  StepRole role = StepRole::kParam;
  std::string name;
  TensorType type;
  // Its position in the loss Program; -1 for the optimizer's state and settings.
  int loss_argument = -1;
  std::optional<StackRow> stack = {};  // none: the whole tensor

  int64_t first_element() const { return stack ? stack->row * type.num_elements() : 0; }
  // Of the model's tensor.
  TensorType whole_type() const;
  const std::string& whole_name() const { return stack ? stack->whole : name; }
};

// The part of a value of the model's tensor that is this argument.
Literal row_of(const StepArgument& argument, const Literal& whole);

struct TrainStep {
  Program program;
  std::vector<StepArgument> arguments;
  int num_params = 0, num_state = 0;    // the first arguments, and the results from 1 on
  std::vector<ValueId> gradients;       // of the parameters, before clipping
  std::vector<std::string> loops = {};  // those that stay loops, in words (passes/unroll_loops.h)
};

// What an argument of the loss Program is if it is no parameter that is trained.
enum class NotTrained : uint8_t { kBatch, kFrozen, kState };

// Role of an argument of the loss Program.
struct LossArgument {
  bool is_param = false;
  std::string name;
  NotTrained otherwise = NotTrained::kBatch;

  bool is_batch() const { return !is_param && otherwise == NotTrained::kBatch; }
  bool is_state() const { return !is_param && otherwise == NotTrained::kState; }
};

// A value of the loss Program that depends on no parameter, or only on `parts` that do not. The
// values of the micro-batches are combined by this reducer.
struct SharedValue {
  // the same, unless `parts` are integers: `value` is a float if they are summed
  ValueId parts, value;
  Reducer reducer = Reducer::kSum;
};

struct TrainStepSettings {
  Optimizer optimizer;
  int64_t num_microbatches = 1;
  std::vector<SharedValue> shared = {};  // by all micro-batches, in the order of the Program
  // Iotas of the loss that count the samples of what is drawn from a key in the state: micro-batch
  // m counts on from m times their extent. Unset: such draws are refused.
  std::optional<std::vector<ValueId>> sample_counters = {};
};

// Of the results of the loss Program after the first, one per state argument is its new value; the
// others are dropped. State is updated once a step: with more than one micro-batch, state that
// depends on the batch is a UserError, as is a key from which samples draw random numbers whose
// counters are not known. So are those of differentiate.
TrainStep train_step(const Program& loss, const std::vector<LossArgument>& arguments,
                     const TrainStepSettings& settings);

// The arguments of that step, with the same errors but those of differentiate.
std::vector<StepArgument> arguments_of_step(const Program& loss,
                                            const std::vector<LossArgument>& arguments,
                                            const TrainStepSettings& settings);
// The loss with its shared values, and then its counters of samples, as further arguments after its
// own.
Program with_shared_arguments(const Program& loss, const std::vector<SharedValue>& shared,
                              const std::vector<ValueId>& sample_counters = {});
// The shared values of a whole step: a Program with the arguments of the loss, those of the batch
// as long as in the step.
Program shared_values_program(const Program& loss, const std::vector<LossArgument>& arguments,
                              const TrainStepSettings& settings);

}  // namespace motley::tensor
