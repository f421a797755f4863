// Fusion: elementwise ops, broadcasts and reductions that can run as one pass over memory become
// one op.
//
//   m = reduce max x; e = exp(x - broadcast m); s = reduce add e; y = e / broadcast s
//     ->   y = motley.fusion(x) { the same }        one kernel, x read once, y written once
//
// Groups grow in program order: an op joins the group of one of its operands (or one that reads the
// same large operand) if all values share one domain (tile_program.h) and no path leads from the
// group through another op back into it. Constants, iotas and broadcasts belong to no group and are
// duplicated in every body that uses them.
//
// A large value read only by other fusions is not stored if they can recompute it from values that
// are stored anyway: the intermediate values of an activation function for the backward pass, the
// normalized rows of a layer norm.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

// Which ops of the Program those of the fused one stand for, and which of its values they give.
struct FusedOps {
  std::vector<std::vector<int>> ops;          // by op of the fused body
  std::vector<std::vector<ValueId>> results;  // the same
};
Program fuse(const Program& program, FusedOps* of = nullptr);

}  // namespace motley::tensor
