// Simulates the work-conserving rule; the actions of each device become its list.
#include <functional>
#include <limits>
#include <queue>

#include "core/base/error.h"
#include "tensor/plan/schedule/generators.h"

namespace motley::tensor::schedule {
namespace {

constexpr Ticks kNever = std::numeric_limits<Ticks>::max();

// One transfer direction of one edge.
struct Wire {
  Ticks free_at = 0;

  Ticks arrival(Ticks sent, Ticks latency, Links links) {
    if (links == Links::kParallel) return sent + latency;
    return free_at = std::max(sent, free_at) + latency;
  }
};

struct Device {
  int32_t forwards = 0, backwards = 0, weights = 0;  // started so far
  Ticks free_at = 0;
  std::vector<Ticks> input, gradient;  // arrival time of each micro-batch's
};

class Player {
 public:
  Player(PipelineShape shape, const PipelineCosts& costs, std::span<const int32_t> cap)
      : shape_(shape),
        costs_(costs),
        cap_(cap),
        devices_(shape.devices),
        down_(shape.devices),
        up_(shape.devices),
        lists_(shape.devices) {
    for (Device& device : devices_) {
      device.input.assign(shape.microbatches, kNever);
      device.gradient.assign(shape.microbatches, kNever);
    }
    devices_.front().input.assign(shape.microbatches, 0);
  }

  std::vector<std::vector<Action>> play() {
    times_.push(0);
    while (!times_.empty()) {
      now_ = times_.top();
      while (!times_.empty() && times_.top() == now_) times_.pop();
      for (int32_t s = 0; s < shape_.devices; ++s) {
        while (devices_[s].free_at <= now_ && start_next(s)) {
        }
      }
    }
    return std::move(lists_);
  }

 private:
  bool start_next(int32_t s) {
    const Device& device = devices_[s];
    const bool split = costs_.splits_backward();
    const int32_t freed = split ? device.weights : device.backwards;
    if (device.backwards < device.forwards && device.gradient[device.backwards] <= now_) {
      start(s, split ? ActionKind::kInputGradient : ActionKind::kBackward, devices_[s].backwards++);
    } else if (device.forwards < shape_.microbatches && device.input[device.forwards] <= now_ &&
               (cap_.empty() || device.forwards - freed < cap_[s])) {
      start(s, ActionKind::kForward, devices_[s].forwards++);
    } else if (split && device.weights < device.backwards) {
      start(s, ActionKind::kWeightGradient, devices_[s].weights++);
    } else {
      return false;
    }
    return true;
  }

  void start(int32_t s, ActionKind pass, int32_t m) {
    lists_[s].push_back({pass, s, m});
    const Ticks end = devices_[s].free_at = now_ + costs_.duration(pass, s);
    times_.push(end);
    if (pass == ActionKind::kWeightGradient) return;
    if (pass == ActionKind::kForward) {
      if (s + 1 == shape_.devices) {
        devices_[s].gradient[m] = end;  // the last stage: its gradient starts at the loss
        return;
      }
      const Ticks at = down_[s].arrival(end, costs_.activation_latency(s), costs_.links);
      times_.push(devices_[s + 1].input[m] = at);
    } else if (s > 0) {
      const Ticks at = up_[s].arrival(end, costs_.backward_latency(s - 1), costs_.links);
      times_.push(devices_[s - 1].gradient[m] = at);
    }
  }

  PipelineShape shape_;
  const PipelineCosts& costs_;
  std::span<const int32_t> cap_;
  Ticks now_ = 0;
  std::vector<Device> devices_;
  std::vector<Wire> down_, up_;  // from each stage to the next, and to the previous one
  std::vector<std::vector<Action>> lists_;
  std::priority_queue<Ticks, std::vector<Ticks>, std::greater<>> times_;  // event queue
};

}  // namespace

Schedule dynamic(PipelineShape shape, const PipelineCosts& costs, std::span<const int32_t> cap) {
  for (const int32_t c : cap) {
    if (c < 1) throw core::UserError("a cap must be at least one micro-batch");
  }
  Schedule schedule{.num_stages = shape.devices, .num_microbatches = shape.microbatches};
  for (int32_t s = 0; s < shape.devices; ++s) schedule.device_of_stage.push_back(s);
  schedule.lists = Player(shape, costs, cap).play();
  return schedule;
}

}  // namespace motley::tensor::schedule
