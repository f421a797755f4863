#include "core/probe/memory_times.h"

#include <cstring>

#include "core/base/clock.h"
#include "core/base/threads.h"
#include "core/trace/trace.h"

namespace motley::core {
namespace {

constexpr int64_t kBytes = 64 << 20;  // beyond the caches

void copy(const std::vector<std::byte>& from, std::vector<std::byte>& to, int num_threads) {
  parallel_for(num_threads, kBytes, [&](int64_t first, int64_t last, int) {
    std::memcpy(to.data() + first, from.data() + first, static_cast<size_t>(last - first));
  });
}

Measurement time_copies(std::vector<std::byte>& from, std::vector<std::byte>& to, int num_threads,
                        const SamplingLimits& limits) {
  std::vector<double> times;
  while (const int64_t runs = runs_needed(times, limits)) {
    for (int64_t i = 0; i < runs; ++i) {
      const double begin = now_seconds();
      copy(from, to, num_threads);
      times.push_back(now_seconds() - begin);
      from.swap(to);
    }
  }
  return measurement_of(times);
}

}  // namespace

MemoryTimes measure_memory(Communicator& comm, int num_threads, const SamplingLimits& limits) {
  std::vector<std::byte> from(kBytes, std::byte{1}), to(kBytes, std::byte{2});
  MemoryTimes times;
  for (int r = 0; r < comm.num_ranks(); ++r) {
    comm.barrier().wait();
    if (r != comm.rank()) continue;
    times.alone = 2.0 * kBytes / time_copies(from, to, num_threads, limits).seconds;
  }
  comm.barrier().wait();
  const Measurement at_once = time_copies(from, to, num_threads, limits);
  // Ranks with enough measurements continue while others need more.
  for (Request all_know = comm.barrier(); !all_know.done();) copy(from, to, num_threads);
  times.at_once = 2.0 * kBytes / at_once.seconds;
  times.spread = at_once.spread;
  return times;
}

}  // namespace motley::core
