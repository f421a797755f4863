// The communication thread: the only one that uses a Transport. One per process under MPI, one for
// all ranks of run_local.
//
//   rank's thread                          communication thread
//     comm.all_reduce(...) ---enqueue---->   for each active operation: advance()
//     request.wait()                         no progress: poll for 50 us, then sleep
//        ^                                                for an eighth of the wait so far
//        +------------- finish -----------   done, or a peer is lost
//                                            no operation: sleep, with an occasional call of MPI
//
// An operation without progress is reported on standard error after `notice_seconds`, and aborted,
// with all others, after `stall_limit_seconds`: then a peer is gone, stuck, or slower than the
// setting allows. The clock of a Transfer runs while somebody waits for it: receives may be posted
// long ahead.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/comm/operation.h"
#include "core/trace/trace.h"

namespace motley::core {

struct CommSettings {
  double notice_seconds = 5;
  double stall_limit_seconds = 30;
  Trace* trace = nullptr;  // records a span for every operation; must outlive the ranks
};

// A backend's callbacks on the communication thread. All may be empty.
struct EngineHooks {
  std::function<void()> begin;                       // start() rethrows its exceptions
  std::function<void(const Operation* waits)> idle;  // no progress; null: no operation
  std::function<void()> progress;  // called occasionally while there is no operation
  std::function<void(bool failed)> end;
};

class Engine {
 public:
  explicit Engine(const CommSettings& settings) : settings_(settings) {}
  ~Engine() { stop(); }

  void start(EngineHooks hooks, bool polls);
  void stop();  // call after all operations are done
  // More ranks than cores: a waiting thread yields. To be called by EngineHooks::begin.
  void share_cores() { shares_cores_ = true; }

  // Operations of the same `stream` keep their order; nullopt: no constraint.
  using Stream = std::array<int, 4>;
  void enqueue(std::shared_ptr<Operation> operation, std::optional<Stream> stream);

  // Calls f on the communication thread between operations, and waits for it.
  void call(const std::function<void()>& f);

  // Aborts all current and future operations on all ranks of this process. Callable from any
  // thread.
  void fail(int peer, const std::string& cause);

 private:
  struct Failure {
    int peer = -1;
    std::string cause;
  };
  struct Submission {
    std::shared_ptr<Operation> operation;
    std::optional<Stream> stream;
    std::function<void()> call;  // instead of an operation
  };

  void add(Submission submission);
  void run(std::promise<void>* started);
  void run_operations();
  void take_submissions();
  bool wait_for_work();
  bool advance_all();
  bool is_slow_poll(double seconds);
  void idle();
  void check_stalls();
  void fail_all(const Failure& failure);
  void finish(Operation& operation, std::optional<CommFailure> failure);
  void fail_alone(std::shared_ptr<Operation> operation, const std::exception& error);

  CommSettings settings_;
  EngineHooks hooks_;
  bool polls_ = false, shares_cores_ = false;
  std::thread thread_;

  std::mutex mutex_;  // guards the members up to the next blank line
  std::condition_variable submitted_;
  std::vector<Submission> submissions_;
  std::optional<Failure> failure_;
  bool stopping_ = false;

  std::atomic<bool> has_changes_ = false;  // some member above has changed
  // The members below belong to the communication thread.
  std::vector<std::shared_ptr<Operation>> active_;
  std::map<Stream, std::shared_ptr<Operation>> last_of_stream_;
  std::optional<Failure> failed_;
  ScratchPool pool_;
  double next_check_seconds_ = 0;
  double idle_poll_seconds_ = 1e-3;  // duration of a poll without progress
  int polls_since_sleep_ = 0;
};

}  // namespace motley::core
