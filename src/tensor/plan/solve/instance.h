// Shared input of all searches: the reduced graph, its edges in both layouts, its memory.
#pragma once

#include <algorithm>

#include "tensor/plan/solve/elimination.h"
#include "tensor/plan/solve/memory_table.h"

namespace motley::tensor::solve {

struct Instance {
  explicit Instance(ChoiceGraph from);

  ChoiceGraph graph;
  MemoryTable memory;
  std::vector<std::vector<double>> transposed;  // edges, states of b by states of a
  // Tolerance below which two costs are equal: rounding, or less than one if all are integers.
  bool integral = false;

  double least_gain(double cost) const;
  int32_t num_nodes() const { return static_cast<int32_t>(graph.nodes.size()); }

  // The subgraph induced by the nodes; nodes are numbered as listed.
  Elimination elimination(const std::vector<int32_t>& nodes, int64_t max_table_entries) const;
  // Costs of all states, node after node.
  std::vector<double> node_costs() const;
  double cost(const std::vector<int32_t>& states) const;
  // Free capacity at each time point under a choice.
  std::vector<int64_t> room_beside(const std::vector<int32_t>& states) const;
  void add_load(std::vector<int64_t>& room, int32_t node, int32_t state, int64_t sign) const;
};

// The best choice so far.
struct Incumbent {
  std::vector<int32_t> states;
  double cost = std::numeric_limits<double>::infinity();  // none
};

// The remaining budget.
class Budget {
 public:
  explicit Budget(const SolveSettings& settings) : settings_(settings) {}
  void spend(int64_t steps) { steps_ += steps; }
  int64_t steps() const { return steps_; }
  // Whether there is a deadline and it has passed: checked inside long computations.
  bool late() const;
  // Used fraction of the whole budget.
  double used() const;
  bool over(double share = 1) const { return used() >= std::min(share, 1.0); }

 private:
  const SolveSettings settings_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int64_t steps_ = 0;
};

}  // namespace motley::tensor::solve
