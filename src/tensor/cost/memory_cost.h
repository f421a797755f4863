// The memory of a compiled Program by kind; the sum equals what running it allocates, to the byte.
//
//   arguments            parameters | optimizer state | batch
//   constants, and the bodies of loops
//   arena, at its peak:
//     results            gradients and the loss: returned to the caller
//     activations        read by a later kernel
//     working            operands and results of the kernel running at the peak
//     scratch            of that kernel
//     unused             fragmentation, or only used at other times
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

enum class ArgumentKind : uint8_t { kParameter, kState, kBatch };

struct MemoryCost {
  int64_t parameter_bytes = 0, state_bytes = 0, batch_bytes = 0, constant_bytes = 0;
  int64_t body_bytes = 0;   // of loops and branches: their own memory
  int64_t arena_bytes = 0;  // the sum of the next five
  int64_t result_bytes = 0, activation_bytes = 0, working_bytes = 0, scratch_bytes = 0,
          unused_bytes = 0;

  int64_t total_bytes() const {
    return parameter_bytes + state_bytes + batch_bytes + constant_bytes + body_bytes + arena_bytes;
  }
};

// `kinds` is parallel to the Program's arguments; missing entries are batch.
MemoryCost memory_of(const CompiledProgram& compiled, const std::vector<ArgumentKind>& kinds);

}  // namespace motley::tensor
