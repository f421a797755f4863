// Shards a value and unshards it: the meaning of a Sharding, spelled out on Literals.
//
//   shard(x, S(0), {{2}})     first half, second half
//   shard(x, P, {{2}})        x, zeros
//   unshard(those)             x again
//
// For tests, verification and checkpoints; a run uses collectives.
#pragma once

#include <vector>

#include "tensor/ir/held.h"
#include "tensor/ir/literal.h"
#include "tensor/sharding/sharding.h"

namespace motley::tensor {

// One Literal per rank.
std::vector<Literal> shard(const Literal& whole, const Sharding& sharding, const DeviceGrid& group);

// Takes the first of the ranks that hold the same shard. `type` is the whole value's.
Literal unshard(const std::vector<Literal>& shards, const Sharding& sharding,
                const TensorType& type, const DeviceGrid& group);

// into[i] = into[i] op from[i], in the element type's carrier type, rounded.
void reduce_into(Literal& into, const Literal& from, Reducer reducer);

}  // namespace motley::tensor
