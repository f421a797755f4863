// What a rank of a Plan runs.
#pragma once

#include "tensor/lower/rank_program.h"
#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

RankProgram rank_program_of(const Plan& plan, int rank);

}  // namespace motley::tensor::planner
