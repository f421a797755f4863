// What a run would need, without running it.
#pragma once

#include <cstdint>
#include <string>

#include "nbody/settings/settings_file.h"

namespace motley::nbody {

struct RunEstimate {
  Settings settings;  // with every default resolved
  int num_ranks = 1, num_threads = 1;
  int64_t memory = 0, snapshot = 0, restart = 0, disk = 0;  // bytes
  int64_t device_memory = 0;                                // bytes; 0: no device
  int64_t largest_on_device = 0;  // particles along an axis that fit into what is free; 0: unknown
  int64_t steps = 0;
  double seconds = 0;
};

// Memory, disk, steps and time of a run on this many ranks. The time is extrapolated from trials of
// a few thousand particles on one rank, which take some seconds.
RunEstimate estimate_run(const Settings& settings, int num_ranks, int num_threads);

// As `motley nbody run --dry-run` prints it; `settings` as they were given.
std::string estimate_text(const Settings& settings, const RunEstimate& estimate);
std::string estimate_json(const RunEstimate& estimate);

}  // namespace motley::nbody
