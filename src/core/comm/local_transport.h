// The in-process backend: a message is one copy, made when both sides have posted it.
//
//   LocalWires wires(3);                 for ranks 0, 1, 2
//   wires.transport(0).post_send(2, 7, data, 8);
//
// One thread serves all ranks, so no locks are needed.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "core/comm/transport.h"

namespace motley::core {

class LocalWires {
 public:
  explicit LocalWires(int num_ranks);
  ~LocalWires();
  Transport& transport(int rank);

 private:
  class Endpoint;
  struct Message {
    int64_t number = 0;
    void* data = nullptr;  // only read if it is a send
    int64_t bytes = 0;
  };
  // Posted but unmatched; one of the two is empty.
  struct Queue {
    std::deque<Message> sends, receives;
  };

  int64_t post(int from, int to, int tag, bool is_send, void* data, int64_t bytes);
  bool test(int64_t number);

  std::vector<std::unique_ptr<Endpoint>> endpoints_;
  std::map<std::tuple<int, int, int>, Queue> queues_;  // by (from, to, tag)
  std::vector<bool> done_;                             // by number
  std::vector<int64_t> free_;                          // numbers to reuse
};

}  // namespace motley::core
