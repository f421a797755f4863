// Kernels that reduce or sort along dimensions; listed in reduction.cpp.
#pragma once

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

std::optional<Kernel> fold_reduce(const KernelRequest& request);
std::optional<Kernel> compare_sort(const KernelRequest& request);
std::optional<Kernel> top_k_sort(const KernelRequest& request);

}  // namespace motley::tensor
