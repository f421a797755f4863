// Order statistics of measured values.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/error.h"

namespace motley::core {

// The quantile `q` of sorted values, by the nearest rank.
inline double quantile(std::span<const double> sorted, double q) {
  MOTLEY_CHECK(!sorted.empty(), "a quantile of no values");
  return sorted[static_cast<size_t>(q * static_cast<double>(sorted.size() - 1) + 0.5)];
}

// The middle value; of an even number of them, the upper of the two in the middle.
inline double median(std::vector<double> values) {
  MOTLEY_CHECK(!values.empty(), "the median of no values");
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The middle value; of an even number of them, the mean of the two in the middle.
inline double midpoint_median(std::vector<double> values) {
  const double upper = median(values);
  if (values.size() % 2 == 1) return upper;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return (*std::max_element(values.begin(), middle) + upper) / 2;
}

// The median and the interquartile range relative to it.
struct Spread {
  double median = 0;
  double relative = 0;
};
inline Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double middle = quantile(values, 0.5);
  return {middle, (quantile(values, 0.75) - quantile(values, 0.25)) / middle};
}

}  // namespace motley::core
