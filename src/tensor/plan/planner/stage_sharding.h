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

#include <functional>
#include <map>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

// `is_stopped` is asked between candidates.
Plan with_sharded_stages(const Plan& pipeline, const std::function<bool()>& is_stopped = {});

// States of parameters and optimizer state on a grid of `rows` x `columns` devices: tensor parallel
// along the columns, optimizer state sharded along the rows, too (ZeRO-1). Empty where the step has
// no consecutive products.
std::map<int, Sharding> tensor_parallel_states(const TrainStep& step, int rows, int columns);

// "tensor parallel 2 x 2 along the samples", "parameters and optimizer state sharded"; empty where
// the devices share samples alone.
std::string sharding_words(const PlanStage& stage, const TrainStep& step);

}  // namespace motley::tensor::planner
