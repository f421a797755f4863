// Plays devices tick by tick, with passes of one tick each; what they do becomes their lists.
//
//   device 0  0F0 0F1 0F2 3F0 3I0 3W0 ...      stages 0 and 3
//   device 1  .   1F0 2F0 1F1 2F1 2I0 1I0      stages 1 and 2
#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "tensor/plan/schedule/generators.h"

namespace motley::tensor::schedule {
namespace {

// The passes of one stage that are done; micro-batches come in order.
struct Done {
  int32_t forwards = 0, gradients = 0, weights = 0;
  int32_t live() const { return forwards - weights; }
};

class VPlayer {
 public:
  explicit VPlayer(PipelineShape shape)
      : devices_(shape.devices), microbatches_(shape.microbatches), done_(2 * shape.devices) {
    lists_.resize(devices_);
  }

  std::vector<std::vector<Action>> play() && {
    const size_t all = size_t{6} * devices_ * microbatches_;
    for (size_t played = 0; played < all;) {
      std::vector<Action> now;  // all begin with what was done before
      for (int32_t d = 0; d < devices_; ++d) {
        if (const auto action = next(d)) {
          now.push_back(*action);
          lists_[d].push_back(*action);
        }
      }
      MOTLEY_CHECK(!now.empty(), "no device can go on");
      for (const Action& a : now) finish(a);
      played += now.size();
    }
    return std::move(lists_);
  }

 private:
  int32_t num_stages() const { return 2 * devices_; }

  bool can_forward(int32_t s) const {
    const int32_t m = done_[s].forwards;
    return m < microbatches_ && (s == 0 || done_[s - 1].forwards > m);
  }
  bool can_gradient(int32_t s) const {
    const int32_t m = done_[s].gradients;
    if (m >= done_[s].forwards) return false;
    return s + 1 == num_stages() || done_[s + 1].gradients > m;
  }
  bool can_weight(int32_t s) const { return done_[s].weights < done_[s].gradients; }

  // Gradients first, of the oldest micro-batch; then a forward of the later stage, for which a slot
  // is kept free, so that the oldest micro-batch can always go on; then one of the earlier stage.
  std::optional<Action> next(int32_t d) const {
    const int32_t first = d, second = num_stages() - 1 - d;
    const int32_t live = done_[first].live() + done_[second].live(), most = 2 * devices_;
    const bool both = can_gradient(first) && can_gradient(second);
    if (can_gradient(second) && (!both || done_[second].gradients <= done_[first].gradients)) {
      return Action{ActionKind::kInputGradient, second, done_[second].gradients};
    }
    if (can_gradient(first)) {
      return Action{ActionKind::kInputGradient, first, done_[first].gradients};
    }
    if (can_forward(second) && live < most) {
      return Action{ActionKind::kForward, second, done_[second].forwards};
    }
    if (can_forward(first) && live < most - 1) {
      return Action{ActionKind::kForward, first, done_[first].forwards};
    }
    for (const int32_t s : {second, first}) {
      if (can_weight(s)) return Action{ActionKind::kWeightGradient, s, done_[s].weights};
    }
    return std::nullopt;
  }

  void finish(const Action& a) {
    Done& stage = done_[a.stage];
    if (a.pass == ActionKind::kForward) ++stage.forwards;
    if (a.pass == ActionKind::kInputGradient) ++stage.gradients;
    if (a.pass == ActionKind::kWeightGradient) ++stage.weights;
  }

  int32_t devices_, microbatches_;
  std::vector<Done> done_;  // by stage
  std::vector<std::vector<Action>> lists_;
};

}  // namespace

Schedule zb_v(PipelineShape shape) {
  Schedule schedule{.num_stages = 2 * shape.devices, .num_microbatches = shape.microbatches};
  for (int32_t s = 0; s < schedule.num_stages; ++s) {
    schedule.device_of_stage.push_back(std::min(s, schedule.num_stages - 1 - s));
  }
  schedule.lists = VPlayer(shape).play();
  return schedule;
}

}  // namespace motley::tensor::schedule
