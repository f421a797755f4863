// How rng_bit_generator lays a generator's blocks over its result, as XLA does on CPU: a block
// gives 64 bits (Threefry) or 128 bits (Philox), and its number is added to the state's counter.
#pragma once

#include "tensor/ir/attributes.h"

namespace motley::tensor {

// The dimension along which the two words of Threefry's blocks alternate, where an element takes
// no more than one: the first even one, else the first of the largest. Of a shape with dimensions.
size_t alternating_dim(const Shape& shape);

// Blocks run over this shape in row-major order; of Philox over all elements in a row.
Shape block_shape(RngAlgorithm algorithm, const TensorType& bits);

int64_t num_blocks(RngAlgorithm algorithm, const TensorType& bits);

// Elements of one block.
int64_t elements_of_block(RngAlgorithm algorithm, ElementType element);

}  // namespace motley::tensor
