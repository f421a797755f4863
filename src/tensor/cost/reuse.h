// How far back in a compiled Program's memory traffic a value was last touched: what tells whether
// it still lies in a cache.
//
// Every kernel goes through its operands, results and scratch; the distance of a value is the bytes
// that all kernels went through from the beginning of the one that touched it last. A kernel that
// runs again and again on 3 MB finds all of it at a distance of 3 MB. Taken in the second of two
// runs, so that the end of the list counts for its beginning.
//
//   step 0: argument 0 -> arena 0        arena 0 was last touched by step 1 of the run before
//   step 1: arena 0 -> arena 4096        arena 0 is as far away as step 0 is long
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

struct StepReuse {
  std::vector<double> operands, results;  // bytes, beside those of the step
};
std::vector<StepReuse> reuse_distances(const CompiledProgram& compiled);

}  // namespace motley::tensor
