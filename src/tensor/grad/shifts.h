// Values that a Program only subtracts to keep others small, such as the maximum in a softmax:
//
//   m = max(x);  e = exp(x - m);  y = e / sum(e)            y is the same for any m
//
// No gradient passes them, and differentiation need not go that way: it would find a zero, by
// comparing every x with the maximum. Found by following what becomes of all values when m grows by
// a number for each of its elements: others grow by a multiple of it, or by a factor that is a
// power of its exponential, and where these cancel nothing is left.
#pragma once

#include <unordered_set>

#include "tensor/ir/program.h"

namespace motley::tensor {

// Among maxima of the body, and what is chosen from them: those that cancel.
std::unordered_set<ValueId> cancelled_shifts(const Program& program);

}  // namespace motley::tensor
