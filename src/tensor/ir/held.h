// Which indices of a tensor a shard holds, and copies between a whole tensor and a shard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor/ir/literal.h"

namespace motley::tensor {

// The indices along one dimension that a shard holds: [begin, begin + length) of each period. An
// unsharded dimension is one period, held whole.
struct Held {
  int64_t begin = 0, length = 0, period = 0, num_periods = 1;
  int64_t extent() const { return length * num_periods; }
  bool is_whole() const { return length == period; }
  // The global index of local index i.
  int64_t global(int64_t i) const { return i / length * period + begin + i % length; }
};

// A contiguous run of elements: its offset in the whole tensor, its offset in the packed shard,
// and its length.
struct ShardRun {
  int64_t whole = 0, packed = 0, count = 0;
};
// The runs of the shard `part` of a row-major tensor of shape `shape`, in packed order.
std::vector<ShardRun> runs_of(const Shape& shape, const std::vector<Held>& part);

// Copies between a row-major tensor of shape `shape` and its packed shard `part`.
enum class CopyDirection : uint8_t { kOut, kIn };  // whole to shard, shard to whole
void copy_shard(CopyDirection direction, std::byte* whole, const Shape& shape,
                const std::vector<Held>& part, std::byte* packed, int64_t element_bytes);

Literal shard_of(const Literal& whole, const std::vector<Held>& part);

}  // namespace motley::tensor
