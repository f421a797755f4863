// The communication thread: the only one that touches a Transport. One for a process under MPI,
// one for all ranks of run_local.
//
//   rank's thread                          communication thread
//     comm.all_reduce(...) ---enqueue---->   for each operation under way: advance()
//     request.wait()                         nothing moved: look again for 50 us, then nap
//        ^                                                  for an eighth of the wait so far
//        +------------- finish -----------   done, or a peer is lost
//                                            nothing to do: sleep, with a glance at MPI in between
//
// An operation in which nothing moves is named on standard error after `notice_seconds`, and ended,
// with all others, after `stall_limit_seconds`: then a peer is gone, stuck, or slower than the
// setting allows.
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
  Trace* trace = nullptr;  // gets a span for every operation; must outlive the ranks
};

// What a backend does on the communication thread besides carrying messages. All may be empty.
struct EngineHooks {
  std::function<void()> begin;                       // may throw: start() does then
  std::function<void(const Operation* waits)> rest;  // nothing moves; null: nothing to do
  std::function<void()> progress;                    // now and then while there is nothing to do
  std::function<void(bool failed)> end;
};

class Engine {
 public:
  explicit Engine(const CommSettings& settings) : settings_(settings) {}
  ~Engine() { stop(); }

  void start(EngineHooks hooks, bool polls);
  void stop();  // when all operations are done
  // More ranks than cores: whoever waits lets others run. To be called by EngineHooks::begin.
  void share_cores() { shares_cores_ = true; }

  // `stream` is not empty for Transfers: those with the same one keep their order.
  using Stream = std::array<int, 4>;
  void enqueue(std::shared_ptr<Operation> operation, std::optional<Stream> stream);

  // Calls f on the communication thread between operations, and waits for it.
  void call(const std::function<void()>& f);

  // Ends all operations, now and later, on all ranks of this process. For any thread.
  void fail(int peer, const std::string& cause);

 private:
  struct Failure {
    int peer = -1;
    std::string cause;
  };
  struct Arrival {
    std::shared_ptr<Operation> operation;
    std::optional<Stream> stream;
    std::function<void()> call;  // instead of an operation
  };

  void add(Arrival arrival);
  void run(std::promise<void>* started);
  void run_operations();
  void take_arrivals();
  bool wait_for_work();
  bool advance_all();
  bool is_long_look(double seconds);
  void rest();
  void check_stalls();
  void fail_all(const Failure& failure);
  void finish(Operation& operation, std::optional<CommFailure> failure);
  void fail_alone(std::shared_ptr<Operation> operation, const std::exception& error);

  CommSettings settings_;
  EngineHooks hooks_;
  bool polls_ = false, shares_cores_ = false;
  std::thread thread_;

  std::mutex mutex_;  // guards what follows, up to the next blank line
  std::condition_variable arrived_;
  std::vector<Arrival> arrivals_;
  std::optional<Failure> failure_;
  bool stopping_ = false;

  std::atomic<bool> has_news_ = false;  // something above has changed
  // The rest belongs to the thread.
  std::vector<std::shared_ptr<Operation>> active_;
  std::map<Stream, std::shared_ptr<Operation>> last_of_stream_;
  std::optional<Failure> failed_;
  ScratchPool pool_;
  double next_check_seconds_ = 0;
  double idle_look_seconds_ = 1e-3;  // what a look takes that finds nothing
  int looks_since_nap_ = 0;
};

}  // namespace motley::core
