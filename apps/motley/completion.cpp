// What shells complete: the registered subcommands, their options and the values that are known.
#include "core/shell/completion.h"

#include "apps/motley/help.h"
#include "motley/model.h"
#include "tensor/report/schedule_text.h"

namespace motley::apps {
namespace {

// "1f1b", "kfkb:k=2", ...: what begins each line.
std::vector<std::string> schedule_names() {
  std::vector<std::string> names;
  for (const std::string& line : CLI::detail::split(tensor::schedules_table(), '\n')) {
    if (!line.empty()) names.push_back(line.substr(0, line.find(' ')));
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

// The words that an option or argument of `command` takes where they are known; none: files are
// offered.
std::vector<std::string> values_of(const CLI::Option& option, const CLI::App& command) {
  const std::string name = option.get_name(option.get_positional(), false);
  if (option.get_positional() && name == "model") {
    std::vector<std::string> models;
    for (const tensor::ModelRow& row : tensor::model_rows()) models.push_back(row.name);
    return models;
  }
  if (command.get_name() == "schedule" && name == "name") return schedule_names();
  if (command.get_name() == "help" && name == "command") {
    return command_names(*command.get_parent());
  }
  const std::string type = option.get_type_name();  // "TEXT:{fast,full}"
  const size_t begin = type.find('{'), end = type.rfind('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

core::CompletedOption completed(const CLI::Option& option, const CLI::App& command) {
  core::CompletedOption out{.description = option.get_description(),
                            .takes_value = option.get_items_expected_max() > 0,
                            .values = values_of(option, command)};
  const bool is_name = option.get_positional() && command.get_name() != "help";
  out.or_files = is_name && option.get_type_name().find('{') == std::string::npos;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  if (option.get_positional()) out.argument = option.get_name(true, false);
  return out;
}

}  // namespace

core::CompletedCommand completed_command(const CLI::App& app, const std::string& path) {
  core::CompletedCommand command{.path = path, .description = app.get_description()};
  for (const CLI::Option* option :
       app.get_options([](const CLI::Option* o) { return !o->get_group().empty(); })) {
    command.options.push_back(completed(*option, app));
  }
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    command.commands.push_back(completed_command(*sub, path + " " + sub->get_name()));
  }
  return command;
}

}  // namespace motley::apps
