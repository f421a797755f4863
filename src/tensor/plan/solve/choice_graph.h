// A ChoiceProblem after exact reductions, with the mapping back.
//
// Removed are unsupported states (no compatible state at some neighbour), dominated states, nodes
// with one state left, and nodes determined by a neighbour. Their costs and memory are added to the
// remaining nodes, so a node may hold memory over several intervals. All reductions are exact: an
// optimal choice of the graph is an optimal choice of the problem.
#pragma once

#include "tensor/plan/solve/choice_problem.h"

namespace motley::tensor::solve {

struct ChoiceGraph {
  // Memory of one node of the problem; bytes for each state of the graph's node.
  struct Holding {
    int32_t begin = 0, end = 0;
    std::vector<int64_t> bytes;
  };
  // A node of the problem, and its state for each state of the graph's node.
  struct Member {
    int32_t node = 0;
    std::vector<int32_t> states;
  };
  struct Node {
    std::vector<double> costs;  // finite
    std::vector<Holding> holdings;
    std::vector<Member> members;
    std::vector<int32_t> edges;

    int32_t num_states() const { return static_cast<int32_t>(costs.size()); }
    // The state of this node in a choice of the problem. Its first member determines the others and
    // is sufficient.
    int32_t state_in(const std::vector<int32_t>& problem_states) const;
  };
  struct Edge {
    int32_t a = 0, b = 0;
    std::vector<double> costs;  // states of a by states of b; infinity: forbidden

    int32_t other(int32_t node) const { return node == a ? b : a; }
  };

  std::vector<Node> nodes;
  std::vector<Edge> edges;    // at most one per pair
  double constant = 0;        // cost of what is fixed
  std::vector<Member> fixed;  // nodes with one state
  std::vector<Holding> fixed_holdings;
  std::optional<int64_t> byte_limit;
  bool feasible = true;  // false: some node has no state left
  SolveCounts counts;

  // The states of the problem's nodes.
  std::vector<int32_t> expand(const std::vector<int32_t>& states, size_t num_nodes) const;
};

ChoiceGraph reduce(const ChoiceProblem& problem);

// Restricts the nodes to these states and reduces again. The states of `incumbent`, a choice of the
// problem, are kept.
ChoiceGraph restrict_states(ChoiceGraph graph, const std::vector<std::vector<int32_t>>& kept,
                            const std::vector<int32_t>& incumbent);

}  // namespace motley::tensor::solve
