// Data without a file from which a model can learn something.
//
// Labels and inputs: the label of a sample is drawn from a few classes, and every float input of it
// is the pattern of its class plus noise; one label in ten is drawn anew, so that the loss does not
// fall to zero. A pattern repeats every four pixels in both directions,
// so that what averages over the image (resnet) can tell it as well as what reads it piece by piece
// (vit). Where labels stand at each pixel (unet), classes fill squares of four by four. Other
// integers are drawn below their limit; booleans are true.
//
// Tokens: each follows from the one before by a fixed table, but for one in ten that is drawn anew.
#pragma once

#include "tensor/data/batches.h"

namespace motley::tensor {

// The same batches with any number of threads.
BatchSource pattern_batches(const std::vector<BatchArgument>& arguments, uint64_t seed,
                            int num_threads);

// For models that read_text accepts, with any number of tokens.
BatchSource token_batches(const std::vector<BatchArgument>& arguments, uint64_t seed);

}  // namespace motley::tensor
