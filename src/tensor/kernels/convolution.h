// Convolutions: the list of implementations, put into the table by contraction.cpp.
#pragma once

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

std::span<const Implementation> convolution_implementations();

}  // namespace motley::tensor
