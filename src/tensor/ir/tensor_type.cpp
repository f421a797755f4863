#include "tensor/ir/tensor_type.h"

#include "core/base/integer.h"

namespace motley::tensor {

int64_t TensorType::num_elements() const {
  int64_t n = 1;
  for (int64_t extent : shape) n *= extent;
  return n;
}

std::string TensorType::to_string() const {
  std::string text = "tensor<";
  for (int64_t extent : shape) text += std::to_string(extent) + "x";
  text += name(element);
  text += ">";
  return text;
}

bool fits_in_memory_model(const TensorType& type) {
  // The product of the nonzero extents must fit too: strides are computed from it.
  int64_t n = byte_size(type.element);
  for (int64_t extent : type.shape) {
    if (extent < 0) return false;
    if (extent == 0) continue;
    auto product = core::checked_multiply(n, extent);
    if (!product) return false;
    n = *product;
  }
  return true;
}

std::vector<int64_t> row_major_strides(const Shape& shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

}  // namespace motley::tensor
