// A change that a run made to itself: what, when, why, and what came of it.
#pragma once

#include <cstdint>
#include <string>

namespace motley::tensor {

struct Adaptation {
  int64_t step = 0;    // the first one that ran with it, counted from 1
  std::string kind;    // "shares", "schedule", "plan"
  std::string change;  // "6:6:6:6 -> 7:3:7:7"
  std::string reason;  // "device 1 computes at 50 % of its described speed"
  double before_seconds = 0, predicted_seconds = 0;  // of a step
  double measured_seconds = 0;                       // 0: not yet known
  int64_t moved_bytes = 0;
  double move_seconds = 0;
};

// "step 31: shares 6:6:6:6 -> 7:3:7:7 (device 1 computes at 50 % of its described speed):
// 412 -> 231 ms/step predicted, 229 measured; moved 1.2 MB in 12 ms"
std::string text_of(const Adaptation& adaptation);

}  // namespace motley::tensor
