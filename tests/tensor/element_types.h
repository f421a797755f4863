// Short names of the element types that tests use most.
#pragma once

#include "tensor/ir/element_type.h"

namespace motley::tensor {

inline constexpr ElementType kF = ElementType::kF32;
inline constexpr ElementType kF32 = ElementType::kF32;
inline constexpr ElementType kF64 = ElementType::kF64;

}  // namespace motley::tensor
