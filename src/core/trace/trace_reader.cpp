#include "core/trace/trace_reader.h"

#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/io/json_reader.h"

namespace motley::core {
namespace {

// What a key holds, where it is there; some writers leave keys out.
std::string text_in(const JsonValue& event, const char* key) {
  const auto found = event.find(key);
  return found ? found->text() : "";
}
double number_in(const JsonValue& event, const char* key) {
  const auto found = event.find(key);
  return found ? found->number() : 0;
}
int64_t integer_in(const JsonValue& event, const char* key) {
  const auto found = event.find(key);
  return found ? found->whole_number(std::numeric_limits<int64_t>::min()) : 0;
}

class TraceReader {
 public:
  void add(const JsonValue& event) {
    const std::string phase = text_in(event, "ph");
    const std::pair<int64_t, int64_t> place = {integer_in(event, "pid"), integer_in(event, "tid")};
    if (phase == "M") {
      const std::string name = text_in(event.at("args"), "name");
      if (text_in(event, "name") == "process_name") {
        processes_[place.first] = name;
      } else {
        threads_[place] = name;
      }
    } else if (phase == "X") {
      const double begin = number_in(event, "ts") * 1e-6;
      track(place).spans.push_back({.name = text_in(event, "name"),
                                    .category = text_in(event, "cat"),
                                    .begin_seconds = begin,
                                    .end_seconds = begin + number_in(event, "dur") * 1e-6,
                                    .record = record_of(event)});
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
  static std::string record_of(const JsonValue& event) {
    const auto args = event.find("args");
    return args ? text_in(*args, "record") : "";
  }

  RecordedTrack& track(std::pair<int64_t, int64_t> place) { return tracks_[place]; }

  void add_counter(int64_t process, const JsonValue& event) {
    const std::string name = text_in(event, "name");
    RecordedCounter& counter = counters_[{process, name}];
    counter.name = name;
    for (const auto& [key, value] : event.at("args").members()) {
      if (!value.is_number()) continue;
      counter.seconds.push_back(number_in(event, "ts") * 1e-6);
      counter.values.push_back(value.number());
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
  // A pipe may wait for ever, and a line of a device may have no end.
  std::error_code failed;
  const auto type = std::filesystem::status(file, failed).type();
  if (type != std::filesystem::file_type::regular &&
      type != std::filesystem::file_type::not_found) {
    throw UserError({file}, "cannot be read: it is not a regular file");
  }
  std::ifstream in(file);
  if (!in) throw UserError({file}, "cannot be read");
  TraceReader reader;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    while (!line.empty() && (line.back() == ',' || line.back() == '\r')) line.pop_back();
    if (line.empty() || line.front() != '{' || line.back() != '}') continue;  // header, end
    try {
      const JsonDocument document(line, file);
      if (document.root().find("ph")) reader.add(document.root());
    } catch (const UserError&) {
      if (in.peek() == std::ifstream::traits_type::eof()) break;  // a run that was killed
      throw UserError({file, number}, "is not a trace event");
    }
  }
  if (reader.is_empty()) {
    throw UserError({file},
                    "holds no trace events, one a line, as `motley train --trace` writes them");
  }
  return reader.finished();
}

}  // namespace motley::core
