#include "core/launch/processes.h"

#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace motley::core {
namespace {

// A short file of /proc; empty if the process is gone.
std::string read_process_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "re"),
                                                             std::fclose);
  char text[1024];
  return file ? std::string(text, std::fread(text, 1, sizeof text, file.get())) : "";
}

std::vector<Process> all_processes() {
  std::vector<Process> processes;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
  if (!folder) return processes;
  while (const dirent* entry = ::readdir(folder.get())) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    Process process = parse_process(read_process_file(fmt::format("/proc/{}/stat", entry->d_name)));
    if (process.pid > 0) processes.push_back(std::move(process));
  }
  return processes;
}

}  // namespace

Process parse_process(const std::string& stat) {
  // "812 (a name) S 800 ...": the name may contain spaces and parentheses.
  const size_t open = stat.find('('), close = stat.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  Process process;
  char state = 0;
  if (std::sscanf(stat.c_str(), "%d", &process.pid) != 1 ||
      std::sscanf(stat.c_str() + close + 1, " %c %d", &state, &process.parent) != 2) {
    return {};
  }
  process.is_zombie = state == 'Z' || state == 'X';
  process.name = stat.substr(open + 1, close - open - 1);
  return process;
}

std::vector<Process> descendants(const std::vector<pid_t>& excluded) {
  const std::vector<Process> all = all_processes();
  std::vector<Process> found;
  const auto add_children = [&](pid_t parent) {
    for (const Process& p : all) {
      if (p.parent == parent && std::ranges::find(excluded, p.pid) == excluded.end())
        found.push_back(p);
    }
  };
  add_children(::getpid());
  for (size_t i = 0; i < found.size(); ++i) add_children(found[i].pid);
  return found;
}

std::string list_of(const std::vector<Process>& processes) {
  constexpr size_t kNamed = 4;
  std::string text =
      processes.size() == 1 ? "1 process (" : fmt::format("{} processes (", processes.size());
  for (size_t i = 0; i < std::min(processes.size(), kNamed); ++i)
    text += fmt::format("{}{} {}", i > 0 ? ", " : "", processes[i].name, processes[i].pid);
  return text + (processes.size() > kNamed ? ", ...)" : ")");
}

}  // namespace motley::core
