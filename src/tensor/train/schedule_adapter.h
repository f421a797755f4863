// Switches between the schedules of a pipeline that are kept ready: same micro-batches, same
// stages, same bits, another order.
#pragma once

#include <memory>
#include <string>

#include "tensor/adapt/schedule_tuner.h"
#include "tensor/pipeline/pipeline_program.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/train/adapter.h"

namespace motley::tensor {

// The schedules of a pipeline that can be kept ready beside its own, which is the first.
struct ReadySchedules {
  ScheduleChoice choice;
  std::vector<std::vector<PipelineProgram>> programs;  // by candidate and group of ranks
  std::vector<double> pair_bytes;                      // of a micro-batch, by pair of stages
};
// Those within the memory of the devices; `policy` "ada-grouper": groups of k alone.
ReadySchedules ready_schedules(const planner::Plan& plan, const planner::PipelineOfPlan& pipeline,
                               const std::string& policy);

struct ScheduleAdapterSettings {
  std::string policy;
  // For tests: the candidate to run after a step, instead of the tuner's.
  std::function<int(int64_t step)> choose = {};
};

// A collective. The runner has the schedules of `ready` under the same numbers.
std::unique_ptr<Adapter> make_schedule_adapter(core::Communicator& comm, const planner::Plan& plan,
                                               const ReadySchedules& ready,
                                               ScheduleAdapterSettings settings);

}  // namespace motley::tensor
