// The front program. Exit status: 0 done, 1 the answer is no, 2 the user's mistake, 3 ours. On 2
// and 3 standard output stays empty and one line `motley: message` goes to standard error.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/help.h"
#include "motley/base.h"
#include "motley/error.h"
#include "motley/mpi.h"

namespace motley::apps {
namespace {

enum ExitStatus { kDone = 0, kNo = 1, kUserMistake = 2, kOurMistake = 3 };

// A program without MPI, as pip installs it, has `motley-ranks` beside it, which is the same with
// MPI: so that everything but ranks works where MPI is missing. Returns where there is none.
void become_a_rank(char** argv) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) ::execv((self.parent_path() / "motley-ranks").c_str(), argv);
}

// Parses the command line and runs what it asks for. CLI11 throws a ParseError for mistakes, and
// one with exit code 0 for --help and --version.
Outcome execute(int argc, char** argv) {
  CLI::App app(
      "Motley plans, checks and runs training on heterogeneous clusters, and simulates boxes of "
      "the universe.",
      "motley");
  app.formatter(help_formatter());
  app.set_version_flag("--version", "motley " MOTLEY_VERSION);
  app.require_subcommand(0, 1);
  bool parse_only = false;
  app.add_flag("--parse-only", parse_only, "Check that the command line is valid, and run nothing");
  // In the order of the help, by what a user wants to do.
  const std::vector<Command> commands = {
      add_models(app),  add_print(app),    add_run(app),    add_check_gradient(app),
      add_cluster(app), add_probe(app),    add_plan(app),   add_compare(app),
      add_cost(app),    add_simulate(app), add_verify(app), add_train(app),
      add_export(app),  add_report(app),   add_open(app),   add_schedule(app),
      add_solve(app),   add_nbody(app),    add_help(app),   add_completion(app),
  };
  arrange_help(app);
  if (argc == 1) return {.text = app.help()};
  const std::string first = argv[1];
  const auto is_first = [&](const Command& c) { return c.parser->check_name(first); };
  if (!first.starts_with('-') && std::ranges::none_of(commands, is_first)) {
    throw core::UserError(no_command(app, first));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion& version) {
    return {.text = std::string(version.what()) + "\n"};
  } catch (const CLI::Success&) {  // --help, of the program or of a subcommand
    return {.text = help_of_parsed(app)};
  } catch (const CLI::ParseError& error) {
    throw core::UserError(parse_fault(app, error));
  }
  if (parse_only) return {};
  for (const Command& command : commands) {
    if (command.parser->parsed()) return command.execute();
  }
  return {.text = app.help()};
}

// What ranks find wrong, all find mostly: rank 0 says it, and its end lets the launcher end the
// others. One that is still there after a while has found it alone.
void let_lower_ranks_speak() {
  const int rank = core::launched_rank();
  if (rank > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(2900 + 100 * std::min(rank, 20)));
}

// Says what went wrong, in one line whatever the message quotes.
int fail(ExitStatus status, std::string message) {
  let_lower_ranks_speak();
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  while (message.ends_with(' ')) message.pop_back();
  core::write_message(fmt::format("motley: {}\n", message));
  return status;
}

int run_program(int argc, char** argv) {
  try {
    const Outcome outcome = execute(argc, argv);
    if (std::fwrite(outcome.text.data(), 1, outcome.text.size(), stdout) != outcome.text.size() ||
        std::fflush(stdout) != 0) {
      throw core::UserError("cannot write to standard output");
    }
    const int status = outcome.status.value_or(outcome.yes ? kDone : kNo);
    if (outcome.is_still_working) std::_Exit(status);
    return status;
  } catch (const core::UserError& error) {
    return fail(kUserMistake, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kUserMistake, "there is not enough memory on this machine for that");
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::resource_unavailable_try_again)
      return fail(kOurMistake, fmt::format("internal error: {}", error.what()));
    return fail(kUserMistake, "no more threads can be started on this machine (ulimit -u, -v)");
  } catch (const std::exception& error) {
    return fail(kOurMistake, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace
}  // namespace motley::apps

int main(int argc, char** argv) {
  motley::core::open_standard_streams();
  // A launcher's request to stop may come before there is anything to save.
  if (motley::core::is_started_by_mpi()) std::signal(SIGUSR1, SIG_IGN);
  if (motley::core::is_started_by_mpi() && !motley::core::has_mpi()) {
    motley::apps::become_a_rank(argv);
  }
  if (argc > 1 && std::string_view(argv[1]) == "nbody") {
    motley::core::ask_for_large_pages();
    motley::core::restart_with_short_waits(argv);
  }
  motley::apps::set_command_line(argc, argv);
  return motley::apps::run_program(argc, argv);
}
