// Runs one Communication of a RankProgram on a rank's buffers: packs the message, calls the
// collective of core/comm, unpacks the result.
//
// All tensors of a communication travel in one message: one block per device of the line, and
// within a block one tensor after the other. Tensors that already lie in the message buffer
// (rank_buffers.h) are not copied. Both backends of core/comm give bitwise equal results.
#pragma once

#include <memory>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/lower/rank_program.h"
#include "tensor/run/rank_buffers.h"

namespace motley::tensor {

class CollectiveRunner {
 public:
  // `line` connects the devices along the communication's axis; `message` is where its tensors are
  // contiguous, if they are. `types` are those of the rank's buffers.
  CollectiveRunner(const Communication& communication, core::Communicator& line,
                   HostBuffers& buffers, const std::vector<TensorType>& types,
                   const RankBuffers::Message& message);

  // Asynchronous: the inputs must not change until wait().
  void start();
  // Blocks until the collective is complete, then writes the outputs.
  void wait();
  // Of the last run, by the steady clock: when the collective was issued and when it completed.
  double begin_seconds() const { return begin_seconds_; }
  double end_seconds() const { return request_.done_seconds(); }

 private:
  void count(const CommunicatedTensor& tensor);
  void pack();
  void unpack();

  const Communication& communication_;
  core::Communicator& line_;
  HostBuffers& buffers_;
  const std::vector<TensorType>& types_;
  bool is_in_place_ = false;  // an all-reduce of one tensor, from where it is to where it goes
  std::span<std::byte> send_, receive_;
  std::vector<std::byte> packed_, unpacked_;           // used where the message has no buffer
  std::vector<int64_t> send_counts_, receive_counts_;  // elements, by device
  core::ElementType wire_;  // the tensor's element type, or bytes where nothing is reduced
  int64_t wire_bytes_ = 1;
  core::Request request_;
  double begin_seconds_ = 0;
};

}  // namespace motley::tensor
