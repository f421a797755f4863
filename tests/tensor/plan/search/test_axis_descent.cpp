// Grids solved one axis at a time, against both axes at once.
#include <gtest/gtest.h>

#include <numeric>

#include "tensor/plan/search/axis_descent.h"
#include "tensor/plan/search/equal_hosts.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;
using namespace shard_cost;
using namespace solve;

struct Grid {
  Grid(const std::string& model, double speed) {
    const BuiltModel made = build_model(model);
    c = make_planned_case(made.loss, made.signature, "momentum");
    std::vector<int> devices(4);
    std::iota(devices.begin(), devices.end(), 0);
    const int num_updated = c.step.num_params + c.step.num_state;
    const core::Cluster cluster = equal_hosts(4, speed);
    problem.emplace(c.step.program, num_updated, DeviceGrid{{2, 2}},
                    group_costs(cluster, {{2, 2}}, devices));
    const Folding folding = fold_repeated(problem->graph(), num_updated);
    const RatioLevels levels = {{{core::Ratio(2, 0.5)}, {core::Ratio(2, 0.5)}}};
    state_space = find_state_space(*problem, c.step, folding, levels);
    graph = search_graph(*problem, c.step, folding, state_space, predicted_prices(*problem));
  }
  Case c;
  std::optional<ShardingProblem> problem;
  StateSpace state_space;
  SearchGraph graph;
};

const Weights kWeights[] = {{}, {.late = 0.1, .early = 0.1}, {.compute = 0.1, .waited = 3}};

TEST(AxisDescent, IsNeverBelowBothAxesAtOnceAndSeldomAbove) {
  int num_equal = 0, num_all = 0;
  for (const char* model :
       {"mlp:batch=16", "gpt:layers=1,hidden=16,heads=2,seq=8,vocab=32,batch=8"}) {
    for (const double speed : {1e9, 1e12}) {
      const Grid grid(model, speed);
      for (const Weights& weights : kWeights) {
        const GraphChoice both = GraphSolver(grid.graph).solve(weights);
        const GraphChoice found = solve_by_axis(grid.graph, grid.state_space, weights, {});
        ASSERT_TRUE(both.feasible && found.feasible && !found.is_exact);
        EXPECT_NEAR(cost_of(weighted(grid.graph, weights), found.states), found.cost,
                    1e-9 * found.cost);
        EXPECT_GE(found.cost, both.lower_bound * (1 - 1e-9));
        EXPECT_LE(found.cost, both.cost * 1.2);
        num_all += 1;
        num_equal += found.cost <= both.cost * (1 + 1e-6);
      }
    }
  }
  EXPECT_GE(2 * num_equal, num_all);
}

TEST(AxisDescent, HeedsWhatIsAskedFor) {
  const Grid grid("mlp:batch=16", 1e11);
  for (int node = 0; node < std::ssize(grid.graph.nodes); node += 7) {
    for (int state = 0; state < grid.graph.num_states(node); state += 3) {
      const Restriction restriction{node, state, true};
      const GraphChoice found = solve_by_axis(grid.graph, grid.state_space, {}, {restriction});
      ASSERT_TRUE(found.feasible);
      EXPECT_EQ(found.states[node], state);
    }
  }
}

}  // namespace
}  // namespace motley::tensor::search
