// Coordinate descent over the axes of a grid, if solving both at once takes too long: with the
// states and rules along one axis fixed, the other axis is solved, alternating until there is no
// improvement. Each solve is as fast as for a one-dimensional group. Not exact: states that pay off
// only in combination are missed.
#pragma once

#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor::search {

// `graph` is that of `state_space` on a grid of two axes.
GraphChoice solve_by_axis(const SearchGraph& graph, const StateSpace& state_space,
                          const Weights& weights, const std::vector<Restriction>& restrictions);

}  // namespace motley::tensor::search
