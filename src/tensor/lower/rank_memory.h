// Where the buffers of a RankProgram lie: in one arena, in which buffers that are not alive at the
// same time share bytes.
//
// The tensors of a message are contiguous, so that segments write and read them in place, without
// packing and unpacking:
//
//   start 0: all_reduce 3 -> 5, 4 -> 6        message 0  | 3 | 4 |    5 and 6 share the memory
//                                                                     of 3 and 4 unless those
//                                                                     are read again
//
// This holds wherever the wire layout equals the tensor layout: inputs and outputs of an
// all-reduce, inputs of an all-gather, outputs of a reduce-scatter. Elsewhere a message is packed
// and unpacked, in the arena too. A buffer belongs to at most one message. Arguments and results of
// the step have memory of their own, which stays.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/lower/rank_program.h"

namespace motley::tensor {

// Bytes of the arena; none if the offset is negative.
struct ArenaSpan {
  int64_t offset = -1, bytes = 0;

  bool is_there() const { return offset >= 0; }
};

struct RankMemory {
  std::vector<ArenaSpan> buffers;  // none for arguments and results of the step
  std::vector<bool> is_in_message;
  struct Message {
    ArenaSpan sent, received;
  };
  std::vector<Message> messages;  // by communication
  int64_t arena_bytes = 0;
};

struct RankMemoryOptions {
  // Whether buffers share bytes. A device that copies to and from them while later steps run wants
  // each in pages of its own.
  bool is_shared = true;
  // Whether somebody else has the arguments and results: then a collective of one of them with
  // another needs no message.
  bool ends_elsewhere = false;
};

RankMemory plan_rank_memory(const RankProgram& program, const RankMemoryOptions& options);

// Whether a collective reads its inputs, and writes its outputs, where they lie.
bool is_sent_in_place(ReshardKind kind);
bool is_received_in_place(ReshardKind kind);

}  // namespace motley::tensor
