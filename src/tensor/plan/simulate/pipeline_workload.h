// A Schedule and what its stages cost, as work for the simulator; and the figures by which people
// judge a pipeline.
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

namespace motley::tensor {

// Item i of device d is action i of its list. One transfer for each activation and gradient that
// goes to another device.
Workload pipeline_workload(const Schedule& schedule, const PipelineCosts& costs);

// The same without transfers.
Workload work_of_lists(const Schedule& schedule, const PipelineCosts& costs);

// What goes from one stage to another, not always the next, for each microbatch: activations where
// `from` is before `to`, gradients where it is behind.
struct StageTransfer {
  int32_t from = 0, to = 0;
  Ticks busy = 0, latency = 0;
  int32_t ports = -1;  // a port set of the workload
};
// Adds to `workload`, whose items are the actions of `schedule`, what goes between stages.
void add_transfers(const Schedule& schedule, std::span<const StageTransfer> transfers,
                   Workload& workload);

struct DeviceTimes {
  Ticks first_start = 0, last_end = 0;
  Ticks busy = 0;
  Ticks waiting = 0;  // between first start and last end, without work
  Ticks exposed = 0;  // the part of it while the awaited message was on its way
};

struct PipelineRun {
  Workload workload;
  Simulation simulation;
  std::vector<DeviceTimes> devices;
  double bubble = 0;  // share of all devices' time, from 0 to the makespan, without work
};

// `schedule` has no fault (validate.h), and `costs` have been checked.
PipelineRun run_pipeline(const Schedule& schedule, const PipelineCosts& costs);
PipelineRun run_workload(const Schedule& schedule, Workload workload);

// Waiting that each edge's messages caused while on their way: of activations, of gradients.
struct EdgeWaiting {
  Ticks activation = 0, gradient = 0;
};
std::vector<EdgeWaiting> edge_waiting(const Schedule& schedule, const PipelineRun& run);

}  // namespace motley::tensor
