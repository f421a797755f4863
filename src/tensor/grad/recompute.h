// Recomputation: what a layer's backward pass needs of its forward pass is computed again there,
// from what came into the layer, instead of being kept.
//
//   forward:    h1 = f(h0)   h2 = f(h1)   h3 = f(h2)       each with insides that backward reads
//   backward:   insides of f(h1) again, then its gradient; insides of f(h0) again, then its
//   gradient
//
// Layers are the repeats of structure.h; of the last one everything is still there when its
// backward pass begins. Memory for activations falls from the insides of all layers to what passes
// between them and the insides of one; a step computes most of its forward pass twice. Numbers stay
// the same to the last bit.
#pragma once

#include "tensor/grad/train_step.h"

namespace motley::tensor {

// The step itself where no layers repeat.
TrainStep with_recomputation(const TrainStep& step);

}  // namespace motley::tensor
