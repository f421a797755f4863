// The arithmetic of collectives: combining two runs of elements, and copying one.
//
// f16 and bf16 are accumulated in f32: partial results are f32 in memory and on the way, and are
// rounded once (to nearest, ties to even), when they reach the type of the result.
#pragma once

#include "core/collective/algorithm/elements.h"

namespace motley::core {

// The type in which partial results of `type` are kept: f32 for f16 and bf16, else the type itself.
ElementType accumulator_type(ElementType type);

// result[i] = incoming[i] op local[i]. The types are equal, or each is a half type or its
// accumulator. `result` may be `incoming` or `local` where it has the same type.
void reduce(Reduction op, ConstElements incoming, ConstElements local, Elements result);

// Copies, widening or rounding where the types differ; from == to is allowed and does nothing.
void convert(ConstElements from, Elements to);

}  // namespace motley::core
