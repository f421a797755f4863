// Whole units instead of shares: rows, heads, experts, or cells of a box.
//
//   best_units({.phases = {{.speeds = {5, 1, 1}}}}, 4)   4, 0, 0 in 0.8 seconds: the least possible
//   largest_remainder({5/7., 1/7., 1/7.}, 4)             3, 0, 1, which takes 1 second
//
// best_units minimises the step's makespan over all integers, the caps kept, devices without units
// allowed. The other two know nothing of speeds: they stay as near to given shares as they can.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/balance/phases.h"

namespace motley::core {

struct RoundedRatio {
  std::vector<int64_t> units;  // of each device
  double seconds = 0;          // the problem's makespan with these: what rounding costs shows here
  bool exact = true;           // false: `max_trials` ended the search; nothing better was met
};

// `unit_caps`: most units of each device, beside the problem's caps; empty: no other. Nothing where
// the caps leave no room. One phase costs a sort. With P phases one tries what the first P - 1 may
// last, each trial a sort again, and leaves out what cannot win: two phases of 64 devices and 1024
// units are exact in 15 ms; three phases mostly end at `max_trials`, near the linear program's
// shares, from which the search begins where there is a solver.
std::optional<RoundedRatio> best_units(const PhaseProblem& problem, int64_t num_units,
                                       const std::vector<int64_t>& unit_caps = {},
                                       int64_t max_trials = 20'000);

// Each share rounded down, then one more for those that lack most; of those that lack the same, the
// last first.
std::vector<int64_t> largest_remainder(const Ratio& ratio, int64_t num_units);

// The lengths of shards as HAP cuts a dimension: by largest remainder, but a dimension of length 1
// is given to all, because it may be broadcast.
std::vector<int64_t> hap_lengths(const Ratio& ratio, int64_t length);

}  // namespace motley::core
