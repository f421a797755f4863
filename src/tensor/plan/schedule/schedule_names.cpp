// The table of schedules by name.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tensor/plan/schedule/generators.h"

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

const std::vector<ScheduleRow>& rows() {
  using Shape = PipelineShape;
  using Costs = const PipelineCosts&;
  static const std::vector<ScheduleRow> rows = {
      {.name = "gpipe",
       .description = "all forwards, then all backwards",
       .make = [](Shape shape, Costs, Caps, int32_t) { return gpipe(shape); }},
      {.name = "1f1b",
       .description = "a backward as soon as there is one (DAPPLE PA)",
       .make =
           [](Shape shape, Costs, Caps cap, int32_t) {
             return deep_one_f_one_b(shape, at_most(uniform_depth(shape, 0), cap));
           }},
      {.name = "kfkb",
       .setting = "k",
       .description = "groups of k forwards and k backwards (Ada-Grouper)",
       .default_setting = 2,
       .make = [](Shape shape, Costs, Caps, int32_t k) { return kfkb(shape, k); }},
      {.name = "deep",
       .setting = "h",
       .description = "1f1b with S-s + h(S-1-s) forwards ahead (DAPPLE PB is h=1)",
       .default_setting = 1,
       .make =
           [](Shape shape, Costs, Caps cap, int32_t h) {
             return deep_one_f_one_b(shape, at_most(uniform_depth(shape, h), cap));
           }},
      {.name = "per-edge",
       .description = "1f1b as deep as each edge's latency asks for",
       .make =
           [](Shape shape, Costs costs, Caps cap, int32_t) {
             return deep_one_f_one_b(shape, at_most(per_edge_depth(shape, costs), cap));
           }},
      {.name = "interleaved",
       .setting = "v",
       .description = "v chunks a device, 1f1b across them (Megatron)",
       .default_setting = 2,
       .chunked = true,
       .make = [](Shape shape, Costs, Caps, int32_t v) { return interleaved(shape, v); }},
      {.name = "breadth-first",
       .setting = "v",
       .description = "v chunks a device, one after the other",
       .default_setting = 2,
       .chunked = true,
       .make = [](Shape shape, Costs, Caps, int32_t v) { return breadth_first(shape, v); }},
      {.name = "zb-h1",
       .description = "weight gradients fill the bubble, memory of 1f1b",
       .splits_backward = true,
       .make = [](Shape shape, Costs, Caps, int32_t) { return zb_h1(shape); }},
      {.name = "zb-h2",
       .description = "the same with twice the memory",
       .splits_backward = true,
       .make = [](Shape shape, Costs, Caps, int32_t) { return zb_h2(shape); }},
      {.name = "dynamic",
       .description = "whatever has arrived: backward, else forward, else weight gradient",
       .make = [](Shape shape, Costs costs, Caps cap,
                  int32_t) { return dynamic(shape, costs, cap); }},
  };
  return rows;
}

struct NamedSchedule {
  const ScheduleRow* row;
  int32_t setting;
};

// Splits "kfkb:k=2" into the row of kfkb and 2.
NamedSchedule find(std::string_view text) {
  const std::string name(text.substr(0, text.find(':')));
  const auto row = std::ranges::find(rows(), name, &ScheduleRow::name);
  if (row == rows().end()) {
    std::vector<std::string> names;
    for (const ScheduleRow& r : rows()) names.emplace_back(r.name);
    throw core::UserError(fmt::format("unknown schedule `{}`; did you mean `{}`?", name,
                                      core::nearest_name(name, names)));
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
      value < (row->setting == "h" ? 0 : 1) || value > 1'000'000) {
    throw core::UserError(
        fmt::format("the schedule {} takes `{}` and a whole number, as in {}:{}{}, not `{}`", name,
                    prefix, name, prefix, row->default_setting, given));
  }
  return {&*row, value};
}

}  // namespace

std::span<const ScheduleRow> schedule_rows() { return rows(); }

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
  if (row->name == "interleaved" && shape.microbatches % shape.devices != 0) {
    throw core::UserError(
        fmt::format("the schedule interleaved needs a multiple of the number of devices as "
                    "micro-batches: {} is not a multiple of {}",
                    shape.microbatches, shape.devices));
  }
  return row->make(shape, costs, cap, setting);
}

}  // namespace motley::tensor::schedule
