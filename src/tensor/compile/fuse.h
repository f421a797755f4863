// Fusion: elementwise ops, broadcasts and folds that can run as one pass over memory become one op.
//
//   m = reduce max x; e = exp(x - broadcast m); s = reduce add e; y = e / broadcast s
//     ->   y = motley.fusion(x) { the same }        one kernel, x read once, y written once
//
// Groups grow along the Program: an op joins the group of one of its operands (or one that reads
// the same large operand) where all values lie on one domain (tile_program.h) and no way leads from
// the group through something else back into it. Constants, counts and broadcasts belong to nobody
// and are repeated in every body that uses them.
//
// A large value that only other fusions read is not stored at all where they can compute it again
// from what is stored anyway: the activation function's inner values for the backward pass, the
// normalised rows of a layer norm.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program fuse(const Program& program);

}  // namespace motley::tensor
