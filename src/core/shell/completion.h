// Completion scripts of shells, from a description of a program's commands.
//
//   const CompletedCommand motley = {.path = "motley", .commands = {{.path = "motley plan", ...}}};
//   source <(bash_completion(motley))
#pragma once

#include <string>
#include <vector>

namespace motley::core {

struct CompletedOption {
  std::vector<std::string> names;  // "-o", "--output"; none of an argument without a name
  std::string argument;            // of an argument without a name: "model"
  std::string description;
  bool takes_value = false;
  std::vector<std::string> values;  // where they are known; none: file names are offered
  bool or_files = false;            // a file may take the place of a value
};

struct CompletedCommand {
  std::string path;  // the words that lead to it: "motley nbody run"
  std::string description;
  std::vector<CompletedOption> options;
  std::vector<CompletedCommand> commands;
};

std::string bash_completion(const CompletedCommand& program);
std::string zsh_completion(const CompletedCommand& program);

}  // namespace motley::core
