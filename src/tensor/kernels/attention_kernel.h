// Attention and its gradient on the CPU, f32; blocks of scores stay in cache.
#pragma once

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

std::optional<Kernel> attention_by_blocks(const KernelRequest& request);
std::optional<Kernel> attention_gradient_by_blocks(const KernelRequest& request);

}  // namespace motley::tensor
