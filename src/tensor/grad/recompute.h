// Activation recomputation (activation checkpointing): the activations that a layer's backward pass
// needs are recomputed there from the layer's inputs, instead of being kept.
//
//   forward:    h1 = f(h0)   h2 = f(h1)   h3 = f(h2)       each with activations that backward
//   reads backward:   recompute the activations of f(h1), then its gradient; those of f(h0), then
//   its
//               gradient
//
// Layers are the repeats of step_structure.h; the activations of the last one are still live when
// its backward pass begins. Activation memory falls from the activations of all layers to the layer
// boundaries plus the activations of one layer; a step computes most of its forward pass twice.
// Selective recomputation keeps the results of matrix products, convolutions and attention and
// recomputes the rest: less memory saved, hardly any time lost.
//
// A layer may also be named by the model's author, with jax.checkpoint: its inputs pass through an
// optimization_barrier of the forward pass, and so do its results. Such layers are recomputed
// unless something else is asked for; all but their products where the first input is given twice,
// as for a policy that saves these.
//
// Layers differ in when their activations are needed, not in how many they have: those of the first
// layers wait longest. So where memory asks for a part only, it is the first layers that are
// recomputed, and the last ones that keep everything:
//
//   {.whole = 2, .selective = 3} of eight layers
//     0 1      recomputed          2 3 4    all but products recomputed          5 6 7   kept
//
// Results are bitwise the same.
#pragma once

#include <optional>

#include "tensor/grad/recomputed_layers.h"
#include "tensor/grad/train_step.h"

namespace motley::tensor {

enum class Recomputation : uint8_t {
  kAsMarked,   // the layers that jax.checkpoint names, by its policy
  kSelective,  // in every layer, all but products
  kLayers,     // every layer
};

// The step unchanged if no layers repeat, or none is marked. The marks are removed.
TrainStep with_recomputation(const TrainStep& step, Recomputation what = Recomputation::kLayers);
// With this much of each layer, from the first one of every micro-batch on. What is beyond the
// number of layers has no effect.
TrainStep with_recomputation(const TrainStep& step, const RecomputedLayers& layers,
                             int64_t num_microbatches = 1);

// The layers of a micro-batch that can be recomputed: the repeats of its forward pass.
int64_t num_repeated_layers(const TrainStep& step, int64_t num_microbatches = 1);

// Whether the forward pass has marks of jax.checkpoint.
bool has_checkpoints(const Program& loss);

}  // namespace motley::tensor
