// Moves tensors from the ranks that hold them to those that shall, between two steps: each rank
// sends the elements that it holds and others need, in a few messages at a time.
//
//   16 rows on four ranks, [6,6,2,2] -> [4,4,4,4]      0 -> 1 rows 4-5, 1 -> 2 rows 8-11,
//                                                      2 -> 3 rows 12-13; all else stays
//   a layer of stage 0, now one of stage 1             all of it goes from rank 0 to rank 1
//
// Only copies: moving there and back gives identical bytes. A sum of hashes over all elements of
// each tensor, which does not depend on how it is sharded, is compared before and after.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

// What each rank holds of a tensor: a piece of it, or nothing.
using PiecesOfRanks = std::vector<std::optional<std::vector<Held>>>;
PiecesOfRanks pieces_of_ranks(const Sharding& sharding, const Shape& shape, const DeviceGrid& grid);

// What `rank` gets of a tensor of this shape, in the order of its new piece; what it holds already
// comes from itself. Of the ranks that hold an element, those behind it are asked first, so that
// replicas share the work.
std::vector<MovedRun> moved_runs(const Shape& shape, const PiecesOfRanks& from,
                                 const PiecesOfRanks& to, int rank);

// One tensor of a move. The old piece is taken when it is sent, so that both stand side by side for
// a few tensors at a time only.
struct MovedTensor {
  std::string name;
  TensorType type;  // whole
  PiecesOfRanks from, to;
  std::function<Literal()> take;      // the old piece, where this rank holds one
  std::function<void(Literal)> give;  // the new one, where it shall
};

struct MoveSettings {
  int64_t bucket_bytes = 25'000'000;  // sent together
};

struct MoveTotals {
  int64_t sent_bytes = 0;  // of all ranks
  double seconds = 0;      // of this rank
};

// A collective. An InternalError names the tensor whose hashes differ.
MoveTotals move_state(core::Communicator& comm, std::vector<MovedTensor> tensors,
                      const MoveSettings& settings = {});

// The part of a tensor's hash that this rank answers for: that of elements which no rank before it
// holds. The sum over all ranks is the tensor's, whoever holds it.
uint64_t piece_hash(const Literal& piece, const Shape& shape, const PiecesOfRanks& pieces,
                    int rank);

}  // namespace motley::tensor
