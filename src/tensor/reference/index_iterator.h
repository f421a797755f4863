// Iterates over all indices of a shape in row-major order, maintaining linear offsets.
//
//   for (IndexIterator it({2, 3}); !it.done(); it.next()) use(it.index());   // 00 01 02 10 11 12
//
// A shape with a zero extent has no index; the empty shape (a scalar) has one.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/ir/tensor_type.h"

namespace motley::tensor::reference {

class IndexIterator {
 public:
  explicit IndexIterator(Shape shape) : shape_(std::move(shape)), index_(shape_.size(), 0) {
    for (int64_t extent : shape_) done_ = done_ || extent <= 0;
  }
  bool done() const { return done_; }
  const std::vector<int64_t>& index() const { return index_; }

  void next() {
    for (size_t d = shape_.size(); d-- > 0;) {
      if (++index_[d] < shape_[d]) return;
      index_[d] = 0;
    }
    done_ = true;
  }

 private:
  Shape shape_;
  std::vector<int64_t> index_;
  bool done_ = false;
};

// Sum of index * stride over the dimensions.
inline int64_t linear_offset(const std::vector<int64_t>& index,
                             const std::vector<int64_t>& strides) {
  int64_t offset = 0;
  for (size_t d = 0; d < index.size(); ++d) offset += index[d] * strides[d];
  return offset;
}

// Offsets of all indices of `shape` with `strides`, in row-major order of the shape.
inline std::vector<int64_t> all_offsets(const Shape& shape, const std::vector<int64_t>& strides) {
  std::vector<int64_t> offsets;
  for (IndexIterator it(shape); !it.done(); it.next()) {
    offsets.push_back(linear_offset(it.index(), strides));
  }
  return offsets;
}

// The entries of `values` at `dims`.
inline std::vector<int64_t> pick(const std::vector<int64_t>& values,
                                 const std::vector<int64_t>& dims) {
  std::vector<int64_t> picked;
  picked.reserve(dims.size());
  for (int64_t d : dims) picked.push_back(values[d]);
  return picked;
}

inline bool has_dim(const std::vector<int64_t>& dims, int64_t d) {
  for (int64_t each : dims) {
    if (each == d) return true;
  }
  return false;
}

// 0 .. count - 1 without those in `excluded`.
inline std::vector<int64_t> other_dims(int64_t count, const std::vector<int64_t>& excluded) {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < count; ++d) {
    if (!has_dim(excluded, d)) dims.push_back(d);
  }
  return dims;
}

}  // namespace motley::tensor::reference
