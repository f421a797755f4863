#include "tensor/reference/strided_copy.h"

#include <cstring>

#include "core/base/error.h"
#include "tensor/reference/index_iterator.h"

namespace motley::tensor::reference {
namespace {

template <class T>
void copy_row(std::byte* target, int64_t target_stride, const std::byte* source,
              int64_t source_stride, int64_t count) {
  T* to = reinterpret_cast<T*>(target);
  const T* from = reinterpret_cast<const T*>(source);
  for (int64_t i = 0; i < count; ++i) to[i * target_stride] = from[i * source_stride];
}

using CopyRow = void (*)(std::byte*, int64_t, const std::byte*, int64_t, int64_t);

CopyRow copy_row_of(int64_t element_bytes) {
  switch (element_bytes) {
    case 1:
      return copy_row<uint8_t>;
    case 2:
      return copy_row<uint16_t>;
    case 4:
      return copy_row<uint32_t>;
    case 8:
      return copy_row<uint64_t>;
    default:
      MOTLEY_CHECK(false, "elements of {} bytes", element_bytes);
  }
}

// The same box with dimensions of extent 1 dropped and neighbouring dimensions merged if they are
// contiguous on both sides: rows become as long as possible.
struct Box {
  Shape shape;
  std::vector<int64_t> target, source;
};

Box merged_box(const Shape& shape, const std::vector<int64_t>& target,
               const std::vector<int64_t>& source) {
  Box box;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    if (!box.shape.empty() && box.target.back() == target[d] * shape[d] &&
        box.source.back() == source[d] * shape[d]) {
      box.shape.back() *= shape[d];
      box.target.back() = target[d];
      box.source.back() = source[d];
    } else {
      box.shape.push_back(shape[d]);
      box.target.push_back(target[d]);
      box.source.push_back(source[d]);
    }
  }
  return box;
}

}  // namespace

void copy_strided(const Shape& shape, StridedTarget target, StridedSource source,
                  int64_t element_bytes) {
  MOTLEY_CHECK(shape.size() == target.strides.size() && shape.size() == source.strides.size(),
               "copy of {} dimensions with {} and {} strides", shape.size(), target.strides.size(),
               source.strides.size());
  Box box = merged_box(shape, target.strides, source.strides);
  int64_t row = 1, target_stride = 1, source_stride = 1;
  if (!box.shape.empty()) {
    row = box.shape.back();
    target_stride = box.target.back();
    source_stride = box.source.back();
    box.shape.pop_back();
    box.target.pop_back();
    box.source.pop_back();
  }
  if (row == 0) return;
  const bool packed = target_stride == 1 && source_stride == 1;
  const CopyRow copy = copy_row_of(element_bytes);
  for (IndexIterator it(box.shape); !it.done(); it.next()) {
    std::byte* to =
        target.data + (target.offset + linear_offset(it.index(), box.target)) * element_bytes;
    const std::byte* from =
        source.data + (source.offset + linear_offset(it.index(), box.source)) * element_bytes;
    if (packed) {
      std::memcpy(to, from, row * element_bytes);
    } else {
      copy(to, target_stride, from, source_stride, row);
    }
  }
}

void fill_elements(std::byte* target, int64_t count, const std::byte* value,
                   int64_t element_bytes) {
  copy_row_of(element_bytes)(target, 1, value, 0, count);
}

}  // namespace motley::tensor::reference
