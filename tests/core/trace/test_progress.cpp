#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/trace/progress.h"

namespace motley::core {
namespace {

// The contents of a temporary file, which is closed.
std::string content(std::FILE* file) {
  std::string text(static_cast<size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
  std::fclose(file);
  return text;
}

// Runs `steps` steps of `step_seconds` each on a simulated clock; returns the output.
std::string written(bool terminal, int steps, double step_seconds, int64_t total) {
  std::FILE* file = std::tmpfile();
  double now_seconds = 100;
  {
    Progress progress("running", total, {.stream = file, .terminal = terminal, .now_seconds = [&] {
                                           return now_seconds;
                                         }});
    for (int i = 0; i < steps; ++i) {
      now_seconds += step_seconds;
      progress.advance();
    }
  }
  return content(file);
}

TEST(Progress, IsSilentForShortWork) {
  EXPECT_EQ(written(/*terminal=*/true, 30, 1.0 / 32, 30), "");
  EXPECT_EQ(written(/*terminal=*/false, 30, 0.25, 30), "");
}

TEST(Progress, RewritesOneLineOnATerminalAndErasesIt) {
  EXPECT_EQ(written(/*terminal=*/true, 3, 0.5, 4),
            "\r\033[Krunning: 2 of 4 (50 %), 1 s\r\033[Krunning: 3 of 4 (75 %), 2 s\r\033[K");
}

TEST(Progress, RewritesAtMostTenTimesASecond) {
  const std::string text =
      written(/*terminal=*/true, 2000, 1.0 / 1024, 2000);     // 0.95 s after the first
  EXPECT_LE(std::count(text.begin(), text.end(), '\r'), 11);  // the last one erases
}

TEST(Progress, WritesPlainLinesIntoALog) {
  EXPECT_EQ(written(/*terminal=*/false, 21, 1, 0), "running: 10, 10 s\nrunning: 20, 20 s\n");
}

// The same for a status line; `steps` updates, then the last one unless something failed.
std::string status(bool terminal, int steps, double step_seconds, bool finished = true,
                   const std::string& last = "done") {
  std::FILE* file = std::tmpfile();
  double now_seconds = 100;
  {
    StatusLine line(
        {.stream = file, .terminal = terminal, .now_seconds = [&] { return now_seconds; }});
    for (int i = 0; i < steps; ++i) {
      now_seconds += step_seconds;
      line.update([&] { return "step " + std::to_string(i); });
    }
    if (finished) line.finish(last);
  }
  return content(file);
}

TEST(StatusLine, KeepsTheFirstAndTheLastLineInALog) {
  EXPECT_EQ(status(/*terminal=*/false, 12, 1), "step 0\nstep 10\ndone\n");
  EXPECT_EQ(status(/*terminal=*/false, 2, 1, /*finished=*/false), "step 0\n");
  EXPECT_EQ(status(/*terminal=*/false, 1, 1, /*finished=*/true, "step 0"), "step 0\n");
}

TEST(StatusLine, RewritesOneLineOnATerminalAndLeavesTheLast) {
  const std::string erase = "\r\033[K";
  EXPECT_EQ(status(/*terminal=*/true, 3, 1.0 / 16),
            erase + "step 0" + erase + "step 2" + erase + "done\n");
  EXPECT_EQ(status(/*terminal=*/true, 1, 1, /*finished=*/false), erase + "step 0\n");
}

}  // namespace
}  // namespace motley::core
