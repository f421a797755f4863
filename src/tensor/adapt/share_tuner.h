// Decides when the shares of a sharded plan are changed, and to what: measured compute seconds of
// each device -> speeds -> shares by core/balance.
//
//   ShareTuner tuner({.units = {6, 6, 6, 6}, ..});
//   after each step:
//     if (const auto proposal = tuner.observe(record)) ... proposal->units, proposal->reason
//
// A pure function of its records, which a trace keeps, so every decision can be replayed
// (decision_log.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/balance/rebalance.h"

namespace motley::tensor {

// Of the plan in use. Devices are the positions along the axis whose shares are tuned.
struct ShareTuning {
  std::vector<int64_t> units;  // of each device
  std::vector<double> speeds;  // as described, in any unit
  std::vector<double> fixed;   // work of each device whatever its share, in shares
  core::MoveCost moving;
  friend bool operator==(const ShareTuning& a, const ShareTuning& b);
};

// One step as it was measured.
struct ShareRecord {
  int64_t step = 0;
  std::vector<double> compute_seconds;  // by device, waits left out
  double step_seconds = 0;
  int64_t steps_left = 0;
};

struct ShareProposal {
  std::vector<int64_t> units;
  double gain_seconds = 0;  // of the slowest device's compute
  std::string reason;
};

class ShareTuner {
 public:
  // Three of five steps must agree, twice: a change is proposed four steps after a device has
  // become slower.
  static constexpr core::BalanceSettings kSettings{
      .window = 5, .min_gain = 0.03, .noise = 3, .patience = 2};

  explicit ShareTuner(ShareTuning tuning, const core::BalanceSettings& settings = kSettings);

  std::optional<ShareProposal> observe(const ShareRecord& record);
  // The plan has been changed.
  void use(ShareTuning tuning) { tuning_ = std::move(tuning); }
  const ShareTuning& tuning() const { return tuning_; }

 private:
  ShareTuning tuning_;
  core::Balance balance_;
};

}  // namespace motley::tensor
