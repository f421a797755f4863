// Pipeline plans of a profile as JSON: the file of `motley plan --profile -o`, and all that --json
// says.
#pragma once

#include <string>

#include "tensor/plan/planner/step_pipelines.h"

namespace motley::tensor {

// The same problem gives the same bytes.
std::string pipeline_plan_json(const stage::PlanProblem& problem,
                               const stage::PlannedResult& result);
// That, and a row for each strategy beside it.
std::string pipeline_report_json(const stage::PlanProblem& problem,
                                 const stage::PlannedResult& chosen,
                                 const planner::PlannedPipelines& planned);
// The plan with its timeline, a table of strategies, and the bound.
std::string pipeline_report(const stage::PlanProblem& problem, const stage::PlannedResult& chosen,
                            const planner::PlannedPipelines& planned, int width);

}  // namespace motley::tensor
