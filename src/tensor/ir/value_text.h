// Values as StableHLO prints them.
//
//   dense<[[1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>
//   dense<0.000000e+00> : tensor<64x64xf32>                       a splat
//   dense<"0x0000803F..."> : tensor<512xf32>                      many elements, as raw bytes
#pragma once

#include <string>

#include "tensor/ir/attributes.h"

namespace motley::tensor {

std::string dense(const ConstantAttrs& constant);

}  // namespace motley::tensor
