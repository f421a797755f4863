// `motley compare` and `motley plan --diff`, as text and as JSON.
#pragma once

#include <string>

#include "tensor/plan/planner/comparison.h"
#include "tensor/plan/planner/plan_diff.h"

namespace motley::tensor {

std::string comparison_text(const planner::Comparison& comparison);
std::string comparison_json(const planner::Comparison& comparison);

std::string diff_text(const planner::Plan& before, const planner::Plan& after,
                      const planner::PlanDiff& diff);
std::string diff_json(const planner::Plan& before, const planner::Plan& after,
                      const planner::PlanDiff& diff);

}  // namespace motley::tensor
