// Whether there is room for the libraries, before they start. OpenBLAS takes a buffer for each core
// when it is loaded, and where it gets none (ulimit -v) it asks again for ever, before main.
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace motley::apps {
namespace {

constexpr size_t kBufferBytes = 135266304, kOtherBytes = size_t{16} << 20;
constexpr int kMostBuffers = 128;

// What the environment sets NAME= to; 0: nothing.
int number_in(char** environment, std::string_view name) {
  for (char** at = environment; *at; ++at) {
    const std::string_view one = *at;
    if (one.substr(0, name.size()) == name) return std::max(0, std::atoi(*at + name.size()));
  }
  return 0;
}

size_t bytes_at_start(char** environment) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  int buffers = ::sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
  for (const char* name : {"OPENBLAS_NUM_THREADS=", "OMP_NUM_THREADS="}) {
    const int limit = number_in(environment, name);
    if (limit > 0) buffers = std::min(buffers, limit);
  }
  return std::clamp(buffers, 1, kMostBuffers) * kBufferBytes + kOtherBytes;
}

// Runs before any library has started, so it calls nothing that needs one.
void check_address_space(int, char**, char** environment) {
  const size_t bytes = bytes_at_start(environment);
  void* room = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room != MAP_FAILED) {
    ::munmap(room, bytes);
    return;
  }
  constexpr std::string_view kMessage =
      "motley: this process may not have the address space that its libraries begin with, 130 MB "
      "for each core: raise `ulimit -v`, or set OMP_NUM_THREADS=1\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(2);
}

// Sanitizers have to come first themselves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
using Start = void (*)(int, char**, char**);
__attribute__((section(".preinit_array"), used)) const Start kBeforeLibraries = check_address_space;
#endif

}  // namespace
}  // namespace motley::apps
