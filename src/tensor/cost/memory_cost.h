// What the memory of a compiled Program holds, by kind; the sum is what running it takes, to the
// byte.
//
//   arguments            parameters | optimizer state | batch
//   constants, and the bodies of loops
//   arena, at its fullest:
//     results            gradients, and the loss: what the caller gets
//     activations        what waits for a later kernel
//     working            operands and results of the kernel that runs then
//     scratch            that kernel's own
//     unused             between them, or needed at another time only
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

enum class ArgumentKind : uint8_t { kParameter, kState, kBatch };

struct MemoryCost {
  int64_t parameter_bytes = 0, state_bytes = 0, batch_bytes = 0, constant_bytes = 0;
  int64_t body_bytes = 0;   // of loops and branches: memory of their own
  int64_t arena_bytes = 0;  // the sum of the next five
  int64_t result_bytes = 0, activation_bytes = 0, working_bytes = 0, scratch_bytes = 0,
          unused_bytes = 0;

  int64_t total_bytes() const {
    return parameter_bytes + state_bytes + batch_bytes + constant_bytes + body_bytes + arena_bytes;
  }
};

// `kinds` beside the Program's arguments; what is missing is batch.
MemoryCost memory_of(const CompiledProgram& compiled, const std::vector<ArgumentKind>& kinds);

}  // namespace motley::tensor
