// A ChoiceProblem made ready for search, and the way back.
//
// What is gone: states that nothing around them allows, states that another one beats whatever the
// neighbours do, nodes with one state left, and nodes whose state follows from a neighbour's. What
// they cost and hold is carried by those that stay, so a node may hold memory over several
// intervals. All of it is exact: a best choice of the graph is a best choice of the problem.
#pragma once

#include "tensor/plan/solve/choice_problem.h"

namespace motley::tensor {

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
    // The state in which a choice of the problem has this node. Its first member leads the others,
    // so that alone tells.
    int32_t state_in(const std::vector<int32_t>& problem_states) const;
  };
  struct Edge {
    int32_t a = 0, b = 0;
    std::vector<double> costs;  // states of a by states of b; infinity: not allowed

    int32_t other(int32_t node) const { return node == a ? b : a; }
  };

  std::vector<Node> nodes;
  std::vector<Edge> edges;    // at most one for each pair
  double constant = 0;        // cost of what is decided
  std::vector<Member> fixed;  // nodes with one state
  std::vector<Holding> fixed_holdings;
  std::optional<int64_t> byte_limit;
  bool feasible = true;  // false: some node has no state left
  SolveCounts counts;

  // The states of the problem's nodes.
  std::vector<int32_t> expand(const std::vector<int32_t>& states, size_t num_nodes) const;
};

ChoiceGraph reduce(const ChoiceProblem& problem);

// The graph with these states of its nodes alone, reduced again. `incumbent`, a choice of the
// problem that has none of the others, keeps its states.
ChoiceGraph restrict_states(ChoiceGraph graph, const std::vector<std::vector<int32_t>>& kept,
                            const std::vector<int32_t>& incumbent);

}  // namespace motley::tensor
