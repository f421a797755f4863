// Solving a grid one axis at a time, where both at once take too long: what every value and op does
// along one axis stays, the other axis is chosen anew, until that helps no more. Each such choice
// is as quick as that of a row of devices. Not exact: states that pay only together are not found.
#pragma once

#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor {

// `graph` is that of `state_space` on a grid of two axes.
GraphChoice solve_by_axis(const SearchGraph& graph, const StateSpace& state_space,
                          const Weights& weights, const std::vector<Restriction>& restrictions);

}  // namespace motley::tensor
