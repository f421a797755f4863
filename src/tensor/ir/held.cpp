#include "tensor/ir/held.h"

#include <cstring>

namespace motley::tensor {

std::vector<ShardRun> runs_of(const Shape& shape, const std::vector<Held>& part) {
  // Innermost dimensions that are held whole form one run with the first that is not.
  size_t inner = shape.size();
  int64_t run = 1;
  while (inner > 0 && part[inner - 1].num_periods == 1 &&
         part[inner - 1].length == shape[inner - 1]) {
    run *= shape[--inner];
  }
  const auto strides = row_major_strides(shape);
  int64_t num_runs = 1;
  for (size_t d = 0; d < inner; ++d) num_runs *= part[d].extent();
  if (num_runs == 0 || run == 0) return {};
  if (inner > 0) {  // contiguous along the innermost sharded dimension
    const int64_t length = part[inner - 1].length;
    run *= length;
    num_runs /= length;
  }
  // Counts runs: by period along the innermost sharded dimension, by index along the others.
  std::vector<int64_t> at(inner);
  std::vector<ShardRun> runs;
  runs.reserve(num_runs);
  for (int64_t i = 0; i < num_runs; ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < inner; ++d) {
      const bool last = d + 1 == inner;
      const int64_t index = last ? at[d] * part[d].period + part[d].begin : part[d].global(at[d]);
      offset += index * strides[d];
    }
    runs.push_back({offset, i * run, run});
    for (size_t d = inner; d-- > 0;) {
      const int64_t end = d + 1 == inner ? part[d].num_periods : part[d].extent();
      if (++at[d] < end) break;
      at[d] = 0;
    }
  }
  return runs;
}

void copy_shard(CopyDirection direction, std::byte* whole, const Shape& shape,
                const std::vector<Held>& part, std::byte* packed, int64_t element_bytes) {
  for (const ShardRun& run : runs_of(shape, part)) {
    std::byte *there = whole + run.whole * element_bytes,
              *here = packed + run.packed * element_bytes;
    const int64_t bytes = run.count * element_bytes;
    direction == CopyDirection::kOut ? std::memcpy(here, there, bytes)
                                     : std::memcpy(there, here, bytes);
  }
}

Literal shard_of(const Literal& whole, const std::vector<Held>& part) {
  Shape shape;
  for (const Held& dim : part) shape.push_back(dim.extent());
  Literal shard = Literal::zeros(whole.type().with_shape(shape));
  if (shard.num_elements() == 0) return shard;
  copy_shard(CopyDirection::kOut, const_cast<std::byte*>(whole.data()), whole.shape(), part,
             shard.data(), byte_size(whole.element()));
  return shard;
}

}  // namespace motley::tensor
