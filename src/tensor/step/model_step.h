// The training step of a model: loss, gradients and update as one Program, in micro-batches and
// with recomputation where asked for. The one place where a step is built.
//
//   const auto step = build_step(load_model("gpt:batch=8"), {.optimizer = "adam"});
//   step->step.program              what is planned, lowered and run
//   step->samples_per_step()        8
#pragma once

#include <memory>
#include <string>

#include "tensor/compile/compiled_program.h"
#include "tensor/grad/train_step.h"
#include "tensor/step/microbatches.h"

namespace motley::tensor {

struct StepOptions {
  std::string optimizer = "adam";  // with settings: "adamw:clip=1"
  Microbatches microbatches = {};
  // Fuse attention while it can still be recognized, which is before it is differentiated. Off for
  // devices whose compilers have their own ways with attention.
  bool fuse_attention = true;
  // Products in bfloat16; parameters, state and everything else in float32
  // (passes/bf16_products.h).
  bool bf16_products = false;
  bool bf16_gradients = false;  // of parameters; float32 otherwise
};

struct ModelStep {
  LoadedModel model;  // as loaded, with its whole batch
  StepOptions options;
  LoadedModel microbatch;  // the model with a batch of one micro-batch
  TrainStep step;
  // What an evaluation reports, as a Program of the step's arguments. Empty: the step's own loss.
  std::optional<Program> evaluation = {};

  const Microbatches& microbatches() const { return options.microbatches; }
  int num_updated() const { return step.num_params + step.num_state; }
  int64_t samples_per_step() const;
};
using ModelStepPtr = std::shared_ptr<const ModelStep>;

// A UserError for a model that cannot be trained, or whose samples cannot be cut so.
ModelStepPtr build_step(const LoadedModel& model, const StepOptions& options);
// The same step in other micro-batches, or with recomputation.
ModelStepPtr build_step(const ModelStep& other, const Microbatches& microbatches);

// One micro-batch as a step of its own.
TrainStep microbatch_step(const ModelStep& step);

// Flops of the step as the model writes it: without fusion and recomputation.
double model_flops(const ModelStep& step);

// Results 1, 2, ... are the new values of the first arguments.
std::vector<Update> updates_of(const TrainStep& step);

// Names of all values: arguments by the signature, others as in the printed step ("%41").
std::vector<std::string> value_names(const TrainStep& step);

}  // namespace motley::tensor
