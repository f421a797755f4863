#include "core/base/threads.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#ifdef _OPENMP
#include <omp.h>

#include <atomic>
#include <latch>
#endif
#include <thread>
#include <vector>

namespace motley::core {

namespace {

struct Chunk {
  int64_t begin, end;
};

Chunk chunk_of(int64_t count, int num_chunks, int i) {
  return {count * i / num_chunks, count * (i + 1) / num_chunks};
}

}  // namespace

#ifdef _OPENMP

namespace {

std::atomic<int> most_threads = 1;  // that have been started

// Throws a std::system_error if so many threads cannot be started (ulimit -u, -v): OpenMP would end
// the program. A new number of them is tried, 15 us for each thread.
void check_threads(int num_threads) {
  if (num_threads <= most_threads) return;
  std::latch all_started(1);
  std::vector<std::jthread> threads;
  try {
    for (int i = 1; i < num_threads; ++i) threads.emplace_back([&] { all_started.wait(); });
  } catch (...) {
    all_started.count_down();
    throw;
  }
  all_started.count_down();
  most_threads = num_threads;
}

}  // namespace

void detail::run_chunks(int num_threads, int64_t count, const void* context,
                        ChunkFunction function) {
  if (count <= 0) return;
  const int chunks = static_cast<int>(std::min<int64_t>(num_threads, count));
  if (chunks <= 1 || omp_in_parallel()) return function(context, 0, count, 0);
  check_threads(num_threads);
  // The whole team runs even if there are fewer chunks: a smaller team terminates the threads
  // left out, and the next loop has to start them again.
#pragma omp parallel num_threads(num_threads)
  {
    // There may be fewer threads than requested; each then takes several chunks.
    for (int i = omp_get_thread_num(); i < chunks; i += omp_get_num_threads()) {
      const Chunk chunk = chunk_of(count, chunks, i);
      function(context, chunk.begin, chunk.end, i);
    }
  }
}

void set_library_threads(int num_threads) { omp_set_num_threads(num_threads); }

#else  // The thread sanitizer's build: GCC's OpenMP causes false reports.

namespace {
thread_local bool in_parallel = false;
}

void detail::run_chunks(int num_threads, int64_t count, const void* context,
                        ChunkFunction function) {
  if (count <= 0) return;
  const int chunks = static_cast<int>(std::min<int64_t>(num_threads, count));
  if (chunks <= 1 || in_parallel) return function(context, 0, count, 0);
  std::vector<std::thread> others;
  for (int i = 1; i < chunks; ++i) {
    others.emplace_back([=] {
      in_parallel = true;
      const Chunk chunk = chunk_of(count, chunks, i);
      function(context, chunk.begin, chunk.end, i);
    });
  }
  in_parallel = true;
  const Chunk chunk = chunk_of(count, chunks, 0);
  function(context, chunk.begin, chunk.end, 0);
  in_parallel = false;
  for (std::thread& other : others) other.join();
}

void set_library_threads(int) {}

#endif

std::optional<std::string> short_waits_variable() {
#ifdef _OPENMP
  if (!std::getenv("GOMP_SPINCOUNT") && !std::getenv("OMP_WAIT_POLICY")) {
    return "GOMP_SPINCOUNT=10000";
  }
#endif
  return std::nullopt;
}

void restart_with_short_waits(char** argv) {
  std::optional<std::string> variable = short_waits_variable();
  if (!variable) return;
  const size_t equals = variable->find('=');
  if (::setenv(variable->substr(0, equals).c_str(), variable->c_str() + equals + 1, 0) != 0) return;
  ::execv("/proc/self/exe", argv);  // on failure the program continues as it is
}

void ask_for_large_pages() { ::setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0); }

int num_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

}  // namespace motley::core
