// How a loop can be sharded: an axis that every iteration only passes along, as the samples of a
// batch in a scan over time.
//
//   while (t = 0, h = [B,H], x = [T,B,F], w = [F,H], dw = [F,H])
//     h = tanh(x[t] w + h);  dw = dw + x[t]^T h
//
//   axes    B: dimension 0 of h, dimension 1 of x; the gradient dw is a partial sum over it
//
// A dimension of a carried value is an axis of the loop if all its uses in the body agree: from a
// dimension of one value to a dimension of the next, through ops for which it is a parallel axis,
// and back to the same dimension of the carried value. Where an op sums over it, what it gives must
// be added up linearly into a carried value; the start of that value then counts once.
//
// The state of every value is the same in all iterations, and an iteration needs no communication.
#pragma once

#include "tensor/ir/op_shard.h"

namespace motley::tensor {

IndexStructure index_while(const OpView& view);

// The loop on the shards of its operands: the body with each op as the device runs it.
std::vector<ValueId> localize_while(OpShard& shard);

}  // namespace motley::tensor
