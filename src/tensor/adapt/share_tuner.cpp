#include "tensor/adapt/share_tuner.h"

#include <cmath>
#include <numeric>

namespace motley::tensor {

bool operator==(const ShareTuning& a, const ShareTuning& b) {
  return a.units == b.units && a.speeds == b.speeds && a.fixed == b.fixed &&
         a.moving.fixed_seconds == b.moving.fixed_seconds &&
         a.moving.per_share == b.moving.per_share;
}

ShareTuner::ShareTuner(ShareTuning tuning, const core::BalanceSettings& settings)
    : tuning_(std::move(tuning)), balance_(core::begin_balance(tuning_.speeds, settings)) {}

std::optional<ShareProposal> ShareTuner::observe(const ShareRecord& record) {
  const int64_t total = std::accumulate(tuning_.units.begin(), tuning_.units.end(), int64_t{0});
  core::Observation step{.ratio = {},
                         .seconds = record.compute_seconds,
                         .moving = tuning_.moving,
                         .steps_left = record.steps_left,
                         .caps = {},
                         .fixed = tuning_.fixed,
                         .num_units = total};
  for (const int64_t units : tuning_.units) {
    step.ratio.push_back(static_cast<double>(units) / static_cast<double>(total));
  }
  core::Verdict verdict = core::observe(std::move(balance_), step);
  balance_ = std::move(verdict.balance);
  if (!verdict.ratio) return std::nullopt;
  ShareProposal proposal{
      .units = {}, .gain_seconds = verdict.gain_seconds, .reason = std::move(verdict.reason)};
  for (const double share : *verdict.ratio) {
    proposal.units.push_back(std::llround(share * static_cast<double>(total)));
  }
  if (proposal.units == tuning_.units) return std::nullopt;
  return proposal;
}

}  // namespace motley::tensor
