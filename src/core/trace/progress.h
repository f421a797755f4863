// A progress line on standard error for long work; standard output is never touched.
//
//   Progress progress("running", num_ops);
//   for (const Op& op : ops) { execute(op); progress.advance(); }
//
// On a terminal: nothing within the first second, then one line, updated at most ten times a second
// and erased at the end. In a log: a line at most every ten seconds:
//
//   running: 412 of 1210 (34 %), 20 s
//
// Not thread-safe. advance() costs one reading of the clock, about 30 ns.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

#include "core/base/clock.h"

namespace motley::core {

// The output stream and the clock; defaults for normal use, other values for tests.
struct ProgressOutput {
  std::FILE* stream = stderr;
  bool terminal = is_terminal(stderr);
  std::function<double()> now_seconds = core::now_seconds;

  static bool is_terminal(std::FILE* stream);
};

class Progress {
 public:
  // A `total` of 0 means unknown.
  Progress(std::string label, int64_t total, ProgressOutput output = {});
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void advance(int64_t n = 1);

 private:
  void print(double now_seconds);

  std::string label_;
  int64_t total_;
  int64_t done_ = 0;
  ProgressOutput output_;
  double start_seconds_;
  double next_seconds_;     // when the next line is due
  bool on_screen_ = false;  // a line is shown on the terminal
};

// A status line with the caller's own text, for work whose numbers are worth logging, such as the
// loss of training:
//
//   StatusLine status;
//   for (...) { run(step); status.update([&] { return fmt::format("step {} of {}", step, total);
//   }); } status.finish("step 200 of 200  loss 2.3456");
//
// On a terminal one line, updated at most ten times a second; in a log the first, then at most one
// every ten seconds. The last one, from finish(), stays in both. The text is formatted only when
// shown.
class StatusLine {
 public:
  explicit StatusLine(ProgressOutput output = {});
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine();  // keeps the line on the terminal and moves to the next

  template <class Text>
  void update(const Text& text) {
    const double now_seconds = output_.now_seconds();
    if (now_seconds >= next_seconds_) show(text(), now_seconds);
  }
  void finish(const std::string& text);

 private:
  void show(const std::string& text, double now_seconds);

  ProgressOutput output_;
  double next_seconds_;
  std::string shown_;  // the previous line
  bool on_screen_ = false;
};

}  // namespace motley::core
