#include "tensor/plan/schedule/schedule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "core/base/error.h"
#include "core/base/text.h"

namespace motley::tensor::schedule {
namespace {

using Caps = std::span<const int32_t>;

// A stage must not be deeper than the previous one: it would wait for micro-batches that never
// come.
std::vector<int32_t> at_most(std::vector<int32_t> depth, Caps cap) {
  for (size_t s = 0; s < cap.size(); ++s) {
    depth[s] = std::min(depth[s], cap[s]);
    if (s > 0) depth[s] = std::min(depth[s], depth[s - 1]);
  }
  return depth;
}

constexpr const char* kOneStage =
    "planners give each stage devices of its own, and it runs several stages on a device";

const std::vector<ScheduleRow>& rows() {
  using Shape = PipelineShape;
  using Costs = const PipelineCosts&;
  static const std::vector<ScheduleRow> rows = {
      {.name = "gpipe",
       .description = "all forwards, then all backwards",
       .stage_planner = {{.place = 8}},
       .best_order = 1,
       .make = [](Shape shape, Costs, Caps, int32_t) { return gpipe(shape); }},
      {.name = "1f1b",
       .description = "a backward pass as soon as one is ready (DAPPLE PA)",
       .stage_planner = {{.place = 0}},
       .best_order = 0,
       .make =
           [](Shape shape, Costs, Caps cap, int32_t) {
             return deep_one_f_one_b(shape, at_most(uniform_depth(shape, 0), cap));
           }},
      {.name = "kfkb",
       .description = "groups of k forwards and k backwards (Ada-Grouper)",
       .setting = "k",
       .default_setting = 2,
       .stage_planner = {{.place = 5, .setting = 2}},
       .best_order = 6,
       .make = [](Shape shape, Costs, Caps, int32_t k) { return kfkb(shape, k); }},
      {.name = "deep",
       .description = "1f1b with S-s + h(S-1-s) forwards ahead (DAPPLE PB is h=1)",
       .setting = "h",
       .default_setting = 1,
       .least_setting = 0,
       .stage_planner = {{.place = 2, .setting = 1}, {.place = 6, .setting = 2}},
       .best_order = 7,
       .make =
           [](Shape shape, Costs, Caps cap, int32_t h) {
             return deep_one_f_one_b(shape, at_most(uniform_depth(shape, h), cap));
           }},
      {.name = "per-edge",
       .description = "1f1b with as many warm-up forwards as each edge's latency needs",
       .stage_planner = {{.place = 3}},
       .best_order = 2,
       .make =
           [](Shape shape, Costs costs, Caps cap, int32_t) {
             return deep_one_f_one_b(shape, at_most(per_edge_depth(shape, costs), cap));
           }},
      {.name = "interleaved",
       .aliases = {"interleaved-1f1b"},
       .description = "v chunks per device, 1f1b across them (Megatron-LM)",
       .setting = "v",
       .default_setting = 2,
       .chunked = true,
       .whole_rounds = true,
       .planners_skip = kOneStage,
       .make = [](Shape shape, Costs, Caps, int32_t v) { return interleaved(shape, v); }},
      {.name = "breadth-first",
       .aliases = {"looped-bfs"},
       .description = "v chunks per device, one after the other",
       .setting = "v",
       .default_setting = 2,
       .chunked = true,
       .planners_skip = kOneStage,
       .make = [](Shape shape, Costs, Caps, int32_t v) { return breadth_first(shape, v); }},
      {.name = "zb-h1",
       .description = "weight gradients fill the bubble, memory of 1f1b",
       .splits_backward = true,
       .stage_planner = {{.place = 1}},
       .best_order = 3,
       .make = [](Shape shape, Costs, Caps, int32_t) { return zb_h1(shape); }},
      {.name = "zb-h2",
       .description = "zb-h1 with more warm-up: less bubble, twice the memory",
       .splits_backward = true,
       .stage_planner = {{.place = 4}},
       .best_order = 4,
       .make = [](Shape shape, Costs, Caps, int32_t) { return zb_h2(shape); }},
      {.name = "zb-v",
       .description = "two stages per device, in a V: less bubble than zb-h2, memory of 1f1b",
       .default_setting = 2,
       .splits_backward = true,
       .chunked = true,
       .planners_skip = kOneStage,
       .make = [](Shape shape, Costs, Caps, int32_t) { return zb_v(shape); }},
      {.name = "dynamic",
       .description = "chosen by what has arrived: backward, else forward, else weight gradient",
       .stage_planner = {{.place = 7}},
       .best_order = 5,
       .make = [](Shape shape, Costs costs, Caps cap,
                  int32_t) { return dynamic(shape, costs, cap); }},
  };
  return rows;
}

// Of a family of schedules: all settings up to 32, then doublings, as neighbours differ little
// there.
std::vector<int32_t> settings_below(int32_t end) {
  std::vector<int32_t> settings;
  for (int32_t i = 1; i < end; i = i < 32 ? i + 1 : 2 * i) settings.push_back(i);
  return settings;
}

struct NamedSchedule {
  const ScheduleRow* row;
  int32_t setting;
};

// Splits "kfkb:k=2" into the row of kfkb and 2.
NamedSchedule find(std::string_view text) {
  const std::string name(text.substr(0, text.find(':')));
  const auto row = std::ranges::find_if(rows(), [&](const ScheduleRow& r) {
    return r.name == name || std::ranges::count(r.aliases, name) > 0;
  });
  if (row == rows().end()) {
    std::vector<std::string> names;
    for (const ScheduleRow& r : rows()) names.emplace_back(r.name);
    throw core::UserError(fmt::format("unknown schedule `{}`{}", name,
                                      core::did_you_mean_one_of(std::string(name), names)));
  }
  if (name.size() == text.size()) return {&*row, row->default_setting};
  const std::string_view given = text.substr(name.size() + 1);
  if (row->setting.empty()) {
    throw core::UserError(
        fmt::format("the schedule {} has no settings, such as `{}`", name, given));
  }
  const std::string prefix = std::string(row->setting) + "=";
  int32_t value = 0;
  const char* end = given.data() + given.size();
  if (!given.starts_with(prefix) ||
      std::from_chars(given.data() + prefix.size(), end, value).ptr != end ||
      value < row->least_setting || value > 1'000'000) {
    throw core::UserError(
        fmt::format("the schedule {} takes `{}` and a whole number, as in {}:{}{}, not `{}`", name,
                    prefix, name, prefix, row->default_setting, given));
  }
  return {&*row, value};
}

}  // namespace

std::span<const ScheduleRow> schedule_rows() { return rows(); }

std::string name_with(const ScheduleRow& row, int32_t setting) {
  return row.setting.empty() ? std::string(row.name)
                             : fmt::format("{}:{}={}", row.name, row.setting, setting);
}

int32_t chunks_of(std::string_view name) {
  const auto [row, setting] = find(name);
  return row->chunked ? setting : 1;
}

Schedule generate(std::string_view name, PipelineShape shape, const PipelineCosts& costs,
                  std::span<const int32_t> cap) {
  const auto [row, setting] = find(name);
  if (row->splits_backward && !costs.splits_backward()) {
    throw core::UserError(fmt::format(
        "the schedule {} splits the backward pass: it needs the times of weight gradients",
        row->name));
  }
  if (row->whole_rounds && shape.microbatches % shape.devices != 0) {
    throw core::UserError(fmt::format(
        "the schedule {} needs a multiple of the number of devices as micro-batches: {} is not a "
        "multiple of {}",
        row->name, shape.microbatches, shape.devices));
  }
  return row->make(shape, costs, cap, setting);
}

std::vector<std::string> stage_planner_schedules() {
  std::map<int, std::string> by_place;
  for (const ScheduleRow& row : rows()) {
    for (const ScheduleRow::Try& tried : row.stage_planner) {
      const bool is_free = by_place.try_emplace(tried.place, name_with(row, tried.setting)).second;
      MOTLEY_CHECK(is_free, "two schedules have the place {}", tried.place);
    }
  }
  std::vector<std::string> names;
  for (const auto& [place, name] : by_place) names.push_back(name);
  return names;
}

std::vector<std::string> best_order_schedules(int32_t num_microbatches, bool splits_backward) {
  std::map<int, const ScheduleRow*> by_place;
  for (const ScheduleRow& row : rows()) {
    const bool applies = splits_backward || !row.splits_backward;
    if (row.best_order < 0 || !applies) continue;
    const bool is_free = by_place.try_emplace(row.best_order, &row).second;
    MOTLEY_CHECK(is_free, "two schedules have the place {}", row.best_order);
  }
  std::vector<std::string> names;
  for (const auto& [place, row] : by_place) {
    if (row->setting.empty()) {
      names.emplace_back(row->name);
      continue;
    }
    for (const int32_t setting : settings_below(num_microbatches)) {
      names.push_back(name_with(*row, setting));
    }
  }
  return names;
}

}  // namespace motley::tensor::schedule
