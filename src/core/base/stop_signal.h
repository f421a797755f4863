// Signals that ask a long run to save its work and stop.
//
//   StopOnSignal stop({SIGINT, SIGTERM});
//   while (!stop.is_asked()) step();
//
// While it lives, the first of these signals is only noted; the second one ends the program as it
// does everywhere. One instance at a time.
#pragma once

#include <csignal>
#include <utility>
#include <vector>

namespace motley::core {

class StopOnSignal {
 public:
  explicit StopOnSignal(const std::vector<int>& signals);
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  ~StopOnSignal();

  bool is_asked() const;

 private:
  std::vector<std::pair<int, struct sigaction>> previous_;
};

}  // namespace motley::core
