// A progress line for work that reports seldom, such as a search; standard output is never touched.
//
//   WaitingLine waiting("planning");
//   options.on_progress = [&](const auto& p) { waiting.set(fmt::format("{} plans", p.count)); };
//   plan(step, options);
//
// On a terminal: nothing within the first second, then one line, rewritten five times a second by a
// thread of its own, so that it is seen to be alive, and erased at the end. In a log: a line every
// ten seconds:
//
//   planning: 56 plans, 12 s
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "core/trace/progress.h"

namespace motley::core {

class WaitingLine {
 public:
  explicit WaitingLine(std::string label, ProgressOutput output = {});
  WaitingLine(const WaitingLine&) = delete;
  WaitingLine& operator=(const WaitingLine&) = delete;
  ~WaitingLine();

  // What follows the label, from any thread.
  void set(std::string text);

 private:
  void show_until_done();
  void print(double seconds);

  std::string label_;
  ProgressOutput output_;
  double start_seconds_;
  bool on_screen_ = false;  // of the thread

  std::mutex mutex_;
  std::condition_variable done_;
  std::string text_;
  bool is_done_ = false;
  std::thread thread_;
};

}  // namespace motley::core
