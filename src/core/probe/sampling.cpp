#include "core/probe/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/base/error.h"
#include "core/base/statistics.h"

namespace motley::core {

Measurement measurement_of(std::vector<double> times) {
  if (times.empty()) return {};
  const int64_t num_times = std::ssize(times);
  const Spread spread = spread_of(std::move(times));
  return {spread.median, spread.relative, num_times};
}

SamplingLimits minor(const SamplingLimits& limits) {
  SamplingLimits less = limits;
  less.seconds /= 4;
  less.noisy_seconds /= 4;
  return less;
}

SamplingLimits for_all(const SamplingLimits& limits, int64_t num_figures, double seconds) {
  SamplingLimits less = limits;
  const double each = seconds / static_cast<double>(std::max<int64_t>(1, num_figures));
  less.noisy_seconds = std::min(limits.noisy_seconds, std::max(limits.seconds, each));
  return less;
}

int64_t runs_needed(const std::vector<double>& times, const SamplingLimits& limits) {
  const int64_t done = std::ssize(times);
  if (done < limits.min_runs) return limits.min_runs - done;
  if (done >= limits.max_runs) return 0;
  const double total = std::accumulate(times.begin(), times.end(), 0.0);
  const bool agree = measurement_of(times).spread <= limits.agreed_spread;
  const double wanted = agree ? limits.seconds : std::max(limits.seconds, limits.noisy_seconds);
  if (total >= wanted) return 0;
  const double mean = total / static_cast<double>(done);
  const auto more = static_cast<int64_t>(std::min((wanted - total) / mean, 1e6)) + 1;
  return std::clamp<int64_t>(more, 1, std::min<int64_t>(200, limits.max_runs - done));
}

namespace {

// Minimizes the sum of ((a + b x) / t - 1)^2: with u = 1/t and v = x/t, of (a u + b v - 1)^2.
LineFit least_squares(std::span<const SizedTime> times) {
  double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0;
  for (const auto& [bytes, seconds] : times) {
    const double u = 1 / seconds, v = bytes / seconds;
    uu += u * u, uv += u * v, vv += v * v, u1 += u, v1 += v;
  }
  const double determinant = uu * vv - uv * uv;
  LineFit fit;
  if (determinant > 0) {
    fit.latency_seconds = (u1 * vv - v1 * uv) / determinant;
    fit.seconds_per_byte = (v1 * uu - u1 * uv) / determinant;
  }
  // If one would be negative, the optimum is at the boundary.
  if (fit.latency_seconds < 0 || determinant <= 0) fit = {0, v1 / vv};
  if (fit.seconds_per_byte < 0) fit = {u1 / uu, 0};
  return fit;
}

}  // namespace

LineFit fit_line(const std::vector<SizedTime>& times) {
  MOTLEY_CHECK(times.size() >= 2, "a line through {} points", times.size());
  constexpr double kLong = 1.0 / 16;  // relative to the longest
  size_t first = times.size() - 2;
  while (first > 0 && times[first - 1].bytes >= kLong * times.back().bytes) --first;
  LineFit fit = least_squares(std::span(times).subspan(first));
  const SizedTime& shortest = times.front();
  fit.latency_seconds =
      std::max(shortest.seconds - shortest.bytes * fit.seconds_per_byte, shortest.seconds / 4);
  double squares = 0;
  for (const auto& [bytes, seconds] : times) {
    const double error = (fit.latency_seconds + bytes * fit.seconds_per_byte) / seconds - 1;
    squares += error * error;
  }
  fit.residual = std::sqrt(squares / static_cast<double>(times.size()));
  return fit;
}

}  // namespace motley::core
