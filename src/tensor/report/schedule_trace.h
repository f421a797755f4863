// A simulated pipeline as text, as papers draw it, and as a Trace.
//
//   stage 0 |F0 F1 .  .  .  B0-- F2 B1--       three columns are one unit of time
//   stage 1 |.  F0 B0-- F1 B1-- F2 B2--       F forward, B backward; I and W (input and weight
//                                             gradient) if that is split; A all-reduce at the
//                                             end; dots are idle
#pragma once

#include <span>
#include <string>

#include "core/trace/trace.h"
#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/simulate/pipeline_workload.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor {

struct TimelineSettings {
  schedule::Ticks ticks_per_unit = 1;
  int width = 150;  // columns at most; if too few, several units of time share a column
};

std::string draw_timeline(const schedule::Schedule& schedule, const simulate::PipelineRun& run,
                          const TimelineSettings& settings);

// One process per device, `rank 0`, `rank 1`, with the threads `compute`, `send to rank 1` and
// `all-reduce`, as in a real run. `ranks[d]`, if given, replaces d in the name: "8-15" for a stage
// on eight devices.
void write_timeline(const schedule::Schedule& schedule, const simulate::PipelineRun& run,
                    double seconds_per_tick, core::Trace& trace,
                    std::span<const std::string> ranks = {});

// The timeline of a planned pipeline; a stage on several devices is one process.
void write_pipeline_trace(const stage::PlannedResult& result, const std::string& file);

}  // namespace motley::tensor
