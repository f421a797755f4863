// Strided copies: the one loop behind transposes, slices, padding, concatenation and whatever the
// compiler copies to make it dense.
//
//   CopyPlan plan = plan_copy({64, 32}, {1, 64}, {32, 1}, 4, threads);   // a transpose of f32
//   strided_copy(plan, from, to);
//
// Elements are opaque bytes, so NaN payloads survive. Cost: what the memory takes; two dimensions
// that change places are copied in squares that stay in cache.
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
  std::vector<CopyDim> dims;  // outermost first; the last one or two are the inner loop's
  int64_t element_bytes = 1;  // elements that lie together on both sides count as one
  bool is_empty = false;
  int split_dim = -1;  // cut among the threads; -1: not worth it
  int num_threads = 1;
  int num_asked = 1;  // threads that there are
};

// For every index i of `shape`: to[i . to_strides] = from[i . from_strides]; strides count elements
// and may be negative, and zero on the source side.
CopyPlan plan_copy(const Shape& shape, const std::vector<int64_t>& from_strides,
                   const std::vector<int64_t>& to_strides, int64_t element_bytes,
                   int num_threads = 1);
// Bytes written, by how many lie together or change places; of a plan for so many threads.
WorkPart copy_work(const CopyPlan& plan);
void strided_copy(const CopyPlan& plan, const std::byte* from, std::byte* to);

// Operand 0 into result 0; one type, two layouts.
Kernel copy_kernel(const Layout& from, const Layout& to, int num_threads);

}  // namespace motley::tensor
