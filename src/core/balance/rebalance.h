// Dynamic load balancing: from measured step times to a new Ratio, or to no change.
//
//   Balance balance = begin_balance({2, 1}, {});                   speeds as described
//   each step:
//     Verdict verdict = observe(balance, {.ratio = now, .seconds = measured per device,
//                                         .moving = {.fixed_seconds = 0.5, .per_share = 2},
//                                         .steps_left = 800});
//     balance = verdict.balance;
//     if (verdict.ratio) move to it
//
// A device's time per share and fixed work does not depend on its share, so measurements stay valid
// after a move.
// Four conditions keep noise from triggering a move: times are medians over the last steps (a
// single long pause has no effect), the gain must exceed the noise of these steps, the gain must
// pay for the move within the remaining steps, and both must hold for several steps in a row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/balance/ratio.h"

namespace motley::core {

struct BalanceSettings {
  int32_t window = 8;      // steps per median
  double min_gain = 0.02;  // as a fraction of the step's time
  double noise = 3;        // the gain must exceed this many standard errors of a device's median
  int32_t patience = 3;    // consecutive steps with the same finding
};

// The balancer's state; the caller keeps it from step to step.
struct Balance {
  BalanceSettings settings;
  std::vector<double> speeds;                // used until a device is measured
  std::vector<std::vector<double>> history;  // per device: seconds per share, newest last
  int32_t wins = 0;  // consecutive steps in which a move would have paid off
};

struct MoveCost {
  double fixed_seconds = 0;
  double per_share = 0;  // seconds if the whole were moved
};

struct Observation {
  Ratio ratio;                  // in use
  std::vector<double> seconds;  // per device in this step; ignored if its share is 0
  MoveCost moving;
  int64_t steps_left = 0;
  std::vector<double> caps;  // on the shares; empty: none
  // Per device: work that it has whatever its share, in shares: the update of parameters that every
  // device holds. Empty: none.
  std::vector<double> fixed = {};
  int64_t num_units = 0;  // that the whole is divided in; 0: shares may be any
};

struct Verdict {
  Balance balance;             // updated with this step
  std::optional<Ratio> ratio;  // to move to; nullopt: stay
  double gain_seconds = 0;     // per step, from the medians
  std::string reason;          // for logs: the reason with its numbers
};

Balance begin_balance(std::vector<double> speeds, const BalanceSettings& settings);

// Pure: the same balance and observation give the same verdict. A device with a share of 0 is not
// measured and keeps its last known speed.
Verdict observe(Balance balance, const Observation& step);

}  // namespace motley::core
