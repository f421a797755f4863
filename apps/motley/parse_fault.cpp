// A mistake in the command line, in a sentence with the nearest name or what is missing. CLI11's
// own sentences ("The following arguments were not expected: x --clutser") say neither.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "apps/motley/help.h"
#include "motley/base.h"

namespace motley::apps {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option :
       app.get_options([](const CLI::Option* o) { return !o->get_group().empty(); })) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> subcommand_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names) {
  const std::string similar = core::similar_name(name, names);
  return similar.empty() ? "" : fmt::format("; did you mean {}?", similar);
}

// Words that no option or argument takes: the first option among them, else the first.
std::string unexpected(const CLI::App& command, const std::string& name,
                       const std::vector<std::string>& words) {
  const auto option =
      std::ranges::find_if(words, [](const std::string& w) { return w.starts_with('-'); });
  if (option != words.end()) {
    const std::string plain = option->substr(0, option->find('='));
    const std::string near = did_you_mean(plain, option_names(command));
    return fmt::format("{} has no option {}{}", name, plain,
                       near.empty() ? fmt::format("; `{} --help` lists them", name) : near);
  }
  const std::vector<std::string> subs = subcommand_names(command);
  if (!subs.empty()) {
    const std::string near = did_you_mean(words[0], subs);
    return fmt::format("{} has no command `{}`{}", name, words[0],
                       near.empty() ? fmt::format("; `{} --help` lists them", name) : near);
  }
  return fmt::format("{} takes no further argument `{}`; `{} --help` lists what it takes", name,
                     words[0], name);
}

// What has to be given and was not.
std::string missing(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    return fmt::format("{} needs {}: {}", name, option->get_name(option->get_positional()),
                       option->get_description());
  }
  return fmt::format("{} needs a command: {}", name, fmt::join(subcommand_names(command), ", "));
}

// "--steps: 1 required INT missing", "--steps: At Most 1 required but received 2".
std::string wrong_count(const std::string& text) {
  const std::string name = text.substr(0, text.find_first_of(": "));
  if (text.ends_with(" missing")) return name + " needs a value";
  const size_t received = text.find(" received ");
  if (received == std::string::npos || text.find(" required ") == std::string::npos) return text;
  if (text.find("At Most 1 ") != std::string::npos) return name + " is given more than once";
  const size_t required = text.find(" required ");
  const size_t number = text.rfind(' ', required - 1) + 1;  // before it
  return fmt::format("{} needs {} values, not {}", name, text.substr(number, required - number),
                     text.substr(received + 10));
}

}  // namespace

std::string parse_fault(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string name = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  const auto is = [&](CLI::ExitCodes code) {
    return error.get_exit_code() == static_cast<int>(code);
  };
  const std::vector<std::string> words = app.remaining(true);
  const bool has_other_words =
      !words.empty() && (is(CLI::ExitCodes::ExtrasError) || !subcommand_names(*command).empty());
  if (has_other_words) return unexpected(*command, name, words);
  const std::string text = error.what();
  if (is(CLI::ExitCodes::RequiredError)) return missing(*command, name);
  if (is(CLI::ExitCodes::ArgumentMismatch)) return wrong_count(text);
  if (is(CLI::ExitCodes::ExcludesError)) {
    return CLI::detail::find_and_replace(text, " excludes ", " and ") + " cannot be given together";
  }
  return CLI::detail::find_and_replace(text, " requires ", " needs ");
}

std::string no_command(const CLI::App& app, const std::string& name) {
  const std::string near = did_you_mean(name, subcommand_names(app));
  return fmt::format("there is no command `{}`{}", name,
                     near.empty() ? "; `motley help` lists them" : near);
}

}  // namespace motley::apps
