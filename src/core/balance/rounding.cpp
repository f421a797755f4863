#include "core/balance/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

#include "core/base/error.h"

namespace motley::core {
namespace {

// Caps are quotients (memory / bytes): a cap of 0.29 must hold 29 of 100 units.
constexpr double kUnitSlack = 1e-9;

// Limit on the device times evaluated by single-unit moves; one move evaluates (phases x
// devices)^2.
constexpr int64_t kMaxEvaluations = 4'000'000;

using Units = std::vector<int64_t>;

int64_t sum_of(const Units& units) {
  return std::accumulate(units.begin(), units.end(), int64_t{0});
}

// All phases merged into one: each device's total over them.
Phase blend(const PhaseProblem& problem) {
  const size_t devices = num_devices(problem);
  Phase sum{.speeds = std::vector<double>(devices, 0.0),
            .fixed_seconds = std::vector<double>(devices, 0.0)};
  for (size_t j = 0; j < devices; ++j) {
    double each = 0;
    for (const Phase& phase : problem.phases) {
      sum.fixed_seconds[j] += phase_seconds(phase, j, 0);
      each += phase.work / phase.speeds[j];  // infinite without a speed: then 0 overall
    }
    sum.speeds[j] = 1 / each;
  }
  return sum;
}

// The search of best_units. Phases are tried in order: a limit on the duration of phase p is a cap
// for each device, and under these caps the last phase alone is solved exactly.
class UnitSearch {
 public:
  UnitSearch(const PhaseProblem& problem, int64_t num_units, int64_t max_trials)
      : problem_(problem), num_units_(num_units), trials_left_(max_trials) {}

  RoundedRatio run(const Units& caps) {
    const size_t phases = problem_.phases.size();
    least_after_.assign(phases + 1, 0.0);
    for (size_t p = phases; p-- > 0;) {
      const Units units = fill(problem_.phases[p], caps);
      least_after_[p] = least_after_[p + 1] + longest(problem_.phases[p], units);
      offer(units);
    }
    if (phases == 1) return best_;
    begin(caps);
    search(0, 0.0, caps);
    return best_;
  }

 private:
  double seconds(const Phase& phase, size_t device, int64_t units) const {
    const double share = static_cast<double>(units) / static_cast<double>(num_units_);
    return phase_seconds(phase, device, share);
  }

  double longest(const Phase& phase, const Units& units) const {
    double longest_seconds = 0;
    for (size_t j = 0; j < units.size(); ++j)
      longest_seconds = std::max(longest_seconds, seconds(phase, j, units[j]));
    return longest_seconds;
  }

  double total(const Units& units) const {
    double sum = 0;
    for (const Phase& phase : problem_.phases) sum += longest(phase, units);
    return sum;
  }

  void offer(const Units& units) {
    const double sum = total(units);
    if (!best_.units.empty() && sum >= best_.seconds) return;
    best_.units = units;
    best_.seconds = sum;
  }

  // Good starting points allow more pruning: the linear program's shares, where there is a solver,
  // and shares by each device's total seconds over all phases.
  void begin(const Units& caps) {
    offer(fill(blend(problem_), caps));
    PhaseProblem whole{.phases = problem_.phases};
    for (const int64_t cap : caps) {
      whole.caps.push_back(static_cast<double>(cap) / static_cast<double>(num_units_));
    }
    const PhaseAnswer answer = best_ratio(whole);
    if (answer.fault.empty()) {
      const Units near = largest_remainder(answer.ratio, num_units_);
      if (std::ranges::equal(near, caps, std::ranges::less_equal{})) offer(near);
    }
    const auto size = static_cast<int64_t>(problem_.phases.size() * caps.size());
    for (int64_t moves = kMaxEvaluations / (size * size); moves > 0 && improve(caps); --moves) {
    }
  }

  // Moves one unit away from a device that is last in some phase; false if no such move helps.
  bool improve(const Units& caps) {
    const double before = best_.seconds;
    const Units from = best_.units;
    for (const Phase& phase : problem_.phases) {
      size_t last = 0;
      for (size_t j = 1; j < from.size(); ++j) {
        if (seconds(phase, j, from[j]) > seconds(phase, last, from[last])) last = j;
      }
      if (from[last] == 0) continue;
      Units units = from;
      --units[last];
      for (size_t j = 0; j < from.size(); ++j) {
        if (j == last || from[j] == caps[j]) continue;
        ++units[j];
        offer(units);
        --units[j];
      }
    }
    return best_.seconds < before;
  }

  // The assignment that ends a phase first. The end of a device's k-th unit does not depend on the
  // others: taking the num_units earliest ends is optimal. Bisection finds a time by which almost
  // that many have ended; a priority queue assigns the rest.
  Units fill(const Phase& phase, const Units& caps) const {
    double low = 0, high = 0;
    for (size_t j = 0; j < caps.size(); ++j) high = std::max(high, seconds(phase, j, caps[j]));
    Units units(caps.size(), 0), trial = units;
    for (int i = 0; i < 64 && num_units_ - sum_of(units) > std::ssize(caps); ++i) {
      const double middle = (low + high) / 2;
      for (size_t j = 0; j < caps.size(); ++j) trial[j] = units_within(phase, j, middle, caps[j]);
      const bool all_fit = sum_of(trial) <= num_units_;
      (all_fit ? low : high) = middle;
      if (all_fit) units = trial;
    }
    using End = std::pair<double, size_t>;
    std::priority_queue<End, std::vector<End>, std::greater<>> queue;
    const auto push = [&](size_t j) {
      if (units[j] < caps[j]) queue.emplace(seconds(phase, j, units[j] + 1), j);
    };
    for (size_t j = 0; j < caps.size(); ++j) push(j);
    for (int64_t left = num_units_ - sum_of(units); left > 0; --left) {
      MOTLEY_CHECK(!queue.empty(), "the caps leave no room for {} units", left);
      const size_t j = queue.top().second;
      queue.pop();
      ++units[j];
      push(j);
    }
    return units;
  }

  // Tries every possible duration of phase p, shortest first, after `before` seconds in earlier
  // phases.
  void search(size_t p, double before, const Units& caps) {
    const Phase& phase = problem_.phases[p];
    const Units alone = fill(phase, caps);
    if (p + 1 == problem_.phases.size()) return offer(alone);
    double limit = longest(phase, alone);
    Units under = caps;
    while (before + limit + least_after_[p + 1] < best_.seconds) {
      if (trials_left_-- <= 0) {
        best_.exact = false;
        return;
      }
      for (size_t j = 0; j < caps.size(); ++j) under[j] = units_within(phase, j, limit, caps[j]);
      search(p + 1, before + limit, under);
      // The next longer duration: some device takes one more unit.
      double next = std::numeric_limits<double>::infinity();
      for (size_t j = 0; j < caps.size(); ++j) {
        if (under[j] < caps[j]) next = std::min(next, seconds(phase, j, under[j] + 1));
      }
      limit = next;
    }
  }

  // The maximum number of units, up to the cap, with which the device ends by `limit`. The quotient
  // can be off by one through rounding; comparing the exact values of `seconds` decides.
  int64_t units_within(const Phase& phase, size_t j, double limit, int64_t cap) const {
    if (cap == 0) return 0;
    const double fixed = seconds(phase, j, 0), each = seconds(phase, j, 1) - fixed;
    const double quotient = std::floor((limit - fixed) / each);
    auto n = static_cast<int64_t>(std::clamp(quotient, 0.0, static_cast<double>(cap)));
    while (n < cap && seconds(phase, j, n + 1) <= limit) ++n;
    while (n > 0 && seconds(phase, j, n) > limit) --n;
    return n;
  }

  const PhaseProblem& problem_;
  const int64_t num_units_;
  int64_t trials_left_;
  std::vector<double> least_after_;  // lower bound on the seconds of phase p and all later ones
  RoundedRatio best_;
};

}  // namespace

std::optional<RoundedRatio> best_units(const PhaseProblem& problem, int64_t num_units,
                                       const std::vector<int64_t>& unit_caps, int64_t max_trials) {
  const size_t devices = num_devices(problem);
  MOTLEY_CHECK(num_units >= 1, "{} units", num_units);
  MOTLEY_CHECK(unit_caps.empty() || unit_caps.size() == devices, "{} caps for {} devices",
               unit_caps.size(), devices);
  Units caps(devices, num_units);
  double room = 0;
  for (size_t j = 0; j < devices; ++j) {
    if (!problem.caps.empty()) {
      const double max_units = std::min(problem.caps[j], 1.0) * static_cast<double>(num_units);
      caps[j] = static_cast<int64_t>(std::floor(max_units + kUnitSlack));
    }
    if (!unit_caps.empty()) caps[j] = std::clamp(unit_caps[j], int64_t{0}, caps[j]);
    for (const Phase& phase : problem.phases) {
      if (phase.speeds[j] == 0) caps[j] = 0;
    }
    room += static_cast<double>(caps[j]);
  }
  if (room < static_cast<double>(num_units)) return std::nullopt;
  return UnitSearch(problem, num_units, max_trials).run(caps);
}

std::vector<int64_t> largest_remainder(const Ratio& ratio, int64_t num_units) {
  const auto whole = static_cast<double>(num_units);
  Units units;
  for (const double share : ratio) {
    units.push_back(static_cast<int64_t>(std::floor(share * whole)));
  }
  std::vector<size_t> by_remainder(ratio.size());
  std::iota(by_remainder.rbegin(), by_remainder.rend(), size_t{0});
  std::ranges::stable_sort(by_remainder, std::ranges::greater{}, [&](size_t j) {
    return ratio[j] * whole - static_cast<double>(units[j]);
  });
  const int64_t left = num_units - sum_of(units);
  MOTLEY_CHECK(left >= 0 && left <= std::ssize(ratio), "the shares leave {} units unassigned",
               left);
  for (int64_t i = 0; i < left; ++i) ++units[by_remainder[i]];
  return units;
}

std::vector<int64_t> hap_lengths(const Ratio& ratio, int64_t length) {
  if (length == 1) return Units(ratio.size(), 1);
  return largest_remainder(ratio, length);
}

}  // namespace motley::core
