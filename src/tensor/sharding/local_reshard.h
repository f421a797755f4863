// A step of a reshard that needs no communication, as one rank runs it: slices, zeros and padding.
#pragma once

#include "tensor/sharding/local_op.h"
#include "tensor/sharding/reshard_step.h"

namespace motley::tensor {

// `local` is the rank's shard, held as `step.from` says, of a value that is `whole` in all.
ValueId add_local_reshard(ProgramBuilder& b, const TensorType& whole, const ReshardStep& step,
                          const LocalPlace& place, ValueId local);

}  // namespace motley::tensor
