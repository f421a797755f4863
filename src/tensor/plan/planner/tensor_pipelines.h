// Pipelines whose stages are tensor-parallel: Megatron's tensor x pipeline x data parallelism.
//
// A tensor-parallel group of a host counts as one device: its speed is that of the simulated step
// under `megatron` on such a group, relative to one device; its memory and its links are those of
// all its members. That is an estimate; as Plans (staged_plan.h) they run, and are simulated from
// their lists.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::planner {

// Degrees that are asked for; 0: the best.
struct TensorDegrees {
  int tensor = 0, stages = 0, microbatches = 0;
  int chunks = 0;  // stages of a device group, interleaved: 1 is plain 1F1B
};
// "megatron-3d-stages:tensor=8,stages=4": what stands behind the colon. A UserError for other keys.
TensorDegrees parse_degrees(const std::string& strategy);

// The best few of all tensor-parallel degrees within hosts, numbers of stages with even cuts that
// divide the groups, and numbers of micro-batches, under 1F1B, recomputed where memory asks for it
// and with optimizer state sharded over the replicas (ZeRO-1), the best first. `problem` is that of
// the step (step_pipelines.h). Nothing where hosts have no common degree, or the step no
// consecutive products.
std::vector<stage::PlannedResult> megatron_3d_pipelines(const StepOnCluster& on,
                                                        const stage::PlanProblem& problem,
                                                        const std::function<bool()>& is_stopped,
                                                        const TensorDegrees& asked = {});

// As Alpa cuts: even cuts on equal meshes, at the best few numbers of stages and micro-batches
// under 1F1B, each mesh to be sharded in its best way.
std::vector<stage::PlannedResult> mesh_pipelines(const stage::PlanProblem& problem,
                                                 const std::function<bool()>& is_stopped);

}  // namespace motley::tensor::planner
