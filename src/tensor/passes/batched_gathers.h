// Gathers that take from every sample its own row, written with the samples' numbers as an index,
// become gathers with a batch dimension, which shard along it:
//
//   logits[arange(B), labels]    indices [i, labels[i]]      ->    of row i, the element labels[i]
//
// The numbers may be an iota or a constant, behind broadcasts and JAX's treatment of negative ones.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program batched_gathers(const Program& program);

}  // namespace motley::tensor
