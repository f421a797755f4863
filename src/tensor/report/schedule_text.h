// A simulated schedule, as `motley schedule` prints it.
#pragma once

#include <string>

#include "tensor/plan/schedule/schedule_problem.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor {

// Makespan, bubble and a row for each device. `out_of_memory` says why it does not fit; empty if it
// does.
std::string schedule_text(const std::string& name, const schedule::ScheduleProblem& problem,
                          const simulate::PipelineRun& run, const std::string& out_of_memory);
std::string schedule_json(const std::string& name, const schedule::ScheduleProblem& problem,
                          const simulate::PipelineRun& run, const std::string& out_of_memory);

// All schedules that can be named, one line each.
std::string schedules_table();

}  // namespace motley::tensor
