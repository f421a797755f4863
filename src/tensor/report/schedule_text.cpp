#include "tensor/report/schedule_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <vector>

#include "core/base/json_text.h"
#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/schedule_table.h"

namespace motley::tensor {
namespace {

using ScheduleJson = nlohmann::ordered_json;

// Whole numbers as such.
ScheduleJson time_json(const schedule::TickUnit& unit, schedule::Ticks ticks) {
  const double v = unit.value(ticks);
  if (v == std::floor(v) && std::abs(v) < 9e15) return static_cast<int64_t>(v);
  return v;
}

void add_lists(ScheduleJson& json, const schedule::ScheduleProblem& p,
               const simulate::PipelineRun& run) {
  for (int32_t d = 0; d < p.schedule.num_devices(); ++d) {
    ScheduleJson actions = ScheduleJson::array(), starts = ScheduleJson::array();
    for (size_t i = 0; i < p.schedule.lists[d].size(); ++i) {
      actions.push_back(to_string(p.schedule.lists[d][i]));
      starts.push_back(time_json(p.unit, run.simulation.start[run.workload.device_begin[d] + i]));
    }
    json["lists"].push_back(actions);
    json["starts"].push_back(starts);
  }
}

}  // namespace

using namespace schedule;
using namespace simulate;

std::string schedule_text(const std::string& name, const ScheduleProblem& p, const PipelineRun& run,
                          const std::string& out_of_memory) {
  const auto text = [&](Ticks ticks) { return p.unit.text(ticks); };
  std::string out = fmt::format(
      "{}: {} stages, {} micro-batches{}\n", name, p.schedule.num_stages,
      p.schedule.num_microbatches,
      p.schedule.num_stages > p.schedule.num_devices()
          ? fmt::format(" on {} devices, times are those of a stage", p.schedule.num_devices())
          : "");
  out += fmt::format("makespan {}, bubble {:.1f} %\n", text(run.simulation.makespan),
                     100 * run.bubble);
  if (p.lower_bound) {
    const double gap = p.unit.value(run.simulation.makespan) / p.unit.value(*p.lower_bound) - 1;
    out +=
        fmt::format("found by {}; no order takes less than {}{}\n", p.origin, text(*p.lower_bound),
                    gap > 0 ? fmt::format(", {:.2f} % below", 100 * gap) : "");
  }
  out += fmt::format("\n{:<8}{:>6}  {:>10}  {:>10}  {:>10}  {:>10}\n",
                     p.schedule.num_stages > p.schedule.num_devices() ? "device" : "stage", "live",
                     "busy", "span", "waiting", "exposed");
  const std::vector<int64_t> live = peak_live(p.schedule);
  for (int32_t d = 0; d < p.schedule.num_devices(); ++d) {
    const DeviceTimes& t = run.devices[d];
    out += fmt::format("{:<8}{:>6}  {:>10}  {:>10}  {:>10}  {:>10}\n", d, live[d], text(t.busy),
                       text(t.last_end - t.first_start), text(t.waiting), text(t.exposed));
  }
  out +=
      "\nF forward, B backward, I input and W weight gradient. live: most micro-batches at once; "
      "span: from the first\n"
      "start to the last end; waiting: idle within it; exposed: of that, while the awaited message "
      "was on its way.\n";
  if (!out_of_memory.empty()) out += fmt::format("\nIt does not fit: {}.\n", out_of_memory);
  return out;
}

std::string schedule_json(const std::string& name, const ScheduleProblem& p, const PipelineRun& run,
                          const std::string& out_of_memory) {
  const auto value = [&](Ticks ticks) { return time_json(p.unit, ticks); };
  ScheduleJson json = {{"schedule", name},
                       {"stages", p.schedule.num_stages},
                       {"devices", p.schedule.num_devices()},
                       {"microbatches", p.schedule.num_microbatches},
                       {"makespan", value(run.simulation.makespan)},
                       {"makespan_exact", p.unit.text(run.simulation.makespan)},
                       {"peak_live", peak_live(p.schedule)},
                       {"bubble", run.bubble},
                       {"fits", out_of_memory.empty()}};
  if (!out_of_memory.empty()) json["out_of_memory"] = out_of_memory;
  if (p.lower_bound) {
    json["lower_bound"] = value(*p.lower_bound);
    json["origin"] = p.origin;
  }
  for (const DeviceTimes& t : run.devices) {
    json["busy"].push_back(value(t.busy));
    json["span"].push_back(value(t.last_end - t.first_start));
    json["waiting"].push_back(value(t.waiting));
    json["exposed"].push_back(value(t.exposed));
  }
  json["exposed_of_edges"] = ScheduleJson::array();
  for (const EdgeWaiting& edge : edge_waiting(p.schedule, run)) {
    json["exposed_of_edges"].push_back(
        {{"activation", value(edge.activation)}, {"gradient", value(edge.gradient)}});
  }
  add_lists(json, p, run);
  return core::json_text(json) + "\n";
}

std::string schedules_table() {
  std::string text;
  for (const ScheduleRow& row : schedule_rows()) {
    text += fmt::format("{:<20}{}\n", name_with(row, row.default_setting), row.description);
  }
  return text + fmt::format("{:<20}{}\n", kBestSchedule, kBestDescription);
}

}  // namespace motley::tensor
