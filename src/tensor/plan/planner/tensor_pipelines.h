// Pipelines whose stages are tensor-parallel: Megatron's tensor x pipeline x data parallelism.
//
// A tensor-parallel group of a host counts as one device: its speed is that of the simulated step
// under `megatron` on such a group, relative to one device; its memory and its links are those of
// all its members. Predicted only: stages are not sharded when they run.
#pragma once

#include <functional>
#include <optional>

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::planner {

// The best of all tensor-parallel degrees within hosts, numbers of stages with even cuts that
// divide the groups, and numbers of micro-batches, under 1F1B and with optimizer state sharded over
// the replicas (ZeRO-1). `problem` is that of the step (step_pipelines.h). Nothing where hosts have
// no common degree, or the step no consecutive products.
std::optional<stage::PlannedResult> megatron_3d_pipeline(const StepOnCluster& on,
                                                         const stage::PlanProblem& problem,
                                                         const std::function<bool()>& is_stopped);

}  // namespace motley::tensor::planner
