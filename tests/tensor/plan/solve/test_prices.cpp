#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tensor/plan/solve/prices.h"
#include "tensor/plan/solve/random_problem.h"

namespace motley::tensor::solve {
namespace {

// All choices of the graph that fit, with their costs.
std::vector<Incumbent> fitting_choices(const Instance& instance) {
  std::vector<Incumbent> all;
  std::vector<int32_t> states(instance.num_nodes(), 0);
  while (true) {
    const std::vector<int64_t> room = instance.room_beside(states);
    const double cost = instance.cost(states);
    if (std::ranges::all_of(room, [](int64_t r) { return r >= 0; }) && cost < 1e17)
      all.push_back({states, cost});
    int32_t v = 0;
    while (v < instance.num_nodes() && ++states[v] == instance.graph.nodes[v].num_states())
      states[v++] = 0;
    if (v == instance.num_nodes()) return all;
  }
}

// Tables are split, memory binds: the bound must hold, and no choice better than a poor incumbent
// may lose a state.
TEST(Prices, BoundHoldsAndBetterChoicesKeepTheirStates) {
  int tried = 0, removed = 0;
  for (int seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random(seed);
    const RandomShape shape{
        .max_nodes = 8, .edge_chance = 0.7, .forbidden_share = 0.02, .follow_share = 0};
    ChoiceGraph graph = reduce(random_problem(random, shape));
    if (!graph.feasible) continue;
    const Instance instance(std::move(graph));
    if (instance.memory.least_excess() > 0) continue;
    std::vector<Incumbent> choices = fitting_choices(instance);
    std::ranges::sort(choices, {}, &Incumbent::cost);
    if (choices.size() < 2 || instance.memory.num_points() == 0) continue;
    ++tried;
    const double best = choices[0].cost;
    std::vector<int32_t> nodes(instance.num_nodes());
    std::iota(nodes.begin(), nodes.end(), 0);
    Elimination elimination = instance.elimination(nodes, 4);
    Budget budget({.max_steps = 60});
    Incumbent found;
    const PricedBound priced =
        raise_bound(instance, elimination, std::vector<double>(instance.memory.num_points(), 0), 1,
                    budget, found);
    EXPECT_LE(priced.bound, best + 1e-6);
    EXPECT_GE(found.cost, best);

    const Incumbent& poor = choices[random() % (1 + choices.size() / 20)];
    const auto kept = promising_states(instance, elimination, priced.prices, poor);
    for (int32_t v = 0; v < instance.num_nodes(); ++v) {
      const auto has = [&](int32_t s) { return std::ranges::find(kept[v], s) != kept[v].end(); };
      EXPECT_TRUE(has(poor.states[v]));
      for (const Incumbent& choice : choices)
        EXPECT_TRUE(choice.cost >= poor.cost || has(choice.states[v]));
      removed += instance.graph.nodes[v].num_states() - static_cast<int>(kept[v].size());
    }
  }
  EXPECT_GT(tried, 30);
  EXPECT_GT(removed, 30);
}

}  // namespace
}  // namespace motley::tensor::solve
