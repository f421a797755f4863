// A reshard step without communication, as one rank runs it: slices, zeros and padding.
#pragma once

#include "tensor/sharding/local_op.h"
#include "tensor/sharding/reshard_step.h"

namespace motley::tensor {

// `local` is the rank's shard under `step.from` of a value of type `whole`.
ValueId add_local_reshard(ProgramBuilder& b, const TensorType& whole, const ReshardStep& step,
                          const LocalPlace& place, ValueId local);

}  // namespace motley::tensor
