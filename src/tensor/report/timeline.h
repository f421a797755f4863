// A simulated pipeline as a picture: in text, as papers draw it, and as a Trace.
//
//   stage 0 |F0 F1 .  .  .  B0-- F2 B1--       a column of three letters is one unit of time
//   stage 1 |.  F0 B0-- F1 B1-- F2 B2--
#pragma once

#include <string>

#include "core/trace/trace.h"
#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor {

struct TimelineSettings {
  Ticks ticks_per_unit = 1;
  int width = 150;  // most letters in a line; where that is too few, several units share a letter
};

std::string draw_timeline(const Schedule& schedule, const PipelineRun& run,
                          const TimelineSettings& settings);

// One process for each device, `rank 0`, `rank 1`, with the threads `compute` and `send to rank 1`,
// as a real run has them.
void write_timeline(const Schedule& schedule, const PipelineRun& run, double seconds_per_tick,
                    core::Trace& trace);

}  // namespace motley::tensor
