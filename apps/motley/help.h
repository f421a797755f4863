// Help beyond what each subcommand says of its own options: the commands by what a user wants to
// do, an example for each, `motley help` and the completion of shells.
#pragma once

#include "apps/motley/commands.h"
#include "core/shell/completion.h"

namespace motley::apps {

// How help looks; given to the program before its subcommands, which take it over.
std::shared_ptr<CLI::Formatter> help_formatter();

// Groups the subcommands of `app` and gives each its example. Called once all are registered.
void arrange_help(CLI::App& app);

// The help of the subcommand that was parsed last, or of the program itself.
std::string help_of_parsed(const CLI::App& app);

Command add_help(CLI::App& app);
Command add_completion(CLI::App& app);

// What is wrong with a command line that CLI11 refused, and the nearest name.
std::string parse_fault(const CLI::App& app, const CLI::ParseError& error);
// The same of a first word that is no subcommand.
std::string no_command(const CLI::App& app, const std::string& name);

// Every subcommand, option and fixed value of `app`, for `motley completion`.
core::CompletedCommand completed_command(const CLI::App& app, const std::string& path);

}  // namespace motley::apps
