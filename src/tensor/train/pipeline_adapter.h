// Adapts a pipeline while it runs. Schedules that are kept ready are switched: same micro-batches,
// same stages, same bits, another order. Layers move from one stage to another where devices are
// not as fast as they were taken to be.
//
//   rank 1 ..  figures of step t ---+                     +-- ready ---+
//   rank 0     layers (background)  +-> cuts, as text     |            +-> switch from step t + 2
//   all        .. steps go on ..        cut and compile --+                move state, go on
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "tensor/adapt/schedule_tuner.h"
#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/pipeline/pipeline_program.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/train/adapter.h"

namespace motley::tensor {

// The schedules of a pipeline that can be kept ready beside its own, which is the first.
struct ReadySchedules {
  ScheduleChoice choice;
  std::vector<std::vector<PipelineProgram>> programs;  // by candidate and group of ranks
  std::vector<double> pair_bytes;                      // of a micro-batch, by pair of stages

  std::vector<PipelineProgram> others(int group) const;  // the lists of all but its own
};
// Those within the memory of the devices; `policy` "ada-grouper": groups of k alone, "shares":
// none.
ReadySchedules ready_schedules(const planner::Plan& plan, const planner::PipelineOfPlan& pipeline,
                               const std::string& policy);

struct PipelineAdapterSettings {
  std::string policy;
  int64_t steps = 0;  // of the whole run
  // How a pipeline is run whose layers have moved; called on any thread.
  std::function<PipelineExecutorSettings(const StagedStep&)> engine = {};
  // For tests: the candidate to run after a step, instead of the tuner's, and how many times as
  // long as predicted a rank computes, instead of what is measured; work in the background is
  // waited for then.
  std::function<int(int64_t step)> choose = {};
  std::function<double(int rank, int64_t step)> slowdown = {};
};

// Why --adapt by this policy leaves a pipeline as it is, or nothing.
std::string nothing_to_adapt_reason(const planner::Plan& plan, const ReadySchedules& ready,
                                    const std::string& policy);

// A collective. The runner has the schedules of `ready` under the same numbers.
std::unique_ptr<Adapter> make_pipeline_adapter(core::Communicator& comm, const planner::Plan& plan,
                                               ReadySchedules ready,
                                               PipelineAdapterSettings settings);

}  // namespace motley::tensor
