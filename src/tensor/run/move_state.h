// Moves tensors from one sharding to another between two steps: each rank sends the elements that
// it holds and others need, in a few messages at a time.
//
//   16 rows on four ranks, [6,6,2,2] -> [4,4,4,4]      0 -> 1 rows 4-5, 1 -> 2 rows 8-11,
//                                                      2 -> 3 rows 12-13; all else stays
//
// Only copies: moving there and back gives identical bytes. A sum of hashes over all elements of
// each tensor, which does not depend on how it is sharded, is compared before and after.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/ir/literal.h"
#include "tensor/sharding/sharding.h"

namespace motley::tensor {

// A run of elements that a rank gets: from a rank that held it, from its place in that rank's old
// shard to its place in the new one.
struct MovedRun {
  int from_rank = 0;
  int64_t from = 0, to = 0, count = 0;
  friend bool operator==(const MovedRun&, const MovedRun&) = default;
};

struct Resharding {
  Shape shape;
  Sharding from, to;
  DeviceGrid from_grid, to_grid;  // of the same ranks
};

// What `rank` gets, in the order of its new shard; what it holds already comes from itself. Of the
// ranks that hold an element, those behind it are asked first, so that replicas share the work.
std::vector<MovedRun> moved_runs(const Resharding& one, int rank);

// One tensor of a move. The old shard is taken when it is sent, so that both stand side by side for
// a few tensors at a time only.
struct MovedTensor {
  std::string name;
  TensorType type;  // whole
  Sharding from, to;
  std::function<Literal()> take;      // the old shard
  std::function<void(Literal)> give;  // the new one
};

struct MoveSettings {
  int64_t bucket_bytes = 25'000'000;  // sent together
};

struct MoveTotals {
  int64_t sent_bytes = 0;  // of all ranks
  double seconds = 0;      // of this rank
};

// A collective. An InternalError names the tensor whose hashes differ.
MoveTotals move_state(core::Communicator& comm, const DeviceGrid& from_grid,
                      const DeviceGrid& to_grid, std::vector<MovedTensor> tensors,
                      const MoveSettings& settings = {});

// The part of a tensor's hash that this rank answers for: that of elements which no rank before it
// holds. The sum over all ranks is the tensor's, whatever its sharding.
uint64_t shard_hash(const Literal& shard, const Shape& shape, const Sharding& sharding,
                    const DeviceGrid& grid, int rank);

}  // namespace motley::tensor
