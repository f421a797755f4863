// How often something is measured until its time is known, on an idle machine or on one that others
// use too.
//
//   std::vector<double> times;
//   while (const int64_t runs = runs_to_go(times, limits)) ...     // measure `runs` more
//   figure_of(times)                                               // median, spread, how many
//
// Where runs agree, a twentieth of a second is enough. Where they do not, or a processor quota lets
// a rank work for some milliseconds and then stops it, a figure takes two seconds.
#pragma once

#include <cstdint>
#include <vector>

namespace motley::core {

struct Figure {
  double seconds = 0;  // the median
  double spread = 0;   // the middle half of the times, over the median
  int64_t num_runs = 0;
};

// Of no times: zeros.
Figure figure_of(std::vector<double> times);

struct SamplingLimits {
  double seconds = 0.05;            // enough where runs agree
  double disturbed_seconds = 2;     // enough where they do not
  double agreed_spread = 0.1;       // up to which they do
  int64_t fewest = 5, most = 2000;  // runs
};

// For figures on which less hangs, those of short messages: a quarter of the time.
SamplingLimits minor(const SamplingLimits& limits);
inline constexpr int64_t kMajorBytes = 1 << 20;

// For so many figures that are to take no longer than this together where runs do not agree: many
// ranks have many pairs. Those that need long runs (seconds) get them.
SamplingLimits for_all(const SamplingLimits& limits, int64_t num_figures, double seconds);

// Runs to measure next, 0 when it is enough: some first, then what the time left is good for.
int64_t runs_to_go(const std::vector<double>& times, const SamplingLimits& limits);

// Seconds = latency + bytes / bandwidth. The bandwidth is that of the longest messages, by least
// squares of their relative errors: on the way shorter ones meet buffers and protocols that a
// stream of them does not (a token bucket lets the first so many kilobytes pass at once). The
// latency is what the shortest message takes beyond its bytes.
struct LineFit {
  double latency_seconds = 0, seconds_per_byte = 0;
  double residual = 0;  // root mean square of the relative errors of all sizes
};
struct SizedTime {
  double bytes = 0, seconds = 0;
};
// At least two sizes, ascending; neither figure is negative.
LineFit fit_line(const std::vector<SizedTime>& times);

}  // namespace motley::core
