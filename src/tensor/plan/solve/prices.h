// Lagrangian relaxation: memory gets a price at each time point, and cost shifts make the copies of
// a node split by the elimination agree. Every set of non-negative prices gives a lower bound; dual
// ascent by subgradient steps looks for the best. Truncated searches along the way give feasible
// choices.
#pragma once

#include "tensor/plan/solve/instance.h"

namespace motley::tensor::solve {

struct Prices {
  std::vector<double> memory;  // per byte at each time point
  std::vector<double> shifts;  // of the elimination's copies
};

struct PricedBound {
  double bound = -std::numeric_limits<double>::infinity();  // on the total cost
  Prices prices;
  int evaluations = 0;
};

// Costs of the nodes' states including priced memory, in the layout of an elimination of all
// `nodes`.
std::vector<double> priced_costs(const Instance& instance, const std::vector<int32_t>& nodes,
                                 const std::vector<double>& costs,
                                 const std::vector<double>& memory_prices);

// Maps prices from the points of one table to those of another with the same times.
std::vector<double> carried_prices(const MemoryTable& from, const std::vector<double>& prices,
                                   const MemoryTable& to);

// Starts from the given prices on memory. Ends when `share` of the budget is spent, the steps have
// become negligible, or the bound has reached the incumbent.
PricedBound raise_bound(const Instance& instance, Elimination& elimination,
                        std::vector<double> memory_prices, double share, Budget& budget,
                        Incumbent& incumbent);

// For each node, the states that a choice better than the incumbent could use, and the incumbent's
// own (reduced-cost fixing).
std::vector<std::vector<int32_t>> promising_states(const Instance& instance,
                                                   Elimination& elimination, const Prices& prices,
                                                   const Incumbent& incumbent);

}  // namespace motley::tensor::solve
