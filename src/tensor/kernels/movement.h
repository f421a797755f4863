// Strided copies: the loop behind transposes, slices, padding, concatenation and the compiler's
// copies to dense layouts.
//
//   CopyPlan plan = plan_copy({64, 32}, {1, 64}, {32, 1}, 4, threads);   // a transpose of f32
//   strided_copy(plan, from, to);
//
// Elements are opaque bytes, so NaN payloads are preserved. Cost: memory bandwidth; two transposed
// dimensions are copied in square tiles that stay in cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

struct CopyDim {
  int64_t extent = 1;
  int64_t from = 0, to = 0;  // bytes between neighbours
};

struct CopyPlan {
  std::vector<CopyDim> dims;  // outermost first; the last one or two form the inner loop
  int64_t element_bytes = 1;  // elements contiguous on both sides are merged into one
  bool is_empty = false;
  int split_dim = -1;  // divided among the threads; -1: not worthwhile
  int num_threads = 1;
  int num_available = 1;  // available threads
};

// For every index i of `shape`: to[i . to_strides] = from[i . from_strides]; strides count elements
// and may be negative, and zero on the source side.
CopyPlan plan_copy(const Shape& shape, const std::vector<int64_t>& from_strides,
                   const std::vector<int64_t>& to_strides, int64_t element_bytes,
                   int num_threads = 1);
// Bytes written, by the contiguous run length or as a transpose; for the plan's thread count.
WorkPart copy_work(const CopyPlan& plan);
void strided_copy(const CopyPlan& plan, const std::byte* from, std::byte* to);

// Operand 0 into result 0; one type, two layouts.
Kernel copy_kernel(const Layout& from, const Layout& to, int num_threads);

}  // namespace motley::tensor
