#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "core/base/limits.h"
#include "tensor/plan/solve/elimination.h"
#include "tensor/plan/solve/instance.h"
#include "tensor/plan/solve/random_problem.h"

namespace motley::tensor::solve {
namespace {

using core::kInfinity;

// Least cost of all choices, and of those with each state of each node.
struct Truth {
  double best = kInfinity;
  std::vector<double> of_state;
};

Truth try_all(const Instance& instance, const Elimination& elimination) {
  Truth truth;
  truth.of_state.assign(elimination.num_costs(), kInfinity);
  std::vector<int32_t> states(instance.num_nodes(), 0);
  while (true) {
    const double cost = elimination.cost(instance.node_costs(), states);
    truth.best = std::min(truth.best, cost);
    for (int32_t v = 0; v < instance.num_nodes(); ++v) {
      double& least = truth.of_state[elimination.offset(v) + states[v]];
      least = std::min(least, cost);
    }
    int32_t v = 0;
    while (v < instance.num_nodes() && ++states[v] == instance.graph.nodes[v].num_states())
      states[v++] = 0;
    if (v == instance.num_nodes()) return truth;
  }
}

// Graphs whose nodes stay: no state follows from another or is beaten everywhere.
Instance random_instance(int seed) {
  std::mt19937 random(seed);
  const RandomShape shape{.max_nodes = 8,
                          .edge_chance = 0.8,
                          .forbidden_share = 0.02,
                          .memory = false,
                          .follow_share = 0};
  return Instance(reduce(random_problem(random, shape)));
}

std::vector<int32_t> all_nodes(const Instance& instance) {
  std::vector<int32_t> nodes(instance.num_nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

TEST(Elimination, BoundAndMarginalsAreTheLeastCosts) {
  int tried = 0;
  for (int seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Instance instance = random_instance(seed);
    if (!instance.graph.feasible || instance.num_nodes() < 3) continue;
    ++tried;
    Elimination elimination = instance.elimination(all_nodes(instance), 1 << 20);
    ASSERT_TRUE(elimination.exact());
    elimination.run(instance.node_costs());
    const Truth truth = try_all(instance, elimination);
    EXPECT_EQ(elimination.bound(), truth.best);
    EXPECT_EQ(elimination.marginals(), truth.of_state);
    std::vector<int32_t> states(instance.num_nodes());
    const std::vector<int32_t> chosen = elimination.bucket_states();
    for (int32_t b = 0; b < elimination.num_buckets(); ++b)
      states[elimination.bucket_node(b)] = chosen[b];
    EXPECT_EQ(elimination.cost(instance.node_costs(), states), truth.best);
  }
  EXPECT_GT(tried, 50);
}

// Split tables bound from below, whatever is shifted between the copies.
TEST(Elimination, SplitTablesBoundFromBelow) {
  int split = 0, loose = 0;
  for (int seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Instance instance = random_instance(seed);
    if (!instance.graph.feasible) continue;
    Elimination elimination = instance.elimination(all_nodes(instance), 4);
    if (elimination.exact()) continue;
    ++split;
    std::mt19937 random(seed);
    std::vector<double> shifts(elimination.num_shifts(), 0);
    for (int32_t b = 0; b + 1 < elimination.num_buckets(); ++b) {
      if (elimination.bucket_node(b) != elimination.bucket_node(b + 1)) continue;
      const int32_t states = instance.graph.nodes[elimination.bucket_node(b)].num_states();
      for (int32_t s = 0; s < states; ++s) {
        const int shift = static_cast<int>(random() % 11) - 5;
        shifts[elimination.shift_offset(b) + s] += shift;
        shifts[elimination.shift_offset(b + 1) + s] -= shift;
      }
    }
    elimination.run(instance.node_costs(), shifts);
    const Truth truth = try_all(instance, elimination);
    EXPECT_LE(elimination.bound(), truth.best + 1e-9);
    loose += elimination.bound() < truth.best - 0.5;
    const std::vector<double> marginals = elimination.marginals();
    for (size_t i = 0; i < marginals.size(); ++i) EXPECT_LE(marginals[i], truth.of_state[i] + 1e-9);
  }
  EXPECT_GT(split, 50);
  EXPECT_GT(loose, 20);  // so that the bounds above are put to the test
}

}  // namespace
}  // namespace motley::tensor::solve
