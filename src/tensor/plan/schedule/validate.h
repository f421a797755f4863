// Whether a Schedule can run at all, and whether it fits.
//
//   fault_of(schedule)  "deadlock: 0F1 on device 0 waits for ..."; "" where all is well
//   cap_violation(schedule, cap)  "stage 0 holds 8 microbatches, 4 more than its cap of 4"
#pragma once

#include <span>
#include <string>

#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor {

// One sentence about the first fault, "" for none. Checked, in this order:
//   - each stage runs each microbatch once: forward, then backward, whole or split
//   - on its own device, inputs before what needs them
//   - both ends of an edge meet its messages in the same order
//   - no devices wait for each other; those that do are named by what they wait for
std::string fault_of(const Schedule& schedule);

// One sentence where a device holds more microbatches than `cap` says, "" where it fits; an empty
// cap always does.
std::string cap_violation(const Schedule& schedule, std::span<const int32_t> cap);

}  // namespace motley::tensor
