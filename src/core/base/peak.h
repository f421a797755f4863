// The peak performance of this machine, measured for a few hundredths of a second; training and
// kernel speeds are reported relative to it.
//
//   const double peak = measure_peak_flops(2);          // 230e9: two cores with AVX-512 at 3.6 GHz
//   const double share = step_flops / step_seconds / peak;
//
// Each thread contributes the best of many short bursts, so that interference from another program
// does not lower the peak.
#pragma once

#include <string_view>

namespace motley::core {

// Float32 multiplications and additions per second, fused and from registers only, summed over this
// many threads.
double measure_peak_flops(int num_threads, double seconds = 0.05);

// Bytes read plus bytes written per second by copies that exceed the caches.
double measure_copy_bandwidth(int num_threads, double seconds = 0.05);

// The instruction set that the peak was measured with: "AVX-512", "AVX2", "portable".
std::string_view peak_instructions();

}  // namespace motley::core
