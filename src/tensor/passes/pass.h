// Passes: free functions from Program to Program, and the runner that names and verifies each.
//
//   program = run_passes(program, {{"cse", cse}, {"remove_dead", remove_dead}});
#pragma once

#include <string_view>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

struct Pass {
  std::string_view name;
  Program (*run)(const Program&);
};

// Runs the passes in order. If the Program fails verification afterwards, an InternalError names
// the pass.
Program run_passes(Program program, const std::vector<Pass>& passes);

// Dead-code elimination; ops that check something are kept.
//   %2 = add ...; (unused)   ->   removed
Program remove_dead(const Program& program);
// The ops of the body that it keeps.
std::vector<bool> live_ops(const Program& program);

// Common-subexpression elimination: of ops that compute the same, the first is kept:
//   %0 = exp %x; %1 = exp %x; %2 = add %0, %1   ->   %0 = exp %x; %2 = add %0, %0
// Broadcasts are not merged: they cost nothing when fused, while a shared one keeps a large value
// alive and makes equal layers unequal.
Program cse(const Program& program);

// Constant folding and algebraic simplification:
//   x * 1, x + 0, -(-x), reshape of reshape, transpose of transpose, convert to itself, whole
//   slices, the part of a concatenation, arithmetic on splat constants, broadcast of broadcast.
// x * 0 is kept: x may be infinite.
Program simplify_algebra(const Program& program);

// Runs the above until a fixed point.
Program simplify(Program program);

}  // namespace motley::tensor
