// Depth-first branch and bound over the tables of an Elimination: nodes are assigned in the reverse
// order of elimination, the most promising state first, and branches that cannot beat the incumbent
// are pruned.
//
// Memory enters twice. The elimination's costs may include prices on memory: then its rows bound
// the true cost from below after subtracting `bias`, the price of the whole capacity. And a state
// is skipped if the smallest loads of all remaining nodes no longer fit beside it.
//
// Without memory and with exact tables the first descent is optimal.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/plan/solve/instance.h"

namespace motley::tensor::solve {

struct SearchTask {
  const Elimination* elimination = nullptr;  // after run()
  const MemoryTable* memory = nullptr;
  // Of the memory table, for each node of the elimination.
  const std::vector<int32_t>* nodes = nullptr;
  std::vector<int64_t> room;  // free capacity at each time point, for these nodes
  const std::vector<double>* true_costs = nullptr;  // of nodes, without prices
  // Bound() + bias is a lower bound on the true cost.
  double bias = 0;
  double cutoff = 0;      // only true costs below this are of interest
  double least_gain = 0;  // required improvement
  int64_t max_choices = 0;
  const Budget* budget = nullptr;  // stops the search at its deadline
};

struct BoundedSearchResult {
  bool found = false;
  bool complete = false;  // search space exhausted: the result is optimal
  std::vector<int32_t> states;
  double cost = 0;
  int64_t choices = 0;  // states tried
};

BoundedSearchResult bounded_search(const SearchTask& task);

}  // namespace motley::tensor::solve
