#include "core/trace/waiting_line.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace motley::core {
namespace {

constexpr double kShownAfterSeconds = 1.0;  // on a terminal
constexpr double kLoggedEverySeconds = 10.0;
constexpr auto kRewritten = std::chrono::milliseconds(200);
constexpr const char* kEraseRow = "\r\033[K";

}  // namespace

WaitingLine::WaitingLine(std::string label, ProgressOutput output)
    : label_(std::move(label)),
      output_(std::move(output)),
      start_seconds_(output_.now_seconds()),
      thread_([this] { show_until_done(); }) {}

WaitingLine::~WaitingLine() {
  {
    const std::lock_guard lock(mutex_);
    is_done_ = true;
  }
  done_.notify_one();
  thread_.join();
  if (!on_screen_) return;
  std::fputs(kEraseRow, output_.stream);
  std::fflush(output_.stream);
}

void WaitingLine::set(std::string text) {
  const std::lock_guard lock(mutex_);
  text_ = std::move(text);
}

void WaitingLine::show_until_done() {
  double next_seconds = output_.terminal ? kShownAfterSeconds : kLoggedEverySeconds;
  std::unique_lock lock(mutex_);
  while (!done_.wait_for(lock, kRewritten, [&] { return is_done_; })) {
    const double seconds = output_.now_seconds() - start_seconds_;
    if (seconds < next_seconds) continue;
    print(seconds);
    if (!output_.terminal) next_seconds = seconds + kLoggedEverySeconds;
  }
}

void WaitingLine::print(double seconds) {
  const std::string line =
      fmt::format("{}{}{}, {:.0f} s", label_, text_.empty() ? "" : ": ", text_, seconds);
  std::fputs((output_.terminal ? kEraseRow + line : line + "\n").c_str(), output_.stream);
  std::fflush(output_.stream);
  on_screen_ = output_.terminal;
}

}  // namespace motley::core
