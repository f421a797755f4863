// A Program in another float precision: all its float types, constants and attributes converted.
//
// Tests that need headroom run in float64: a difference is then an error, not rounding. Conversions
// between float types become conversions of a type to itself; integers and booleans are unchanged,
// and the bits of a float stay those of its former type.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program with_floats_as(const Program& program, ElementType element);
Literal with_floats_as(const Literal& value, ElementType element);

// Sets the precision of all products and convolutions, overriding what they had: the type to which
// an accelerator may round their operands. Element types are unchanged.
Program with_product_precision(Program program, Precision precision);

}  // namespace motley::tensor
