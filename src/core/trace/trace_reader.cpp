#include "core/trace/trace_reader.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <utility>

#include "core/base/error.h"

namespace motley::core {
namespace {

using TraceEvent = nlohmann::json;

class TraceReader {
 public:
  void add(const TraceEvent& event) {
    const std::string phase = event.value("ph", "");
    const std::pair<int64_t, int64_t> place = {event.value("pid", int64_t{0}),
                                               event.value("tid", int64_t{0})};
    if (phase == "M") {
      const std::string name = event.at("args").value("name", "");
      if (event.value("name", "") == "process_name") {
        processes_[place.first] = name;
      } else {
        threads_[place] = name;
      }
    } else if (phase == "X") {
      const double begin = event.value("ts", 0.0) * 1e-6;
      track(place).spans.push_back({.name = event.value("name", ""),
                                    .category = event.value("cat", ""),
                                    .begin_seconds = begin,
                                    .end_seconds = begin + event.value("dur", 0.0) * 1e-6});
    } else if (phase == "C") {
      add_counter(place.first, event);
    }
    ++num_events_;
  }

  bool is_empty() const { return num_events_ == 0; }

  RecordedTrace finished() {
    for (auto& [place, t] : tracks_) {
      t.process = processes_[place.first];
      t.thread = threads_[place];
      trace_.tracks.push_back(std::move(t));
    }
    for (auto& [key, c] : counters_) {
      c.process = processes_[key.first];
      trace_.counters.push_back(std::move(c));
    }
    return std::move(trace_);
  }

 private:
  RecordedTrack& track(std::pair<int64_t, int64_t> place) { return tracks_[place]; }

  void add_counter(int64_t process, const TraceEvent& event) {
    const std::string name = event.value("name", "");
    RecordedCounter& counter = counters_[{process, name}];
    counter.name = name;
    for (const auto& [key, value] : event.at("args").items()) {
      if (!value.is_number()) continue;
      counter.seconds.push_back(event.value("ts", 0.0) * 1e-6);
      counter.values.push_back(value.get<double>());
    }
  }

  std::map<int64_t, std::string> processes_;
  std::map<std::pair<int64_t, int64_t>, std::string> threads_;
  std::map<std::pair<int64_t, int64_t>, RecordedTrack> tracks_;
  std::map<std::pair<int64_t, std::string>, RecordedCounter> counters_;
  RecordedTrace trace_;
  int64_t num_events_ = 0;
};

}  // namespace

RecordedTrace read_trace(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw UserError({file}, "cannot be read");
  TraceReader reader;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    while (!line.empty() && (line.back() == ',' || line.back() == '\r')) line.pop_back();
    if (line.empty() || line.front() != '{' || line.back() != '}') continue;  // header, end
    try {
      const TraceEvent event = TraceEvent::parse(line);
      if (event.contains("ph")) reader.add(event);
    } catch (const nlohmann::json::exception&) {
      if (in.peek() == std::ifstream::traits_type::eof()) break;  // a run that was killed
      throw UserError({file, number}, "is no trace event");
    }
  }
  if (reader.is_empty()) {
    throw UserError({file},
                    "holds no trace events, one a line, as `motley train --trace` writes them");
  }
  return reader.finished();
}

}  // namespace motley::core
