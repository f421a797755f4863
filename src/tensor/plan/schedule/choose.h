// The best schedule found for given stages under a memory cap, with a lower bound on the makespan
// of all schedules as a certificate.
//
//   ChosenSchedule chosen = choose_schedule(costs, 8, cap);
//   // chosen.makespan 27, chosen.lower_bound 27: optimal
//
// Tries every generator that fits, then searches (choose/improve_schedule.h);
// docs/theory/schedules.md derives the bound. Deterministic: its effort is counted in states and
// steps, not in seconds; at most about 30 ms for 8 stages and 32 micro-batches.
#pragma once

#include <span>
#include <string>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor::schedule {

// The name under which `motley schedule` and plans ask for choose_schedule, beside the rows of
// schedule_table.h.
inline constexpr const char* kBestSchedule = "best";
inline constexpr const char* kBestDescription =
    "the shortest order found under --cap, with a lower bound for any order";

struct ChosenSchedule {
  Schedule schedule;
  Ticks makespan = 0;
  Ticks lower_bound = 0;
  std::string origin;  // the generator's name, "zb-h1", "kfkb:k=2"; or "search"
};

// `cap[s]`: maximum number of live micro-batches on stage s; empty: no limit. One stage per device.
ChosenSchedule choose_schedule(const PipelineCosts& costs, int32_t num_microbatches,
                               std::span<const int32_t> cap);

// A lower bound on the makespan of any schedule of these stages under this cap.
Ticks schedule_lower_bound(const PipelineCosts& costs, int32_t num_microbatches,
                           std::span<const int32_t> cap);

}  // namespace motley::tensor::schedule
