// motley solve: the planner's problem core on a problem of the public contest.
#include <algorithm>
#include <chrono>
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/validators.h"
#include "core/base/clock.h"
#include "core/base/threads.h"
#include "tensor/plan/solve/choice_problem.h"
#include "tensor/plan/solve/problem_reader.h"
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

// What comes after the search: the step under way, checking and printing the answer.
constexpr double kLastSeconds = 0.2, kLastShare = 0.01;

Outcome solve_file(const SolveCommand& command) {
  const Clock::time_point start = Clock::now();
  SolveSeconds seconds;
  const ChoiceProblem problem = read_choice_problem(command.problem);
  seconds.reading = core::seconds_since(start);
  SolveSettings settings;
  settings.num_threads = command.threads > 0 ? command.threads : core::num_cores();
  if (command.time_limit) {
    const double left = std::max(0.0, *command.time_limit * (1 - kLastShare) - kLastSeconds);
    settings.deadline =
        start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(left));
  }
  const Choice choice = solve::solve(problem, settings);
  seconds.all = core::seconds_since(start);
  return {.text = command.json ? solve_json(choice, seconds)
                               : solve_text(problem, choice, seconds, command.time_limit),
          .yes = choice.feasible};
}

}  // namespace

Command add_solve(CLI::App& app) {
  auto command = std::make_shared<SolveCommand>();
  CLI::App* parser = app.add_subcommand(
      "solve", "Solve a choice problem: one state per node at least cost within a memory limit");
  parser->add_option("problem", command->problem, "The problem as JSON, gzipped or not")
      ->required()
      ->check(file_name());
  parser
      ->add_option("--time-limit", command->time_limit,
                   "Seconds for the whole command; without it a fixed number of search steps, "
                   "which give the same answer on any machine")
      ->check(number_from_zero());
  parser->add_option("--threads", command->threads, "Threads (default: all cores)")
      ->check(count_up_to(1024));
  parser->add_flag("--json", command->json, "One JSON object on standard output");
  return {parser, [command] { return solve_file(*command); }};
}

}  // namespace motley::apps
