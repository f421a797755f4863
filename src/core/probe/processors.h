// How much of the processors a process may have, and has: quotas of its control group, and the part
// of a core that its threads get while all ranks work.
#pragma once

#include <string>

namespace motley::core {

// Cores that the quota of this process's control group allows, of version 1 or 2; 0 where there is
// none.
double processor_quota();

// The same from the texts of `cpu.max`, and of `cpu.cfs_quota_us` and `cpu.cfs_period_us`.
double quota_of_version_2(const std::string& cpu_max);
double quota_of_version_1(const std::string& quota_us, const std::string& period_us);

// Computes for so long on so many threads and tells what part of a core each had, at most 1.
double processor_share(int num_threads, double seconds);

}  // namespace motley::core
