#include "tensor/plan/stage/pivot_latency.h"

#include <algorithm>

namespace motley::tensor {

// The paper looks for the pivot from the last entry on: s takes over from Q where
//
//   (M-1) (F_s + B_s) > (M-1) (F_Q + B_Q) + sum_{s<a<Q} (F_a + B_a)
//
// With the same sum over a < s added to both sides that is: s has the larger reach, as below. So
// the pivot is the entry of the largest reach, the last of several.
void PivotFormula::append(Ticks forward, Ticks backward, Ticks all_reduce) {
  const Ticks turn = forward + backward;
  const Ticks reach = all_forward_ + all_backward_ + microbatches_ * turn;
  all_forward_ += forward;
  all_backward_ += backward;
  end_of_next_ = std::max(end_of_next_, all_reduce) + backward;
  if (reach >= pivot_reach_) {
    pivot_ = size_;
    pivot_reach_ = reach;
    pivot_turn_ = turn;
    warm_up_ = all_forward_;
    end_ = end_of_next_;
    backward_behind_ = 0;
  } else {
    end_ = std::max(end_, all_reduce - backward_behind_);
    backward_behind_ += backward;
  }
  ++size_;
}

Ticks depth_bound(std::span<const Ticks> forward, std::span<const Ticks> backward,
                  std::span<const int32_t> depth, int32_t microbatches) {
  Ticks behind = 0;
  for (size_t s = 0; s < forward.size(); ++s) behind += forward[s] + backward[s];
  Ticks bound = 0, before = 0;
  for (size_t s = 0; s < forward.size(); ++s) {
    const Ticks turn = forward[s] + backward[s];
    behind -= turn;
    const Ticks gap = behind - (std::min(depth[s], microbatches) - 1) * forward[s];
    bound = std::max(bound, before + microbatches * turn + std::max<Ticks>(0, gap));
    before += turn;
  }
  return bound;
}

}  // namespace motley::tensor
