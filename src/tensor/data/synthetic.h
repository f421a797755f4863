// Learnable synthetic data, without a file.
//
// Labels and inputs: the label of a sample is drawn from a few classes, and each of its float
// inputs is the pattern of its class plus noise; one label in ten is redrawn at random, so that the
// loss does not fall to zero. A pattern repeats every four pixels in both directions, so that
// models that average over the image (resnet) can recognize it as well as those that read patches
// (vit). If there is a label per pixel (unet), classes fill squares of four by four. Other integers
// are drawn below their limit; booleans are true.
//
// Tokens: each follows from the previous one by a fixed table, except one in ten that is drawn at
// random.
#pragma once

#include "tensor/data/batches.h"

namespace motley::tensor {

// The batches do not depend on the number of threads.
BatchSource pattern_batches(const std::vector<BatchArgument>& arguments, uint64_t seed,
                            int num_threads);

// For models that reads_text accepts, with any number of tokens.
BatchSource token_batches(const std::vector<BatchArgument>& arguments, uint64_t seed);

}  // namespace motley::tensor
