// Error of a tensor relative to an expected one.
#pragma once

#include "tensor/ir/literal.h"

namespace motley::tensor {

// Norm of the difference over the norm of `want`, or the norm of the difference if `want` is zero.
// Equal elements, two NaNs and equal infinities contribute 0; a NaN or an infinity against anything
// else makes the error infinite. Types must be equal up to the shape.
double relative_error(const Literal& got, const Literal& want);

}  // namespace motley::tensor
