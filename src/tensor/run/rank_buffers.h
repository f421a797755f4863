// The buffers of a RankProgram in host memory, placed as lower/rank_memory.h says. Arguments and
// results of the step are Literals: they keep their memory from step to step, and are copied into
// and out of messages.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tensor/ir/literal.h"
#include "tensor/lower/rank_memory.h"
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
  explicit RankBuffers(const RankProgram& program, const RankMemoryOptions& options = {});

  std::byte* data(int b) { return bytes(b).data(); }
  std::span<std::byte> bytes(int b) override;
  const TensorType& type(int b) const { return types_[b]; }
  bool is_in_message(int b) const { return memory_.is_in_message[b]; }
  // Only for arguments and results of the step.
  Literal& literal(int b);

  // Of a communication: what is sent and received; empty if it goes from and to arguments and
  // results that are elsewhere.
  struct Message {
    std::span<std::byte> sent, received;
  };
  const std::vector<Message>& messages() const { return messages_; }

  int64_t memory_bytes() const;  // total

  // Frees the memory of an argument or result; a later swap() gives it another's.
  void release(int b);
  void swap(int a, int b);

 private:
  std::span<std::byte> bytes_at(const ArenaSpan& span) const;

  std::vector<TensorType> types_;
  RankMemory memory_;
  std::shared_ptr<std::byte[]> arena_;
  std::vector<Literal> literals_;
  std::vector<Message> messages_;
};

}  // namespace motley::tensor
