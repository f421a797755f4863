// motley solve: the planner's problem core on a problem of the public contest.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/validators.h"
#include "core/base/clock.h"
#include "core/base/threads.h"
#include "tensor/plan/solve/choice_problem.h"
#include "tensor/plan/solve/problem_reader.h"

namespace motley::apps {

namespace {

using namespace tensor;
using namespace tensor::solve;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

struct SolveCommand {
  std::string problem;
  std::optional<double> time_limit;
  int threads = 0;
  bool json = false;
};

struct Seconds {
  double reading = 0, all = 0;
};

// What comes after the search: the step under way, checking and printing the answer.
constexpr double kLastSeconds = 0.2, kLastShare = 0.01;

// Whole numbers as such.
std::string number_text(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 9e15;
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.9g}", value);
}

Json json_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  const bool whole = value == std::floor(value) && std::abs(value) < 9e15;
  return whole ? Json(static_cast<int64_t>(value)) : Json(value);
}

std::string json_text(const Choice& choice, const Seconds& seconds) {
  const Json json = {{"cost", json_number(choice.cost)},
                     {"lower_bound", json_number(choice.lower_bound)},
                     {"gap", json_number(choice.gap())},
                     {"feasible", choice.feasible},
                     {"exact", choice.exact},
                     {"seconds", seconds.all},
                     {"read_seconds", seconds.reading},
                     {"peak_bytes", choice.peak_bytes},
                     {"excess_bytes", choice.excess_bytes},
                     {"width", choice.counts.width},
                     {"steps", choice.counts.steps},
                     {"solution", choice.states}};
  return json.dump() + "\n";
}

std::string size_text(const ChoiceProblem& problem, const SolveCounts& counts) {
  int64_t states = 0;
  for (const ChoiceProblem::Node& node : problem.nodes)
    states += static_cast<int64_t>(node.costs.size());
  std::string text = fmt::format("problem    {} nodes with {} states, {} edges between pairs\n",
                                 counts.num_nodes, states, counts.num_edges);
  const int64_t left = counts.num_nodes - counts.merged_nodes;
  text += fmt::format(
      "reduced    to {} nodes: {} merged, {} states removed; {}, {}, {} of degree 0, 1, 2, {} "
      "more\n",
      left, counts.merged_nodes, counts.removed_states, counts.eliminated_nodes[0],
      counts.eliminated_nodes[1], counts.eliminated_nodes[2], counts.core_nodes);
  if (counts.width > 0)
    text += fmt::format("width      {}, tables of {} entries in all\n", counts.width,
                        counts.table_entries);
  return text;
}

std::string memory_text(const ChoiceProblem& problem, const Choice& choice) {
  if (!problem.byte_limit) return "";
  if (choice.feasible)
    return fmt::format("memory     {} of {} at most, {} time points matter\n", choice.peak_bytes,
                       *problem.byte_limit, choice.counts.time_points);
  if (choice.excess_bytes > 0)
    return fmt::format("memory     the least that was found exceeds the limit of {} by {}\n",
                       *problem.byte_limit, choice.excess_bytes);
  return "";
}

std::string report(const ChoiceProblem& problem, const Choice& choice, const Seconds& seconds,
                   const std::optional<double>& time_limit) {
  std::string text = size_text(problem, choice.counts) + memory_text(problem, choice);
  if (choice.feasible) {
    text += fmt::format("cost       {}{}\n", number_text(choice.cost),
                        choice.exact ? ", proven least" : "");
    if (!choice.exact)
      text += fmt::format("bound      {}, gap {:.3g} %\n", number_text(choice.lower_bound),
                          100 * choice.gap());
  } else {
    text += choice.exact ? "answer     there is no choice that is allowed and fits\n"
                         : "answer     no choice that fits was found; one may exist\n";
  }
  text += fmt::format("seconds    {:.2f}, of these {:.2f} for reading; {} steps\n", seconds.all,
                      seconds.reading, choice.counts.steps);
  if (time_limit && seconds.all > *time_limit)
    text += fmt::format("           more than the limit of {:g}: too short to search at all\n",
                        *time_limit);
  if (choice.feasible) text += fmt::format("[{}]\n", fmt::join(choice.states, ", "));
  return text;
}

Outcome solve_file(const SolveCommand& command) {
  const Clock::time_point start = Clock::now();
  Seconds seconds;
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
  return {.text = command.json ? json_text(choice, seconds)
                               : report(problem, choice, seconds, command.time_limit),
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
