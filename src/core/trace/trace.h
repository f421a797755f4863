// A Trace: a timeline of events, measured or simulated, as a file of Chrome trace events, which
// opens in Perfetto (ui.perfetto.dev) and chrome://tracing.
//
//   Trace trace("step.json");
//   const TrackId cpu = trace.track("rank 0", "kernels");
//   trace.span(cpu, {.name = "dot.onednn", .category = "forward", .begin_seconds = 1.5,
//                    .end_seconds = 1.7, .args = {{"flops", 2e9}}});
//   trace.counter(cpu, "loss", 1.7, 2.31);
//   trace.close();
//
// Events are written as they occur, so a long run needs no memory, and a killed run leaves a file
// that the viewers still open. Thread-safe. Code that may run without a trace holds a `Trace*` that
// may be null. Cost: about 0.5 us and 120 bytes per span.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/clock.h"

namespace motley::core {

// A row of the timeline: a thread of a process, in the viewers' terms.
struct TrackId {
  int process = 0, thread = 0;
};

// A number or a text that the viewer shows with a span.
struct TraceArg {
  std::string_view key;
  std::variant<double, std::string_view> value;
};

struct TraceSpan {
  std::string_view name, category = "";
  double begin_seconds = 0, end_seconds = 0;
  std::initializer_list<TraceArg> args = {};
};

class Trace {
 public:
  // Creates the file; throws a UserError on failure. `origin_seconds` is the zero of the timeline:
  // now, on the steady clock, for measurements; 0 for simulations.
  explicit Trace(const std::string& file, double origin_seconds = now_seconds());
  ~Trace();  // closes, and ignores errors

  // The same names give the same track.
  TrackId track(const std::string& process, const std::string& thread);

  void span(TrackId track, const TraceSpan& span);
  // A value over time, drawn as a curve of its process.
  void counter(TrackId track, std::string_view name, double seconds, double value);

  // Ends the file. Throws a UserError if not everything could be written.
  void close();

 private:
  struct Process {
    std::string name;
    std::vector<std::string> threads;
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  double microseconds(double seconds) const { return (seconds - origin_seconds_) * 1e6; }
  void name_track(const char* what, TrackId track, const std::string& name);
  void write(std::string_view event);

  std::string name_;
  double origin_seconds_;
  std::mutex mutex_;  // guards the members below
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<Process> processes_;
  bool empty_ = true, failed_ = false;
};

// A span from here to the end of the block; does nothing if `trace` is null.
class ScopedSpan {
 public:
  ScopedSpan(Trace* trace, TrackId track, std::string_view name, std::string_view category = "")
      : trace_(trace), track_(track), name_(name), category_(category) {
    if (trace_) begin_seconds_ = now_seconds();
  }
  ScopedSpan(const ScopedSpan&) = delete;
  ScopedSpan& operator=(const ScopedSpan&) = delete;
  ~ScopedSpan() {
    if (trace_) {
      trace_->span(track_, {.name = name_,
                            .category = category_,
                            .begin_seconds = begin_seconds_,
                            .end_seconds = now_seconds()});
    }
  }

 private:
  Trace* trace_;
  TrackId track_;
  std::string_view name_, category_;
  double begin_seconds_ = 0;
};

}  // namespace motley::core
