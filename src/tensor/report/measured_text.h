// Pipelines of a measured profile, for people and for programs.
#pragma once

#include <string>

#include "tensor/plan/stage/measured_plan.h"

namespace motley::tensor {

// The plan with a row for each stage; of a search, what it tried and the bound.
std::string measured_report(const stage::MeasuredProblem& problem, const stage::MeasuredPlan& plan,
                            const stage::MeasuredTiming& timing);
std::string measured_search_text(const stage::MeasuredResult& result, double search_seconds);

}  // namespace motley::tensor
