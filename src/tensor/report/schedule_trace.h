// A simulated pipeline as a picture: in text, as papers draw it, and as a Trace.
//
//   stage 0 |F0 F1 .  .  .  B0-- F2 B1--       a column of three letters is one unit of time
//   stage 1 |.  F0 B0-- F1 B1-- F2 B2--       F forward, B backward, I and W where that is split, A
//                                             an all-reduce at the end, dots are idle
#pragma once

#include <span>
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

// One process for each device, `rank 0`, `rank 1`, with the threads `compute`, `send to rank 1` and
// `all-reduce`, as a real run has them. `ranks[d]`, where given, is what to call device d after
// `rank`: "8-15" for a stage on eight.
void write_timeline(const Schedule& schedule, const PipelineRun& run, double seconds_per_tick,
                    core::Trace& trace, std::span<const std::string> ranks = {});

}  // namespace motley::tensor
