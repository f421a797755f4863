// Lagrangian bound: memory gets a price at each time point, and copies of a node that an
// elimination had to split are charged so that they agree. Every set of prices that are not
// negative gives a lower bound; subgradient steps look for the best one. On the way, searches that
// are cut short give choices that fit.
#pragma once

#include "tensor/plan/solve/instance.h"

namespace motley::tensor {

struct Prices {
  std::vector<double> memory;  // for each byte at each time point
  std::vector<double> shifts;  // of the elimination's copies
};

struct PricedBound {
  double bound = -std::numeric_limits<double>::infinity();  // of the whole cost
  Prices prices;
  int evaluations = 0;
};

// Costs of the nodes' states with memory at its price, as an elimination of all `nodes` takes them.
std::vector<double> priced_costs(const Instance& instance, const std::vector<int32_t>& nodes,
                                 const std::vector<double>& costs,
                                 const std::vector<double>& memory_prices);

// Prices at the points of one table, for those of another with the same times.
std::vector<double> carried_prices(const MemoryTable& from, const std::vector<double>& prices,
                                   const MemoryTable& to);

// Starts from the given prices on memory. Ends when `share` of the budget is gone, the steps have
// become too small to matter, or the bound has met the incumbent.
PricedBound raise_bound(const Instance& instance, Elimination& elimination,
                        std::vector<double> memory_prices, double share, Budget& budget,
                        Incumbent& incumbent);

// For each node, the states that a choice better than the incumbent could have, and the incumbent's
// own.
std::vector<std::vector<int32_t>> promising_states(const Instance& instance,
                                                   Elimination& elimination, const Prices& prices,
                                                   const Incumbent& incumbent);

}  // namespace motley::tensor
