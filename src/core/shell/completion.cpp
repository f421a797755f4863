#include "core/shell/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace motley::core {
namespace {

using Words = std::vector<std::string>;

std::string last_word(const std::string& path) { return path.substr(path.rfind(' ') + 1); }

void add_all(const CompletedCommand& command, std::vector<const CompletedCommand*>& found) {
  found.push_back(&command);
  for (const CompletedCommand& sub : command.commands) add_all(sub, found);
}

std::vector<const CompletedCommand*> all_of(const CompletedCommand& program) {
  std::vector<const CompletedCommand*> found;
  add_all(program, found);
  return found;
}

// What may stand at the first free place: subcommands, or the values of the first argument.
Words first_words(const CompletedCommand& command) {
  Words words;
  for (const CompletedCommand& sub : command.commands) words.push_back(last_word(sub.path));
  for (const CompletedOption& option : command.options) {
    if (option.names.empty() && words.empty()) words = option.values;
  }
  return words;
}

Words option_names(const CompletedCommand& command) {
  Words words;
  for (const CompletedOption& option : command.options) {
    words.insert(words.end(), option.names.begin(), option.names.end());
  }
  return words;
}

}  // namespace

std::string bash_completion(const CompletedCommand& program) {
  Words paths;
  std::string options, values;
  for (const CompletedCommand* c : all_of(program)) {
    if (c != &program) paths.push_back(fmt::format("\"{}\"", c->path));
    options += fmt::format("    \"{}\") first=\"{}\" options=\"{}\" ;;\n", c->path,
                           fmt::join(first_words(*c), " "), fmt::join(option_names(*c), " "));
    for (const CompletedOption& option : c->options) {
      if (!option.takes_value) continue;
      for (const std::string& name : option.names) {
        values +=
            fmt::format("    \"{} {}\") COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                        c->path, name, fmt::join(option.values, " "));
      }
    }
  }
  return fmt::format(R"(# Completion of motley in bash: source <(motley completion bash)
_motley() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} path=motley first options i
  # bash takes --option=value for three words.
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${{COMP_WORDS[i]}}" in
    {}) path+=" ${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$path $before" in
{}  esac
  case $path in
{}  esac
  [[ $word == -* ]] && first=$options
  COMPREPLY=($(compgen -W "$first" -- "$word"))
}}
complete -o default -F _motley motley
)",
                     fmt::join(paths, "|"), values, options);
}

namespace {

// Within single quotes of zsh, in a place where brackets and colons separate.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string zsh_values(const CompletedOption& option) {
  if (option.values.empty()) return "_files";
  const std::string words = zsh_text(fmt::format("{}", fmt::join(option.values, " ")));
  return option.or_files ? "{compadd -- " + words + "; _files}" : "(" + words + ")";
}

// The arguments of _arguments for the options of a command, one a line.
std::string zsh_options(const CompletedCommand& command) {
  std::string text;
  for (const CompletedOption& option : command.options) {
    for (const std::string& name : option.names) {
      const std::string value =
          option.takes_value
              ? fmt::format(":{}:{}", name.substr(name.find_first_not_of('-')), zsh_values(option))
              : "";
      text += fmt::format(" \\\n      '{}[{}]{}'", name, zsh_text(option.description), value);
    }
    if (!option.argument.empty()) {
      text += fmt::format(" \\\n      '*:{}:{}'", option.argument, zsh_values(option));
    }
  }
  return text;
}

std::string zsh_case(const CompletedCommand& c) {
  if (c.commands.empty()) {
    return fmt::format("    '{}') _arguments{} ;;\n", c.path, zsh_options(c));
  }
  std::string list;
  for (const CompletedCommand& sub : c.commands) {
    list += fmt::format("\n        '{}:{}'", last_word(sub.path), zsh_text(sub.description));
  }
  return fmt::format(
      "    '{}')\n      commands=({})\n      _describe command commands\n      "
      "_arguments{} ;;\n",
      c.path, list, zsh_options(c));
}

}  // namespace

std::string zsh_completion(const CompletedCommand& program) {
  Words paths;
  std::string cases;
  for (const CompletedCommand* c : all_of(program)) {
    if (c != &program) paths.push_back(fmt::format("'{}'", c->path));
    cases += zsh_case(*c);
  }
  return fmt::format(R"(#compdef motley
# Completion of motley in zsh: source <(motley completion zsh), or as a file _motley in a folder of $fpath
_motley() {{
  local path_=motley word
  local -a commands
  for word in ${{words[2,CURRENT-1]}}; do
    case "$path_ $word" in
    ({}) path_+=" $word" ;;
    esac
  done
  case $path_ in
{}  esac
}}
if [[ ${{funcstack[1]}} == _motley ]]; then _motley "$@"; else compdef _motley motley; fi
)",
                     fmt::join(paths, "|"), cases);
}

}  // namespace motley::core
