// Repeats measurements until their result is accurate, on an idle machine or on a shared one.
//
//   std::vector<double> times;
//   while (const int64_t runs = runs_needed(times, limits)) ...     // measure `runs` more
//   measurement_of(times)                                               // median, spread, count
//
// If runs agree, a twentieth of a second is enough. If they do not, or a CPU quota lets a rank work
// for some milliseconds and then stops it, a figure takes longer.
#pragma once

#include <cstdint>
#include <vector>

namespace motley::core {

struct Measurement {
  double seconds = 0;  // the median
  double spread = 0;   // interquartile range over the median
  int64_t num_runs = 0;
};

// All zero for no times.
Measurement measurement_of(std::vector<double> times);

struct SamplingLimits {
  double seconds = 0.05;                  // enough if runs agree
  double noisy_seconds = 2;               // enough if they do not
  double agreed_spread = 0.1;             // runs agree up to this spread
  int64_t min_runs = 5, max_runs = 2000;  // number of runs
};

// For less important figures, those of short messages: a quarter of the time.
SamplingLimits minor(const SamplingLimits& limits);
inline constexpr int64_t kMajorBytes = 1 << 20;

// For this many figures whose total time is limited if runs do not agree: many ranks have many
// pairs. Figures that need long runs (seconds) still get them.
SamplingLimits for_all(const SamplingLimits& limits, int64_t num_figures, double seconds);

// Number of runs to measure next, 0 when done: a few first, then as many as the remaining time
// allows.
int64_t runs_needed(const std::vector<double>& times, const SamplingLimits& limits);

// Seconds = latency + bytes / bandwidth. The bandwidth is fitted to the longest messages, by least
// squares of their relative errors: shorter ones are subject to buffers and protocols that a stream
// of them is not (a token bucket lets the first kilobytes pass at once). The latency is what the
// shortest message takes beyond its bytes.
struct LineFit {
  double latency_seconds = 0, seconds_per_byte = 0;
  double residual = 0;  // root mean square of the relative errors of all sizes
};
struct SizedTime {
  double bytes = 0, seconds = 0;
};
// At least two sizes, ascending; both results are nonnegative.
LineFit fit_line(const std::vector<SizedTime>& times);

}  // namespace motley::core
