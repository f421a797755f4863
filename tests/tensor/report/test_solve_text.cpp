#include <gtest/gtest.h>

#include "tensor/report/solve_text.h"

namespace motley::tensor {
namespace {

// A time limit may end the search before the problem has been counted.
TEST(SolveText, AProblemThatWasNotReducedHasItsNodes) {
  solve::ChoiceProblem problem;
  problem.nodes.resize(3);
  for (auto& node : problem.nodes) node.costs = {1, 2};
  problem.edges.push_back({0, 1, {0, 1, 1, 0}});
  const std::string text = solve_text(problem, {}, {}, 4);
  EXPECT_NE(text.find("problem    3 nodes with 6 states, 1 edges\n"), text.npos) << text;
  EXPECT_NE(text.find("the time limit came first"), text.npos) << text;
}

}  // namespace
}  // namespace motley::tensor
