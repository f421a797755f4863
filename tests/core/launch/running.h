// A program that a test has started, with its output in a file; ends with the test at the latest.
//
//   Running launcher({LAUNCHER_PROGRAM, ...}, folder);
//   ASSERT_TRUE(launcher.prints("ready"));        // waits for it, 30 s at most
//   launcher.send(SIGINT);
//   EXPECT_EQ(launcher.exit_status(), 0) << launcher.output();
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace motley::core {

// Polls until `is_so` or for 30 s, which is far more than any test needs; returns the last answer.
bool eventually(const std::function<bool()>& is_so);

// Whether there is an mpirun. Sets its variables for ranks of this machine, which fail without
// delay.
bool has_mpirun();

// A folder in the system's temporary folder, removed at the end.
class TestFolder {
 public:
  TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder();
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

class Running {
 public:
  // In a process group of its own. Standard input is the descriptor `input`, or empty.
  Running(const std::vector<std::string>& words, const TestFolder& folder, int input = -1);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running();

  bool prints(const std::string& text) const;
  std::string output() const;  // standard output and error so far
  void send(int signal) const;
  bool stops();       // whether it is stopped, as by Ctrl-Z
  int exit_status();  // waits for its end; 1000 + the signal that ended it, or -1 if nothing does

 private:
  std::string file_;
  pid_t pid_ = 0;
  bool is_over_ = false;
};

}  // namespace motley::core
