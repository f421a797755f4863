// The CPU time available to a process: the quota of its control group, and the fraction of a core
// that its threads get while all ranks work.
#pragma once

#include <string>

namespace motley::core {

// What a control group allows: so many cores, counted anew each period. No quota: 0 cores.
struct ProcessorQuota {
  double cores = 0;
  double period_seconds = 0;
};
// Of this process's control group, version 1 or 2.
ProcessorQuota processor_quota();

// The same from the contents of `cpu.max`, and of `cpu.cfs_quota_us` and `cpu.cfs_period_us`.
ProcessorQuota quota_of_version_2(const std::string& cpu_max);
ProcessorQuota quota_of_version_1(const std::string& quota_us, const std::string& period_us);

// Computes for this long on this many threads and returns the fraction of a core that each had, at
// most 1.
double processor_share(int num_threads, double seconds);

}  // namespace motley::core
