#include "core/base/peak.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "core/base/clock.h"
#include "core/base/threads.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace motley::core {
namespace {

// A multiply-add takes four or five cycles and a core starts at most two per cycle: ten independent
// chains keep it busy; sixteen leave a margin. x converges to x * 0.5 + 1 -> 2, never subnormal.
constexpr int kChains = 16;

struct Burst {
  int64_t lanes;
  float (*run)(int64_t num_rounds);  // num_rounds of kChains multiply-adds on `lanes` floats
  std::string_view name;
};

float portable_burst(int64_t num_rounds) {
  constexpr int kLanes = 4;
  float x[kChains * kLanes];
  for (int i = 0; i < kChains * kLanes; ++i) x[i] = static_cast<float>(i);
  for (int64_t r = 0; r < num_rounds; ++r) {
    for (float& value : x) value = value * 0.5f + 1.0f;
  }
  float sum = 0;
  for (float value : x) sum += value;
  return sum;
}

#if defined(__x86_64__)

__attribute__((target("avx2,fma"))) float avx2_burst(int64_t num_rounds) {
  // Sixteen registers in total, so twelve chains; four of them run twice per round.
  constexpr int kInFlight = 12;
  const __m256 half = _mm256_set1_ps(0.5f), one = _mm256_set1_ps(1.0f);
  __m256 x[kInFlight];
  for (int i = 0; i < kInFlight; ++i) x[i] = _mm256_set1_ps(static_cast<float>(i));
  for (int64_t r = 0; r < num_rounds; ++r) {
#pragma GCC unroll 16
    for (int i = 0; i < kChains; ++i) {
      x[i % kInFlight] = _mm256_fmadd_ps(x[i % kInFlight], half, one);
    }
  }
  for (int i = 1; i < kInFlight; ++i) x[0] = _mm256_add_ps(x[0], x[i]);
  return _mm256_cvtss_f32(x[0]);
}

__attribute__((target("avx512f"))) float avx512_burst(int64_t num_rounds) {
  const __m512 half = _mm512_set1_ps(0.5f), one = _mm512_set1_ps(1.0f);
  __m512 x[kChains];
  for (int i = 0; i < kChains; ++i) x[i] = _mm512_set1_ps(static_cast<float>(i));
  for (int64_t r = 0; r < num_rounds; ++r) {
#pragma GCC unroll 16
    for (int i = 0; i < kChains; ++i) x[i] = _mm512_fmadd_ps(x[i], half, one);
  }
  for (int i = 1; i < kChains; ++i) x[0] = _mm512_add_ps(x[0], x[i]);
  return _mm512_cvtss_f32(x[0]);
}

#endif

Burst widest_burst() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return {16, avx512_burst, "AVX-512"};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return {8, avx2_burst, "AVX2"};
  }
#endif
  return {4, portable_burst, "portable"};
}

// All threads work for about `seconds`; each contributes the best rate of its own calls. Threads
// beyond the number of cores add nothing, although each sees a whole core while it runs.
template <class Work>
double best_rate(int num_threads, double seconds, double amount, const Work& work) {
  std::vector<double> best(num_threads);
  const double end = now_seconds() + seconds;
  parallel_for(num_threads, num_threads, [&](int64_t, int64_t, int thread) {
    do {
      const double begin = now_seconds();
      work(thread);
      best[thread] = std::max(best[thread], amount / (now_seconds() - begin));
    } while (now_seconds() < end);
  });
  const double sum = std::accumulate(best.begin(), best.end(), 0.0);
  return sum * std::min(1.0, static_cast<double>(num_cores()) / num_threads);
}

}  // namespace

double measure_peak_flops(int num_threads, double seconds) {
  constexpr int64_t kRounds = 1 << 18;  // 0.6 to 3 ms per call
  const Burst burst = widest_burst();
  const auto flops = static_cast<double>(2 * kChains * burst.lanes * kRounds);
  std::vector<float> results(num_threads);
  const double best = best_rate(num_threads, seconds, flops,
                                [&](int thread) { results[thread] = burst.run(kRounds); });
  // Keeps the compiler from removing the work.
  volatile float keep = results[0];
  (void)keep;
  return best;
}

double measure_copy_bandwidth(int num_threads, double seconds) {
  constexpr size_t kBytes = size_t{64} << 20;  // of source and destination each, over all threads
  const size_t share = kBytes / num_threads;
  std::vector<std::byte> from(share * num_threads, std::byte{1}), to(from.size());
  return best_rate(num_threads, seconds, 2.0 * static_cast<double>(share), [&](int thread) {
    std::memcpy(to.data() + share * thread, from.data() + share * thread, share);
  });
}

std::string_view peak_instructions() { return widest_burst().name; }

}  // namespace motley::core
