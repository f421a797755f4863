// Completion scripts for bash and zsh, written from the registered subcommands and options.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <string>
#include <vector>

#include "apps/motley/help.h"
#include "tensor/models/models.h"

namespace motley::apps {
namespace {

using Words = std::vector<std::string>;

// A subcommand with the words that lead to it: "motley nbody run".
struct CommandPath {
  std::string path;
  const CLI::App* app;
};

std::vector<CommandPath> all_commands(const CLI::App& app, const std::string& path) {
  std::vector<CommandPath> found = {{path, &app}};
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    for (CommandPath& below : all_commands(*sub, path + " " + sub->get_name())) {
      found.push_back(std::move(below));
    }
  }
  return found;
}

std::vector<const CLI::Option*> shown_options(const CLI::App& app) {
  return app.get_options([](const CLI::Option* o) { return !o->get_group().empty(); });
}

Words names_of(const CLI::Option& option) {
  Words names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_a_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

// The words that an option or argument takes where they are known; none: files are offered.
Words values_of(const CLI::Option& option) {
  if (option.get_positional() && option.get_name(true, false) == "model") {
    Words models;
    for (const tensor::ModelRow& row : tensor::model_rows()) models.push_back(row.name);
    return models;
  }
  const std::string type = option.get_type_name();  // "TEXT:{fast,full}"
  const size_t begin = type.find('{'), end = type.rfind('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

// What may stand at the first free place: subcommands, or the values of the first argument.
Words first_words(const CLI::App& app) {
  Words words;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    words.push_back(sub->get_name());
  }
  for (const CLI::Option* option : shown_options(app)) {
    if (option->get_positional() && words.empty()) words = values_of(*option);
  }
  return words;
}

Words option_names(const CLI::App& app) {
  Words words;
  for (const CLI::Option* option : shown_options(app)) {
    for (std::string& name : names_of(*option)) words.push_back(std::move(name));
  }
  return words;
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  const std::vector<CommandPath> commands = all_commands(app, "motley");
  Words paths;
  std::string options, values;
  for (const CommandPath& c : commands) {
    if (c.app != &app) paths.push_back(fmt::format("\"{}\"", c.path));
    options +=
        fmt::format("    \"{}\") first=\"{}\" options=\"{}\" ;;\n", c.path,
                    fmt::join(first_words(*c.app), " "), fmt::join(option_names(*c.app), " "));
    for (const CLI::Option* option : shown_options(*c.app)) {
      if (!takes_a_value(*option)) continue;
      for (const std::string& name : names_of(*option)) {
        values +=
            fmt::format("    \"{} {}\") COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                        c.path, name, fmt::join(values_of(*option), " "));
      }
    }
  }
  return fmt::format(R"(# Completion of motley in bash: source <(motley completion bash)
_motley() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} path=motley first options i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${{COMP_WORDS[i]}}" in
    {}) path+=" ${{COMP_WORDS[i]}}" ;;
    esac
  done
  case "$path ${{COMP_WORDS[COMP_CWORD - 1]}}" in
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

std::string zsh_values(const CLI::Option& option) {
  const Words values = values_of(option);
  return values.empty() ? "_files" : fmt::format("({})", fmt::join(values, " "));
}

// The arguments of _arguments for the options of a command, one a line.
std::string zsh_options(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : shown_options(app)) {
    for (const std::string& name : names_of(*option)) {
      const std::string value =
          takes_a_value(*option)
              ? fmt::format(":{}:{}", name.substr(name.find_first_not_of('-')), zsh_values(*option))
              : "";
      text +=
          fmt::format(" \\\n      '{}[{}]{}'", name, zsh_text(option->get_description()), value);
    }
    if (option->get_positional()) {
      text +=
          fmt::format(" \\\n      '*:{}:{}'", option->get_name(true, false), zsh_values(*option));
    }
  }
  return text;
}

std::string zsh_case(const CommandPath& c) {
  const auto subs = c.app->get_subcommands([](const CLI::App*) { return true; });
  if (subs.empty()) return fmt::format("    '{}') _arguments{} ;;\n", c.path, zsh_options(*c.app));
  std::string list;
  for (const CLI::App* sub : subs) {
    list += fmt::format("\n        '{}:{}'", sub->get_name(), zsh_text(sub->get_description()));
  }
  return fmt::format(
      "    '{}')\n      commands=({})\n      _describe command commands\n      "
      "_arguments{} ;;\n",
      c.path, list, zsh_options(*c.app));
}

}  // namespace

std::string zsh_completion(const CLI::App& app) {
  Words paths;
  std::string cases;
  for (const CommandPath& c : all_commands(app, "motley")) {
    if (c.app != &app) paths.push_back(fmt::format("'{}'", c.path));
    cases += zsh_case(c);
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
compdef _motley motley
)",
                     fmt::join(paths, "|"), cases);
}

}  // namespace motley::apps
