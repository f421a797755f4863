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
// unless something else is asked for.
//
// Results are bitwise the same.
#pragma once

#include "tensor/grad/train_step.h"

namespace motley::tensor {

enum class Recomputation : uint8_t {
  kAsMarked,   // the layers that jax.checkpoint names
  kSelective,  // in every layer, all but products
  kLayers,     // every layer
};

// The step unchanged if no layers repeat, or none is marked. The marks are removed.
TrainStep with_recomputation(const TrainStep& step, Recomputation what = Recomputation::kLayers);

// Whether the forward pass has marks of jax.checkpoint.
bool has_checkpoints(const Program& loss);

}  // namespace motley::tensor
