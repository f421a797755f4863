// The timeline of a plan's page: what was predicted above what was measured.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/base/error.h"
#include "core/base/statistics.h"
#include "core/page/html.h"
#include "core/page/timeline.h"
#include "tensor/adapt/decision_log.h"
#include "tensor/report/page_sections.h"
#include "tensor/report/plan_text.h"

namespace motley::tensor {
namespace {

using core::RecordedSpan;
using core::RecordedTrack;
using core::page::number_cell;
using core::page::text_cell;
using core::page::Timeline;

// "12F3": a forward pass of micro-batch 3 on stage 12; I, W and B are backward passes.
struct PhaseName {
  char kind = 0;
  int microbatch = 0;
};
std::optional<PhaseName> phase_of(const std::string& name) {
  const size_t at = name.find_first_not_of("0123456789");
  if (at == 0 || at == std::string::npos || at + 1 >= name.size()) return std::nullopt;
  if (std::string_view("FBIW").find(name[at]) == std::string_view::npos) return std::nullopt;
  PhaseName phase{.kind = name[at]};
  const char* end = name.data() + name.size();
  const auto [last, error] = std::from_chars(name.data() + at + 1, end, phase.microbatch);
  return error == std::errc() && last == end ? std::optional(phase) : std::nullopt;
}

// The span that begins a step on this track: the first segment, or in a pipeline the forward pass
// of the first micro-batch on the rank's first stage. Empty: no steps are on it.
std::string first_of_step(const RecordedTrack& track) {
  for (const RecordedSpan& s : track.spans) {
    const auto phase = phase_of(s.name);
    if (s.name == "segment 0" || (phase && phase->kind == 'F' && phase->microbatch == 0)) {
      return s.name;
    }
  }
  return "";
}
bool is_step_track(const RecordedTrack& track) { return !first_of_step(track).empty(); }

// When the steps of a rank began, and when the last one ended.
std::vector<double> step_begins(const RecordedTrack& track) {
  const std::string first = first_of_step(track);
  std::vector<double> begins;
  double end = 0;
  for (const RecordedSpan& s : track.spans) {
    if (s.name == first) begins.push_back(s.begin_seconds);
    end = std::max(end, s.end_seconds);
  }
  begins.push_back(end);
  return begins;
}

std::vector<double> step_begins(const core::RecordedTrace& trace, int rank) {
  for (const RecordedTrack& track : trace.tracks) {
    if (rank_of_process(track.process) == rank && is_step_track(track)) return step_begins(track);
  }
  return {};
}

// Which steps of a run are shown: the typical one beside the prediction, and two more.
size_t typical_of(const std::vector<double>& begins) {
  std::vector<std::pair<double, size_t>> lengths;
  const size_t skipped = begins.size() > 3 ? 1 : 0;  // the first compiles and warms up
  for (size_t i = skipped; i + 1 < begins.size(); ++i) {
    lengths.emplace_back(begins[i + 1] - begins[i], i);
  }
  std::ranges::sort(lengths);
  return lengths[lengths.size() / 2].second;
}
size_t slowest_of(const std::vector<double>& begins) {
  size_t slowest = 0;
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    if (begins[i + 1] - begins[i] > begins[slowest + 1] - begins[slowest]) slowest = i;
  }
  return slowest;
}

// As papers draw them: the number of the micro-batch.
std::string microbatch_label(const std::string& name) {
  const auto phase = phase_of(name);
  return phase ? std::to_string(phase->microbatch) : "";
}

// A colour of page.css.
std::string kind_of(const std::string& name, const std::string& category) {
  if (category == "communication" || category == "waiting") return category;
  const auto phase = phase_of(name);
  if (!phase && name.ends_with(" reduce")) return "communication";  // of gradients over replicas
  if (!phase) return name.find("update") != std::string::npos ? "update" : "compute";
  return phase->kind == 'F' ? "forward" : phase->kind == 'W' ? "weight" : "backward";
}

class TimelineRows {
 public:
  int row(const std::string& name) {
    timeline.rows.push_back(name);
    return static_cast<int>(timeline.rows.size()) - 1;
  }
  Timeline timeline;
};

double end_of(const Timeline& timeline) {
  double end = 0;
  for (const core::page::TimelineSpan& s : timeline.spans) end = std::max(end, s.end_seconds);
  return end;
}

// Communications that overlap have rows of their own: "communication", "communication 2". Of more
// at once, several are on the row that is free first.
class CommunicationRows {
 public:
  int row_for(const predict::PredictedSpan& s, TimelineRows& rows) {
    constexpr size_t kMost = 3;
    const auto is_free = [&](const Lane& l) {
      return l.end_seconds <= s.begin_seconds * (1 + 1e-9);
    };
    auto lane = std::ranges::find_if(lanes_, is_free);
    if (lane == lanes_.end() && lanes_.size() < kMost) {
      const std::string name =
          lanes_.empty() ? "communication" : fmt::format("communication {}", lanes_.size() + 1);
      lane = lanes_.insert(lane, {rows.row(name)});
    } else if (lane == lanes_.end()) {
      lane = std::ranges::min_element(lanes_, {}, &Lane::end_seconds);
    }
    lane->end_seconds = std::max(lane->end_seconds, s.end_seconds);
    return lane->row;
  }

 private:
  struct Lane {
    int row = 0;
    double end_seconds = 0;
  };
  std::vector<Lane> lanes_;
};

void add_predicted(const planner::Plan& plan, const predict::KindOfRank& kind, TimelineRows& rows) {
  const std::string who =
      fmt::format("rank {} ({})", kind.first_rank,
                  plan.on.cluster.device_types[static_cast<size_t>(kind.device_type)].name);
  const int compute = rows.row(who + " predicted");
  CommunicationRows network;
  std::vector<predict::PredictedSpan> spans;
  std::ranges::copy_if(plan.time.spans, std::back_inserter(spans),
                       [&](const predict::PredictedSpan& s) { return s.rank == kind.first_rank; });
  std::ranges::stable_sort(spans, {}, &predict::PredictedSpan::begin_seconds);
  for (const predict::PredictedSpan& s : spans) {
    rows.timeline.spans.push_back(
        {.row = s.is_communication ? network.row_for(s, rows) : compute,
         .begin_seconds = s.begin_seconds,
         .end_seconds = s.end_seconds,
         .kind = kind_of(s.name, s.is_communication ? "communication" : ""),
         .name = s.name,
         .label = microbatch_label(s.name)});
  }
}

// Communications by the number that ends their names, as the prediction names them: "all_gather 3".
using Communications = std::map<std::string, std::string>;

Communications communications_of(const planner::Plan& plan) {
  Communications names;
  for (const predict::PredictedSpan& s : plan.time.spans) {
    if (s.is_communication) names[s.name.substr(s.name.rfind(' ') + 1)] = s.name;
  }
  return names;
}

// A transfer of a pipeline says what it carries instead of the value's name: "wait for %663, stage
// 1 to 0, micro-batch 2" is "wait for gradients, stage 1 to 0, micro-batch 2".
std::string transfer_words(const std::string& name) {
  constexpr std::string_view kStage = ", stage ";
  const size_t begin = name.find('%'), end = name.find(kStage);
  if (begin == std::string::npos || end == std::string::npos || begin > end) return name;
  int from = 0, to = 0;
  if (std::sscanf(name.c_str() + end, ", stage %d to %d", &from, &to) != 2) return name;
  return name.substr(0, begin) + (from < to ? "activations" : "gradients") + name.substr(end);
}

// "wait 3" of a trace is "wait for all_gather 3".
std::string readable_name(const std::string& name, const Communications& communications) {
  const size_t space = name.find(' ');
  if (space == std::string::npos) return name;
  const std::string before = name.substr(0, space);
  const auto found = communications.find(name.substr(space + 1));
  if (found == communications.end()) return transfer_words(name);
  if (before == "communication") return found->second;
  if (before == "wait") return "wait for " + found->second;
  return before == "start" ? "start " + found->second : name;
}

// A step of a rank, its begin at zero.
void add_measured(const core::RecordedTrace& trace, const Communications& communications, int rank,
                  const StepInterval& step, TimelineRows& rows) {
  for (const RecordedTrack& track : trace.tracks) {
    if (rank_of_process(track.process) != rank) continue;
    int row = -1;
    for (const RecordedSpan& s : track.spans) {
      if (s.end_seconds <= step.begin || s.begin_seconds >= step.end) continue;
      if (row < 0) {
        row = rows.row(is_step_track(track) ? fmt::format("rank {} measured", rank) : track.thread);
      }
      rows.timeline.spans.push_back(
          {.row = row,
           .begin_seconds = std::max(s.begin_seconds, step.begin) - step.begin,
           .end_seconds = std::min(s.end_seconds, step.end) - step.begin,
           .kind = kind_of(s.name, s.category),
           .name = readable_name(s.name, communications),
           .label = microbatch_label(s.name)});
    }
  }
}

// Median seconds by name of a rank's compute, which is on its step track, and of its communication.
std::map<std::string, double> measured_medians(const core::RecordedTrace& trace,
                                               const Communications& communications, int rank) {
  std::map<std::string, std::vector<double>> seconds;
  for (const RecordedTrack& track : trace.tracks) {
    if (rank_of_process(track.process) != rank) continue;
    for (const RecordedSpan& s : track.spans) {
      if (s.category != (is_step_track(track) ? "compute" : "communication")) continue;
      seconds[readable_name(s.name, communications)].push_back(s.end_seconds - s.begin_seconds);
    }
  }
  std::map<std::string, double> medians;
  for (auto& [name, values] : seconds) medians[name] = core::median(std::move(values));
  // Predictions may have a backward pass as one.
  for (const auto& [name, median] : std::map(medians)) {
    const auto phase = phase_of(name);
    if (!phase || phase->kind != 'I') continue;
    const size_t at = name.find('I');
    std::string weight = name, whole = name;
    weight[at] = 'W', whole[at] = 'B';
    if (const auto found = medians.find(weight); found != medians.end()) {
      medians[whole] = median + found->second;
    }
  }
  return medians;
}

// "0W3" in words; other names are words.
std::string phase_words(const std::string& name) {
  const auto phase = phase_of(name);
  if (!phase) {  // "0 update"
    const size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const bool is_of_stage = digits > 0 && name.substr(digits).starts_with(' ');
    return is_of_stage ? fmt::format("stage {},{}", name.substr(0, digits), name.substr(digits))
                       : name;
  }
  const char* pass = phase->kind == 'F'   ? "forward"
                     : phase->kind == 'W' ? "weight gradient"
                     : phase->kind == 'I' ? "input gradient"
                                          : "backward";
  return fmt::format("stage {}, {} of micro-batch {}", name.substr(0, name.find(phase->kind)), pass,
                     phase->microbatch);
}

struct Difference {
  int rank = 0;
  std::string what;
  double predicted = 0, measured = 0;
};

// Of one kind of rank: its compute and its communication by name, and the rest of the step.
std::vector<Difference> differences_of(const planner::Plan& plan, const core::RecordedTrace& trace,
                                       int rank) {
  std::map<std::string, double> predicted;
  std::set<std::string> computes;
  for (const predict::PredictedSpan& s : plan.time.spans) {
    if (s.rank != rank) continue;
    predicted[s.name] += s.end_seconds - s.begin_seconds;
    if (!s.is_communication) computes.insert(s.name);
  }
  const auto step = typical_step(trace, rank);
  Difference waiting{rank, "waiting for communication and other ranks", plan.time.step_seconds,
                     step ? step->end - step->begin : 0};
  std::vector<Difference> found;
  const auto measured = measured_medians(trace, communications_of(plan), rank);
  for (const auto& [name, seconds] : predicted) {
    const auto at = measured.find(name);
    if (at == measured.end()) continue;
    found.push_back({rank, phase_words(name), seconds, at->second});
    if (!computes.contains(name)) continue;
    waiting.predicted -= seconds;
    waiting.measured -= at->second;
  }
  if (!found.empty() && std::min(waiting.predicted, waiting.measured) > 0) found.push_back(waiting);
  return found;
}

std::string differences_table(const planner::Plan& plan, const core::RecordedTrace& trace) {
  std::vector<Difference> differences;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    std::ranges::copy(differences_of(plan, trace, kind.first_rank),
                      std::back_inserter(differences));
  }
  std::ranges::stable_sort(differences, std::greater<>(),
                           [](const Difference& d) { return std::abs(d.measured - d.predicted); });
  if (differences.size() > 16) differences.resize(16);
  if (differences.empty()) return "";
  std::vector<std::vector<core::page::Cell>> rows;
  for (const Difference& d : differences) {
    rows.push_back({text_cell(fmt::format("rank {}, {}", d.rank, d.what)),
                    number_cell(duration_text(d.predicted)), number_cell(duration_text(d.measured)),
                    number_cell(fmt::format("{:+.0f} %", 100 * (d.predicted / d.measured - 1)))});
  }
  return core::page::element("p",
                             "Where prediction and measurement differ most (medians over the "
                             "steps), and the error of the prediction. Measured communication "
                             "includes the wait for ranks that come to it later.",
                             "lead") +
         core::page::table("", {"of a step", "predicted", "measured", "error"}, rows);
}

}  // namespace

std::optional<int> rank_of_process(const std::string& process) {
  constexpr std::string_view kRank = "rank ";
  if (!process.starts_with(kRank)) return std::nullopt;
  int rank = 0;
  const char* begin = process.data() + kRank.size();
  const auto [end, error] = std::from_chars(begin, process.data() + process.size(), rank);
  return error == std::errc() && end != begin ? std::optional(rank) : std::nullopt;
}

std::optional<StepInterval> typical_step(const core::RecordedTrace& trace, int rank) {
  const std::vector<double> begins = step_begins(trace, rank);
  if (begins.size() < 2) return std::nullopt;
  const size_t step = typical_of(begins);
  return StepInterval{begins[step], begins[step + 1]};
}

namespace {

// One step of every kind of rank as it was measured.
TimelineRows measured_step_rows(const planner::Plan& plan, const RunRecord& run, size_t step) {
  TimelineRows rows;
  const Communications communications = communications_of(plan);
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const std::vector<double> begins = step_begins(run.trace, kind.first_rank);
    if (step + 1 >= begins.size()) continue;
    add_measured(run.trace, communications, kind.first_rank, {begins[step], begins[step + 1]},
                 rows);
  }
  return rows;
}

// Every rank from the first step to the last.
TimelineRows whole_run_rows(const planner::Plan& plan, const core::RecordedTrace& trace) {
  StepInterval whole{std::numeric_limits<double>::infinity(), 0};
  std::set<int> ranks;
  for (const RecordedTrack& track : trace.tracks) {
    const auto rank = rank_of_process(track.process);
    if (!rank || !is_step_track(track)) continue;
    ranks.insert(*rank);
    const std::vector<double> begins = step_begins(track);
    whole.begin = std::min(whole.begin, begins.front());
    whole.end = std::max(whole.end, begins.back());
  }
  TimelineRows rows;
  const Communications communications = communications_of(plan);
  for (const int rank : ranks) add_measured(trace, communications, rank, whole, rows);
  return rows;
}

// A page holds this many spans at most, which take about 2 MB; what does not fit is in the trace.
class SpanBudget {
 public:
  // Empty if it has too many spans.
  std::string figure(const std::string& id, const std::string& caption, const TimelineRows& rows,
                     bool is_folded = true) {
    if (rows.timeline.spans.size() > left_ || rows.timeline.spans.empty()) return "";
    left_ -= rows.timeline.spans.size();
    std::string html = core::page::timeline_html(id, caption, rows.timeline);
    return is_folded ? core::page::folded(caption, html) : html;
  }
  // The longest spans where there are too many; whether all are left.
  bool cut(Timeline& timeline) {
    const bool is_whole = timeline.spans.size() <= left_;
    if (!is_whole) {
      std::ranges::stable_sort(timeline.spans, std::greater<>(),
                               [](const auto& s) { return s.end_seconds - s.begin_seconds; });
      timeline.spans.resize(left_);
    }
    left_ -= timeline.spans.size();
    return is_whole;
  }

 private:
  size_t left_ = 200'000;
};

// The first step, the slowest one and the whole run, as far as there is room.
std::string other_measurements(const planner::Plan& plan, const RunRecord& run,
                               SpanBudget& budget) {
  const std::vector<double> of_root = step_begins(run.trace, 0);
  std::string html;
  if (of_root.size() > 2) {  // a single step is the typical one
    const auto add = [&](const std::string& which, size_t step) {
      html += budget.figure(which + "-step",
                            fmt::format("The {} step, measured (number {})", which,
                                        run.first_step + static_cast<int64_t>(step) + 1),
                            measured_step_rows(plan, run, step));
    };
    add("first", 0);
    add("slowest", slowest_of(of_root));
    html += budget.figure(
        "whole-run",
        fmt::format("The whole run, measured: all {} steps of every rank", of_root.size() - 1),
        whole_run_rows(plan, run.trace));
  }
  const bool has_all = html.find("id=\"whole-run\"") != std::string::npos;
  if (!run.trace_file.empty()) {
    html += fmt::format("<p class=\"lead\">{}: <code>motley open {}</code></p>\n",
                        has_all ? "In Perfetto" : "All steps of all ranks, in Perfetto",
                        core::page::escape(run.trace_file));
  }
  return html;
}

std::vector<core::page::BarPart> timeline_keys(bool is_pipeline) {
  std::vector<core::page::BarPart> keys = {{"compute", "compute"}};
  if (is_pipeline) {
    keys = {{"forward", "forward"},
            {"backward", "backward"},
            {"weight", "weight gradient"},
            {"update", "update"}};
  }
  keys.push_back({"communication", "communication"});
  keys.push_back({"waiting", "waiting"});
  return keys;
}

}  // namespace

core::page::Section timeline_section(const planner::Plan& plan, const Report& report,
                                     const RunRecord* run) {
  TimelineRows rows, predicted;
  bool is_measured = false;
  const Communications communications = communications_of(plan);
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const bool is_shown = std::ranges::any_of(
        report.devices, [&](const DeviceRow& r) { return r.first_rank == kind.first_rank; });
    if (!is_shown) continue;
    add_predicted(plan, kind, rows);
    if (!run) continue;
    add_predicted(plan, kind, predicted);
    if (const auto step = typical_step(run->trace, kind.first_rank)) {
      add_measured(run->trace, communications, kind.first_rank, *step, rows);
      is_measured = true;
    }
  }
  SpanBudget budget;
  std::string caption = is_measured ? "One step, predicted and measured" : "One step, predicted";
  if (!budget.cut(rows.timeline)) caption += "; the longest spans of it";
  std::string html = core::page::timeline_html("step", caption, rows.timeline);
  html += core::page::legend(timeline_keys(plan.pipeline.has_value()));
  if (is_measured) {
    // Beside a measured step that took much longer nothing is seen of it.
    const bool is_visible = end_of(rows.timeline) < 3 * end_of(predicted.timeline);
    html += budget.figure("predicted-step", "The predicted step alone", predicted, is_visible);
    html += differences_table(plan, run->trace);
    html += other_measurements(plan, *run, budget);
  }
  std::string lead = "One rank of each kind of device.";
  if (is_measured) lead += " The measured step is the one of median length.";
  if (end_of(is_measured ? predicted.timeline : rows.timeline) > 1.001 * plan.time.step_seconds) {
    lead += fmt::format(
        " Steps are predicted to begin every {}: the next one begins on some ranks "
        "while others finish this one.",
        duration_text(plan.time.step_seconds));
  }
  return {"timeline", "Timeline", lead, html};
}

namespace {

// The median of the ten steps from a change on; 0: there are fewer.
double measured_after(const RunRecord& run, int64_t step) {
  constexpr int64_t kSteps = 10;
  const int64_t begin = step - run.first_step - 1;
  if (begin < 0 || begin + kSteps > std::ssize(run.step_seconds)) return 0;
  const auto first = run.step_seconds.begin() + begin;
  return core::median({first, first + kSteps});
}

}  // namespace

RunRecord run_of_trace(const std::string& trace_file) {
  RunRecord run{.trace = core::read_trace(trace_file), .trace_file = trace_file};
  const std::vector<double> begins = step_begins(run.trace, 0);
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    run.step_seconds.push_back(begins[i + 1] - begins[i]);
  }
  for (const core::RecordedCounter& counter : run.trace.counters) {
    if (counter.name == "loss") run.losses = counter.values;
  }
  std::vector<std::string> decisions;
  for (const RecordedTrack& track : run.trace.tracks) {
    if (track.thread != "decisions") continue;
    run.adapts = true;
    for (const RecordedSpan& s : track.spans) decisions.push_back(s.record);
  }
  run.adaptations = logged_changes(decisions);
  for (Adaptation& a : run.adaptations) a.measured_seconds = measured_after(run, a.step);
  return run;
}

RunRecord run_of_plan(const planner::Plan& plan, const std::string& trace_file) {
  RunRecord run = run_of_trace(trace_file);
  std::set<int> ranks;
  bool is_staged = false;
  for (const RecordedTrack& track : run.trace.tracks) {
    const auto rank = rank_of_process(track.process);
    const std::string first = rank ? first_of_step(track) : "";
    if (first.empty()) continue;
    ranks.insert(*rank);
    is_staged = is_staged || phase_of(first);
  }
  const auto fail = [&](const std::string& what) {
    throw core::UserError({trace_file}, fmt::format("{}: it is not of a run by this plan", what));
  };
  if (ranks.empty()) {
    fail("has no steps of the ranks of a plan (`motley train --plan` records them)");
  }
  if (std::ssize(ranks) != plan.num_ranks()) {
    fail(fmt::format("is a trace of {} {}, but the plan has {}", ranks.size(),
                     ranks.size() == 1 ? "rank" : "ranks", plan.num_ranks()));
  }
  if (is_staged != plan.pipeline.has_value()) {
    fail(is_staged ? "is a trace of a pipeline, but the plan is sharded"
                   : "is a trace of a sharded plan, but the plan is a pipeline");
  }
  return run;
}

}  // namespace motley::tensor
