#include "tensor/train/adapter.h"

#include "core/base/statistics.h"

namespace motley::tensor {

void ChangeRecord::begin(const Adaptation& change) {
  changes_.push_back(change);
  seconds_after_.clear();
}

void ChangeRecord::add_step(double seconds) {
  constexpr size_t kMostSteps = 10;
  if (changes_.empty() || seconds_after_.size() >= kMostSteps) return;
  seconds_after_.push_back(seconds);
  changes_.back().measured_seconds = core::midpoint_median(seconds_after_);
}

}  // namespace motley::tensor
