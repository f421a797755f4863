// Sleeps until something comes over the network, instead of asking MPI every millisecond.
//
//   SocketWatch watch;                       MPI's connections: found, because MPI does not tell
//   watch.rest(5ms, false);                  until one of them has something to read, or wake()
//   watch.wake();                            from any thread
//
// MPI only knows how to poll. On hosts with a part of a core, polls took a fifth of the time.
#pragma once

#include <poll.h>

#include <chrono>
#include <vector>

namespace motley::core {

class SocketWatch {
 public:
  SocketWatch();
  ~SocketWatch();
  SocketWatch(const SocketWatch&) = delete;
  SocketWatch& operator=(const SocketWatch&) = delete;

  // Whether something has come, more can be written where `sends` waits for room, or somebody has
  // called wake(). Connections that were made meanwhile are found after half a second.
  bool rest(std::chrono::microseconds most, bool sends);
  void wake();

 private:
  void find_connections();
  void watch_full(std::vector<pollfd>& watched);

  int wake_fd_ = -1;
  std::vector<int> connections_;
  double found_seconds_ = 0;
};

}  // namespace motley::core
