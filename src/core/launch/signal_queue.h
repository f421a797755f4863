// The signals of this process as a queue that one thread waits on.
//
//   SignalQueue signals({SIGINT, SIGTERM, SIGCHLD});
//   switch (signals.wait(1.5)) { case SIGINT: ...  case 0: ... }    // 0: none within 1.5 s
//
// Handlers put them there, so that a signal may arrive on any thread of the process. One instance
// at a time; the previous actions return with its end.
#pragma once

#include <csignal>
#include <utility>
#include <vector>

namespace motley::core {

class SignalQueue {
 public:
  // Signals that are ignored now stay ignored, except SIGCHLD and SIGPIPE.
  explicit SignalQueue(const std::vector<int>& signals);
  SignalQueue(const SignalQueue&) = delete;
  SignalQueue& operator=(const SignalQueue&) = delete;
  ~SignalQueue();

  // The next signal, or 0 after `seconds`; waits without limit if `seconds` is negative.
  int wait(double seconds);

  // In a child, between fork and exec: default actions, so that nothing arrives in our queue.
  void reset_in_child() const;

  // Takes the default action of `signal` now: stops this process for SIGTSTP.
  void take_default_action(int signal) const;

 private:
  struct Previous {
    int signal;
    struct sigaction action;
  };
  std::vector<Previous> previous_;
  int read_end_ = -1, write_end_ = -1;
};

}  // namespace motley::core
