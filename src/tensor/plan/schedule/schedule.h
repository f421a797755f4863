// A Schedule: which pass of which stage and microbatch each device runs, in which order. It is
// data: generators make it (generators.h), the validator checks it (validate.h), the simulator
// times it (tensor/plan/simulate), a file holds it (action_table.h), a runtime follows it verbatim.
//
//   1f1b, two stages, three microbatches           lists[0]  0F0 0F1 0B0 0F2 0B1 0B2
//                                                  lists[1]  1F0 1B0 1F1 1B1 1F2 1B2
//
// Stages are numbered along the pipeline: stage s+1 takes what stage s gives. A device may hold
// several (interleaved pipelines), at most one action runs on it at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace motley::tensor {

// A backward pass may be split: its input gradient, for which the stage before waits, and its
// weight gradient, for which only the end of the step waits.
enum class ActionKind : uint8_t { kForward, kBackward, kInputGradient, kWeightGradient };

struct Action {
  ActionKind pass = ActionKind::kForward;
  int32_t stage = 0;
  int32_t microbatch = 0;
  friend bool operator==(const Action&, const Action&) = default;
};

// "2F5": stage, one of F B I W, microbatch.
std::string to_string(const Action& action);

struct Schedule {
  int32_t num_stages = 0;
  int32_t num_microbatches = 0;
  std::vector<int32_t> device_of_stage;
  std::vector<std::vector<Action>> lists;  // one per device

  int32_t num_devices() const { return static_cast<int32_t>(lists.size()); }
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// An action ends a microbatch's life on its stage: what the forward pass kept is free after it.
// True for a backward pass, and for a weight gradient where the backward pass is split.
inline bool frees_activations(ActionKind pass) {
  return pass == ActionKind::kBackward || pass == ActionKind::kWeightGradient;
}

// Most microbatches (of any stage) alive at once on each device, from the start of the forward pass
// to the end of what frees it. Time does not matter: the lists alone decide.
std::vector<int64_t> peak_live(const Schedule& schedule);

}  // namespace motley::tensor
