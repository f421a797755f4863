// The clock of all measurements: seconds of a monotonic clock since an arbitrary origin.
//
//   const double begin = now_seconds();
//   ...
//   const double elapsed = now_seconds() - begin;
#pragma once

#include <chrono>

namespace motley::core {

inline double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace motley::core
