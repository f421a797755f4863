// How rng_bit_generator assigns a generator's blocks to its result, as XLA does on CPU: a block
// gives 64 bits (Threefry) or 128 bits (Philox), and its number is added to the state's counter.
#pragma once

#include "tensor/ir/attributes.h"

namespace motley::tensor {

// The dimension along which the two words of Threefry's blocks alternate, if an element needs at
// most one word: the first even one, otherwise the first of the largest. The shape must not be a
// scalar's.
size_t alternating_dim(const Shape& shape);

// Blocks are numbered over this shape in row-major order; for Philox, over all elements in
// sequence.
Shape block_shape(RngAlgorithm algorithm, const TensorType& bits);

int64_t num_blocks(RngAlgorithm algorithm, const TensorType& bits);

// Elements per block.
int64_t elements_of_block(RngAlgorithm algorithm, ElementType element);

}  // namespace motley::tensor
