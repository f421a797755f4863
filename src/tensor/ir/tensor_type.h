// Element type and static shape of a Value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/ir/element_type.h"

namespace motley::tensor {

using Shape = std::vector<int64_t>;  // extents, outermost first; empty for a scalar

struct TensorType {
  ElementType element = ElementType::kF32;
  Shape shape;

  int num_dims() const { return static_cast<int>(shape.size()); }
  bool is_scalar() const { return shape.empty(); }
  // A TensorType from external text goes through checked_tensor_type, so these do not overflow.
  int64_t num_elements() const;
  int64_t num_bytes() const { return num_elements() * byte_size(element); }
  TensorType with_shape(Shape s) const { return {element, std::move(s)}; }
  TensorType with_element(ElementType e) const { return {e, shape}; }
  TensorType scalar() const { return {element, {}}; }

  // "tensor<4x16xf32>", "tensor<f32>".
  std::string to_string() const;
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

// Whether the byte count of such a tensor fits in int64_t. True for all types in a Program.
bool fits_in_memory_model(const TensorType& type);

// Row-major distance, in elements, between neighbours along each dimension.
std::vector<int64_t> row_major_strides(const Shape& shape);

}  // namespace motley::tensor
