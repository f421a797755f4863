// Attributes of the ops that convert to exactly one op of a Program: from the text to the typed
// structs of tensor/ir. Each function is referenced by the op's row in op_forms.cpp.
#pragma once

#include "tensor/import/stablehlo/op_reader.h"
#include "tensor/ir/attributes.h"

namespace motley::tensor::reader {

Attrs constant_attributes(const OpReader& op);
Attrs iota_attributes(const OpReader& op);
Attrs convert_attributes(const OpReader& op);
Attrs bitcast_attributes(const OpReader& op);
Attrs reduce_precision_attributes(const OpReader& op);
Attrs compare_attributes(const OpReader& op);
Attrs broadcast_attributes(const OpReader& op);  // stablehlo.broadcast, with leading sizes
Attrs broadcast_in_dim_attributes(const OpReader& op);
Attrs reshape_attributes(const OpReader& op);
Attrs transpose_attributes(const OpReader& op);
Attrs concatenate_attributes(const OpReader& op);
Attrs reverse_attributes(const OpReader& op);
Attrs slice_attributes(const OpReader& op);
Attrs pad_attributes(const OpReader& op);
Attrs dynamic_slice_attributes(const OpReader& op);
Attrs gather_attributes(const OpReader& op);
Attrs scatter_attributes(const OpReader& op);
Attrs dot_attributes(const OpReader& op);  // stablehlo.dot, of vectors and matrices
Attrs dot_general_attributes(const OpReader& op);
Attrs convolution_attributes(const OpReader& op);
Attrs triangular_solve_attributes(const OpReader& op);
Attrs cholesky_attributes(const OpReader& op);
Attrs reduce_attributes(const OpReader& op);
Attrs reduce_window_attributes(const OpReader& op);
Attrs select_and_scatter_attributes(const OpReader& op);
Attrs sort_attributes(const OpReader& op);
Attrs fusion_attributes(const OpReader& op);
Attrs top_k_attributes(const OpReader& op);
Attrs rng_attributes(const OpReader& op);

}  // namespace motley::tensor::reader
