// From the command line of `motley schedule` to what is asked for: a schedule, its costs and caps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/schedule/ticks.h"

namespace motley::apps {

struct ScheduleSettings {
  std::string name;
  int64_t stages = 0, microbatches = 0;
  std::vector<std::string> forward = {"1"}, backward = {"2"}, weight, latency, gradient_latency,
                           cap;
  std::string links = "parallel";
  bool text = false, csv = false, json = false, list = false;
  int width = 150;
  std::string trace;
};

// What is asked for, in ticks.
struct ScheduleProblem {
  tensor::schedule::Schedule schedule;
  tensor::schedule::PipelineCosts costs;
  std::vector<int32_t> cap;
  tensor::schedule::TickUnit unit;
  std::optional<tensor::schedule::Ticks> lower_bound;  // of any order, where the best was asked for
  std::string origin;                                  // and which one that is
};

// Reads the table, makes the schedule by its name, or looks for the best. A UserError for every
// mistake on the way; whether it fits under the cap is left to be seen.
ScheduleProblem problem_of(const ScheduleSettings& settings);

}  // namespace motley::apps
