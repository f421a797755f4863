// Reuse distance of a value in a compiled Program's memory traffic: tells whether it is still in a
// cache.
//
// Every kernel touches its operands, results and scratch; the distance of a value is the traffic in
// bytes of all kernels since the start of the one that last touched it. A kernel that runs
// repeatedly on 3 MB finds all of it at a distance of 3 MB. Taken in the second of two runs, so
// that the end of a step precedes the beginning of the next.
//
//   step 0: argument 0 -> arena 0        arena 0 was last touched by step 1 of the run before
//   step 1: arena 0 -> arena 4096        arena 0 is as far away as step 0 is long
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

struct StepReuse {
  std::vector<double> operands, results;  // bytes, parallel to those of the step
};
std::vector<StepReuse> reuse_distances(const CompiledProgram& compiled);

}  // namespace motley::tensor
