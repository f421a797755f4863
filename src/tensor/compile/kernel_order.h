// What a Program will be when it is compiled, as far as memory is concerned: which of its values
// are stored, and in which order its kernels run. No kernel is chosen, so this takes a fraction of
// the time of compile(); planning predicts memory with it (plan/predict/live_bytes.h).
//
//   m = max x; y = exp(x - m); z = y w      position of the op   0  0  1
//                                           stored               m: no, y: yes, z: yes
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"

namespace motley::tensor {

struct KernelOrder {
  // By op of the body: when its kernel runs, among all kernels. Ops of one kernel have the same
  // position; -1: no kernel of its own (views, constants, and what each reader recomputes).
  std::vector<int> position;
  // By op of the body: whether its kernel is a fusion, which may write a result where an operand
  // was.
  std::vector<bool> is_fused;
  std::vector<bool> is_stored;  // by value
};

KernelOrder kernel_order(const Program& program, const std::vector<Update>& updates);

}  // namespace motley::tensor
