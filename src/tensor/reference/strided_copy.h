// The loop behind all data movement: copies the elements of one strided box into another, bit by
// bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor/ir/tensor_type.h"

namespace motley::tensor::reference {

// One side of a copy. Offset and strides count elements; strides may be zero or negative.
struct StridedSource {
  const std::byte* data = nullptr;
  int64_t offset = 0;
  std::vector<int64_t> strides;
};
struct StridedTarget {
  std::byte* data = nullptr;
  int64_t offset = 0;
  std::vector<int64_t> strides;
};

// For every index i of `shape`: target[offset + i . strides] = source[offset + i . strides].
// Elements are opaque bytes, so NaN payloads are preserved. Rows contiguous on both sides cost one
// memcpy each.
void copy_strided(const Shape& shape, StridedTarget target, StridedSource source,
                  int64_t element_bytes);

// `count` copies of the element at `value`, packed.
void fill_elements(std::byte* target, int64_t count, const std::byte* value, int64_t element_bytes);

}  // namespace motley::tensor::reference
