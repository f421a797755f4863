#include "tensor/ir/random_bits.h"

namespace motley::tensor {

size_t alternating_dim(const Shape& shape) {
  size_t largest = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] % 2 == 0) return d;
    if (shape[d] > shape[largest]) largest = d;
  }
  return largest;
}

int64_t elements_of_block(RngAlgorithm algorithm, ElementType element) {
  const bool is_wide = byte_size(element) == 8;
  if (algorithm == RngAlgorithm::kThreeFry) return is_wide ? 1 : 2;
  return is_wide ? 2 : 4;
}

Shape block_shape(RngAlgorithm algorithm, const TensorType& bits) {
  const int64_t each = elements_of_block(algorithm, bits.element);
  if (algorithm != RngAlgorithm::kThreeFry) return {(bits.num_elements() + each - 1) / each};
  Shape shape = bits.shape.empty() ? Shape{1} : bits.shape;
  int64_t& halved = shape[alternating_dim(shape)];
  halved = (halved + each - 1) / each;
  return shape;
}

int64_t num_blocks(RngAlgorithm algorithm, const TensorType& bits) {
  return TensorType{bits.element, block_shape(algorithm, bits)}.num_elements();
}

}  // namespace motley::tensor
