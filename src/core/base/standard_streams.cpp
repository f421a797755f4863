#include "core/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace motley::core {

void open_standard_streams() {
  constexpr int kModes[] = {O_RDONLY, O_RDONLY, O_WRONLY};  // writing to output fails, and is said
  for (int stream = 0; stream < 3; ++stream) {
    // The lowest free number is the one that is given; without /dev/null nothing can be done.
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", kModes[stream]) != stream) return;
  }
}

void write_message(std::string_view text) {
  [[maybe_unused]] const size_t written = std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace motley::core
