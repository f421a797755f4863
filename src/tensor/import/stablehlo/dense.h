// Values written as dense<...>: numbers in nested lists, one number for all, or bytes in hex.
//
//   dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
//   dense<0.000000e+00> : tensor<64x64xf32>           stays one number
//   dense<"0x0000803F0000004000004040..."> : ...      bytes as they lie in memory
#pragma once

#include "tensor/import/stablehlo/attribute.h"
#include "tensor/ir/literal.h"

namespace motley::tensor::reader {

// The value of a kDense attribute under `type`. A scalar where all elements are the same bits, so
// a dense<0.0> of any size costs nothing; otherwise memory in proportion to the text.
Literal read_dense_value(const Source& source, const Attribute& dense, const TensorType& type);

}  // namespace motley::tensor::reader
