#include "tensor/kernels/layout.h"

#include <algorithm>

namespace motley::tensor {

Layout dense_layout(TensorType type) {
  std::vector<int64_t> strides = row_major_strides(type.shape);
  return {std::move(type), std::move(strides)};
}

bool is_dense(const Layout& layout) {
  if (layout.type.num_elements() == 0) return true;
  int64_t stride = 1;
  for (int d = layout.num_dims() - 1; d >= 0; --d) {
    if (layout.extent(d) == 1) continue;
    if (layout.strides[d] != stride) return false;
    stride *= layout.extent(d);
  }
  return true;
}

bool is_injective(const Layout& layout) {
  std::vector<std::pair<int64_t, int64_t>> dims;  // stride, extent
  for (int d = 0; d < layout.num_dims(); ++d) {
    if (layout.extent(d) == 0) return true;
    if (layout.extent(d) > 1) dims.emplace_back(std::abs(layout.strides[d]), layout.extent(d));
  }
  std::sort(dims.begin(), dims.end());
  int64_t reach = 0;  // the largest offset within the smaller dimensions
  for (auto [stride, extent] : dims) {
    if (stride <= reach) return false;
    reach += stride * (extent - 1);
  }
  return true;
}

}  // namespace motley::tensor
