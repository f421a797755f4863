// Random small problems, and all their choices tried one by one.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <random>

#include "tensor/plan/solve/choice_problem.h"

namespace motley::tensor::solve {

struct RandomShape {
  int max_nodes = 12, max_states = 4;
  double edge_chance = 0.35;     // for each pair
  double forbidden_share = 0.1;  // of costs
  bool memory = true;
  bool fractions = false;     // costs that are not whole
  double follow_share = 0.2;  // of edges, that allow one state each
};

inline ChoiceProblem random_problem(std::mt19937& random, const RandomShape& shape) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto chance = [&](double p) { return below(1 << 20) < p * (1 << 20); };
  const auto cost = [&] {
    if (chance(shape.forbidden_share)) return 1e18;
    return shape.fractions ? below(1000) / 7.0 : below(30);
  };
  ChoiceProblem problem;
  const int nodes = 1 + below(shape.max_nodes);
  for (int v = 0; v < nodes; ++v) {
    ChoiceProblem::Node node;
    const int states = 1 + below(shape.max_states);
    for (int s = 0; s < states; ++s) node.costs.push_back(cost());
    if (shape.memory && chance(0.8)) {
      for (int s = 0; s < states; ++s) node.bytes.push_back(below(20));
      node.begin = below(10), node.end = node.begin + below(6);
    }
    problem.nodes.push_back(node);
  }
  for (int a = 0; a < nodes; ++a) {
    for (int b = 0; b < nodes; ++b) {
      if (a == b || !chance(shape.edge_chance / 2)) continue;  // either way, so twice at times
      ChoiceProblem::Edge edge{a, b, {}};
      const size_t rows = problem.nodes[a].costs.size(), columns = problem.nodes[b].costs.size();
      const bool follows = chance(shape.follow_share);
      for (size_t i = 0; i < rows * columns; ++i)
        edge.costs.push_back(follows && i / columns % columns != i % columns ? 1e18 : cost());
      problem.edges.push_back(edge);
    }
  }
  if (shape.memory) problem.byte_limit = 5 + below(60);
  return problem;
}

// The least cost of all choices that fit; infinity: none does.
inline double exhaustive_cost(const ChoiceProblem& problem) {
  std::vector<int32_t> states(problem.nodes.size(), 0);
  double best = std::numeric_limits<double>::infinity();
  while (true) {
    const double cost = cost_of(problem, states);
    if (cost < best &&
        (!problem.byte_limit || peak_bytes_of(problem, states) <= *problem.byte_limit))
      best = cost;
    size_t v = 0;
    while (v < states.size() && ++states[v] == static_cast<int>(problem.nodes[v].costs.size()))
      states[v++] = 0;
    if (v == states.size()) return best;
  }
}

}  // namespace motley::tensor::solve
