// Values written as dense<...>: nested lists of numbers, one number for a splat, or raw bytes in
// hex.
//
//   dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
//   dense<0.000000e+00> : tensor<64x64xf32>           stored as one number
//   dense<"0x0000803F0000004000004040..."> : ...      raw bytes
#pragma once

#include "tensor/import/stablehlo/attribute.h"
#include "tensor/ir/literal.h"

namespace motley::tensor::reader {

// The value of a kDense attribute with type `type`. A scalar if all elements have the same bits, so
// a dense<0.0> of any size costs nothing; otherwise memory proportional to the text.
Literal read_dense_value(const Source& source, const Attribute& dense, const TensorType& type);

}  // namespace motley::tensor::reader
