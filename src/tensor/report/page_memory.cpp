// Memory over the step on a plan's page: what is predicted to be live, below the device's limit,
// and what was measured.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/memory.h"
#include "core/page/chart.h"
#include "core/page/html.h"
#include "tensor/plan/predict/live_bytes.h"
#include "tensor/report/page_sections.h"

namespace motley::tensor {
namespace {

using core::page::Layer;
using core::page::Series;
using core::page::Stack;

// The unit in which the largest value has at least one digit before the point.
struct Unit {
  std::string name;
  double bytes = 1;
};
Unit unit_for(int64_t most) {
  for (const Unit& u : {Unit{"GB", 1e9}, Unit{"MB", 1e6}, Unit{"kB", 1e3}}) {
    if (static_cast<double>(most) >= u.bytes) return u;
  }
  return {"bytes", 1};
}

// The predicted step of a rank as intervals of live memory. A segment's figure holds until the next
// segment begins: nothing is freed while the rank waits.
Stack predicted_stack(const planner::Plan& plan, const DeviceRow& row, double milliseconds,
                      const Unit& unit) {
  const planner::PlanStage& stage = plan.stage();
  const auto segments =
      predict::memory_over_step(planner::problem_of(plan.on, stage.sharding.group, stage.costs),
                                stage.sharding, row.first_rank);
  std::map<std::string, double> begins;
  for (const predict::PredictedSpan& s : plan.time.spans) {
    if (s.rank == row.first_rank && !s.is_communication) begins[s.name] = s.begin_seconds;
  }
  Stack stack{.layers = {{"parameters", "parameters", {}},
                         {"optimizer state", "state", {}},
                         {"batch", "batch", {}},
                         {"gathered and reduced tensors", "buffers", {}},
                         {"activations and gradients", "activations", {}}}};
  for (const predict::SegmentMemory& s : segments) {
    const auto at = begins.find(fmt::format("segment {}", s.segment));
    if (at == begins.end()) continue;
    if (!stack.begin.empty()) stack.end.push_back(at->second * milliseconds);
    stack.begin.push_back(at->second * milliseconds);
    const int64_t parts[] = {row.parameter_bytes, row.state_bytes, row.batch_bytes, s.buffers,
                             s.values};
    for (size_t l = 0; l < stack.layers.size(); ++l) {
      stack.layers[l].y.push_back(static_cast<double>(parts[l]) / unit.bytes);
    }
  }
  if (!stack.begin.empty()) {
    stack.begin.front() = 0;  // what the first segment waits for is there already
    stack.end.push_back(plan.time.step_seconds * milliseconds);
  }
  return stack;
}

// The resident memory of a rank's process over a typical step, from its counters in the trace; its
// step drawn as long as the predicted one.
Series measured_line(const RunRecord& run, int rank, double step_milliseconds, const Unit& unit) {
  Series line{.name = "measured: resident memory of the process, program and libraries included"};
  const auto step = typical_step(run.trace, rank);
  if (!step) return line;
  for (const core::RecordedCounter& counter : run.trace.counters) {
    if (counter.name != "memory" || rank_of_process(counter.process) != rank) continue;
    for (size_t i = 0; i < counter.seconds.size(); ++i) {
      const double at = (counter.seconds[i] - step->begin) / (step->end - step->begin);
      if (at < 0 || at > 1) continue;
      line.x.push_back(at * step_milliseconds);
      line.y.push_back(counter.values[i] / unit.bytes);
    }
  }
  return line;
}

// Of a pipeline, the peaks of stages are known, not their course.
std::string stage_peaks(const Report& report, const RunRecord* run) {
  std::vector<std::vector<core::page::Cell>> rows;
  for (const DeviceRow& row : report.devices) {
    double most = 0;
    if (run) {
      for (const core::RecordedCounter& c : run->trace.counters) {
        if (c.name != "memory" || rank_of_process(c.process) != row.first_rank) continue;
        for (const double value : c.values) most = std::max(most, value);
      }
    }
    rows.push_back(
        {core::page::text_cell(fmt::format("rank {} ({})", row.first_rank, row.type)),
         core::page::number_cell(core::readable_bytes(row.peak_bytes)),
         core::page::number_cell(most > 0 ? core::readable_bytes(static_cast<int64_t>(most)) : "-"),
         core::page::number_cell(core::readable_bytes(row.memory_bytes))});
  }
  return core::page::table("", {"", "predicted peak", "measured, the whole process", "limit"},
                           rows);
}

}  // namespace

core::page::Section memory_section(const planner::Plan& plan, const Report& report,
                                   const RunRecord* run) {
  const std::string title = "Memory over the step";
  if (plan.pipeline) {
    return {"memory", title, "The fullest moment of each stage.", stage_peaks(report, run)};
  }
  constexpr double kMilliseconds = 1e3;
  constexpr int64_t kFarAbove = 20;
  constexpr double kFarMeasured = 5;
  std::string html;
  for (const DeviceRow& row : report.devices) {
    // A limit that is tens of times higher would flatten everything below it.
    const bool is_far = row.memory_bytes > kFarAbove * row.peak_bytes;
    const bool shows_limit = row.memory_bytes > 0 && !is_far;
    const Unit unit =
        unit_for(shows_limit ? std::max(row.peak_bytes, row.memory_bytes) : row.peak_bytes);
    Stack stack = predicted_stack(plan, row, kMilliseconds, unit);
    const double step = plan.time.step_seconds * kMilliseconds;
    const double limit = static_cast<double>(row.memory_bytes) / unit.bytes;
    if (shows_limit) stack.lines.push_back({"limit of the device", {0, step}, {limit, limit}});
    std::string caption =
        fmt::format("{} x {}: at most {} of {}", row.count, row.type,
                    core::readable_bytes(row.peak_bytes), core::readable_bytes(row.memory_bytes));
    if (is_far) caption += "; the limit of the device is far above";
    if (run) {
      Series measured = measured_line(*run, row.first_rank, step, unit);
      const double most =
          measured.y.empty() ? 0 : *std::ranges::max_element(measured.y) * unit.bytes;
      // The process of a small model is mostly program and libraries.
      const double shown = shows_limit ? static_cast<double>(row.memory_bytes)
                                       : kFarMeasured * static_cast<double>(row.peak_bytes);
      if (most > shown) {
        caption += fmt::format("; measured: a process of {}, program and libraries included",
                               core::readable_bytes(static_cast<int64_t>(most)));
      } else if (!measured.x.empty()) {
        stack.lines.push_back(std::move(measured));
      }
    }
    html += core::page::stacked_chart(caption, {.x = "milliseconds", .y = unit.name}, stack);
  }
  return {
      "memory", title,
      "What is predicted to be in the memory of each kind of device while a step runs, stacked.",
      "<div class=\"charts\">\n" + html + "</div>\n"};
}

}  // namespace motley::tensor
