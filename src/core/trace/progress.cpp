#include "core/trace/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <utility>

namespace motley::core {
namespace {

constexpr double kTerminalDelaySeconds = 1.0;
constexpr double kTerminalPeriodSeconds = 0.1;
constexpr double kLogPeriodSeconds = 10.0;
constexpr const char* kEraseLine = "\r\033[K";

}  // namespace

bool ProgressOutput::is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) != 0; }

Progress::Progress(std::string label, int64_t total, ProgressOutput output)
    : label_(std::move(label)),
      total_(total),
      output_(std::move(output)),
      start_seconds_(output_.now_seconds()),
      next_seconds_(start_seconds_ +
                    (output_.terminal ? kTerminalDelaySeconds : kLogPeriodSeconds)) {}

Progress::~Progress() {
  if (!on_screen_) return;
  std::fputs(kEraseLine, output_.stream);
  std::fflush(output_.stream);
}

void Progress::advance(int64_t n) {
  done_ += n;
  const double now_seconds = output_.now_seconds();
  if (now_seconds >= next_seconds_) print(now_seconds);
}

void Progress::print(double now_seconds) {
  std::string line = fmt::format("{}: {}", label_, done_);
  if (total_ > 0) {
    const double percent = 100.0 * static_cast<double>(done_) / static_cast<double>(total_);
    line += fmt::format(" of {} ({:.0f} %)", total_, percent);
  }
  line += fmt::format(", {:.0f} s", now_seconds - start_seconds_);
  line = output_.terminal ? kEraseLine + line : line + "\n";
  std::fputs(line.c_str(), output_.stream);
  std::fflush(output_.stream);
  on_screen_ = output_.terminal;
  next_seconds_ = now_seconds + (output_.terminal ? kTerminalPeriodSeconds : kLogPeriodSeconds);
}

StatusLine::StatusLine(ProgressOutput output)
    : output_(std::move(output)), next_seconds_(output_.now_seconds()) {}

StatusLine::~StatusLine() {
  if (on_screen_) std::fputs("\n", output_.stream);
}

void StatusLine::show(const std::string& text, double now_seconds) {
  const std::string line = output_.terminal ? kEraseLine + text : text + "\n";
  std::fputs(line.c_str(), output_.stream);
  std::fflush(output_.stream);
  shown_ = text;
  on_screen_ = output_.terminal;
  next_seconds_ = now_seconds + (output_.terminal ? kTerminalPeriodSeconds : kLogPeriodSeconds);
}

void StatusLine::finish(const std::string& text) {
  if (text != shown_) show(text, output_.now_seconds());
  if (on_screen_) std::fputs("\n", output_.stream);
  on_screen_ = false;
}

}  // namespace motley::core
