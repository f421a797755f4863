// motley solve: the planner's problem core on a problem of the public contest.
#include "motley/solve.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/trace.h"
#include "tensor/report/solve_text.h"

namespace motley::apps {

namespace {

using namespace tensor;
using namespace tensor::solve;
using Clock = std::chrono::steady_clock;

struct SolveCommand {
  std::string problem;
  std::optional<double> time_limit;
  int threads = 0;
  bool json = false;
};

Outcome solve_file(const SolveCommand& command) {
  restart_with_short_waits();
  const Clock::time_point start = Clock::now();
  SolveSeconds seconds;
  const auto problem = std::make_shared<const ChoiceProblem>(read_choice_problem(command.problem));
  seconds.reading = core::seconds_since(start);
  const double limit = command.time_limit.value_or(0);
  if (limit > 0 && seconds.reading >= limit) {
    print_notes({fmt::format("reading the problem took {:.1f} s, the limit is {:.1f} s",
                             seconds.reading, limit)});
  }
  const core::WaitingLine waiting("solving");
  const TimedChoice found = solve_within(
      problem, {.num_threads = command.threads > 0 ? command.threads : core::num_cores(),
                .begin = start,
                .limit_seconds = command.time_limit});
  seconds.all = core::seconds_since(start);
  return {.text = command.json ? solve_json(found.choice, seconds)
                               : solve_text(*problem, found.choice, seconds, command.time_limit),
          .yes = found.choice.feasible,
          .is_still_working = found.is_still_working};
}

}  // namespace

Command add_solve(CLI::App& app) {
  auto command = std::make_shared<SolveCommand>();
  CLI::App* parser = app.add_subcommand(
      "solve", "Solve a choice problem: one state per node at least cost within a memory limit");
  file_option(*parser, "problem", command->problem, "The problem as JSON, gzipped or not")
      ->required();
  parser
      ->add_option("--time-limit", command->time_limit,
                   "Time limit in seconds for the whole command (default: none; a fixed number of "
                   "search steps, which gives the same answer on any machine)")
      ->check(number_from_zero());
  count_option(*parser, "--threads", command->threads, 1024, "Threads (default: all cores)");
  json_option(*parser, command->json);
  return {parser, [command] { return solve_file(*command); }};
}

}  // namespace motley::apps
