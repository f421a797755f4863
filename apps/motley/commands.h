// The subcommands of the program `motley`, one file each: `motley run` is run.cpp.
//
// A subcommand registers its arguments and hands back what to do once they are parsed:
//
//   Command add_run(CLI::App& app) {
//     auto settings = std::make_shared<RunSettings>();
//     CLI::App* parser = app.add_subcommand("run", "Run a program on this machine");
//     parser->add_option("model", settings->model, "...")->required();
//     return {parser, [settings] { return run(*settings); }};
//   }
//
// It prints nothing on standard output itself: main writes the text of its Outcome once it has
// returned, so that a mistake found half way leaves standard output empty.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <optional>
#include <string>

namespace motley::apps {

struct Outcome {
  std::string text;  // for standard output, with its last newline
  bool yes = true;   // false: the answer is no (a check failed, a plan does not fit), exit status 1
  std::optional<int> status = {};  // the exit status of a launched program instead
  bool is_still_working = false;   // a thread has to be left behind: the process ends at once
};

struct Command {
  CLI::App* parser;
  std::function<Outcome()> execute;
};

Command add_run(CLI::App& app);
Command add_train(CLI::App& app);
Command add_print(CLI::App& app);
Command add_models(CLI::App& app);
Command add_cluster(CLI::App& app);
Command add_schedule(CLI::App& app);
Command add_plan(CLI::App& app);
Command add_compare(CLI::App& app);
Command add_simulate(CLI::App& app);
Command add_verify(CLI::App& app);
Command add_export(CLI::App& app);
Command add_check_gradient(CLI::App& app);
Command add_probe(CLI::App& app);
Command add_cost(CLI::App& app);
Command add_solve(CLI::App& app);
Command add_nbody(CLI::App& app);
Command add_report(CLI::App& app);
Command add_open(CLI::App& app);

}  // namespace motley::apps
