#include "apps/motley/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <set>
#include <vector>

#include "apps/motley/validators.h"
#include "motley/error.h"

namespace motley::apps {
namespace {

struct CommandHelp {
  const char* path;     // of the subcommand: "plan", "nbody run"
  const char* example;  // runs as it is in the root of the repository, after those above it
};

struct HelpGroup {
  const char* purpose;
  std::vector<CommandHelp> commands;
};

const std::vector<HelpGroup>& help_groups() {
  static const std::vector<HelpGroup> groups = {
      {"Get to know a model",
       {{"models", "motley models"},
        {"print", "motley print gpt:layers=2,hidden=64 --step adam --ops"},
        {"run",
         "motley run tests/data/models/gpt-tiny --grad --check "
         "tests/data/models/gpt-tiny/expected.safetensors"},
        {"check-gradient", "motley check-gradient tests/data/models/gpt-tiny"}}},
      {"Describe the machines",
       {{"cluster", "motley cluster examples/clusters/hap-64.yaml"},
        {"probe", "motley probe -o here.yaml"}}},
      {"Decide how to parallelize",
       {{"plan",
         "motley plan gpt:layers=2,hidden=64,heads=4,seq=64,vocab=256,batch=9 --cluster "
         "examples/clusters/unlike-4.yaml -o plan.json"},
        {"compare",
         "motley compare gpt:layers=12,hidden=768,batch=512 --cluster "
         "examples/clusters/hap-64.yaml --level fast"},
        {"cost",
         "motley cost gpt:layers=4,hidden=256 --cluster examples/clusters/hap-64.yaml --optimizer "
         "adam"},
        {"simulate", "motley simulate plan.json --trace step.json"},
        {"verify", "motley verify plan.json"}}},
      {"Train",
       {{"train", "motley train --plan plan.json --steps 20 --checkpoint ckpt --trace trace.json"},
        {"export", "motley export ckpt -o params.safetensors"}}},
      {"Look at plans and runs",
       {{"report", "motley report plan.json --run trace.json -o run.html"},
        {"open", "motley open trace.json"}}},
      {"Study pipeline schedules and the solver",
       {{"schedule", "motley schedule 1f1b --stages 4 --microbatches 8 --latency 1"},
        {"solve", "motley solve tests/data/choices/fourteen_nodes.json.gz"}}},
      {"Simulate a box of the universe",
       {{"nbody", "motley nbody run examples/nbody/box.yaml --dry-run"},
        {"nbody example", "motley nbody example > box.yaml"},
        {"nbody ic", "motley nbody ic box.yaml -o ics.hdf5"},
        {"nbody run", "motley nbody run box.yaml"},
        {"nbody spectrum", "motley nbody spectrum output/snapshot_003.hdf5"},
        {"nbody halos", "motley nbody halos output/snapshot_003.hdf5 --picture density.png"},
        {"nbody forces", "motley nbody forces box.yaml --samples 100"},
        {"nbody report", "motley nbody report output -o box.html"}}},
      {"Find your way",
       {{"help", "motley help nbody run"}, {"completion", "source <(motley completion bash)"}}},
  };
  return groups;
}

// The subcommand at `path`, and the names before it; null where there is none.
const CLI::App* find_command(const CLI::App& app, const std::vector<std::string>& path,
                             std::string& before) {
  const CLI::App* chosen = &app;
  for (const std::string& name : path) {
    before += (before.empty() ? "" : " ") + chosen->get_name();
    const auto found = chosen->get_subcommands(
        [&](const CLI::App* c) { return !name.empty() && c->get_name() == name; });
    if (found.empty()) return nullptr;
    chosen = found.front();
  }
  return chosen;
}

// Options in few words: what a value is on the left; on the right what it does, its default and
// what it goes with, in lines that fit a terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    return CLI::detail::find_and_replace(CLI::Formatter::make_help(app, name, mode), "\n\n\n",
                                         "\n\n");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0 || option->get_positional()) return "";
    const std::string word = value_word(option->get_type_name());
    std::string text = " " + word;
    for (int i = 1; i < option->get_items_expected_min(); ++i) text += " " + word;
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
    return text;
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = option->get_description();
    const std::string type = option->get_type_name();
    if (const std::string set = set_of(type); set.size() > kLongestSet) {
      text += ": " + CLI::detail::find_and_replace(set.substr(1, set.size() - 2), ",", ", ");
    }
    if (!option->get_default_str().empty()) {
      text += fmt::format(" (default: {})", option->get_default_str());
    }
    if (option->get_required() && !option->get_positional()) text += " (required)";
    text += listed(" (with ", option->get_needs()) + listed(" (not with ", option->get_excludes());
    return wrapped(text);
  }

 private:
  static constexpr size_t kLongestSet = 40, kLine = 90;

  // "{fast,full}" of "TEXT:{fast,full}"; empty: any value.
  static std::string set_of(const std::string& type) {
    const size_t at = type.find(":{");
    return at == std::string::npos ? "" : type.substr(at + 1);
  }
  static std::string value_word(const std::string& type) {
    if (const std::string set = set_of(type); !set.empty()) {
      return set.size() > kLongestSet ? "NAME" : set;
    }
    const std::string base = type.substr(0, type.find(':'));
    if (type.ends_with(":FILE")) return "FILE";
    if (type.ends_with(":DIR")) return "FOLDER";
    if (type.ends_with(":DEVICE")) return "DEVICE";
    return base == "INT" || base == "UINT" ? "N" : base == "FLOAT" ? "X" : base;
  }
  static std::string listed(const char* before, const std::set<CLI::Option*>& options) {
    std::set<std::string> names;  // pointers have no order that stays
    for (const CLI::Option* option : options) names.insert(option->get_name());
    return names.empty() ? "" : fmt::format("{}{})", before, fmt::join(names, ", "));
  }
  static std::string wrapped(const std::string& text) {
    std::string lines;
    size_t length = 0;
    for (const std::string& word : CLI::detail::split(text, ' ')) {
      const bool breaks = length > 0 && length + 1 + word.size() > kLine;
      if (length > 0) lines += breaks ? '\n' : ' ';
      length = (breaks || length == 0 ? 0 : length + 1) + word.size();
      lines += word;
    }
    return lines;
  }
};

// Whether every subcommand has its row is a matter of the tests.
void add_example(CLI::App& app, const CommandHelp& row) {
  CLI::App* command = &app;
  for (const std::string& name : CLI::detail::split(row.path, ' ')) {
    command = command->get_subcommand(name);
  }
  command->footer(fmt::format("Example:\n  {}", row.example));
}

}  // namespace

std::shared_ptr<CLI::Formatter> help_formatter() { return std::make_shared<HelpFormatter>(); }

void arrange_help(CLI::App& app) {
  for (const HelpGroup& group : help_groups()) {
    for (const CommandHelp& row : group.commands) {
      add_example(app, row);
      if (std::string_view(row.path).find(' ') == std::string_view::npos) {
        app.get_subcommand(row.path)->group(group.purpose);
      }
    }
  }
  app.footer(
      "`motley help COMMAND` shows a command's options and an example. Documentation: "
      "docs/README.md");
}

std::string help_of_parsed(const CLI::App& app) {
  const CLI::App* chosen = &app;
  std::string before;
  while (!chosen->get_subcommands().empty()) {
    before += (before.empty() ? "" : " ") + chosen->get_name();
    chosen = chosen->get_subcommands().front();
  }
  return chosen->help(before);
}

Command add_help(CLI::App& app) {
  auto path = std::make_shared<std::vector<std::string>>();
  CLI::App* parser = app.add_subcommand("help", "Show these commands, or the options of one");
  parser->add_option("command", *path, "A command, such as plan or nbody run");
  return {parser, [&app, path]() -> Outcome {
            std::string before;
            const CLI::App* command = find_command(app, *path, before);
            if (!command) {
              throw core::UserError(no_command(app, CLI::detail::join(*path, " ")));
            }
            // Not App::help, which shows that of the parsed subcommand: `motley help` its own.
            const std::string name = before.empty() ? "motley" : before + " " + command->get_name();
            const auto formatter = command->get_formatter();
            return {.text = formatter->make_help(command, name, CLI::AppFormatMode::Normal)};
          }};
}

Command add_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App* parser = app.add_subcommand(
      "completion", "Print a script that completes commands, options and values in a shell");
  parser->add_option("shell", *shell, "The shell: bash or zsh")
      ->required()
      ->check(one_of({"bash", "zsh"}));
  return {parser, [&app, shell]() -> Outcome {
            const core::CompletedCommand program = completed_command(app, "motley");
            return {.text = *shell == "zsh" ? core::zsh_completion(program)
                                            : core::bash_completion(program)};
          }};
}

}  // namespace motley::apps
