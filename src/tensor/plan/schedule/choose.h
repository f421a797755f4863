// The best schedule that is known for given stages under a memory cap, and a proof of how good it
// is: a bound that no schedule at all can pass.
//
//   ChosenSchedule chosen = choose_schedule(costs, 8, cap);
//   // chosen.makespan 27, chosen.lower_bound 27: nothing is better
//
// Takes every generator that fits, then searches (choose/improve_schedule.h);
// docs/theory/schedules.md derives the bound. Deterministic: its effort is counted in states and
// steps, not in seconds, and is some 30 ms at most for 8 stages and 32 microbatches.
#pragma once

#include <span>
#include <string>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor {

struct ChosenSchedule {
  Schedule schedule;
  Ticks makespan = 0;
  Ticks lower_bound = 0;
  std::string origin;  // the generator's name, "zb-h1", "kfkb:k=2"; or "search"
};

// `cap[s]`: most microbatches alive on stage s at once; empty means as many as there are. One stage
// a device.
ChosenSchedule choose_schedule(const PipelineCosts& costs, int32_t num_microbatches,
                               std::span<const int32_t> cap);

// No schedule of these stages under this cap ends before it.
Ticks schedule_lower_bound(const PipelineCosts& costs, int32_t num_microbatches,
                           std::span<const int32_t> cap);

}  // namespace motley::tensor
