// What this machine can do at most, measured for a few hundredths of a second: what the speed of
// training and of kernels is held against.
//
//   const double peak = measure_peak_flops(2);          // 230e9: two cores with AVX-512 at 3.6 GHz
//   const double share = step_flops / step_seconds / peak;
//
// Each thread counts with its best of many short bursts, so that another program's moment on the
// machine does not make the peak look low.
#pragma once

#include <string_view>

namespace motley::core {

// Float32 multiplications and additions per second, fused and from registers alone, on this many
// threads together.
double measure_peak_flops(int num_threads, double seconds = 0.05);

// Bytes read plus bytes written per second by copies too large for the caches.
double measure_copy_bandwidth(int num_threads, double seconds = 0.05);

// The instructions that the peak was measured with: "AVX-512", "AVX2", "portable".
std::string_view peak_instructions();

}  // namespace motley::core
