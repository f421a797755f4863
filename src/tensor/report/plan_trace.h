// The simulated timeline of a plan as a Trace, on the tracks of a real run; and the program of one
// of its ranks as text.
#pragma once

#include <string>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor {

// One process for each kind of rank, with the threads `compute` and `communication`.
void write_plan_trace(const planner::Plan& plan, const std::string& file);

// One rank's compute segments and communication, and each segment's Program. A UserError for a rank
// that the plan does not have.
std::string rank_program_text(const planner::Plan& plan, int rank);

}  // namespace motley::tensor
