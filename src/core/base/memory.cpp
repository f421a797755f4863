#include "core/base/memory.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace motley::core {
namespace {

// The number in a control group's file; "max" and a missing file mean no limit.
int64_t group_limit(const char* file) {
  std::ifstream stream(file);
  int64_t limit = 0;
  return stream >> limit && limit > 0 ? limit : INT64_MAX;
}

}  // namespace

int64_t machine_memory_bytes() {
  const int64_t physical = int64_t{sysconf(_SC_PHYS_PAGES)} * int64_t{sysconf(_SC_PAGE_SIZE)};
  return std::min({physical, group_limit("/sys/fs/cgroup/memory.max"),
                   group_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
}

int64_t process_memory_bytes() {
  rlimit limit{};
  const bool has_limit =
      ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < static_cast<rlim_t>(INT64_MAX);
  return std::min(machine_memory_bytes(),
                  has_limit ? static_cast<int64_t>(limit.rlim_cur) : INT64_MAX);
}

std::string readable_bytes(int64_t bytes) {
  const char* unit = "bytes";
  auto amount = static_cast<double>(bytes);
  for (const char* next : {"kB", "MB", "GB", "TB", "PB", "EB"}) {
    if (amount < 1000) break;
    amount /= 1000;
    unit = next;
  }
  return bytes < 1000 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", amount, unit);
}

}  // namespace motley::core
