// The loss of a part of a batch, from that of the whole: what JAX prints has its batch in every
// shape.
//
//   x: [12, 8], loss = sum((x w)^2) / 12           4 of 12 samples:
//   x: [ 4, 8], loss = 3 * sum((x w)^2) / 12
//
// It is the local Program of a device that holds so many samples, which the rules that shard the
// batch give; sums over the samples become those of its own samples, times the number of such
// parts. So it is the Program that JAX would print for the smaller batch, and everything that may
// or may not be done with that in micro-batches is found on it as on any other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/grad/train_step.h"

namespace motley::tensor {

struct PartOfBatch {
  std::optional<Program> program;
  std::string reason;  // where there is none: "argument `key` is not of the samples"
};

// `program` has the arguments of the loss; it may be the loss, its imported gradient, or what
// evaluations report. Its first `num_results` results are kept, and must not depend on single
// samples. `batch` is the number of samples that stay, a divisor of the whole.
PartOfBatch part_of_batch(const Program& program, const std::vector<LossArgument>& arguments,
                          size_t num_results, int64_t batch);

}  // namespace motley::tensor
