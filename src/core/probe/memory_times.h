// Memory bandwidth of a rank, bytes read plus written: one rank at a time, and all at once.
#pragma once

#include "core/comm/communicator.h"
#include "core/probe/sampling.h"

namespace motley::core {

struct MemoryTimes {
  double alone = 0, at_once = 0;  // of this rank
  double spread = 0;              // of its times at once
};

// A collective; each rank gets its own result.
MemoryTimes measure_memory(Communicator& comm, int num_threads, const SamplingLimits& limits);

}  // namespace motley::core
