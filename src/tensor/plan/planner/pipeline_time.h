// The time and memory of a pipeline's step, from the very lists that its ranks run.
//
//   PipelineTime time = pipeline_time(pipeline_of(plan), cluster, plan.devices());
//   time.step_seconds, time.bubble, time.ranks[1].peak_bytes
//
// Every phase of every rank is priced by the ops of its local Programs, as sharded plans are, with
// those at the ends of a step; every message by the ports that it passes, one at a time;
// collectives by core/collective/cost. Three steps in a row are simulated: the time of a step is
// what the third adds, since a rank may begin a step while others finish the one before.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/plan/planner/staged_plan.h"

namespace motley::tensor::planner {

struct PipelineRankTime {
  double compute_seconds = 0;  // of a step
  double waiting_seconds = 0;  // the rest of it
  int64_t peak_bytes = 0;      // slots of all buffers, and the largest temporary memory of a phase
};

struct PipelineTime {
  double step_seconds = 0;
  double first_step_seconds = 0;
  double bubble = 0;                 // the share of all ranks' time in which they do not compute
  double communication_seconds = 0;  // of all messages and collectives of a step
  std::vector<PipelineRankTime> ranks;
  std::vector<predict::PredictedSpan> spans;     // phases of the first step
  std::vector<predict::PredictedSpan> messages;  // of the first step, by the rank that sends them
};

// `devices` of the cluster, by rank.
PipelineTime pipeline_time(const PipelineOfPlan& pipeline, const core::Cluster& cluster,
                           const std::vector<int>& devices);

}  // namespace motley::tensor::planner
