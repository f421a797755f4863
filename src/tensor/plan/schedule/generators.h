// The published schedules, each from its parameters to its lists; generators.cpp draws their
// timelines. m counts micro-batches, s stages, out of M and S.
//
//   Schedule s = one_f_one_b({.stages = 4, .microbatches = 8});
//
// `generate` looks them up by their command-line names: "1f1b", "kfkb:k=2", "interleaved:v=2".
// Schedules with one chunk per device run stage s on device s.
#pragma once

#include <span>
#include <string_view>
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

// Depths that hide a latency of `h` (f + b) / 2 on every edge, and depths that hide each edge's own
// latency.
std::vector<int32_t> uniform_depth(PipelineShape shape, int32_t h);
std::vector<int32_t> per_edge_depth(PipelineShape shape, const PipelineCosts& costs);

// Work-conserving: an idle device runs its next backward (input gradient) if its input has arrived,
// else its next forward if that has arrived and fewer than `cap[s]` micro-batches are live, else a
// pending weight gradient. The resulting order under `costs` becomes the list.
Schedule dynamic(PipelineShape shape, const PipelineCosts& costs, std::span<const int32_t> cap);

// A row of the table of named schedules.
struct ScheduleRow {
  std::string_view name;
  std::string_view setting = "";  // the letter of its parameter, as k in "kfkb:k=2"
  std::string_view description;
  int32_t default_setting = 0;
  bool splits_backward = false;
  bool chunked = false;  // the setting is the number of stages per device
  Schedule (*make)(PipelineShape shape, const PipelineCosts& costs, std::span<const int32_t> cap,
                   int32_t setting);
};
std::span<const ScheduleRow> schedule_rows();

// The schedule called `name`, for `shape.devices` devices. `costs` and `cap` (empty: no limit) are
// used by some schedules only. Throws a UserError for an unknown name (with the nearest known one),
// a setting out of range, or a schedule that splits the backward pass if `costs` does not.
Schedule generate(std::string_view name, PipelineShape shape, const PipelineCosts& costs,
                  std::span<const int32_t> cap);
// Number of chunks (stages per device) of the schedule called `name`; 1 for most.
int32_t chunks_of(std::string_view name);

}  // namespace motley::tensor::schedule
