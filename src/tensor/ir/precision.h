// A Program in another float precision: every float type, constant and attribute of it converted.
//
// Tests that want head-room run in float64: what differs then is wrong, not rounded. Conversions
// between float types become conversions of a type to itself; integers and booleans stay.
#pragma once

#include "tensor/ir/program.h"

namespace motley::tensor {

Program with_floats_as(const Program& program, ElementType element);
Literal with_floats_as(const Literal& value, ElementType element);

// Products and convolutions that ask for this precision, whatever they asked for before: what an
// accelerator may round their operands to. Types stay.
Program with_product_precision(Program program, Precision precision);

}  // namespace motley::tensor
