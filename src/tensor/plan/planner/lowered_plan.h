// What a rank of a Plan runs.
#pragma once

#include "tensor/lower/rank_program.h"
#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

RankProgram rank_program_of(const Plan& plan, int rank);
// The same without gradients and update: the arguments are those of the step, the one result is the
// loss. For evaluation.
RankProgram loss_program_of(const Plan& plan, int rank);

}  // namespace motley::tensor::planner
