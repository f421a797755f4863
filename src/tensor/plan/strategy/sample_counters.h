// Random numbers of samples, drawn from a key that all micro-batches of a step share.
//
// JAX draws by counters: the bits of element (i, j) of a [batch, n] array are a hash of the key and
// of i * n + j. So micro-batch m of b samples draws what its samples would draw in the whole batch
// if it counts rows from m * b on:
//
//   rows = iota dim 0 : [b, n]          rows + m * b  in micro-batch m
//
// Which iotas count samples follows from the rules that shard the batch, as in
// cross_microbatch_values.h: what is drawn is needed sharded where it meets the samples.
#pragma once

#include <optional>
#include <vector>

#include "tensor/grad/train_step.h"

namespace motley::tensor::strategy {

// The iotas of the loss, of one micro-batch, that count samples of what is drawn from the state.
// Empty optional: some draws are not of this form, and all micro-batches would draw the same.
std::optional<std::vector<ValueId>> sample_counters(const Program& loss,
                                                    const std::vector<LossArgument>& arguments);

}  // namespace motley::tensor::strategy
