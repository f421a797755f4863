// The work of all ranks of a job, gathered into one Trace: a process for each rank, named with its
// device.
//
//   rank 0 (cuda:0)   steps            the rank's own thread: segments, starts, waits
//                     device           segments on an accelerator
//                     communication    each from its start to its completion; as many lines as are
//                                      in flight at once
//                     compute          the phases of a pipeline, as `motley simulate --trace`
//                     predicts
//                                      them, and what it waits for in between
//                     decisions        what a run that adapts was decided by
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "core/comm/communicator.h"

namespace motley::tensor {

class RankTrace {
 public:
  enum class What : uint8_t {
    kSegment,
    kStart,
    kWait,
    kDeviceSegment,
    kCommunication,
    // Of a pipeline: named by write's `name_of`.
    kPhase,
    kAwait,
    kMessage,
    // Values over time.
    kMemory,  // bytes of the rank's process
    kLoss,
  };

  // A collective: clocks of different hosts are set against each other here, as well as a barrier
  // can.
  RankTrace(core::Communicator& comm, std::string device);

  // By the steady clock; from any thread.
  void add(What what, int index, double begin_seconds, double end_seconds);
  // A value over time: kMemory or kLoss.
  void count(What what, double seconds, double value);
  void count_memory(double seconds);  // what this process has now
  // A line of the tuner's log (tensor/adapt/decision_log.h), on rank 0: a span of the track
  // "decisions" with the text as its argument `record`.
  void add_decision(std::string line) { decisions_.push_back(std::move(line)); }
  // A collective; rank 0 writes. `name_of`: what a phase, an await or a message is.
  void write(const std::string& file, const std::function<std::string(What, int index)>& name_of);

 private:
  struct Span {
    double begin = 0, end = 0;  // since the barrier; of a value over time: when, and the value
    int32_t what = 0, index = 0;
  };

  core::Communicator& comm_;
  std::string device_;
  double origin_seconds_ = 0;
  std::mutex mutex_;
  std::vector<Span> spans_;
  std::vector<std::string> decisions_;
};

}  // namespace motley::tensor
