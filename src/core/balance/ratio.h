// Ratios in closed form: how a whole is divided among devices of known speed.
//
//   proportional_ratio({2, 1})                               2/3, 1/3
//   proportional_ratio({4, 2, 1}, {0.4, 1, 1})               0.4, 0.4, 0.2: what is over the cap
//                                                            goes to the others, by their speed
//   clipped_ratio({4, 2, 1}, {.work = 1, .largest = 0.9})    0.4, 0.4, 0.2 in 0.56 seconds
//
// The first is best where each device just does its share. In the last all then wait for something
// that is as long as the largest share (a padded all-gather), so fast devices take less than their
// speed allows: a best Ratio is always proportional to min(f_j, f_k) for some device k
// (clipped_ratio says why). The whole may be rows of a tensor or particles of a box.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace motley::core {

// Shares, one per device: each from 0 to 1, together 1.
using Ratio = std::vector<double>;

// Shares that minimise max_j b_j / speeds[j] and exceed no cap; nothing where the caps of devices
// with a speed are less than 1 together. A speed of 0 means a share of 0. Without caps: f_j / sum
// f. Cost: a sort.
std::optional<Ratio> proportional_ratio(std::span<const double> speeds,
                                        std::span<const double> caps = {});

// Seconds = work * max_j b_j / f_j + largest * max_j b_j.
struct SharedCost {
  double work = 1;     // that all do together, in the unit of speed times seconds
  double largest = 0;  // seconds, were one share the whole
};
double seconds_of(std::span<const double> speeds, const SharedCost& cost, const Ratio& ratio);

struct TimedRatio {
  Ratio ratio;
  double seconds = 0;
};

// The Ratio of least seconds; nothing where the caps leave none.
std::optional<TimedRatio> clipped_ratio(std::span<const double> speeds, const SharedCost& cost,
                                        std::span<const double> caps = {});

// Ratios of which one is best whatever the cost's two numbers are: from proportional to even. One
// per distinct speed without caps, up to three per distinct speed and cap with them. Those that a
// search over programs tries.
std::vector<Ratio> clip_candidates(std::span<const double> speeds,
                                   std::span<const double> caps = {});

}  // namespace motley::core
