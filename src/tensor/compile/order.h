// Schedules ops for low peak memory: an op that frees at least as much as it allocates runs as soon
// as it can, all others in program order.
//
//   g1 = ...; g2 = ...; p1' = p1 - g1; p2' = p2 - g2   ->   g1; p1'; g2; p2'
//
// So each gradient of a training step is freed right after it is computed, unless an op (a norm
// over all of them) waits for the others. An op that overwrites an argument waits for all its
// readers.
#pragma once

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

// The ops of the body in this order.
std::vector<int> memory_order(const Program& program, const std::vector<Update>& updates);
Program order_for_memory(const Program& program, const std::vector<Update>& updates);

// A view of its operand, which takes no memory (views.h), unless its layout forbids it.
bool is_view(const Op& op);

}  // namespace motley::tensor
