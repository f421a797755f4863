// Error of a tensor relative to an expected one.
#pragma once

#include "tensor/ir/literal.h"

namespace motley::tensor {

// Norm of the difference over the norm of `want`, or the norm of the difference if `want` is zero.
// Equal elements, two NaNs and equal infinities contribute 0; a NaN or an infinity against anything
// else makes the error infinite. Types must be equal up to the shape.
// With a scale, `want` counts as having at least that root mean square: a gradient that is zero in
// exact arithmetic is rounding noise, to be judged by the scale of the others.
double relative_error(const Literal& got, const Literal& want, double scale = 0);

double root_mean_square(const Literal& value);  // of its finite elements; 0 if there are none

}  // namespace motley::tensor
