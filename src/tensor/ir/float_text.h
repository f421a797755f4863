// Floats in MLIR's notation: six digits if they suffice, as many as needed otherwise, the bit
// pattern if the value is not finite. Parsing the text gives the same bits.
//
//   1.0f -> 1.000000e+00     0.1f -> 1.000000e-01     1/3 -> 0.333333343     NaN -> 0x7FC00000
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tensor/ir/element_type.h"

namespace motley::tensor {

// Element `index` of a packed array of a float type.
std::string float_text(ElementType type, const std::byte* data, int64_t index);

}  // namespace motley::tensor
