#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/limits.h"
#include "tensor/plan/solve/random_problem.h"

namespace motley::tensor::solve {
namespace {

using core::kInfinity;

void expect_best(const ChoiceProblem& problem, const SolveSettings& settings, double best) {
  const Choice choice = solve(problem, settings);
  EXPECT_TRUE(choice.exact);
  EXPECT_EQ(choice.feasible, best < kInfinity);
  if (!choice.feasible) return;
  EXPECT_NEAR(choice.cost, best, 1e-9 * std::abs(best));
  EXPECT_EQ(choice.cost, cost_of(problem, choice.states));
  EXPECT_EQ(choice.lower_bound, choice.cost);
  if (!problem.byte_limit) return;
  EXPECT_LE(peak_bytes_of(problem, choice.states), *problem.byte_limit);
}

// Nodes of up to 4 states take 4^12 choices at most; most are far fewer.
void try_random(const RandomShape& shape, const SolveSettings& settings, int num_problems) {
  int feasible = 0;
  for (int seed = 1; seed <= num_problems; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random(seed);
    const ChoiceProblem problem = random_problem(random, shape);
    const double best = exhaustive_cost(problem);
    feasible += best < kInfinity;
    expect_best(problem, settings, best);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(feasible, num_problems / 3);
}

TEST(Solve, EqualsExhaustiveSearch) { try_random({.max_nodes = 9, .memory = false}, {}, 300); }

TEST(Solve, EqualsExhaustiveSearchUnderAMemoryLimit) { try_random({.max_nodes = 9}, {}, 400); }

TEST(Solve, EqualsExhaustiveSearchOnDenseGraphs) {
  try_random({.max_nodes = 8, .edge_chance = 0.9, .forbidden_share = 0.02}, {}, 200);
}

TEST(Solve, EqualsExhaustiveSearchWithFractions) {
  try_random({.max_nodes = 8, .fractions = true}, {}, 200);
}

// Tables of at most 8 entries cannot hold a best choice of these graphs: bounds and search must.
TEST(Solve, EqualsExhaustiveSearchWithTablesTooSmall) {
  const SolveSettings settings{.max_table_entries = 8};
  try_random({.max_nodes = 9, .edge_chance = 0.8, .forbidden_share = 0.02, .memory = false},
             settings, 200);
  try_random({.max_nodes = 9, .edge_chance = 0.8, .forbidden_share = 0.02}, settings, 200);
}

TEST(Solve, EqualsExhaustiveSearchOnTwelveNodes) {
  try_random({.max_nodes = 12, .max_states = 3, .forbidden_share = 0.02}, {}, 60);
}

// Too large to be proven at once with small tables: rounds of bounds and of taking out states must
// come to the answer that large tables give.
TEST(Solve, RoundsAgreeWithLargeTables) {
  for (int seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random(seed);
    ChoiceProblem problem;
    do {
      problem = random_problem(random, {.max_nodes = 45,
                                        .max_states = 6,
                                        .edge_chance = 0.09,
                                        .forbidden_share = 0,
                                        .memory = false,
                                        .follow_share = 0});
    } while (problem.nodes.size() < 40);
    const Choice large = solve(problem, {.max_table_entries = int64_t{1} << 24});
    ASSERT_TRUE(large.exact);
    const Choice small = solve(problem, {.max_steps = 3000, .max_table_entries = 64});
    EXPECT_LE(small.lower_bound, large.cost);
    EXPECT_GE(small.cost, large.cost);
    EXPECT_LE(small.cost, large.cost * 1.01);
    EXPECT_TRUE(!small.exact || small.cost == large.cost);
  }
}

// With next to no budget what is returned need not be best, but it must be true.
TEST(Solve, BoundNeverExceedsTheBest) {
  int found = 0, loose = 0;
  for (int seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random(seed);
    const ChoiceProblem problem =
        random_problem(random, {.max_nodes = 9, .edge_chance = 0.9, .forbidden_share = 0.02});
    const double best = exhaustive_cost(problem);
    const Choice choice = solve(problem, {.max_steps = 1 + seed % 20, .max_table_entries = 4});
    EXPECT_LE(choice.lower_bound, best);
    if (!choice.feasible) continue;
    ++found;
    loose += choice.lower_bound < choice.cost;
    EXPECT_GE(choice.cost, best);
    EXPECT_EQ(choice.cost, cost_of(problem, choice.states));
    EXPECT_LE(peak_bytes_of(problem, choice.states), *problem.byte_limit);
  }
  EXPECT_GT(found, 100);
}

// A chain of 2,000 nodes: far beyond trying, but of width one.
TEST(Solve, ChainsAreExact) {
  std::mt19937 random(1);
  ChoiceProblem problem;
  std::vector<double> best;  // of the chain so far, for each state of its last node
  for (int v = 0; v < 2000; ++v) {
    ChoiceProblem::Node node;
    for (int s = 0; s < 5; ++s) node.costs.push_back(random() % 100);
    if (v > 0) {
      ChoiceProblem::Edge edge{v - 1, v, {}};
      for (int i = 0; i < 25; ++i) edge.costs.push_back(random() % 100);
      std::vector<double> next(5, kInfinity);
      for (int i = 0; i < 25; ++i)
        next[i % 5] = std::min(next[i % 5], best[i / 5] + edge.costs[i] + node.costs[i % 5]);
      best = next;
      problem.edges.push_back(edge);
    } else {
      best = node.costs;
    }
    problem.nodes.push_back(node);
  }
  const Choice choice = solve(problem, {});
  EXPECT_TRUE(choice.exact);
  EXPECT_EQ(choice.cost, std::ranges::min(best));
}

TEST(Solve, NothingToChoose) {
  EXPECT_EQ(solve({}, {}).cost, 0);
  ChoiceProblem problem;
  problem.nodes = {{.costs = {3}}};
  EXPECT_EQ(solve(problem, {}).states, std::vector<int32_t>{0});
  problem.nodes[0].costs = {};
  EXPECT_FALSE(solve(problem, {}).feasible);
}

TEST(Solve, SaysByHowMuchMemoryIsShort) {
  ChoiceProblem problem;
  problem.nodes = {{.costs = {1, 2}, .bytes = {9, 7}, .begin = 0, .end = 2},
                   {.costs = {1, 2}, .bytes = {8, 6}, .begin = 1, .end = 3}};
  problem.byte_limit = 10;
  const Choice choice = solve(problem, {});
  EXPECT_FALSE(choice.feasible);
  EXPECT_TRUE(choice.exact);
  EXPECT_EQ(choice.excess_bytes, 3);
  problem.byte_limit = 13;
  EXPECT_EQ(solve(problem, {}).states, (std::vector<int32_t>{1, 1}));
  // Where the least of both is not allowed, the next best counts.
  problem.edges = {{0, 1, {0, 0, 0, 1e18}}};
  EXPECT_EQ(solve(problem, {}).excess_bytes, 2);
}

TEST(Solve, SameAnswerForAnyNumberOfThreads) {
  int searched = 0;  // neighbourhoods too, since nothing was proven
  for (int seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937 random(seed);
    ChoiceProblem problem = random_problem(
        random, {.max_nodes = 50, .max_states = 6, .forbidden_share = 0, .follow_share = 0});
    problem.byte_limit = 6 * static_cast<int64_t>(problem.nodes.size()) / 2;
    const SolveSettings few{.max_steps = 400, .num_threads = 1, .max_table_entries = 64};
    SolveSettings many = few;
    many.num_threads = 3;
    const Choice one = solve(problem, few), other = solve(problem, many);
    EXPECT_EQ(one.states, other.states);
    EXPECT_EQ(one.lower_bound, other.lower_bound);
    EXPECT_EQ(one.counts.steps, other.counts.steps);
    searched += one.feasible && !one.exact;
  }
  EXPECT_GT(searched, 0);
}

}  // namespace
}  // namespace motley::tensor::solve
