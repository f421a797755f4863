// The handle of a collective or Transfer in progress.
//
//   Request sum = comm.all_reduce(elements(gradient), elements(gradient), Reduction::kSum);
//   compute_something_else();
//   if (sum.done()) ...        false means "not yet"
//   sum.wait();                blocks until it is done
//
// Both throw on failure: a PeerLostError if another rank is gone. The destructor waits, because the
// communication thread still uses the caller's memory.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace motley::core {

// A rank waited past the stall limit, or learned that another rank failed. One sentence, exit
// status 2.
class PeerLostError : public UserError {
 public:
  PeerLostError(const std::string& sentence, int rank, int peer)
      : UserError(sentence), rank_(rank), peer_(peer) {}
  int rank() const { return rank_; }  // the waiting rank
  int peer() const { return peer_; }  // the rank it waited for; -1 if unknown

 private:
  int rank_, peer_;
};

// A failure as data: exceptions are created in the thread that throws them.
struct CommFailure {
  enum class Kind { kPeerLost, kUser, kInternal };
  Kind kind = Kind::kPeerLost;
  std::string sentence;
  int rank = 0, peer = -1;

  [[noreturn]] void raise() const;
};

// Shared by the Request and the communication thread.
class Completion {
 public:
  bool done() const { return done_.load(std::memory_order_acquire); }
  void wait();
  void finish(std::optional<CommFailure> failure);
  void raise() const;                                    // after done(): throws the failure, if any
  double done_seconds() const { return done_seconds_; }  // after done(), by the steady clock
  // The first message of several that has come: when, and its bytes; 0 if there is one or none. The
  // rest over the time until done_seconds() is the rate of the link, whenever it was sent.
  void note_first(double seconds, int64_t bytes) { first_seconds_ = seconds, first_bytes_ = bytes; }
  double first_seconds() const { return first_seconds_; }  // after done()
  int64_t first_bytes() const { return first_bytes_; }
  // When somebody began to wait for it, by the steady clock; 0 if nobody has.
  double awaited_seconds() const { return awaited_seconds_.load(std::memory_order_relaxed); }

  // Called if an exception abandons an unfinished operation: the other ranks need not wait.
  std::function<void()> on_abandon;

 private:
  std::atomic<bool> done_ = false;
  std::atomic<double> awaited_seconds_ = 0;
  double done_seconds_ = 0, first_seconds_ = 0;
  int64_t first_bytes_ = 0;
  std::optional<CommFailure> failure_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

class [[nodiscard]] Request {
 public:
  Request() = default;  // empty; done
  explicit Request(std::shared_ptr<Completion> completion) : completion_(std::move(completion)) {}
  Request(Request&&) = default;
  Request& operator=(Request&& other);
  ~Request() { finish(); }

  bool done() const;
  void wait();
  // Completion time by the steady clock; after wait().
  double done_seconds() const { return completion_ ? completion_->done_seconds() : 0; }
  // Of a receive of `bytes` in several messages, after wait(): bytes per second from the first to
  // the last of them; 0 if there is only one.
  double received_rate(int64_t bytes) const;

 private:
  void finish();

  std::shared_ptr<Completion> completion_;
};

}  // namespace motley::core
