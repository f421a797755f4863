// How the samples of a training step are cut in time: micro-batches and gradient accumulation.
//
//   a model with a batch of 8            samples per step    micro-batches
//   (nothing)                            8                   1 of 8
//   --microbatches 4                     8                   4 of 2: less memory, the same step
//   --accumulate 4                       32                  4 of 8: four batches, one update
//   --accumulate 4 --microbatches 8      32                  8 of 4
//
// Loss and gradients are the means over all micro-batches, with one update at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensor/grad/recomputed_layers.h"
#include "tensor/grad/train_step.h"
#include "tensor/step/loaded_model.h"

namespace motley::tensor {

struct Microbatches {
  int64_t count = 1;       // micro-batches that the samples of a step are cut into
  int64_t accumulate = 1;  // batches of the model that make a step
  bool recompute = false;  // activation recomputation: layers run again in the backward pass
  // With recompute: matrix products, convolutions and attention are kept (selective recomputation).
  bool keep_products = false;
  // With recompute: of how many layers, and how much of each; empty: all of them, alike.
  std::optional<RecomputedLayers> layers = {};
  // Also where samples interact, which they then do within a micro-batch.
  bool cross_sample = false;
  std::string note = {};  // for the user, where the options were taken otherwise than written
};

// As a user asks for them; what is not given is empty.
struct MicrobatchOptions {
  std::optional<int64_t> microbatches, accumulate;
  bool recompute = false, keep_products = false, cross_sample = false;
  std::optional<RecomputedLayers> layers = {};
};

// The options for this model. With `accumulate` alone every batch is a micro-batch. A batch may not
// be divisible, or a folder's samples cannot be computed apart (LoadedModel::with_batch): there
// `microbatches` = K alone means `accumulate` = K, with a note that says why.
Microbatches microbatches_of(const MicrobatchOptions& options, const LoadedModel& model);

// The model with a batch of one micro-batch. A UserError where the samples of a step cannot be cut
// so.
LoadedModel microbatch_model(const LoadedModel& model, const Microbatches& microbatches);
bool can_be_cut(const LoadedModel& model, const Microbatches& microbatches);

// "32 samples per step in 8 micro-batches of 4".
std::string samples_text(int64_t samples_per_step, const Microbatches& microbatches);

// The values that all micro-batches of this loss share. A UserError that names those by which
// samples depend on one another otherwise (batch statistics, positions in a queue), unless
// cross_sample is set: cut into micro-batches, such a step computes something else.
std::vector<SharedValue> shared_values(const Microbatches& microbatches, const Program& loss,
                                       const std::vector<LossArgument>& arguments);
// The same for the loss of this model, of one micro-batch.
std::vector<SharedValue> shared_values(const Microbatches& microbatches, const LoadedModel& model,
                                       const Program& loss,
                                       const std::vector<LossArgument>& arguments);
// What counts the samples of random numbers that are drawn from the state, so that every
// micro-batch draws those of its own samples; unset if that is not known, or there is one.
std::optional<std::vector<ValueId>> counters_of_samples(const Microbatches& microbatches,
                                                        const Program& loss,
                                                        const std::vector<LossArgument>& arguments);

}  // namespace motley::tensor
