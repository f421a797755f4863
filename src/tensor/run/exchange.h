// One Communication of a RankProgram, on the buffers of a rank: what is packed into the message,
// the collective of core/comm, and what is unpacked from it.
//
// All parts of a communication travel in one message: block by block for each device of the line,
// and part by part within a block. Both backends of core/comm give the same bits.
#pragma once

#include <memory>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/lower/rank_program.h"

namespace motley::tensor {

class Exchange {
 public:
  // `line` has the devices along the communication's axis; `position` is ours among them.
  Exchange(const Communication& communication, core::Communicator& line);

  // Reads the inputs and begins; the buffers may then change.
  void start(std::vector<Literal>& buffers);
  // Sleeps until all is there, and writes the outputs.
  void wait(std::vector<Literal>& buffers);

 private:
  void pack(std::vector<Literal>& buffers);
  void unpack(std::vector<Literal>& buffers);

  const Communication& communication_;
  core::Communicator& line_;
  std::vector<std::byte> send_, receive_;
  std::vector<int64_t> send_counts_, receive_counts_;  // elements, by device
  core::ElementType wire_;  // what travels: the element, or its bytes where nothing is reduced
  int64_t wire_bytes_ = 1;
  core::Request request_;
};

}  // namespace motley::tensor
