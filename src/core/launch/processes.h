// The process tree below this process, read from /proc.
//
//   for (const Process& p : descendants({})) ...   children, their children, and so on
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace motley::core {

struct Process {
  pid_t pid = 0;
  pid_t parent = 0;
  bool is_zombie = false;  // has ended, and waits for its parent to call waitpid
  std::string name = {};   // of the executable, at most 15 bytes
};

// Parses the text of /proc/PID/stat; pid is 0 if it cannot be parsed.
Process parse_process(const std::string& stat);

// All descendants of this process, parents before children, except the children `excluded` and
// theirs. Costs a read for each process of the machine: some milliseconds.
std::vector<Process> descendants(const std::vector<pid_t>& excluded);

// "3 processes (sleep 812, python3 813, ...)".
std::string list_of(const std::vector<Process>& processes);

}  // namespace motley::core
