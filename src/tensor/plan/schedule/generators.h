// Every schedule that people know, each from its few numbers to its lists; generators.cpp draws
// them. A microbatch is counted by m, a stage by s, of M and S.
//
//   Schedule s = one_f_one_b({.stages = 4, .microbatches = 8});
//
// `generate` finds them by the names of the command line: "1f1b", "kfkb:k=2", "interleaved:v=2".
// Those of one chunk a device run stage s on device s.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tensor/plan/schedule/pipeline_costs.h"
#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor {

struct PipelineShape {
  int32_t devices = 1;
  int32_t microbatches = 1;
};

Schedule gpipe(PipelineShape shape);
Schedule one_f_one_b(PipelineShape shape);
// 1f1b with `depth[s]` forwards of stage s before its first backward.
Schedule deep_one_f_one_b(PipelineShape shape, std::span<const int32_t> depth);
Schedule kfkb(PipelineShape shape, int32_t k);
Schedule interleaved(PipelineShape shape, int32_t chunks);
Schedule breadth_first(PipelineShape shape, int32_t chunks);
// Forwards as deep 1f1b; the weight gradient of m follows the input gradient of m + lag[s].
Schedule zero_bubble(PipelineShape shape, std::span<const int32_t> depth,
                     std::span<const int32_t> lag);
Schedule zb_h1(PipelineShape shape);
Schedule zb_h2(PipelineShape shape);

// Depths that hide a latency of `h` (f + b) / 2 on every edge, and those that hide each edge's own.
std::vector<int32_t> uniform_depth(PipelineShape shape, int32_t h);
std::vector<int32_t> per_edge_depth(PipelineShape shape, const PipelineCosts& costs);

// Work-conserving: an idle device takes its next backward (input gradient) if that has arrived,
// else its next forward if that has arrived and fewer than `cap[s]` microbatches are alive, else a
// weight gradient that is due. What it would do in time `costs` becomes the list.
Schedule dynamic(PipelineShape shape, const PipelineCosts& costs, std::span<const int32_t> cap);

// A row of the table by which schedules are found and listed.
struct ScheduleRow {
  std::string_view name;
  std::string_view setting = "";  // the letter of its number, as k in "kfkb:k=2"
  std::string_view description;
  int32_t default_setting = 0;
  bool splits_backward = false;
  bool chunked = false;  // the setting is how many stages a device holds
  Schedule (*make)(PipelineShape shape, const PipelineCosts& costs, std::span<const int32_t> cap,
                   int32_t setting);
};
std::span<const ScheduleRow> schedule_rows();

// The schedule called `name`, for `shape.devices` devices. `costs` and `cap` (may be empty: no
// limit) serve those that look at them. A UserError for an unknown name (with the nearest known
// one), a setting out of range, or a schedule that splits the backward pass where costs do not.
Schedule generate(std::string_view name, PipelineShape shape, const PipelineCosts& costs,
                  std::span<const int32_t> cap);
// How many chunks (stages a device) the schedule called `name` has; 1 for most.
int32_t chunks_of(std::string_view name);

}  // namespace motley::tensor
