// Help beyond what each subcommand says of its own options: the commands by what a user wants to
// do, an example for each, `motley help` and the completion of shells.
#pragma once

#include "apps/motley/commands.h"

namespace motley::apps {

// How help looks; given to the program before its subcommands, which take it over.
std::shared_ptr<CLI::Formatter> help_formatter();

// Groups the subcommands of `app` and gives each its example. Called once all are registered.
void arrange_help(CLI::App& app);

// The help of the subcommand that was parsed last, or of the program itself.
std::string help_of_parsed(const CLI::App& app);

Command add_help(CLI::App& app);
Command add_completion(CLI::App& app);

// The scripts of `motley completion`: every subcommand, option and fixed value of `app`.
std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);

}  // namespace motley::apps
