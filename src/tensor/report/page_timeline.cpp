// The timeline of a plan's page: what was predicted above what was measured.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "core/base/statistics.h"
#include "core/page/html.h"
#include "core/page/timeline.h"
#include "tensor/report/page_sections.h"
#include "tensor/report/plan_text.h"

namespace motley::tensor {
namespace {

using core::RecordedSpan;
using core::RecordedTrack;
using core::page::number_cell;
using core::page::text_cell;
using core::page::Timeline;

constexpr const char* kFirstSegment = "segment 0";  // begins a step on every rank

// "rank 3 (cpu)" is 3.
std::optional<int> rank_of(const std::string& process) {
  constexpr std::string_view kRank = "rank ";
  if (!process.starts_with(kRank)) return std::nullopt;
  int rank = 0;
  const char* begin = process.data() + kRank.size();
  const auto [end, error] = std::from_chars(begin, process.data() + process.size(), rank);
  return error == std::errc() && end != begin ? std::optional(rank) : std::nullopt;
}

bool is_step_track(const RecordedTrack& track) {
  return std::ranges::any_of(track.spans,
                             [](const RecordedSpan& s) { return s.name == kFirstSegment; });
}

// When the steps of a rank began, and when the last one ended.
std::vector<double> step_begins(const RecordedTrack& track) {
  std::vector<double> begins;
  double end = 0;
  for (const RecordedSpan& s : track.spans) {
    if (s.name == kFirstSegment) begins.push_back(s.begin_seconds);
    end = std::max(end, s.end_seconds);
  }
  begins.push_back(end);
  return begins;
}

// The step whose length is the median of all but the first, which compiles and warms up.
size_t typical_step(const std::vector<double>& begins) {
  std::vector<std::pair<double, size_t>> lengths;
  const size_t skipped = begins.size() > 3 ? 1 : 0;
  for (size_t i = skipped; i + 1 < begins.size(); ++i) {
    lengths.emplace_back(begins[i + 1] - begins[i], i);
  }
  std::ranges::sort(lengths);
  return lengths[lengths.size() / 2].second;
}

std::string kind_of(const RecordedSpan& span) {
  return span.category == "communication" || span.category == "waiting" ? span.category : "compute";
}

class TimelineRows {
 public:
  int row(const std::string& name) {
    timeline.rows.push_back(name);
    return static_cast<int>(timeline.rows.size()) - 1;
  }
  Timeline timeline;
};

void add_predicted(const planner::Plan& plan, const predict::KindOfRank& kind, TimelineRows& rows) {
  const std::string who =
      fmt::format("rank {} ({})", kind.first_rank,
                  plan.on.cluster.device_types[static_cast<size_t>(kind.device_type)].name);
  const int compute = rows.row(who + " predicted"), network = rows.row("communication");
  for (const predict::PredictedSpan& s : plan.time.spans) {
    if (s.rank != kind.first_rank) continue;
    rows.timeline.spans.push_back({.row = s.is_communication ? network : compute,
                                   .begin_seconds = s.begin_seconds,
                                   .end_seconds = s.end_seconds,
                                   .kind = s.is_communication ? "communication" : "compute",
                                   .name = s.name});
  }
}

// One typical step of a rank, its begin at zero.
void add_measured(const core::RecordedTrace& trace, int rank, TimelineRows& rows) {
  double begin = 0, end = 0;
  for (const RecordedTrack& track : trace.tracks) {
    if (rank_of(track.process) != rank || !is_step_track(track)) continue;
    const std::vector<double> begins = step_begins(track);
    const size_t step = typical_step(begins);
    begin = begins[step], end = begins[step + 1];
  }
  if (end <= begin) return;
  for (const RecordedTrack& track : trace.tracks) {
    if (rank_of(track.process) != rank) continue;
    int row = -1;
    for (const RecordedSpan& s : track.spans) {
      if (s.end_seconds <= begin || s.begin_seconds >= end) continue;
      if (row < 0) {
        row = rows.row(is_step_track(track) ? fmt::format("rank {} measured", rank) : track.thread);
      }
      rows.timeline.spans.push_back({.row = row,
                                     .begin_seconds = std::max(s.begin_seconds, begin) - begin,
                                     .end_seconds = std::min(s.end_seconds, end) - begin,
                                     .kind = kind_of(s),
                                     .name = s.name});
    }
  }
}

// Median seconds by name of a rank's spans on its step track.
std::map<std::string, double> measured_medians(const core::RecordedTrace& trace, int rank) {
  std::map<std::string, std::vector<double>> seconds;
  for (const RecordedTrack& track : trace.tracks) {
    if (rank_of(track.process) != rank || !is_step_track(track)) continue;
    for (const RecordedSpan& s : track.spans) {
      if (s.category == "compute") seconds[s.name].push_back(s.end_seconds - s.begin_seconds);
    }
  }
  std::map<std::string, double> medians;
  for (auto& [name, values] : seconds) medians[name] = core::median(std::move(values));
  return medians;
}

struct Difference {
  int rank = 0;
  std::string name;
  double predicted = 0, measured = 0;
};

std::string differences_table(const planner::Plan& plan, const core::RecordedTrace& trace) {
  std::vector<Difference> differences;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const auto measured = measured_medians(trace, kind.first_rank);
    std::map<std::string, double> predicted;
    for (const predict::PredictedSpan& s : plan.time.spans) {
      if (s.rank == kind.first_rank && !s.is_communication) {
        predicted[s.name] += s.end_seconds - s.begin_seconds;
      }
    }
    for (const auto& [name, seconds] : predicted) {
      const auto found = measured.find(name);
      if (found == measured.end()) continue;
      differences.push_back({kind.first_rank, name, seconds, found->second});
    }
  }
  std::ranges::stable_sort(differences, std::greater<>(),
                           [](const Difference& d) { return std::abs(d.measured - d.predicted); });
  if (differences.size() > 12) differences.resize(12);
  if (differences.empty()) return "";
  std::vector<std::vector<core::page::Cell>> rows;
  for (const Difference& d : differences) {
    rows.push_back({text_cell(fmt::format("rank {}, {}", d.rank, d.name)),
                    number_cell(duration_text(d.predicted)), number_cell(duration_text(d.measured)),
                    number_cell(fmt::format("{:+.0f} %", 100 * (d.predicted / d.measured - 1)))});
  }
  return core::page::table("Where prediction and measurement differ most (medians over the steps)",
                           {"segment", "predicted", "measured", "predicted is"}, rows);
}

}  // namespace

core::page::Section timeline_section(const planner::Plan& plan, const RunRecord* run) {
  TimelineRows rows;
  bool is_measured = false;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    add_predicted(plan, kind, rows);
    if (!run) continue;
    const size_t before = rows.timeline.spans.size();
    add_measured(run->trace, kind.first_rank, rows);
    is_measured |= rows.timeline.spans.size() > before;
  }
  std::string html = core::page::timeline_html(
      "step", is_measured ? "One step, predicted and measured" : "One step, predicted",
      rows.timeline);
  html += core::page::legend(
      {{"compute", "compute"}, {"communication", "communication"}, {"waiting", "waiting"}});
  if (is_measured) {
    html += differences_table(plan, run->trace);
    if (!run->trace_file.empty()) {
      html += "<p class=\"lead\">All steps: <code>motley open " +
              core::page::escape(run->trace_file) + "</code></p>\n";
    }
  }
  return {"timeline", "Timeline", "One rank of each kind of device.", html};
}

RunRecord run_of_trace(const std::string& trace_file) {
  RunRecord run{.trace = core::read_trace(trace_file), .trace_file = trace_file};
  for (const RecordedTrack& track : run.trace.tracks) {
    if (rank_of(track.process) != 0 || !is_step_track(track)) continue;
    const std::vector<double> begins = step_begins(track);
    for (size_t i = 0; i + 1 < begins.size(); ++i) {
      run.step_seconds.push_back(begins[i + 1] - begins[i]);
    }
  }
  for (const core::RecordedCounter& counter : run.trace.counters) {
    if (counter.name == "loss") run.losses = counter.values;
  }
  return run;
}

}  // namespace motley::tensor
