// A collective or Transfer of one rank in progress: posts its Steps, tests them, reduces received
// data. Belongs to the communication thread once it is enqueued.
//
//        +-- posted, in flight --+
//   receives  0 1 2 3 | 4 5 6 7 | 8 9 ...      a completed receive is reduced at once;
//   sends     0 1 | 2 3 4 | 5 6 7 8 ...        then the sends that depend on it are posted
//           done            not yet
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/collective/algorithm/steps.h"
#include "core/comm/request.h"
#include "core/comm/transport.h"

namespace motley::core {

// Buffers reused by operations, so that the memory is already mapped and warm.
class ScratchPool {
 public:
  using Buffer = std::vector<std::byte>;
  Buffer take(int64_t bytes);
  void release(Buffer buffer);

 private:
  std::vector<Buffer> buffers_;
};

class Operation {
 public:
  struct Setup {
    const char* name = "";  // "all-reduce"; static storage
    int rank = 0;           // world rank, for messages
    int tag = 0;
    ConstElements input;
    Elements output;
    Reduction reduction = Reduction::kSum;
    double extra_stall_seconds = 0;  // added to the stall limit
    // A Transfer: a receive that is posted ahead may rest until somebody waits for it.
    bool stalls_from_wait = false;
  };
  // Peers in `steps` are world ranks.
  Operation(const Setup& setup, Steps steps, Transport& transport);

  // Makes all progress possible now; false if there was none.
  bool advance(ScratchPool& pool);
  bool done() const { return finished_; }

  // Everything is posted: another operation with the same tag and peer may start.
  bool all_posted() const;
  // Posts nothing before `other` has posted everything.
  void follow(std::shared_ptr<Operation> other) { before_ = std::move(other); }

  // The peer of the oldest message in flight, -1 for none.
  int awaited_peer() const;
  bool awaits_same_host_peer() const;
  int rank() const { return setup_.rank; }
  int tag() const { return setup_.tag; }
  double extra_stall_seconds() const { return setup_.extra_stall_seconds; }
  // Whether it counts as stalled only while somebody waits for it.
  bool stalls_from_wait() const { return setup_.stalls_from_wait; }
  const char* name() const { return setup_.name; }
  int64_t bytes() const;
  // "all-reduce of 4.0 MB"
  std::string describe() const;

  const std::shared_ptr<Completion>& completion() const { return completion_; }
  // Set by the engine: the start, the last completed message, and the last partial copy of one.
  double begin_seconds = 0, progress_seconds = 0, copied_seconds = 0;
  bool stall_reported = false;  // its long wait has been reported

 private:
  void start(ScratchPool& pool);
  void finish_receive(const ReceiveStep& step);
  bool test_posted();
  bool post_ready();
  void copy(const std::vector<CopyStep>& copies);
  Elements at(Place place, int64_t count) const;

  Setup setup_;
  Steps steps_;
  Transport& transport_;
  std::shared_ptr<Operation> before_;
  ScratchPool::Buffer scratch_, staging_;
  bool started_ = false, finished_ = false;
  // Progress of the two lists: [0, done) done, [done, posted) in flight.
  int64_t sends_done_ = 0, sends_posted_ = 0, receives_done_ = 0, receives_posted_ = 0;
  std::array<int64_t, kInFlight> send_numbers_ = {}, receive_numbers_ = {};
  std::shared_ptr<Completion> completion_ = std::make_shared<Completion>();
};

}  // namespace motley::core
