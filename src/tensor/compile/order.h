// The order in which ops run, for the sake of memory: an op that frees at least as much as it takes
// runs as soon as it can, all others in the order in which they came.
//
//   g1 = ...; g2 = ...; p1' = p1 - g1; p2' = p2 - g2   ->   g1; p1'; g2; p2'
//
// So each gradient of a training step dies where it is made, unless something (a norm over all of
// them) waits for the others. An op that writes over an argument waits for all who still read it.
#pragma once

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

Program order_for_memory(const Program& program, const std::vector<Update>& updates);

}  // namespace motley::tensor
