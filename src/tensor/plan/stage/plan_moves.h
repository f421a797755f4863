// Local moves on a plan's stages, for local search.
//
//   (0-16)@14 | (16-24)@2   ->   (0-17)@14 | (17-24)@2     move a layer over a cut
//                                (0-16)@13 | (16-24)@3     move a device
//                                (0-24)@16                 merge two stages
//                                (0-8)@7 | (8-16)@7 | (16-24)@2     split a stage
#pragma once

#include <vector>

#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor::stage {

// All such neighbours; each keeps all layers, in a topological order.
std::vector<PipelinePlan> neighbours(const PlanProblem& problem, const PlanCosts& costs,
                                     const PipelinePlan& plan);

}  // namespace motley::tensor::stage
