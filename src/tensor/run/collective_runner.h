// One Communication of a RankProgram, on the buffers of a rank: what is packed into the message,
// the collective of core/comm, and what is unpacked from it.
//
// All parts of a communication travel in one message: block by block for each device of the line,
// and part by part within a block. What lies where it travels (rank_buffers.h) is not copied. Both
// backends of core/comm give the same bits.
#pragma once

#include <memory>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/lower/rank_program.h"
#include "tensor/run/rank_buffers.h"

namespace motley::tensor {

class Exchange {
 public:
  // `line` has the devices along the communication's axis; `message` is what `buffers` has for it.
  Exchange(const Communication& communication, core::Communicator& line, RankBuffers& buffers,
           const RankBuffers::Message& message);

  // Begins; until it is waited for the inputs must not change.
  void start();
  // Sleeps until all is there, and writes the outputs.
  void wait();
  // Of the last one, by the steady clock: handed over, and there.
  double begin_seconds() const { return begin_seconds_; }
  double end_seconds() const { return request_.done_seconds(); }

 private:
  void count(const CommunicatedTensor& part);
  void pack();
  void unpack();

  const Communication& communication_;
  core::Communicator& line_;
  RankBuffers& buffers_;
  std::span<std::byte> send_, receive_;
  std::vector<std::byte> packed_, unpacked_;           // where they are not in the buffers' message
  std::vector<int64_t> send_counts_, receive_counts_;  // elements, by device
  core::ElementType wire_;  // what travels: the element, or its bytes where nothing is reduced
  int64_t wire_bytes_ = 1;
  core::Request request_;
  double begin_seconds_ = 0;
};

}  // namespace motley::tensor
