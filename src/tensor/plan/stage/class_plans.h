// Pipelines by counting devices: which of many identical devices a stage has does not matter for
// its time, how many it has does. A bottleneck search over stage times:
//
//   for a stage time t, the most layers that so many devices of each class can carry, from the last
//   layer back, a stage at a time; a stage with n stages behind it holds n + 1 micro-batches (1F1B)
//
// A class is a device type behind one kind of link and port, so the order of hosts in the file does
// not matter. Stages of one class only; local moves (plan_moves.h) mix them. Cost: stages times
// counts of each class times sizes of a stage, for a dozen stage times.
#pragma once

#include <vector>

#include "tensor/plan/stage/evaluate.h"

namespace motley::tensor::stage {

// The most promising plans for this number of micro-batches, the best estimate first: intervals of
// layers, recomputed where they would not fit otherwise.
struct ClassPlan {
  double estimate_seconds = 0;  // of a step: micro-batches through the slowest stage, and the fill
  PipelinePlan plan;
};
std::vector<ClassPlan> class_plans(const PlanProblem& problem, const PlanCosts& costs,
                                   int32_t microbatches);

}  // namespace motley::tensor::stage
