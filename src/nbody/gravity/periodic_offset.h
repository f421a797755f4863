// Differences of integer Box coordinates, a vector at a time (core/base/simd.h).
#pragma once

#include "core/base/simd.h"

namespace motley::nbody::MOTLEY_VECTOR_ISA {

using namespace core::MOTLEY_VECTOR_ISA;

// From `center` to the coordinates x, by the minimum-image convention: the subtraction wraps as the
// periodic Box does (particles/box.h).
static inline Ints offset_of(Ints x, uint32_t center) {
  return reinterpret_cast<Ints>(reinterpret_cast<Words>(x) - center);
}

}  // namespace motley::nbody::MOTLEY_VECTOR_ISA
