#include "core/balance/ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "core/base/error.h"

namespace motley::core {
namespace {

// Caps that fall short of the whole by less than this still suffice: they are quotients.
constexpr double kCapSlack = 1e-12;

void check(std::span<const double> speeds, std::span<const double> caps) {
  MOTLEY_CHECK(caps.empty() || caps.size() == speeds.size(), "{} caps for {} devices", caps.size(),
               speeds.size());
  for (const double f : speeds) MOTLEY_CHECK(f >= 0 && std::isfinite(f), "invalid speed {}", f);
  for (const double c : caps) MOTLEY_CHECK(c >= 0, "invalid cap {}", c);
}

double cap_of(std::span<const double> caps, size_t j) {
  return caps.empty() ? 1.0 : std::min(caps[j], 1.0);
}

std::vector<double> clipped(std::span<const double> values, double limit) {
  std::vector<double> result(values.begin(), values.end());
  for (double& v : result) v = std::min(v, limit);
  return result;
}

}  // namespace

// Water filling: each device takes shares at its speed until it reaches its cap. Devices that reach
// it first (smallest cap / speed) are settled first, the others divide the rest.
std::optional<Ratio> proportional_ratio(std::span<const double> speeds,
                                        std::span<const double> caps) {
  check(speeds, caps);
  std::vector<size_t> open;
  for (size_t j = 0; j < speeds.size(); ++j) {
    if (speeds[j] > 0) open.push_back(j);
  }
  std::ranges::stable_sort(open, {}, [&](size_t j) { return cap_of(caps, j) / speeds[j]; });
  // Summed from the end, so that no difference of sums loses digits.
  std::vector<double> speed_from(open.size() + 1, 0.0);
  for (size_t i = open.size(); i-- > 0;) speed_from[i] = speed_from[i + 1] + speeds[open[i]];

  Ratio ratio(speeds.size(), 0.0);
  double left = 1;
  for (size_t i = 0; i < open.size(); ++i) {
    const size_t j = open[i];
    const double seconds = left / speed_from[i];
    if (seconds * speeds[j] <=
        cap_of(caps, j)) {  // this device, and so all that follow, stay below their caps
      for (; i < open.size(); ++i) ratio[open[i]] = seconds * speeds[open[i]];
      return ratio;
    }
    ratio[j] = cap_of(caps, j);
    left -= ratio[j];
  }
  if (open.empty() || left > kCapSlack) return std::nullopt;
  return ratio;
}

double seconds_of(std::span<const double> speeds, const SharedCost& cost, const Ratio& ratio) {
  MOTLEY_CHECK(ratio.size() == speeds.size(), "{} shares for {} devices", ratio.size(),
               speeds.size());
  double slowest = 0, largest = 0;
  for (size_t j = 0; j < ratio.size(); ++j) {
    if (ratio[j] == 0) continue;
    if (speeds[j] == 0) return std::numeric_limits<double>::infinity();
    slowest = std::max(slowest, ratio[j] / speeds[j]);
    largest = std::max(largest, ratio[j]);
  }
  return cost.work * slowest + cost.largest * largest;
}

// With tau = max b_j / f_j and mu = max b_j, a pair (tau, mu) is feasible if
//   g(tau, mu) = sum_j min(tau f_j, mu, cap_j) >= 1.
// g is concave and piecewise linear, so the optimum is a corner of the feasible set: it lies on one
// of the lines between pieces, mu = tau f_k, tau f_k = cap_k or mu = cap_k. On each line the
// smallest feasible pair is a proportional_ratio under other speeds or caps.
std::vector<Ratio> clip_candidates(std::span<const double> speeds, std::span<const double> caps) {
  check(speeds, caps);
  std::vector<Ratio> candidates;
  const auto add = [&](std::optional<Ratio> ratio) {
    if (ratio && std::ranges::find(candidates, *ratio) == candidates.end()) {
      candidates.push_back(std::move(*ratio));
    }
  };
  const std::set<double, std::greater<>> distinct(speeds.begin(), speeds.end());
  for (const double f : distinct) {
    if (f > 0) add(proportional_ratio(clipped(speeds, f), caps));
  }
  if (caps.empty()) return candidates;

  std::set<double> corner_times, corner_shares;
  for (size_t j = 0; j < speeds.size(); ++j) {
    if (speeds[j] == 0 || cap_of(caps, j) >= 1) continue;
    corner_times.insert(cap_of(caps, j) / speeds[j]);
    corner_shares.insert(cap_of(caps, j));
  }
  for (const double time : corner_times) {
    std::vector<double> even(speeds.size()), limits(caps.begin(), caps.end());
    for (size_t j = 0; j < speeds.size(); ++j) {
      even[j] = speeds[j] > 0 ? 1 : 0;
      limits[j] = std::min(limits[j], time * speeds[j]);
    }
    add(proportional_ratio(even, limits));
  }
  for (const double share : corner_shares) add(proportional_ratio(speeds, clipped(caps, share)));
  return candidates;
}

std::optional<TimedRatio> clipped_ratio(std::span<const double> speeds, const SharedCost& cost,
                                        std::span<const double> caps) {
  std::optional<TimedRatio> best;
  for (Ratio& ratio : clip_candidates(speeds, caps)) {
    const double seconds = seconds_of(speeds, cost, ratio);
    if (!best || seconds < best->seconds) best = {std::move(ratio), seconds};
  }
  return best;
}

}  // namespace motley::core
