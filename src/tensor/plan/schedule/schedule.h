// A Schedule: the order in which each device runs actions (forward or backward of a stage and
// micro-batch). Plain data: generators create it (generators.h), the validator checks it
// (validate.h), the simulator times it (tensor/plan/simulate), a file stores it (action_table.h), a
// runtime follows it verbatim.
//
//   1f1b, two stages, three micro-batches          lists[0]  0F0 0F1 0B0 0F2 0B1 0B2
//                                                  lists[1]  1F0 1B0 1F1 1B1 1F2 1B2
//
// Stages are numbered along the pipeline: stage s+1 consumes the output of stage s. A device may
// hold several stages (interleaved pipelines) and runs one action at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace motley::tensor::schedule {

// A backward pass may be split into its input gradient, which the previous stage waits for, and its
// weight gradient, which only the end of the step waits for.
enum class ActionKind : uint8_t { kForward, kBackward, kInputGradient, kWeightGradient };

struct Action {
  ActionKind pass = ActionKind::kForward;
  int32_t stage = 0;
  int32_t microbatch = 0;
  friend bool operator==(const Action&, const Action&) = default;
};

// "2F5": stage, one of F B I W, micro-batch.
std::string to_string(const Action& action);

struct Schedule {
  int32_t num_stages = 0;
  int32_t num_microbatches = 0;
  std::vector<int32_t> device_of_stage;
  std::vector<std::vector<Action>> lists;  // one per device

  int32_t num_devices() const { return static_cast<int32_t>(lists.size()); }
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// Whether the action is the last of a micro-batch on its stage: its stored activations are freed
// after it. True for a backward pass, and for a weight gradient if the backward pass is split.
inline bool frees_activations(ActionKind pass) {
  return pass == ActionKind::kBackward || pass == ActionKind::kWeightGradient;
}

// Maximum number of live micro-batches (of any stage) on each device, from the start of the forward
// pass to the end of the action that frees it. Depends on the lists alone, not on times.
std::vector<int64_t> peak_live(const Schedule& schedule);
// The same of each stage, of which a device may have several.
std::vector<int64_t> peak_live_of_stages(const Schedule& schedule);

}  // namespace motley::tensor::schedule
