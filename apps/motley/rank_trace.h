// What each rank of a job did, gathered into one Trace: a process for each rank, named with its
// device, whatever kind that is.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "core/comm/communicator.h"

namespace motley::apps {

class RankTrace {
 public:
  enum class Track : uint8_t { kSegments, kCommunication, kDevice };

  // A collective: clocks of different hosts are set against each other here, as well as a barrier
  // can.
  RankTrace(core::Communicator& comm, std::string device);

  // By the steady clock; from any thread.
  void add(Track track, int index, double begin_seconds, double end_seconds);
  // A collective; rank 0 writes.
  void write(const std::string& file);

 private:
  struct Span {
    double begin = 0, end = 0;  // since the barrier
    int32_t track = 0, index = 0;
  };

  core::Communicator& comm_;
  std::string device_;
  double origin_seconds_ = 0;
  std::mutex mutex_;
  std::vector<Span> spans_;
};

}  // namespace motley::apps
