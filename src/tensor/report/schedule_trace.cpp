#include "tensor/report/schedule_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tensor/report/plan_text.h"

namespace motley::tensor {
namespace {

using namespace schedule;
using namespace simulate;

char letter_of(ActionKind pass) { return "FBIW"[static_cast<size_t>(pass)]; }

// Label of an action in the picture; with the stage if a device has several.
std::string label_of(const Schedule& schedule, const Action& a) {
  if (schedule.num_stages > schedule.num_devices()) return to_string(a);
  return fmt::format("{}{}", letter_of(a.pass), a.microbatch);
}

struct Scale {
  double letters_per_tick;
  bool labelled;  // labels fit

  size_t column(Ticks time) const {
    return static_cast<size_t>(static_cast<double>(time) * letters_per_tick + 0.5);
  }
};

// Wide enough for each label and a blank within its action, if the width allows.
Scale scale_of(const Schedule& schedule, const PipelineRun& run, const TimelineSettings& settings) {
  double needed = 0;  // columns per unit
  for (int32_t d = 0; d < schedule.num_devices(); ++d) {
    for (size_t i = 0; i < schedule.lists[d].size(); ++i) {
      const Ticks duration = run.workload.items[run.workload.device_begin[d] + i].duration;
      if (duration == 0) continue;
      const double letters =
          static_cast<double>(label_of(schedule, schedule.lists[d][i]).size() + 1);
      needed = std::max(needed, letters * static_cast<double>(settings.ticks_per_unit) /
                                    static_cast<double>(duration));
    }
  }
  const double per_unit = std::ceil(needed);
  const double units =
      static_cast<double>(run.simulation.makespan) / static_cast<double>(settings.ticks_per_unit);
  if (per_unit * units <= settings.width) {
    return {per_unit / static_cast<double>(settings.ticks_per_unit), true};
  }
  return {settings.width / static_cast<double>(run.simulation.makespan), false};
}

void draw_action(std::string& line, const Scale& scale, Ticks start, Ticks end, char letter,
                 const std::string& label) {
  const size_t from = scale.column(start), to = scale.column(end);
  for (size_t c = from; c < to; ++c) {
    line[c] = !scale.labelled ? letter : c - from < label.size() ? label[c - from] : '-';
  }
  if (scale.labelled && to > from && to - from > label.size()) line[to - 1] = ' ';
}

// A dot per idle unit of time, or per idle column where those are fewer.
void draw_idle(std::string& line, const Scale& scale, Ticks ticks_per_unit) {
  const size_t step = scale.labelled ? std::max<size_t>(1, scale.column(ticks_per_unit)) : 1;
  for (size_t c = 0; c < line.size(); c += step) {
    if (line[c] == ' ') line[c] = '.';
  }
}

// The device of a collective: that of the stage of its first item.
int32_t device_of(const Workload& workload, const Workload::Collective& collective) {
  const auto next = std::ranges::upper_bound(workload.device_begin, collective.after.front());
  return static_cast<int32_t>(next - workload.device_begin.begin()) - 1;
}

}  // namespace

std::string draw_timeline(const Schedule& schedule, const PipelineRun& run,
                          const TimelineSettings& settings) {
  const Scale scale = scale_of(schedule, run, settings);
  const char* who = schedule.num_stages > schedule.num_devices() ? "device" : "stage";
  std::string text;
  for (int32_t d = 0; d < schedule.num_devices(); ++d) {
    std::string line(scale.column(run.simulation.makespan), ' ');
    draw_idle(line, scale, settings.ticks_per_unit);
    for (size_t i = 0; i < schedule.lists[d].size(); ++i) {
      const Action& a = schedule.lists[d][i];
      const size_t item = run.workload.device_begin[d] + i;
      const Ticks start = run.simulation.start[item];
      draw_action(line, scale, start, start + run.workload.items[item].duration, letter_of(a.pass),
                  label_of(schedule, a));
    }
    for (size_t c = 0; c < run.workload.collectives.size(); ++c) {
      const TransferTimes& times = run.simulation.collectives[c];
      if (device_of(run.workload, run.workload.collectives[c]) != d) continue;
      draw_action(line, scale, times.begin, times.arrival, 'A', "A");
    }
    while (line.ends_with(' ')) line.pop_back();
    text += fmt::format("{} {:<2}|{}\n", who, d, line);
  }
  return text;
}

void write_timeline(const Schedule& schedule, const PipelineRun& run, double seconds_per_tick,
                    core::Trace& trace, std::span<const std::string> ranks) {
  const auto seconds = [&](Ticks ticks) { return static_cast<double>(ticks) * seconds_per_tick; };
  const auto rank = [&](int32_t d) {
    return ranks.empty() ? fmt::format("rank {}", d) : "rank " + ranks[d];
  };
  std::vector<std::string> names;  // per item
  std::vector<int32_t> devices;
  for (int32_t d = 0; d < schedule.num_devices(); ++d) {
    const core::TrackId compute = trace.track(rank(d), "compute");
    for (const Action& a : schedule.lists[d]) {
      const size_t item = names.size();
      names.push_back(to_string(a));
      devices.push_back(d);
      const Ticks start = run.simulation.start[item];
      trace.span(compute, {.name = names.back(),
                           .category = a.pass == ActionKind::kForward ? "forward" : "backward",
                           .begin_seconds = seconds(start),
                           .end_seconds = seconds(start + run.workload.items[item].duration)});
    }
  }
  for (size_t t = 0; t < run.workload.transfers.size(); ++t) {
    const Workload::Transfer& transfer = run.workload.transfers[t];
    const TransferTimes& times = run.simulation.transfers[t];
    if (times.arrival == times.begin) continue;
    const int32_t from = devices[transfer.from], to = devices[transfer.to];
    trace.span(trace.track(rank(from), "send to " + rank(to)),
               {.name = names[transfer.from],
                .category = "transfer",
                .begin_seconds = seconds(times.begin),
                .end_seconds = seconds(times.arrival)});
  }
  for (size_t c = 0; c < run.workload.collectives.size(); ++c) {
    const TransferTimes& times = run.simulation.collectives[c];
    if (times.arrival == times.begin) continue;
    const int32_t device = device_of(run.workload, run.workload.collectives[c]);
    trace.span(trace.track(rank(device), "all-reduce"), {.name = "all-reduce",
                                                         .category = "collective",
                                                         .begin_seconds = seconds(times.begin),
                                                         .end_seconds = seconds(times.arrival)});
  }
}

void write_pipeline_trace(const stage::PlannedResult& result, const std::string& file) {
  core::Trace trace(file, 0);
  std::vector<std::string> ranks;
  for (const stage::PlannedStage& stage : result.plan.stages) {
    ranks.push_back(ranges_text(stage.devices));
  }
  write_timeline(result.timing.schedule, result.timing.run, 1 / stage::kTicksPerSecond, trace,
                 ranks);
  trace.close();
}

}  // namespace motley::tensor
