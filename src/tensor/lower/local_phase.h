// A part of a step as one rank runs it: like local_program, but its results stay as the plan stores
// them, sharded or as partial sums, for the parts that follow.
#pragma once

#include "tensor/lower/local_program.h"

namespace motley::tensor {

LocalProgram local_phase(const propagate::ShardingProblem& problem, const ShardPlan& plan,
                         int rank);

}  // namespace motley::tensor
