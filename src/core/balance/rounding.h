// Whole units instead of shares: rows, heads, experts, or cells of a box.
//
//   best_units({.phases = {{.speeds = {5, 1, 1}}}}, 4)   4, 0, 0 in 0.8 seconds: the minimum
//   largest_remainder({5/7., 1/7., 1/7.}, 4)             3, 0, 1, which takes 1 second
//
// best_units minimizes the step's makespan over all integer assignments within the caps; devices
// may get no units. The other two ignore speeds and stay as close to the given shares as they can.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/balance/phases.h"

namespace motley::core {

struct RoundedRatio {
  std::vector<int64_t> units;  // per device
  double seconds = 0;  // the problem's makespan with these units, which shows the cost of rounding
  bool exact = true;   // false: the search stopped at `max_trials` and found nothing better
};

// `unit_caps`: maximum units of each device, in addition to the problem's caps; empty: none.
// nullopt if the caps cannot hold all units. One phase costs a sort. With P phases the search tries
// the possible durations of the first P - 1, each trial a sort, and prunes: two phases of 64
// devices and 1024 units are exact in 15 ms; three phases usually stop at `max_trials`, close to
// the linear program's shares, from which the search starts if there is a solver.
std::optional<RoundedRatio> best_units(const PhaseProblem& problem, int64_t num_units,
                                       const std::vector<int64_t>& unit_caps = {},
                                       int64_t max_trials = 20'000);

// Rounds each share down, then gives one unit each to the largest remainders; ties go to the last.
std::vector<int64_t> largest_remainder(const Ratio& ratio, int64_t num_units);

// Shard lengths as HAP cuts a dimension: by largest remainder, but a dimension of length 1 is
// replicated, because it may be broadcast.
std::vector<int64_t> hap_lengths(const Ratio& ratio, int64_t length);

}  // namespace motley::core
