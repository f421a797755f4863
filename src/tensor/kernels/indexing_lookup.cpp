#include "tensor/kernels/indexing.h"

namespace motley::tensor {
namespace {

bool has(const Dims& dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

}  // namespace

int64_t load_index(ElementType element, const std::byte* data, int64_t index) {
  switch (element) {
    case ElementType::kI32:
      return reinterpret_cast<const int32_t*>(data)[index];
    case ElementType::kI64:
      return reinterpret_cast<const int64_t*>(data)[index];
    default:
      if (is_signed(element)) return load_signed(element, data, index);
      return static_cast<int64_t>(
          std::min<uint64_t>(load_unsigned(element, data, index), INT64_MAX));
  }
}

LookupPlace Lookup::at(int64_t i, const std::byte* indices) const {
  LookupPlace place;
  int64_t from = 0;
  for (size_t d = batch.size(); d-- > 0;) {
    const int64_t index = i % batch[d].extent;
    i /= batch[d].extent;
    from += index * batch[d].indices;
    place.window += index * batch[d].window;
    place.operand += index * batch[d].operand;
  }
  for (size_t k = 0; k < mapped.size(); ++k) {
    const int64_t start =
        load_index(element, indices, from + static_cast<int64_t>(k) * vector_stride);
    const int64_t corner = std::clamp<int64_t>(start, 0, mapped[k].last);
    place.inside = place.inside && corner == start;
    place.operand += corner * mapped[k].stride;
  }
  return place;
}

Lookup lookup_of(const LookupParts& p) {
  Lookup lookup{.element = p.indices.type.element};
  if (p.index_vector_dim < p.indices.num_dims())
    lookup.vector_stride = p.indices.strides[p.index_vector_dim];

  int place = 0;  // among the windows' dimensions
  for (int d = 0; d < p.indices.num_dims(); ++d) {
    if (d == p.index_vector_dim) continue;
    while (has(p.window_dims, place)) ++place;
    Lookup::Batch batch{p.indices.extent(d), p.indices.strides[d], p.windows.strides[place++], 0};
    for (size_t i = 0; i < p.indices_batching.size(); ++i)
      if (p.indices_batching[i] == d) batch.operand = p.operand.strides[p.operand_batching[i]];
    lookup.num_windows *= batch.extent;
    lookup.batch.push_back(batch);
  }
  std::vector<int64_t> sizes(p.operand.num_dims(), 1);  // of a window
  size_t next = 0;
  for (int d = 0; d < p.operand.num_dims(); ++d) {
    if (has(p.collapsed, d) || has(p.operand_batching, d)) continue;
    const int64_t w = p.window_dims[next++];
    sizes[d] = p.windows.type.shape[w];
    lookup.window_shape.push_back(sizes[d]);
    lookup.window_operand.push_back(p.operand.strides[d]);
    lookup.window_strides.push_back(p.windows.strides[w]);
  }
  for (int64_t d : p.mapped)
    lookup.mapped.push_back({p.operand.type.shape[d] - sizes[d], p.operand.strides[d]});
  return lookup;
}

}  // namespace motley::tensor
