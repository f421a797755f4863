// The search against trying everything, on random graphs.
#include <gtest/gtest.h>

#include <random>

#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor::search {
namespace {

using namespace solve;

constexpr uint64_t kSeed = 20240817;

struct Random {
  std::mt19937_64 engine;
  int below(int n) { return static_cast<int>(engine() % static_cast<uint64_t>(n)); }
  double unit() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
};

// Up to 12 nodes with at most four states, values and ops in turn.
SearchGraph random_graph(Random& random) {
  SearchGraph graph;
  const int num_nodes = 2 + random.below(11);
  for (int i = 0; i < num_nodes; ++i) {
    SearchGraph::Class of{.num_states = 1 + random.below(4)};
    const bool is_op = i % 2 == 1;
    for (int s = 0; s < of.num_states; ++s) {
      if (is_op) of.seconds.push_back(random.unit());
      if (!is_op) of.bytes.push_back({random.unit(), random.unit()});
    }
    graph.classes.push_back(of);
    graph.nodes.push_back({.of_class = i, .is_held = !is_op, .stretch = random.below(2)});
    if (!is_op && random.below(4) == 0) {
      graph.nodes.back().given = static_cast<int>(graph.given.size());
      graph.given.emplace_back();
      for (int s = 0; s < of.num_states; ++s) graph.given.back().push_back(random.unit());
    }
  }
  for (int value = 0; value < num_nodes; value += 2) {
    for (int op = 1; op < num_nodes; op += 2) {
      if (random.below(2) == 0) continue;
      const int rules = graph.num_states(op);
      SearchGraph::Prices prices{
          .is_late = random.below(2) == 0, .is_early = random.below(3) == 0, .num_rules = rules};
      for (int k = 0; k < graph.num_states(value) * rules; ++k) {
        prices.seconds.push_back(random.below(3) == 0 ? 0 : random.unit());
      }
      graph.edges.push_back({value, op, static_cast<int>(graph.prices.size()), random.below(2)});
      graph.prices.push_back(std::move(prices));
    }
  }
  return graph;
}

double least_by_trying(const ChoiceProblem& problem) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<int32_t> states(problem.nodes.size());
  while (true) {
    least = std::min(least, cost_of(problem, states));
    size_t i = 0;
    while (i < states.size() && ++states[i] == std::ssize(problem.nodes[i].costs)) states[i++] = 0;
    if (i == states.size()) return least;
  }
}

TEST(GraphSolver, FindsWhatTryingEverythingFinds) {
  Random random{std::mt19937_64(kSeed)};
  for (int round = 0; round < 60; ++round) {
    const SearchGraph graph = random_graph(random);
    GraphSolver solver(graph), by_stretch(graph, true);
    for (const Weights& weights :
         {Weights{}, Weights{.compute = 0.5, .waited = 2, .late = 0.1, .early = 0.7},
          Weights{.byte_seconds = {0.3, 2}},
          Weights{.op_stretches = {0.4, 0.9}, .stretches = {0.6, 0.1}}}) {
      const ChoiceProblem problem = weighted(graph, weights);
      const GraphChoice choice = (weights.stretches.empty() ? solver : by_stretch).solve(weights);
      ASSERT_TRUE(choice.feasible);
      ASSERT_NEAR(choice.cost, least_by_trying(problem), 1e-9) << "seed " << kSeed << ", " << round;
      ASSERT_NEAR(cost_of(problem, choice.states), choice.cost, 1e-9);
    }
  }
}

TEST(GraphSolver, HoldsRestrictions) {
  Random random{std::mt19937_64(kSeed + 1)};
  for (int round = 0; round < 40; ++round) {
    const SearchGraph graph = random_graph(random);
    GraphSolver solver(graph);
    const int node = random.below(static_cast<int>(graph.nodes.size()));
    const int state = random.below(graph.num_states(node));
    for (const bool must : {true, false}) {
      const std::vector<Restriction> constraints = {{node, state, must}};
      const GraphChoice choice = solver.solve({}, constraints);
      EXPECT_EQ(choice.feasible, must || graph.num_states(node) > 1);
      if (!choice.feasible) continue;
      EXPECT_EQ(choice.states[node] == state, must);
      EXPECT_NEAR(choice.cost, least_by_trying(weighted(graph, {}, constraints)), 1e-9);
    }
  }
}

// Repeated layers share their tables: the same chain, once and forty times as long.
TEST(GraphSolver, AChainCostsWhatItsLinksCost) {
  const auto chain = [](int length) {
    SearchGraph graph;
    graph.classes = {{.num_states = 3, .bytes = {{1}, {1}, {1}}},
                     {.num_states = 3, .seconds = {1, 2, 3}}};
    graph.prices = {{.num_rules = 3, .seconds = {0, 5, 5, 5, 0, 5, 5, 5, 0}}};
    graph.nodes.push_back({.of_class = 0});
    for (int i = 0; i < length; ++i) {
      graph.nodes.push_back({.of_class = 1});
      graph.nodes.push_back({.of_class = 0});
      graph.edges.push_back({2 * i, 2 * i + 1, 0});
      graph.edges.push_back({2 * i + 2, 2 * i + 1, 0});
    }
    return graph;
  };
  for (const int length : {1, 40}) {
    const SearchGraph graph = chain(length);
    GraphSolver solver(graph);
    EXPECT_DOUBLE_EQ(solver.solve({}).cost, length);
    // The dearest state to begin with: either all are dear, or one step away from it is.
    EXPECT_DOUBLE_EQ(solver.solve({}, {{0, 2, true}}).cost, length == 1 ? 3 : length + 5);
  }
}

}  // namespace
}  // namespace motley::tensor::search
