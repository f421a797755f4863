#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "tensor/plan/solve/bounded_search.h"
#include "tensor/plan/solve/local_search.h"
#include "tensor/plan/solve/prices.h"

namespace motley::tensor::solve {

namespace {

using core::kInfinity;

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

// Rounds of: raise the bound, improve the incumbent, remove states that no better choice can use.
// Fewer states make smaller tables, so the next round's bound is tighter; once nothing more is
// removed, tables may grow.
class Solver {
 public:
  Solver(const ChoiceProblem& problem, const SolveSettings& settings)
      : problem_(problem), settings_(settings), budget_(settings) {}

  Choice run() {
    graph_ = reduce(problem_);
    choice_.counts = graph_.counts;
    if (!graph_.feasible) return proven_none();
    for (int round = 0; !choice_.exact && graph_.feasible; ++round) {
      if (!run_round(round)) break;
    }
    return answer();
  }

 private:
  // Fractions of the budget per round: for raising the bound, and for improving the incumbent.
  static constexpr double kRaiseShare = 0.12, kImproveShare = 0.06;
  static constexpr int64_t kFirstTable = 1 << 12, kTableFactor = 8;
  static constexpr int64_t kProofChoices = 256 * 1024, kFewChoices = 8 * 1024;
  static constexpr int kFewEvaluations = 60;  // that larger tables must allow

  Choice proven_none() {
    choice_.exact = true;
    choice_.lower_bound = kInfinity;
    choice_.counts.steps = budget_.steps();
    return choice_;
  }

  Elimination first_elimination(const Instance& instance, int round) {
    std::vector<int32_t> nodes(instance.num_nodes());
    std::iota(nodes.begin(), nodes.end(), 0);
    Elimination whole = instance.elimination(nodes, settings_.max_table_entries);
    // With prices to determine, the elimination must be run many times.
    const int64_t most = instance.memory.num_points() == 0 ? settings_.max_table_entries : table_;
    const bool small = whole.table_entries() <= 8 * most;
    if (round == 0) count(whole, instance, choice_.counts);
    if (whole.exact() && small) return whole;
    table_ = std::min(table_, settings_.max_table_entries);
    return instance.elimination(nodes, table_);
  }

  // False if nothing remains to be done.
  bool run_round(int round) {
    const Instance instance(std::move(graph_));
    integral_ = instance.integral;
    choice_.excess_bytes = instance.memory.least_excess();
    if (choice_.excess_bytes > 0) {
      close();
      return false;
    }
    Incumbent incumbent = local_incumbent(instance);
    Elimination elimination = first_elimination(instance, round);
    const double before = budget_.used();
    const PricedBound priced = raise_bound(instance, elimination, start_prices(instance),
                                           before + kRaiseShare, budget_, incumbent);
    prices_ = {instance.memory, priced.prices.memory};
    const double per_step = (budget_.used() - before) / std::max(1, priced.evaluations);
    keep(instance, incumbent);
    bound_ = std::max(bound_, priced.bound);
    if (met(instance) || search_all(instance, elimination, priced, kProofChoices, incumbent)) {
      keep(instance, incumbent);
      close();
      return false;
    }
    keep(instance, incumbent);
    if (incumbent.cost == kInfinity) {
      find_any(instance, elimination, priced, incumbent);
      keep(instance, incumbent);
    }
    if (incumbent.cost == kInfinity) {
      if (budget_.over() || table_ >= settings_.max_table_entries) return false;
      table_ *= kTableFactor;
      graph_ = instance.graph;
      return true;
    }
    improve(instance, priced, settings_.num_threads, budget_.used() + kImproveShare, budget_,
            incumbent);
    keep(instance, incumbent);
    const int64_t removed = remove_states(instance, elimination, priced, incumbent);
    const bool affordable = !elimination.exact() && table_ < settings_.max_table_entries &&
                            kTableFactor * per_step * kFewEvaluations <= kRaiseShare * 2;
    const bool fewer = removed * 20 > elimination.num_costs();
    if (budget_.over() || (!fewer && !affordable)) {
      improve(instance, priced, settings_.num_threads, 1, budget_, incumbent);
      keep(instance, incumbent);
      return false;
    }
    if (!fewer) table_ *= kTableFactor;
    return true;
  }

  Incumbent local_incumbent(const Instance& instance) const {
    Incumbent incumbent;
    if (best_cost_ == kInfinity) return incumbent;
    incumbent.cost = best_cost_;
    for (const ChoiceGraph::Node& node : instance.graph.nodes)
      incumbent.states.push_back(node.state_in(best_));
    return incumbent;
  }

  std::vector<double> start_prices(const Instance& instance) const {
    if (!prices_) return std::vector<double>(instance.memory.num_points(), 0);
    return carried_prices(prices_->first, prices_->second, instance.memory);
  }

  void keep(const Instance& instance, const Incumbent& incumbent) {
    if (incumbent.cost >= best_cost_) return;
    best_cost_ = incumbent.cost;
    best_ = instance.graph.expand(incumbent.states, problem_.nodes.size());
    if (settings_.on_better) settings_.on_better(best_, bound_);
  }

  bool met(const Instance& instance) const {
    return bound_ > best_cost_ - instance.least_gain(best_cost_);
  }

  // Exhaustive search: true if it completed within its budget, so that the incumbent is optimal.
  bool search_all(const Instance& instance, Elimination& elimination, const PricedBound& priced,
                  int64_t max_choices, Incumbent& incumbent);
  // Raises the prices of memory until a search finds a feasible choice, or until they no longer
  // matter.
  void find_any(const Instance& instance, Elimination& elimination, PricedBound priced,
                Incumbent& incumbent);
  // Removes states whose own bound reaches the incumbent from the graph.
  int64_t remove_states(const Instance& instance, Elimination& elimination,
                        const PricedBound& priced, const Incumbent& incumbent);

  // The incumbent is optimal, or the problem is infeasible.
  void close() {
    choice_.exact = true;
    bound_ = kInfinity;
  }
  Choice answer();

  const ChoiceProblem& problem_;
  const SolveSettings& settings_;
  Budget budget_;
  ChoiceGraph graph_;
  Choice choice_;
  std::vector<int32_t> best_;  // states of the problem's nodes
  double best_cost_ = kInfinity, bound_ = -kInfinity;
  bool integral_ = false;
  int64_t table_ = kFirstTable;
  std::optional<std::pair<MemoryTable, std::vector<double>>> prices_;  // of the last round
};

bool Solver::search_all(const Instance& instance, Elimination& elimination,
                        const PricedBound& priced, int64_t max_choices, Incumbent& incumbent) {
  std::vector<int32_t> nodes(instance.num_nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  const std::vector<double> costs = instance.node_costs();
  elimination.run(priced_costs(instance, nodes, costs, priced.prices.memory), priced.prices.shifts);
  SearchTask task;
  task.elimination = &elimination;
  task.memory = &instance.memory;
  task.nodes = &nodes;
  task.room = instance.memory.room();
  task.true_costs = &costs;
  task.budget = &budget_;
  for (size_t t = 0; t < task.room.size(); ++t)
    task.bias -= priced.prices.memory[t] * static_cast<double>(task.room[t]);
  task.cutoff = incumbent.cost - instance.graph.constant;
  task.least_gain = instance.least_gain(incumbent.cost);
  task.max_choices = max_choices;
  const BoundedSearchResult result = bounded_search(task);
  budget_.spend(result.choices / 1024);
  if (result.found) incumbent = {result.states, result.cost + instance.graph.constant};
  return result.complete;
}

void Solver::find_any(const Instance& instance, Elimination& elimination, PricedBound priced,
                      Incumbent& incumbent) {
  constexpr int kDoublings = 30;
  if (instance.memory.num_points() == 0) return;
  const double least = std::max(1.0, std::abs(priced.bound)) /
                       static_cast<double>(instance.num_nodes()) /
                       static_cast<double>(*instance.graph.byte_limit + 1);
  for (double& price : priced.prices.memory) price = std::max(price, 1e-3 * least);
  for (int i = 0; i < kDoublings && incumbent.cost == kInfinity && !budget_.over(); ++i) {
    for (double& price : priced.prices.memory) price *= 2;
    search_all(instance, elimination, priced, kFewChoices, incumbent);
  }
}

int64_t Solver::remove_states(const Instance& instance, Elimination& elimination,
                              const PricedBound& priced, const Incumbent& incumbent) {
  const std::vector<std::vector<int32_t>> kept =
      promising_states(instance, elimination, priced.prices, incumbent);
  int64_t removed = elimination.num_costs();
  for (const std::vector<int32_t>& states : kept) removed -= static_cast<int64_t>(states.size());
  graph_ = restrict_states(instance.graph, kept, best_);
  return removed;
}

Choice Solver::answer() {
  choice_.feasible = best_cost_ < kInfinity;
  choice_.counts.steps = budget_.steps();
  if (choice_.feasible) {
    choice_.excess_bytes = 0;
    choice_.states = best_;
    choice_.cost = cost_of(problem_, choice_.states);
    choice_.peak_bytes = peak_bytes_of(problem_, choice_.states);
    MOTLEY_CHECK(!problem_.byte_limit || choice_.peak_bytes <= *problem_.byte_limit,
                 "a choice holds {} bytes of {}", choice_.peak_bytes, *problem_.byte_limit);
  }
  choice_.lower_bound = choice_.exact ? choice_.cost : bound_;
  if (choice_.exact || std::isinf(bound_)) return choice_;
  // Rounding in sums with prices: the bound is reported slightly lower.
  choice_.lower_bound -= 1e-9 * std::abs(bound_);
  if (integral_) choice_.lower_bound = std::ceil(choice_.lower_bound - 1e-6);
  choice_.lower_bound = std::min(choice_.lower_bound, choice_.cost);
  return choice_;
}

// By how much the smallest peak memory found exceeds the limit; 0: infeasible regardless of memory.
int64_t excess_bytes(const ChoiceProblem& problem, SolveSettings settings) {
  constexpr int kHalvings = 20;
  constexpr int64_t kFewSteps = 200;
  settings.max_steps = std::min(settings.max_steps, kFewSteps);
  settings.on_better = {};  // it does not fit
  ChoiceProblem roomier = problem;
  roomier.byte_limit = std::nullopt;
  const auto late = [&] {
    return settings.deadline && std::chrono::steady_clock::now() >= *settings.deadline;
  };
  if (late()) return 0;
  const Choice unlimited = Solver(roomier, settings).run();
  if (!unlimited.feasible) return 0;
  int64_t low = *problem.byte_limit, high = peak_bytes_of(problem, unlimited.states);
  for (int i = 0; i < kHalvings && high - low > 1 && !late(); ++i) {
    roomier.byte_limit = low + (high - low) / 2;
    const Choice choice = Solver(roomier, settings).run();
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
  Choice choice = Solver(problem, settings).run();
  if (!choice.feasible && problem.byte_limit)
    choice.excess_bytes = std::max(choice.excess_bytes, excess_bytes(problem, settings));
  return choice;
}

}  // namespace motley::tensor::solve
