// A Schedule and the costs of its stages as a workload for the simulator, and the usual metrics of
// a pipeline.
//
//   PipelineRun run = run_pipeline(one_f_one_b({4, 8}), costs);
//   run.simulation.makespan   33
//   run.devices[0].busy       24     of 33: a bubble of 27 %
#pragma once

#include <span>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/simulate/simulate.h"

namespace motley::tensor::simulate {

// Item i of device d is action i of its list. One transfer per activation and gradient that crosses
// devices.
Workload pipeline_workload(const schedule::Schedule& schedule,
                           const schedule::PipelineCosts& costs);

// The same without transfers.
Workload work_of_lists(const schedule::Schedule& schedule, const schedule::PipelineCosts& costs);

// Data sent from one stage to another, not necessarily adjacent, for each micro-batch: activations
// if `from` precedes `to`, gradients otherwise.
struct StageTransfer {
  int32_t from = 0, to = 0;
  schedule::Ticks busy = 0, latency = 0;
  int32_t ports = -1;  // index of a port set of the workload
};
// Adds the transfers between stages to `workload`, whose items are the actions of `schedule`.
void add_transfers(const schedule::Schedule& schedule, std::span<const StageTransfer> transfers,
                   Workload& workload);

struct DeviceTimes {
  schedule::Ticks first_start = 0, last_end = 0;
  schedule::Ticks busy = 0;
  schedule::Ticks waiting = 0;  // idle between first start and last end
  schedule::Ticks exposed = 0;  // the part of it while the awaited message was in flight
};

struct PipelineRun {
  Workload workload;
  Simulation simulation;
  std::vector<DeviceTimes> devices;
  double bubble = 0;  // idle fraction of all devices from 0 to the makespan
};

// `schedule` must be valid (validate.h), and `costs` checked.
PipelineRun run_pipeline(const schedule::Schedule& schedule, const schedule::PipelineCosts& costs);
PipelineRun run_workload(const schedule::Schedule& schedule, Workload workload);

// Exposed latency of each edge: idle time while its activations or gradients were in flight.
struct EdgeWaiting {
  schedule::Ticks activation = 0, gradient = 0;
};
std::vector<EdgeWaiting> edge_waiting(const schedule::Schedule& schedule, const PipelineRun& run);

}  // namespace motley::tensor::simulate
