// Signals that ask a long run to save its work and stop.
//
//   StopOnSignal stop({SIGINT, SIGTERM});
//   while (!stop.is_asked()) step();
//
// While it lives, the first of these signals is only noted; a second one of the same number ends
// the program as it does everywhere. One instance at a time.
#pragma once

#include <csignal>
#include <utility>
#include <vector>

namespace motley::core {

struct StopSignalSettings {
  std::vector<int> repeated = {};         // noted however often they come, as a launcher sends them
  const char* sigterm_message = nullptr;  // to standard error; of static storage
};

class StopOnSignal {
 public:
  explicit StopOnSignal(const std::vector<int>& signals, const StopSignalSettings& settings = {});
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;
  ~StopOnSignal();

  bool is_asked() const;

 private:
  void note(const std::vector<int>& signals, unsigned flags);

  std::vector<std::pair<int, struct sigaction>> previous_;
};

}  // namespace motley::core
