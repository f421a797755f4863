#include "tensor/report/solve_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>

#include "core/base/json_text.h"

namespace motley::tensor {
namespace {

using SolveJson = nlohmann::ordered_json;
using solve::Choice;
using solve::ChoiceProblem;
using solve::SolveCounts;

// Whole numbers as such.
std::string cost_number_text(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 9e15;
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.9g}", value);
}

SolveJson json_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  const bool whole = value == std::floor(value) && std::abs(value) < 9e15;
  return whole ? SolveJson(static_cast<int64_t>(value)) : SolveJson(value);
}

std::string problem_size_text(const ChoiceProblem& problem, const SolveCounts& counts) {
  int64_t states = 0;
  for (const ChoiceProblem::Node& node : problem.nodes)
    states += static_cast<int64_t>(node.costs.size());
  const bool is_counted = counts.num_nodes > 0 || problem.nodes.empty();
  if (!is_counted) {  // stopped, by a time limit, while it was being reduced
    return fmt::format(
        "problem    {} nodes with {} states, {} edges\n"
        "reduced    not to the end: the time limit came first\n",
        problem.nodes.size(), states, problem.edges.size());
  }
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

std::string choice_memory_text(const ChoiceProblem& problem, const Choice& choice) {
  if (!problem.byte_limit) return "";
  if (choice.feasible)
    return fmt::format("memory     {} of {} at most, {} time points matter\n", choice.peak_bytes,
                       *problem.byte_limit, choice.counts.time_points);
  if (choice.excess_bytes > 0)
    return fmt::format("memory     the least that was found exceeds the limit of {} by {}\n",
                       *problem.byte_limit, choice.excess_bytes);
  return "";
}

}  // namespace

std::string solve_json(const Choice& choice, const SolveSeconds& seconds) {
  const SolveJson json = {{"cost", json_number(choice.cost)},
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
  return core::json_text(json) + "\n";
}

std::string solve_text(const ChoiceProblem& problem, const Choice& choice,
                       const SolveSeconds& seconds, const std::optional<double>& time_limit) {
  std::string text =
      problem_size_text(problem, choice.counts) + choice_memory_text(problem, choice);
  if (choice.feasible) {
    text += fmt::format("cost       {}{}\n", cost_number_text(choice.cost),
                        choice.exact ? ", proven least" : "");
    if (!choice.exact)
      text += fmt::format("bound      {}, gap {:.3g} %\n", cost_number_text(choice.lower_bound),
                          100 * choice.gap());
  } else {
    text += choice.exact ? "answer     no allowed choice fits into memory\n"
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

}  // namespace motley::tensor
