// A schedule as its user asks for it, by name and with times as text, to its lists, costs and caps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/schedule/ticks.h"

namespace motley::tensor::schedule {

// Times are exact numbers in any unit: 3, 0.5 or 112/3. One value, or one for each stage, edge or
// device.
struct ScheduleOptions {
  std::string name;  // such as 1f1b, `best`, or a CSV file with an action table
  int64_t stages = 0, microbatches = 0;
  std::vector<std::string> forward = {"1"}, backward = {"2"}, weight, latency, gradient_latency,
                           cap;
  std::string links = "parallel";
};

// What is asked for, in ticks.
struct ScheduleProblem {
  Schedule schedule;
  PipelineCosts costs;
  std::vector<int32_t> cap;
  TickUnit unit;
  std::optional<Ticks> lower_bound;  // of any order, where the best was asked for
  std::string origin;                // and which one that is
};

// Reads the table, makes the schedule by its name, or looks for the best. A UserError for every
// mistake on the way; whether it fits under the cap is left to be seen.
ScheduleProblem problem_of(const ScheduleOptions& settings);

}  // namespace motley::tensor::schedule
