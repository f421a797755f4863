// How the devices of each stage of a pipeline share it: samples alone, or parameters and optimizer
// state, too.
//
//   Plan better = with_sharded_stages(plan);       the same stages and schedule
//   better.stages[0].sharding.group                2 x 2: samples along the first axis
//   better.stages[0].states                        wte: RS(0), ...
//
// Candidates for a stage of n devices, of which the simulator takes the best: samples along all of
// them; the same with optimizer state sharded (ZeRO-1), or parameters, too; and, for each divisor t
// of n, tensor parallelism over t neighbours with samples along the rest. Stages are decided one
// after the other.
#pragma once

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

Plan with_sharded_stages(const Plan& pipeline);

// "tensor parallel 2 x 2 along the samples", "parameters and optimizer state sharded"; empty where
// the devices share samples alone.
std::string sharding_words(const PlanStage& stage, const TrainStep& step);

}  // namespace motley::tensor::planner
