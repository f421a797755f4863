// Values that a Program only subtracts for numerical stability, such as the maximum in a softmax:
//
//   m = max(x);  e = exp(x - m);  y = e / sum(e)            y is the same for any m
//
// Their gradient is zero, so differentiation can skip them; otherwise it would compute that zero by
// comparing every x with the maximum. They are found by propagating the effect of adding an
// arbitrary number to each element of m: other values grow by a multiple of it, or by a factor that
// is a power of its exponential; the results are unaffected if these cancel.
#pragma once

#include <unordered_set>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

// Maxima of the body, and values selected from them, that cancel.
std::unordered_set<ValueId> cancelled_shifts(const Program& program);

// The Program without those motley.stop_gradient that change no gradient: of values that do not
// depend on these arguments, and of cancelled shifts. JAX writes one in every softmax, where it
// would hide attention from those who look for it.
Program without_redundant_stops(const Program& program, const std::vector<int>& arguments);

}  // namespace motley::tensor
