// OpRow::localize of the ops that are not simply run on their shards (op_shard.h).
#pragma once

#include <vector>

#include "tensor/ir/op_shard.h"

namespace motley::tensor {

// localize.cpp
std::vector<ValueId> localize_constant(OpShard& shard);
std::vector<ValueId> localize_iota(OpShard& shard);
std::vector<ValueId> localize_broadcast(OpShard& shard);
std::vector<ValueId> localize_reshape(OpShard& shard);
std::vector<ValueId> localize_slice(OpShard& shard);
std::vector<ValueId> localize_pad(OpShard& shard);
std::vector<ValueId> localize_dynamic_slice(OpShard& shard);
std::vector<ValueId> localize_dot(OpShard& shard);
std::vector<ValueId> localize_convolution(OpShard& shard);
std::vector<ValueId> localize_attention(OpShard& shard);

// localize_lookups.cpp
std::vector<ValueId> localize_gather(OpShard& shard);
std::vector<ValueId> localize_scatter(OpShard& shard);

// localize_random.cpp
std::vector<ValueId> localize_rng(OpShard& shard);

}  // namespace motley::tensor
