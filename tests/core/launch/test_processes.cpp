#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "core/launch/processes.h"

namespace motley::core {
namespace {

TEST(Processes, ParsesNamesWithSpacesAndParentheses) {
  const Process process = parse_process("812 (a (b) c) Z 800 812 812 0 -1");
  EXPECT_EQ(process.pid, 812);
  EXPECT_EQ(process.parent, 800);
  EXPECT_TRUE(process.is_zombie);
  EXPECT_EQ(process.name, "a (b) c");
  EXPECT_FALSE(parse_process("812 (a) S 800 812").is_zombie);
}

TEST(Processes, GivesNoProcessForOtherText) {
  for (const char* text : {"", "812", "812 (a", "812 (a)", "812 (a) S", "x (a) S 1", ")812("})
    EXPECT_EQ(parse_process(text).pid, 0) << text;
}

TEST(Processes, FindsChildrenExceptExcludedOnes) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const auto finds = [&](const std::vector<pid_t>& excluded) {
    for (const Process& p : descendants(excluded)) {
      if (p.pid == child) return true;
    }
    return false;
  };
  EXPECT_TRUE(finds({}));
  EXPECT_FALSE(finds({child}));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(finds({}));
}

TEST(Processes, ListsAFewByName) {
  EXPECT_EQ(list_of({{.pid = 7, .name = "sleep"}}), "1 process (sleep 7)");
  const Process p{.pid = 7, .name = "sh"};
  EXPECT_EQ(list_of({p, p, p, p, p}), "5 processes (sh 7, sh 7, sh 7, sh 7, ...)");
}

}  // namespace
}  // namespace motley::core
