#include "tensor/plan/schedule/schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "tensor/plan/schedule/pipeline_costs.h"

namespace motley::tensor::schedule {

std::string to_string(const Action& action) {
  constexpr std::string_view kLetters = "FBIW";
  return fmt::format("{}{}{}", action.stage, kLetters[static_cast<size_t>(action.pass)],
                     action.microbatch);
}

namespace {

// `index`: of the stage or device whose micro-batches an action of a list is counted with.
template <typename Index>
std::vector<int64_t> peaks_by(const Schedule& schedule, int32_t size, Index index) {
  std::vector<int64_t> live(size, 0), peaks(size, 0);
  for (int32_t device = 0; device < schedule.num_devices(); ++device) {
    for (const Action& action : schedule.lists[device]) {
      const int32_t i = index(device, action);
      if (action.pass == ActionKind::kForward) peaks[i] = std::max(peaks[i], ++live[i]);
      if (frees_activations(action.pass)) --live[i];
    }
  }
  return peaks;
}

}  // namespace

std::vector<int64_t> peak_live(const Schedule& schedule) {
  return peaks_by(schedule, schedule.num_devices(),
                  [](int32_t device, const Action&) { return device; });
}

std::vector<int64_t> peak_live_of_stages(const Schedule& schedule) {
  return peaks_by(schedule, schedule.num_stages,
                  [](int32_t, const Action& action) { return action.stage; });
}

Ticks PipelineCosts::duration(ActionKind pass, int32_t stage) const {
  switch (pass) {
    case ActionKind::kForward:
      return forward[stage];
    case ActionKind::kBackward:
      return backward[stage] + (splits_backward() ? weight[stage] : 0);
    case ActionKind::kInputGradient:
      return backward[stage];
    case ActionKind::kWeightGradient:
      return weight[stage];
  }
  return 0;
}

namespace {

void check_list(const std::vector<Ticks>& times, const char* what, size_t expected) {
  if (times.size() != expected) {
    throw core::UserError(fmt::format("got {} {}, expected {}", times.size(), what, expected));
  }
  for (const Ticks time : times) {
    if (time < 0) throw core::UserError(fmt::format("negative value among the {}", what));
  }
}

}  // namespace

void check_costs(const PipelineCosts& costs, int32_t num_microbatches) {
  const size_t stages = costs.forward.size();
  if (stages == 0) throw core::UserError("a pipeline needs at least one stage");
  if (num_microbatches < 1) throw core::UserError("a step needs at least one micro-batch");
  check_list(costs.forward, "forward times", stages);
  check_list(costs.backward, "backward times", stages);
  if (costs.splits_backward()) check_list(costs.weight, "weight gradient times", stages);
  if (!costs.latency.empty()) check_list(costs.latency, "latencies", stages - 1);
  if (!costs.gradient_latency.empty()) {
    check_list(costs.gradient_latency, "latencies of gradients", stages - 1);
  }
  // Running everything sequentially is an upper bound on the step.
  std::optional<int64_t> sum = 0;
  const auto add = [&](Ticks time) { sum = sum ? core::checked_add(*sum, time) : sum; };
  for (size_t s = 0; s < stages; ++s) {
    if (costs.duration(ActionKind::kForward, s) == 0 || costs.backward[s] == 0) {
      throw core::UserError(fmt::format("stage {} takes no time in a {} pass", s,
                                        costs.forward[s] == 0 ? "forward" : "backward"));
    }
    add(costs.forward[s]), add(costs.backward[s]);
    if (costs.splits_backward()) add(costs.weight[s]);
    if (s + 1 < stages) add(costs.activation_latency(s)), add(costs.backward_latency(s));
  }
  if (sum) sum = core::checked_multiply(*sum, num_microbatches);
  if (!sum || *sum >= int64_t{1} << 62) {
    throw core::UserError("the times are too long, or too finely divided, to be summed exactly");
  }
}

}  // namespace motley::tensor::schedule
