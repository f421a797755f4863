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
// Results are bitwise the same.
#pragma once

#include "tensor/grad/train_step.h"

namespace motley::tensor {

// The step unchanged if no layers repeat.
TrainStep with_recomputation(const TrainStep& step);

}  // namespace motley::tensor
