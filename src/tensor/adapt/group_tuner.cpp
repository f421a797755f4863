#include "tensor/adapt/group_tuner.h"

#include <algorithm>

#include "core/base/error.h"

namespace motley::tensor {

std::vector<GroupCandidate> groups_within(int32_t batch, int32_t max_samples, int32_t stages) {
  std::vector<GroupCandidate> candidates;
  for (int32_t samples = batch; samples >= 1; --samples) {
    if (batch % samples != 0) continue;
    const int32_t k = std::min(batch / samples, max_samples / (stages * samples));
    // Sizes decrease, so a group no larger than an earlier one is dominated.
    if (k >= 1 && (candidates.empty() || k > candidates.back().k))
      candidates.push_back({k, samples});
  }
  return candidates;
}

size_t GroupTuner::observe(std::span<const double> predicted, double measured) {
  MOTLEY_CHECK(predicted.size() == num_candidates_, "{} predictions for {} candidates",
               predicted.size(), num_candidates_);
  const auto best = static_cast<size_t>(std::ranges::min_element(predicted) - predicted.begin());
  const auto choose = [&](size_t candidate) {
    current_ = candidate;
    expected_ = predicted[candidate];
    wins_ = 0;
    return candidate;
  };
  if (!current_) return choose(best);
  if (!expected_) expected_ = predicted[*current_];
  const bool better = predicted[best] < predicted[*current_] * (1 - settings_.gain);
  if (!better) {
    wins_ = 0;
    return *current_;
  }
  wins_ = best == rival_ ? wins_ + 1 : 1;
  rival_ = best;
  const bool alarmed = settings_.alarm && measured > *expected_ * (1 + *settings_.alarm);
  return alarmed || wins_ >= settings_.patience ? choose(best) : *current_;
}

}  // namespace motley::tensor
