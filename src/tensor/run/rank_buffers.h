// The buffers of a RankProgram in host memory. The tensors of a message are contiguous, so that
// segments write and read them in place, without packing and unpacking:
//
//   start 0: all_reduce 3 -> 5, 4 -> 6        message 0  | 3 | 4 |    5 and 6 share the memory
//                                                                     of 3 and 4 unless those
//                                                                     are read again
//
// This holds wherever the wire layout equals the tensor layout: inputs and outputs of an
// all-reduce, inputs of an all-gather, outputs of a reduce-scatter. A buffer belongs to at most one
// message. Arguments and results of the step belong to none: they are Literals, and are copied.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tensor/ir/literal.h"
#include "tensor/lower/rank_program.h"

namespace motley::tensor {

// Buffers of a RankProgram on the host, as communication sees them.
class HostBuffers {
 public:
  virtual ~HostBuffers() = default;
  virtual std::span<std::byte> bytes(int b) = 0;
};

class RankBuffers : public HostBuffers {
 public:
  // Arguments and results may be elsewhere: then they have no memory here.
  enum class Ends : uint8_t { kHere, kElsewhere };
  explicit RankBuffers(const RankProgram& program, Ends ends = Ends::kHere);

  std::byte* data(int b) { return bytes(b).data(); }
  std::span<std::byte> bytes(int b) override;
  const TensorType& type(int b) const { return types_[b]; }
  bool is_in_message(int b) const { return !places_[b].empty(); }
  // Only for arguments and results of the step.
  Literal& literal(int b);

  // Of a communication: its inputs, contiguous, and its outputs; empty if the wire layout differs.
  struct Message {
    std::span<std::byte> sent, received;
  };
  const std::vector<Message>& messages() const { return messages_; }

  int64_t memory_bytes() const;  // total

  // Frees the buffer's memory; a later swap() gives it another's.
  void release(int b);
  void swap(int a, int b);

 private:
  std::span<std::byte> block(int64_t bytes);
  void place(const std::vector<int>& buffers, std::span<std::byte> message);

  std::vector<TensorType> types_;
  std::vector<Literal> literals_;
  std::vector<std::span<std::byte>> places_;  // of buffers inside a message
  std::vector<bool> is_fixed_;                // has its memory: a Literal or a place in a message
  std::vector<Message> messages_;
  std::vector<std::unique_ptr<std::byte[], void (*)(void*)>> blocks_;
  int64_t block_bytes_ = 0;
};

}  // namespace motley::tensor
