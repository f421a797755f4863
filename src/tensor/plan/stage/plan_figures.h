// What the stages of a plan store and send, independent of the schedule; and their memory.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/plan/stage/pipeline_plan.h"

namespace motley::tensor::stage {

// Sums over the layers of a stage, for the profile's batch.
struct StageSums {
  double forward_seconds = 0;
  double backward_seconds = 0;  // including the weight gradient
  double weight_seconds = 0;
  int64_t parameter_bytes = 0;
  int64_t saved_bytes = 0;
  int64_t input_bytes = 0;  // from other stages
};

struct PlanFigures {
  std::vector<StageSums> sums;
  // From stage to stage, for the profile's batch. A layer's output is sent once to each stage that
  // needs it.
  std::vector<std::vector<int64_t>> bytes;
};
PlanFigures figures_of(const Profile& profile, const PipelinePlan& plan);

// Maximum number of live micro-batches on stage `s`: at most all, 0 if not even one fits.
int32_t live_cap(const PlanProblem& problem, const PlanCosts& costs, const PipelinePlan& plan,
                 const PlanFigures& figures, size_t s);

// The device of stage `s` closest to its memory limit with `live` micro-batches, and its capacity.
struct FullestDevice {
  int64_t peak_bytes = 0, memory_bytes = 0;
};
FullestDevice fullest_device(const PlanProblem& problem, const PlanCosts& costs,
                             const PipelinePlan& plan, const PlanFigures& figures, size_t s,
                             int64_t live);

}  // namespace motley::tensor::stage
