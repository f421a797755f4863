// A Trace: what happened, or was simulated, in time. A file of Chrome trace events, which opens in
// Perfetto (ui.perfetto.dev) and chrome://tracing.
//
//   Trace trace("step.json");
//   const TrackId cpu = trace.track("rank 0", "kernels");
//   trace.span(cpu, {.name = "dot.onednn", .category = "forward", .begin_seconds = 1.5,
//                    .end_seconds = 1.7, .args = {{"flops", 2e9}}});
//   trace.counter(cpu, "loss", 1.7, 2.31);
//   trace.close();
//
// Events go to the file as they come, so a long run takes no memory, and a run that is killed
// leaves a file that the viewers still open. Any thread may write at any time. Whoever may be
// without a trace holds a `Trace*` that may be null.
// Cost: some 0.5 us and 120 bytes a span.
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

// A line of the picture: a thread of a process, in the viewers' words.
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
  // Creates the file; a UserError where that cannot be. The time `origin_seconds` becomes zero:
  // now, on the steady clock, for what is measured; 0 for what is simulated.
  explicit Trace(const std::string& file, double origin_seconds = now_seconds());
  ~Trace();  // closes, and is silent about what goes wrong

  // The same names give the same track.
  TrackId track(const std::string& process, const std::string& thread);

  void span(TrackId track, const TraceSpan& span);
  // A value over time, drawn as a curve of its process.
  void counter(TrackId track, std::string_view name, double seconds, double value);

  // Ends the file. A UserError where not everything could be written.
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
  std::mutex mutex_;  // guards what follows
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<Process> processes_;
  bool empty_ = true, failed_ = false;
};

// A span from here to the end of the block; nothing at all where `trace` is null.
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
