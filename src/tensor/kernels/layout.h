// Memory layout of a tensor: its type and, for each dimension, the stride in elements.
//
//   dense [2,3]        strides 3 1
//   its transpose      type [3,2], strides 1 3
//   [3] broadcast      type [2,3], strides 0 1
//
// The base address is not part of it: a kernel gets a pointer to the element with index zero.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/ir/attributes.h"
#include "tensor/ir/tensor_type.h"

namespace motley::tensor {

struct Layout {
  TensorType type;
  std::vector<int64_t> strides;  // in elements; arbitrary for dimensions of extent 1 or 0

  int64_t extent(int d) const { return type.shape[d]; }
  int num_dims() const { return type.num_dims(); }
  friend bool operator==(const Layout&, const Layout&) = default;
};

Layout dense_layout(TensorType type);
// Row-major without gaps; strides of dimensions of extent 1 are ignored.
bool is_dense(const Layout& layout);
// No two indices share an element: required of a result's layout.
bool is_injective(const Layout& layout);

}  // namespace motley::tensor
