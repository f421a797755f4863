// How far a tensor is from what was expected.
#pragma once

#include "tensor/ir/literal.h"

namespace motley::tensor {

// Norm of the difference over the norm of `want`; the norm of the difference itself where `want`
// is zero. Elements that are equal, both NaN or the same infinity, differ by nothing; a NaN or an
// infinity against anything else makes it infinite. Types must agree but for the shape.
double relative_error(const Literal& got, const Literal& want);

}  // namespace motley::tensor
