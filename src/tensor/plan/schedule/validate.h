// Checks whether a Schedule can run, and whether it fits into memory.
//
//   fault_of(schedule)  "deadlock: 0F1 on device 0 waits for ..."; "" if valid
//   cap_violation(schedule, cap)  "stage 0 holds 8 micro-batches, 4 more than its cap of 4"
#pragma once

#include <span>
#include <string>

#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor::schedule {

// One sentence about the first fault, "" if there is none. Checks, in this order:
//   - each stage runs each micro-batch once: forward, then backward, whole or split
//   - on its own device, producers before consumers
//   - both ends of an edge see its messages in the same order
//   - no deadlock; the message names the cycle of waiting actions
std::string fault_of(const Schedule& schedule);

// One sentence if a device holds more micro-batches than `cap` allows, "" if it fits; an empty cap
// always fits.
std::string cap_violation(const Schedule& schedule, std::span<const int32_t> cap);

}  // namespace motley::tensor::schedule
