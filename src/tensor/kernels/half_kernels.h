// Kernels for bf16 and f16 by way of f32: operands are widened into scratch memory, the f32 kernel
// runs, and results are rounded once. For every op that has no kernel of its own for these types.
//
//   dot_general of bf16 on a CPU without bf16 products: widen, dot.gemm, narrow: "dot.gemm.via_f32"
#pragma once

#include <optional>

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

// Declines ops without bf16 or f16 values, those that no f32 kernel supports, and strided values.
std::optional<Kernel> kernel_via_f32(const KernelRequest& request);

// To and from f32, divided among threads. `half` is bf16 or f16.
void widen(ElementType half, const std::byte* from, float* to, int64_t count, int num_threads);
void narrow(ElementType half, const float* from, std::byte* to, int64_t count, int num_threads);

}  // namespace motley::tensor
