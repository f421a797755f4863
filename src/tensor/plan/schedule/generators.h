// The published schedules, each from its parameters to its lists; generators.cpp draws their
// timelines. m counts micro-batches, s stages, out of M and S.
//
//   Schedule s = one_f_one_b({.stages = 4, .microbatches = 8});
//
// schedule_table.h looks them up by name. Schedules with one chunk per device run stage s on device
// s.
#pragma once

#include <span>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor::schedule {

struct PipelineShape {
  int32_t devices = 1;
  int32_t microbatches = 1;
};

Schedule gpipe(PipelineShape shape);
Schedule one_f_one_b(PipelineShape shape);
// 1F1B with `depth[s]` warm-up forwards on stage s before its first backward.
Schedule deep_one_f_one_b(PipelineShape shape, std::span<const int32_t> depth);
Schedule kfkb(PipelineShape shape, int32_t k);
Schedule interleaved(PipelineShape shape, int32_t chunks);
Schedule breadth_first(PipelineShape shape, int32_t chunks);
// Forwards as in deep 1F1B; the weight gradient of m follows the input gradient of m + lag[s].
Schedule zero_bubble(PipelineShape shape, std::span<const int32_t> depth,
                     std::span<const int32_t> lag);
Schedule zb_h1(PipelineShape shape);
Schedule zb_h2(PipelineShape shape);

// Two stages on each device, as a V: device d has stages d and 2S-1-d, so that the first device
// makes the loss, too, and weight gradients fill the rest. Memory of 1f1b. (ZB-V.)
Schedule zb_v(PipelineShape shape);

// Depths that hide a latency of `h` (f + b) / 2 on every edge, and depths that hide each edge's own
// latency.
std::vector<int32_t> uniform_depth(PipelineShape shape, int32_t h);
std::vector<int32_t> per_edge_depth(PipelineShape shape, const PipelineCosts& costs);

// Work-conserving: an idle device runs its next backward (input gradient) if its input has arrived,
// else its next forward if that has arrived and fewer than `cap[s]` micro-batches are live, else a
// pending weight gradient. The resulting order under `costs` becomes the list.
Schedule dynamic(PipelineShape shape, const PipelineCosts& costs, std::span<const int32_t> cap);

}  // namespace motley::tensor::schedule
