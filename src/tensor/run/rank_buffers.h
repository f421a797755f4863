// The buffers of a RankProgram in host memory. What a message carries lies side by side in it, so
// that nobody packs and unpacks what segments could have written, and can read, where it travels:
//
//   start 0: all_reduce 3 -> 5, 4 -> 6        message 0  | 3 | 4 |    and 5 and 6 at the same
//                                                                     places, if 3 and 4 are not
//                                                                     read again
//
// That is so for what travels as it lies: both sides of an all-reduce, what an all-gather sends and
// what a reduce-scatter gives. A buffer lies in one message at most, and arguments and results of
// the step lie in none: they are Literals, and copied.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tensor/ir/literal.h"
#include "tensor/lower/rank_program.h"

namespace motley::tensor {

class RankBuffers {
 public:
  explicit RankBuffers(const RankProgram& program);

  std::byte* data(int b) { return bytes(b).data(); }
  std::span<std::byte> bytes(int b);
  const TensorType& type(int b) const { return types_[b]; }
  bool lies_in_message(int b) const { return !places_[b].empty(); }
  // Of arguments and results of the step.
  Literal& literal(int b);

  // Of a communication: its inputs one after the other, and its outputs; empty where they travel in
  // another order.
  struct Message {
    std::span<std::byte> sent, received;
  };
  const std::vector<Message>& messages() const { return messages_; }

  int64_t memory_bytes() const;  // of all

  // The buffer takes no room any more: it will get another's.
  void give_up(int b);
  void swap(int a, int b);

 private:
  std::span<std::byte> block(int64_t bytes);
  void place(const std::vector<int>& buffers, std::span<std::byte> message);

  std::vector<TensorType> types_;
  std::vector<Literal> literals_;
  std::vector<std::span<std::byte>> places_;  // of those that lie in a message
  std::vector<bool> is_fixed_;                // as a Literal, or in a message
  std::vector<Message> messages_;
  std::vector<std::unique_ptr<std::byte[], void (*)(void*)>> blocks_;
  int64_t block_bytes_ = 0;
};

}  // namespace motley::tensor
