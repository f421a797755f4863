// Small changes of a plan's stages, for improving it step by step.
//
//   (0-16)@14 | (16-24)@2   ->   (0-17)@14 | (17-24)@2     a layer over a cut
//                                (0-16)@13 | (16-24)@3     a device to another stage
//                                (0-24)@16                 two stages into one
//                                (0-8)@7 | (8-16)@7 | (16-24)@2     one into two
#pragma once

#include <vector>

#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor {

// Every one of those; each keeps all layers, in an order in which they can run.
std::vector<PipelinePlan> neighbours(const PlanProblem& problem, const PlanCosts& costs,
                                     const PipelinePlan& plan);

}  // namespace motley::tensor
