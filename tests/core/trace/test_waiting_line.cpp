#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "core/trace/waiting_line.h"

namespace motley::core {
namespace {

// What a line wrote whose work took `seconds` of a simulated clock, read often enough to be seen.
std::string waited(bool terminal, double seconds, const std::string& text) {
  std::FILE* file = std::tmpfile();
  std::atomic<double> now_seconds = 100;
  std::atomic<int> num_readings = 0;
  {
    WaitingLine line("planning", {.stream = file, .terminal = terminal, .now_seconds = [&] {
                                    ++num_readings;
                                    return now_seconds.load();
                                  }});
    line.set(text);
    now_seconds = 100 + seconds;
    while (num_readings < 3) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::string written(static_cast<size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  EXPECT_EQ(std::fread(written.data(), 1, written.size(), file), written.size());
  std::fclose(file);
  return written;
}

TEST(WaitingLine, IsSilentForShortWork) {
  EXPECT_EQ(waited(/*terminal=*/true, 0.5, "3 plans"), "");
  EXPECT_EQ(waited(/*terminal=*/false, 5, "3 plans"), "");
}

TEST(WaitingLine, IsRewrittenAndErasedOnATerminal) {
  const std::string written = waited(/*terminal=*/true, 4, "3 plans");
  EXPECT_TRUE(written.starts_with("\r\033[Kplanning: 3 plans, 4 s\r\033[K")) << written;
  EXPECT_TRUE(written.ends_with("4 s\r\033[K")) << written;
}

TEST(WaitingLine, WritesALineEveryTenSecondsIntoALog) {
  EXPECT_EQ(waited(/*terminal=*/false, 12, "3 plans"), "planning: 3 plans, 12 s\n");
  EXPECT_EQ(waited(/*terminal=*/false, 12, ""), "planning, 12 s\n");
}

}  // namespace
}  // namespace motley::core
