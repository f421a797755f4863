// The arithmetic of collectives: reducing two arrays of elements, and copying one.
//
// f16 and bf16 accumulate in f32: partial results are f32 in memory and in messages, and are
// rounded once (to nearest, ties to even) when converted to the result's type.
#pragma once

#include "core/collective/algorithm/elements.h"

namespace motley::core {

// The type of partial results for `type`: f32 for f16 and bf16, else the type itself.
ElementType accumulator_type(ElementType type);

// result[i] = incoming[i] op local[i]. The types are equal, or each is a half type or its
// accumulator. `result` may alias `incoming` or `local` if it has the same type.
void reduce(Reduction op, ConstElements incoming, ConstElements local, Elements result);

// Copies, widening or rounding if the types differ; from == to is allowed and does nothing.
void convert(ConstElements from, Elements to);

}  // namespace motley::core
