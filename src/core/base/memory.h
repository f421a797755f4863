// The memory available.
#pragma once

#include <cstdint>
#include <string>

namespace motley::core {

// Physical memory of this machine, or its container's limit.
int64_t machine_memory_bytes();
// The same, or this process's limit (ulimit -v).
int64_t process_memory_bytes();

// "1.5 GB", "640 bytes": powers of ten.
std::string readable_bytes(int64_t bytes);

}  // namespace motley::core
