// The problem core of planning: choose one state for each node so that node costs plus edge costs
// are least, and the bytes of the nodes alive at any time stay within a limit.
//
//   ChoiceProblem problem;
//   problem.nodes = {{.costs = {1, 5}}, {.costs = {4, 0}}};
//   problem.edges = {{.a = 0, .b = 1, .costs = {0, 9, 9, 0}}};    // 9 where they differ
//   const Choice choice = solve(problem, {});                      // states {0, 0}, cost 5, exact
//
// Costs are doubles: integers are added exactly as long as sums stay below 2^53. Nodes that must
// take the same state may be joined by an edge that allows nothing else; solve merges them.
// docs/theory/solve.md derives what it does.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace motley::tensor {

struct ChoiceProblem {
  struct Node {
    std::vector<double> costs;   // one for each state; kForbidden or more: not allowed
    std::vector<int64_t> bytes;  // one for each state, none negative; empty: holds no memory
    int32_t begin = 0, end = 0;  // holds them in [begin, end)
  };
  struct Edge {
    int32_t a = 0, b = 0;       // two different nodes; several edges may join one pair
    std::vector<double> costs;  // row-major, states of a by states of b
  };

  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::optional<int64_t> byte_limit;
};

inline constexpr double kForbidden = 1e17;

struct SolveSettings {
  // What may be spent, counted so that the same input gives the same answer on any machine: a step
  // is one priced problem, one neighbourhood or 1024 choices of the exact search.
  int64_t max_steps = 4000;
  // Where given, time ends the search instead; the answer then depends on the machine.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  int num_threads = 1;  // changes the time, never the answer
  // A table of the dynamic program has at most this many entries, all of them together
  // eight times as many.
  int64_t max_table_entries = int64_t{1} << 22;
};

// What the search did, for reports.
struct SolveCounts {
  int64_t num_nodes = 0, num_edges = 0;  // as given, parallel edges merged
  int64_t removed_states = 0;            // not allowed by anything around them, or dominated
  int64_t merged_nodes = 0;              // with one state left, or led by a neighbour
  int64_t eliminated_nodes[3] = {};      // of degree 0, 1 and 2
  int64_t core_nodes = 0;                // of higher degree
  int width = 0;                         // most neighbours of a node when it is eliminated
  int64_t table_entries = 0;             // of the dynamic program
  int64_t time_points = 0;               // at which memory can be fullest
  int64_t steps = 0;
};

struct Choice {
  bool feasible = false;
  std::vector<int32_t> states;  // empty where not feasible
  double cost = std::numeric_limits<double>::infinity();
  double lower_bound = 0;  // no choice costs less; infinity: there is none
  bool exact = false;      // proven: the cost is least, or nothing is feasible
  int64_t peak_bytes = 0;
  // Not feasible for want of memory: by how much the least peak found exceeds the limit; 0: not
  // known.
  int64_t excess_bytes = 0;
  SolveCounts counts;

  // (cost - lower_bound) / cost; infinity where nothing is known.
  double gap() const;
};

Choice solve(const ChoiceProblem& problem, const SolveSettings& settings);

// Infinity where something chosen is not allowed.
double cost_of(const ChoiceProblem& problem, const std::vector<int32_t>& states);
// The most bytes alive at any time.
int64_t peak_bytes_of(const ChoiceProblem& problem, const std::vector<int32_t>& states);

}  // namespace motley::tensor
