// Ratios in closed form: how work is divided among devices of known speed.
//
//   proportional_ratio({2, 1})                               2/3, 1/3
//   proportional_ratio({4, 2, 1}, {0.4, 1, 1})               0.4, 0.4, 0.2: the excess over the cap
//                                                            goes to the others, by their speed
//   clipped_ratio({4, 2, 1}, {.work = 1, .largest = 0.9})    0.4, 0.4, 0.2 in 0.56 seconds
//
// The first is optimal if each device only processes its share. In the last, all devices then wait
// for something as long as the largest share (a padded all-gather), so fast devices take less than
// their speed allows: an optimal Ratio is always proportional to min(f_j, f_k) for some device k
// (proof in clipped_ratio). The whole may be rows of a tensor or particles of a box.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace motley::core {

// Shares, one per device: each from 0 to 1, summing to 1.
using Ratio = std::vector<double>;

// Shares that minimize max_j b_j / speeds[j] without exceeding a cap; nullopt if the caps of
// devices with a speed sum to less than 1. A speed of 0 gives a share of 0. Without caps: f_j / sum
// f. Cost: one sort.
std::optional<Ratio> proportional_ratio(std::span<const double> speeds,
                                        std::span<const double> caps = {});

// Seconds = work * max_j b_j / f_j + largest * max_j b_j.
struct SharedCost {
  double work = 1;     // of all devices in total, in units of speed times seconds
  double largest = 0;  // seconds if one share were the whole
};
double seconds_of(std::span<const double> speeds, const SharedCost& cost, const Ratio& ratio);

struct TimedRatio {
  Ratio ratio;
  double seconds = 0;
};

// The Ratio of minimum time; nullopt if the caps allow none.
std::optional<TimedRatio> clipped_ratio(std::span<const double> speeds, const SharedCost& cost,
                                        std::span<const double> caps = {});

// Ratios of which one is optimal for any values of the cost's two numbers: from proportional to
// even. One per distinct speed without caps, up to three per distinct speed and cap with them. The
// plan search tries these.
std::vector<Ratio> clip_candidates(std::span<const double> speeds,
                                   std::span<const double> caps = {});

}  // namespace motley::core
