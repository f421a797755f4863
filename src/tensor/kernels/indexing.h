// How gather and scatter read their indices: each batch index gives the start of a window of the
// operand, and the position of that window among all windows (gather's result, scatter's updates).
//
//   rows of T[v, h] by ids[b]:  window {h}, batch {b}; window i is at T + ids[i] * h and at i * h
#pragma once

#include <algorithm>
#include <vector>

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

inline constexpr size_t kMaxLookupDims = 8;

// An element of an index tensor of any integer type; values beyond int64 saturate.
int64_t load_index(ElementType element, const std::byte* data, int64_t index);

// Offsets in elements. Outside: the window is not entirely inside the operand; for a gather it was
// clamped.
struct LookupPlace {
  int64_t operand = 0, window = 0;
  bool inside = true;
};

struct Lookup {
  struct Batch {
    int64_t extent, indices, window, operand;  // strides; operand's for batching dimensions
  };
  struct Mapped {
    int64_t last, stride;  // the largest valid start; stride in the operand
  };
  std::vector<Batch> batch;
  std::vector<Mapped> mapped;
  int64_t vector_stride = 0;
  ElementType element = ElementType::kI32;
  int64_t num_windows = 1;
  Shape window_shape;
  std::vector<int64_t> window_operand, window_strides;

  LookupPlace at(int64_t i, const std::byte* indices) const;
};

struct LookupParts {
  const Layout &operand, &indices, &windows;
  int64_t index_vector_dim = 0;
  const Dims &mapped, &operand_batching, &indices_batching, &collapsed, &window_dims;
};
Lookup lookup_of(const LookupParts& parts);

std::optional<Kernel> scatter_kernel(const KernelRequest& request);

}  // namespace motley::tensor
