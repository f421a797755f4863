// The core optimization problem of planning: choose one state per node to minimize node costs plus
// edge costs, such that the bytes of all live nodes stay within a limit at any time.
//
//   ChoiceProblem problem;
//   problem.nodes = {{.costs = {1, 5}}, {.costs = {4, 0}}};
//   problem.edges = {{.a = 0, .b = 1, .costs = {0, 9, 9, 0}}};    // 9 if they differ
//   const Choice choice = solve(problem, {});                      // states {0, 0}, cost 5, exact
//
// Costs are doubles: sums of integers are exact below 2^53. Nodes that must take the same state may
// be connected by an edge that forbids everything else; solve merges them. docs/theory/solve.md
// derives the method.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace motley::tensor::solve {

struct ChoiceProblem {
  struct Node {
    std::vector<double> costs;   // one per state; kForbidden or more: not allowed
    std::vector<int64_t> bytes;  // one per state, non-negative; empty: no memory
    int32_t begin = 0, end = 0;  // live in [begin, end)
  };
  struct Edge {
    int32_t a = 0, b = 0;       // two different nodes; parallel edges are allowed
    std::vector<double> costs;  // row-major, states of a by states of b
  };

  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::optional<int64_t> byte_limit;
};

inline constexpr double kForbidden = 1e17;

struct SolveSettings {
  // Effort limit, counted so that results are the same on any machine: a step is one priced
  // problem, one neighbourhood or 1024 choices of the exact search.
  int64_t max_steps = 4000;
  // If given, time limits the search instead; the result then depends on the machine.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  int num_threads = 1;  // does not affect the result
  // Called with every better choice as it is found, and a lower bound that holds by then.
  std::function<void(const std::vector<int32_t>& states, double lower_bound)> on_better = {};
  // Maximum number of entries of one table of the dynamic program; eight times as many for all
  // tables together.
  int64_t max_table_entries = int64_t{1} << 22;
};

// Search statistics, for reports.
struct SolveCounts {
  int64_t num_nodes = 0, num_edges = 0;  // as given, parallel edges merged
  int64_t removed_states = 0;            // unsupported or dominated
  int64_t merged_nodes = 0;              // with one state left, or determined by a neighbour
  int64_t eliminated_nodes[3] = {};      // of degree 0, 1 and 2
  int64_t core_nodes = 0;                // of higher degree
  // Induced width: most neighbours of a node when it is eliminated.
  int width = 0;
  int64_t table_entries = 0;  // of the dynamic program
  int64_t time_points = 0;    // at which memory can peak
  int64_t steps = 0;
};

struct Choice {
  bool feasible = false;
  std::vector<int32_t> states;  // empty if infeasible
  double cost = std::numeric_limits<double>::infinity();
  double lower_bound = 0;  // on all choices; infinity: there is none
  bool exact = false;      // proven: the cost is minimal, or nothing is feasible
  int64_t peak_bytes = 0;
  // If infeasible due to memory: by how much the smallest peak found exceeds the limit; 0: unknown.
  int64_t excess_bytes = 0;
  SolveCounts counts;

  // (cost - lower_bound) / cost; infinity if unknown.
  double gap() const;
};

Choice solve(const ChoiceProblem& problem, const SolveSettings& settings);

// Infinity if a chosen state is forbidden.
double cost_of(const ChoiceProblem& problem, const std::vector<int32_t>& states);
// Peak of the live bytes over time.
int64_t peak_bytes_of(const ChoiceProblem& problem, const std::vector<int32_t>& states);

}  // namespace motley::tensor::solve
