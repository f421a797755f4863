// The table of schedules: every schedule is one row, and whatever offers schedules reads the rows.
//
//   generate("kfkb:k=2", {.devices = 4, .microbatches = 8}, costs, {})
//
// Read by `motley schedule`, by its --list, by the search for the best order (choose.h) and by the
// stage planner (plan/stage); docs/catalog.md lists the rows, and a test compares the two.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/plan/schedule/generators.h"

namespace motley::tensor::schedule {

struct ScheduleRow {
  std::string_view name;
  std::vector<std::string_view> aliases = {};
  std::string_view description;

  // Its number, as k in "kfkb:k=2", where it has one.
  std::string_view setting = "";
  int32_t default_setting = 0, least_setting = 1;

  // What it needs.
  bool splits_backward = false;  // the times of weight gradients
  bool chunked = false;          // several stages on each device: as many as the setting says
  bool whole_rounds = false;     // as many microbatches as devices, or a multiple

  // Where planners try it: its place among the candidates, as the first of equals is chosen.
  struct Try {
    int place = 0;
    int32_t setting = 0;
  };
  std::vector<Try> stage_planner = {};  // orders of given stages, in plan/stage
  int best_order = -1;                  // where choose_schedule starts from, with every setting
  std::string_view planners_skip = "";  // why planners try it nowhere; empty where they do

  Schedule (*make)(PipelineShape shape, const PipelineCosts& costs, std::span<const int32_t> cap,
                   int32_t setting);
};
std::span<const ScheduleRow> schedule_rows();

// "kfkb:k=2"; the name alone where the schedule has no setting.
std::string name_with(const ScheduleRow& row, int32_t setting);

// The schedule called `name`, for `shape.devices` devices. `costs` and `cap` (may be empty: no
// limit) serve those that look at them. A UserError for an unknown name (with the nearest known
// one), a setting out of range, or where something that the schedule needs is missing.
Schedule generate(std::string_view name, PipelineShape shape, const PipelineCosts& costs,
                  std::span<const int32_t> cap);
// How many chunks (stages a device) the schedule called `name` has; 1 for most.
int32_t chunks_of(std::string_view name);

// The candidates of the stage planner, in its order.
std::vector<std::string> stage_planner_schedules();
// Those of choose_schedule: settings below `num_microbatches`, the plain schedules first.
std::vector<std::string> best_order_schedules(int32_t num_microbatches, bool splits_backward);

}  // namespace motley::tensor::schedule
