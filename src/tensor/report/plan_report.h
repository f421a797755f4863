// Plans of a model's step for people and for programs: what `motley plan` and `simulate` print.
#pragma once

#include <string>

#include "tensor/plan/planner/planner.h"

namespace motley::tensor {

// The plan in words, with the reasons for it: parallelism, step time and optimality gap, devices,
// collectives, the named strategies beside it, and what else would help.
std::string plan_report(const planner::PlanResult& result);
// The Plan file and everything else that is known of the search, as one JSON object.
std::string plan_report_json(const planner::PlanResult& result);

// One plan with its figures and the state of every argument.
std::string sharded_plan_text(const planner::Plan& plan);
std::string simulation_json(const planner::Plan& plan);

}  // namespace motley::tensor
