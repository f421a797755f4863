#include "tensor/kernels/kernel.h"

namespace motley::tensor {

std::span<const KernelRow> movement_kernels() { return {}; }

}  // namespace motley::tensor
