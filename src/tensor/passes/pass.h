// Passes: free functions from Program to Program, and the one runner that gives each its name and
// verification.
//
//   program = run_passes(program, {{"fold", fold}, {"share", cse}, {"dead",
//   remove_dead}});
#pragma once

#include <string_view>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

struct Pass {
  std::string_view name;
  Program (*run)(const Program&);
};

// Runs the passes in order. A Program that does not verify afterwards is an InternalError that
// names the pass.
Program run_passes(Program program, const std::vector<Pass>& passes);

// Drops ops whose results nobody uses; ops that check something stay. %2 = add ...; (unused) ->
// gone
Program remove_dead(const Program& program);

// Of ops that compute the same, the first one stays and serves all:
//   %0 = exp %x; %1 = exp %x; %2 = add %0, %1   ->   %0 = exp %x; %2 = add %0, %0
// Broadcasts stay, each with its users: they cost nothing where they are fused, while a shared one
// keeps a large value alive and makes equal layers unequal.
Program cse(const Program& program);

// Computes what is known, and leaves out what changes nothing:
//   x * 1, x + 0, -(-x), reshape of reshape, transpose of transpose, convert to itself, whole
//   slices, arithmetic among splat constants, broadcast of broadcast.
// x * 0 stays: x may be infinite.
Program fold(const Program& program);

// fold, cse and remove_dead, until nothing changes.
Program simplify(Program program);

}  // namespace motley::tensor
