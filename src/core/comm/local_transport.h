// The in-process backend: a message is one copy, made when both sides have posted it.
//
//   LocalWires wires(3);                 for ranks 0, 1, 2
//   wires.transport(0).post_send(2, 7, data, 8);
//
// One thread serves all ranks, so no locks are needed.
//
// With a MessageDelay, for tests, a message is copied a random while later. Messages with one tag
// between two ranks keep their order, all others may overtake one another.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "core/comm/transport.h"

namespace motley::core {

struct MessageDelay {
  uint64_t seed = 0;
  double longest_seconds = 1e-3;  // one in eight; the others at most an eighth of it
};

class LocalWires {
 public:
  explicit LocalWires(int num_ranks, std::optional<MessageDelay> delay = {});
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
  // Matched, and on its way until then.
  struct Flight {
    std::tuple<int, int, int> queue;
    Message from, to;
    double due_seconds = 0;
  };

  int64_t post(int from, int to, int tag, bool is_send, void* data, int64_t bytes);
  bool test(int64_t number);
  void deliver(const Message& from, const Message& to);
  void deliver_due();
  double delay();

  std::vector<std::unique_ptr<Endpoint>> endpoints_;
  std::optional<MessageDelay> delay_;
  std::mt19937_64 random_;
  std::vector<Flight> flights_;
  std::map<std::tuple<int, int, int>, Queue> queues_;  // by (from, to, tag)
  std::vector<bool> done_;                             // by number
  std::vector<int64_t> free_;                          // numbers to reuse
};

}  // namespace motley::core
