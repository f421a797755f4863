// How much memory there is to work with.
#pragma once

#include <cstdint>
#include <string>

namespace motley::core {

// Physical memory of this machine, or what its container may use of it.
int64_t machine_memory_bytes();
// The same, or what this process may have of it (ulimit -v).
int64_t process_memory_bytes();

// "1.5 GB", "640 bytes": powers of ten.
std::string readable_bytes(int64_t bytes);

}  // namespace motley::core
