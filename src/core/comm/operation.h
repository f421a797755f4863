// A collective or Transfer of one rank while it runs: posts its Steps, tests them, reduces what
// comes. Belongs to the communication thread from the moment it is handed over.
//
//        +-- posted, in flight --+
//   receives  0 1 2 3 | 4 5 6 7 | 8 9 ...      a receive that is done is reduced at once;
//   sends     0 1 | 2 3 4 | 5 6 7 8 ...        then sends that waited for it are posted
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

// Memory that operations borrow, so that the next one finds it mapped and warm.
class ScratchPool {
 public:
  using Buffer = std::vector<std::byte>;
  Buffer take(int64_t bytes);
  void give_back(Buffer buffer);

 private:
  std::vector<Buffer> buffers_;
};

class Operation {
 public:
  struct Setup {
    const char* name = "";  // "all-reduce"; of static storage
    int rank = 0;           // in the world, for messages
    int tag = 0;
    ConstElements input;
    Elements output;
    Reduction reduction = Reduction::kSum;
    double longer_seconds = 0;  // that peers may take beyond the stall limit
  };
  // Peers in `steps` are numbers in the world.
  Operation(const Setup& setup, Steps steps, Transport& transport);

  // Does all that can be done now; false where that was nothing.
  bool advance(ScratchPool& pool);
  bool done() const { return finished_; }

  // All is posted: another operation with the same tag and peer may begin.
  bool all_posted() const;
  // This one posts nothing before `other` has posted all.
  void follow(std::shared_ptr<Operation> other) { before_ = std::move(other); }

  // For whom it waits: the peer of the oldest message under way, -1 for nobody.
  int awaited_peer() const;
  bool awaits_near_peer() const;
  int rank() const { return setup_.rank; }
  int tag() const { return setup_.tag; }
  double longer_seconds() const { return setup_.longer_seconds; }
  const char* name() const { return setup_.name; }
  int64_t bytes() const;
  // "all-reduce of 4.0 MB"
  std::string describe() const;

  const std::shared_ptr<Completion>& completion() const { return completion_; }
  // Set by the engine: when it began, when a message was last done, when a part of one came.
  double begin_seconds = 0, moved_seconds = 0, carried_seconds = 0;
  bool noticed = false;  // that it waits for long has been said

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
  ScratchPool::Buffer scratch_, landing_;
  bool started_ = false, finished_ = false;
  // How far the two lists are: [0, done) done, [done, posted) in flight.
  int64_t sends_done_ = 0, sends_posted_ = 0, receives_done_ = 0, receives_posted_ = 0;
  std::array<int64_t, kInFlight> send_numbers_ = {}, receive_numbers_ = {};
  std::shared_ptr<Completion> completion_ = std::make_shared<Completion>();
};

}  // namespace motley::core
