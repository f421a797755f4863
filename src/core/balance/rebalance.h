// When a move pays: measured costs to a new Ratio, or to "stay".
//
//   Balance balance = begin_balance({2, 1}, {});                   speeds as described
//   each step:
//     Verdict verdict = observe(balance, {.ratio = now, .seconds = measured per device,
//                                         .moving = {.fixed_seconds = 0.5, .per_share = 2},
//                                         .steps_left = 800});
//     balance = verdict.balance;
//     if (verdict.ratio) move to it
//
// What a device takes per share is its own, whatever share it has, so measurements stay good after
// a move. Four things keep noise from moving anything: a median over the last steps (one long pause
// changes nothing), a gain that has to exceed the noise seen in these steps, a gain that has to
// pay for the move in the steps left, and both several steps in a row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/balance/ratio.h"

namespace motley::core {

struct BalanceSettings {
  int32_t window = 8;      // steps that a median is taken over
  double min_gain = 0.02;  // of the step's time
  double noise = 3;        // the gain exceeds so many standard errors of a device's median
  int32_t patience = 3;    // steps in a row that find the same
};

// What is known; a value that the caller keeps from step to step.
struct Balance {
  BalanceSettings settings;
  std::vector<double> speeds;                // in use where nothing is measured yet
  std::vector<std::vector<double>> history;  // of each device: seconds per share, newest last
  int32_t wins = 0;                          // steps in a row in which a move would have paid
};

struct MoveCost {
  double fixed_seconds = 0;
  double per_share = 0;  // seconds, were the whole moved
};

struct Observation {
  Ratio ratio;                  // in force
  std::vector<double> seconds;  // of each device in this step; passed over where its share is 0
  MoveCost moving;
  int64_t steps_left = 0;
  std::vector<double> caps;  // of the shares; empty: none
};

struct Verdict {
  Balance balance;             // with this step in it
  std::optional<Ratio> ratio;  // to move to; nothing: stay
  double gain_seconds = 0;     // of each step, by the medians
  std::string reason;          // for a log: why, with its numbers
};

Balance begin_balance(std::vector<double> speeds, const BalanceSettings& settings);

// Pure: the same balance and observation give the same verdict. A device whose share is 0 is not
// measured: it keeps the last speed known of it.
Verdict observe(Balance balance, const Observation& step);

}  // namespace motley::core
