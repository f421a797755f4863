// Reads a trace that Motley wrote: spans by track, and counters.
//
//   const RecordedTrace trace = read_trace("run.json");
//   for (const RecordedTrack& track : trace.tracks) ... track.process, track.thread, track.spans
//
// One event a line, as core/trace writes them, so a file that a killed run left behind is read up
// to its last whole line.
#pragma once

#include <string>
#include <vector>

namespace motley::core {

struct RecordedSpan {
  std::string name, category;
  double begin_seconds = 0, end_seconds = 0;
  std::string record = {};  // its argument of this name
};

struct RecordedTrack {
  std::string process, thread;      // "rank 0 (cpu)", "steps"
  std::vector<RecordedSpan> spans;  // in the order of the file
};

// A value over time.
struct RecordedCounter {
  std::string process, name;
  std::vector<double> seconds, values;
};

struct RecordedTrace {
  std::vector<RecordedTrack> tracks;
  std::vector<RecordedCounter> counters;
};

// Throws a UserError if the file holds no events in this form.
RecordedTrace read_trace(const std::string& file);

}  // namespace motley::core
