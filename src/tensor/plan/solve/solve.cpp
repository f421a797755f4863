#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "tensor/plan/solve/bounded_search.h"
#include "tensor/plan/solve/improve.h"
#include "tensor/plan/solve/prices.h"

namespace motley::tensor {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Rounding in sums with prices: a bound is stated a little lower, and integers are rounded up.
double safe_bound(const Instance& instance, double bound, double cost) {
  if (std::isinf(bound)) return bound;
  bound -= 1e-9 * std::abs(bound);
  if (instance.integral) bound = std::ceil(bound - 1e-6);
  return std::min(bound, cost);
}

void count(const Elimination& elimination, const Instance& instance, SolveCounts& counts) {
  for (const int32_t degree : elimination.degrees()) {
    if (degree <= 2) {
      ++counts.eliminated_nodes[degree];
    } else {
      ++counts.core_nodes;
    }
  }
  counts.width = elimination.width();
  counts.table_entries = elimination.table_entries();
  counts.time_points = instance.memory.num_points();
}

// The search that closes the gap, or finds that it cannot within its budget.
bool prove(const Instance& instance, Elimination& elimination, const PricedBound& priced,
           int64_t max_choices, Budget& budget, Incumbent& incumbent) {
  std::vector<int32_t> nodes(instance.num_nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::vector<double> costs;
  for (const ChoiceGraph::Node& node : instance.graph.nodes)
    costs.insert(costs.end(), node.costs.begin(), node.costs.end());
  elimination.run(priced_costs(instance, nodes, costs, priced.prices.memory), priced.prices.shifts);
  SearchTask task;
  task.elimination = &elimination;
  task.memory = &instance.memory;
  task.nodes = &nodes;
  task.room = instance.memory.room();
  task.true_costs = &costs;
  for (size_t t = 0; t < task.room.size(); ++t)
    task.bias -= priced.prices.memory[t] * static_cast<double>(task.room[t]);
  task.cutoff = incumbent.cost - instance.graph.constant;
  task.least_gain = instance.least_gain(incumbent.cost);
  task.max_choices = max_choices;
  const SearchResult result = search(task);
  budget.spend(result.choices / 1024);
  if (result.found) incumbent = {result.states, result.cost + instance.graph.constant};
  return result.complete;
}

Choice solve_within(const ChoiceProblem& problem, const SolveSettings& settings) {
  Choice choice;
  Budget budget(settings);
  ChoiceGraph reduced = reduce(problem);
  choice.counts = reduced.counts;
  if (!reduced.feasible) {
    choice.exact = true;
    choice.lower_bound = kInfinity;
    return choice;
  }
  const Instance instance(std::move(reduced));
  choice.excess_bytes = instance.memory.least_excess();
  if (choice.excess_bytes > 0) {
    choice.exact = true;
    choice.lower_bound = kInfinity;
    return choice;
  }
  std::vector<int32_t> nodes(instance.num_nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  Elimination elimination = instance.elimination(nodes, settings.max_table_entries);
  count(elimination, instance, choice.counts);

  Incumbent incumbent;
  const PricedBound priced = raise_bound(instance, elimination, 0.3, budget, incumbent);
  const bool proven = priced.bound == kInfinity ||
                      prove(instance, elimination, priced, 1000 * 1024, budget, incumbent);
  if (!proven && incumbent.cost < kInfinity)
    improve(instance, priced, settings.num_threads, budget, incumbent);
  choice.exact = proven;
  choice.feasible = incumbent.cost < kInfinity;
  choice.counts.steps = budget.steps();
  if (choice.feasible) {
    choice.states = instance.graph.expand(incumbent.states, problem.nodes.size());
    choice.cost = cost_of(problem, choice.states);
    choice.peak_bytes = peak_bytes_of(problem, choice.states);
    MOTLEY_CHECK(!problem.byte_limit || choice.peak_bytes <= *problem.byte_limit,
                 "a choice holds {} bytes of {}", choice.peak_bytes, *problem.byte_limit);
  }
  choice.lower_bound = proven ? choice.cost : safe_bound(instance, priced.bound, choice.cost);
  return choice;
}

// By how much the least memory that can be found exceeds the limit; 0: nothing is allowed at all.
int64_t excess_bytes(const ChoiceProblem& problem, SolveSettings settings) {
  constexpr int kHalvings = 20;
  constexpr int64_t kFewSteps = 200;
  settings.max_steps = std::min(settings.max_steps, kFewSteps);
  ChoiceProblem roomier = problem;
  roomier.byte_limit = std::nullopt;
  const Choice unlimited = solve_within(roomier, settings);
  if (!unlimited.feasible) return 0;
  int64_t low = *problem.byte_limit, high = peak_bytes_of(problem, unlimited.states);
  for (int i = 0; i < kHalvings && high - low > 1; ++i) {
    roomier.byte_limit = low + (high - low) / 2;
    const Choice choice = solve_within(roomier, settings);
    if (choice.feasible) {
      high = choice.peak_bytes;
    } else {
      low = *roomier.byte_limit;
    }
  }
  return high - *problem.byte_limit;
}

}  // namespace

Choice solve(const ChoiceProblem& problem, const SolveSettings& settings) {
  Choice choice = solve_within(problem, settings);
  if (!choice.feasible && problem.byte_limit)
    choice.excess_bytes = std::max(choice.excess_bytes, excess_bytes(problem, settings));
  return choice;
}

}  // namespace motley::tensor
