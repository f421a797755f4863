// Depth-first search over the tables of an Elimination: nodes get their states in the reverse order
// of elimination, the most promising first, and what cannot beat the best choice known is left.
//
// Memory enters twice. The elimination's costs may carry prices on memory: then its rows bound
// the true cost from below once `bias`, the price of all the room, is taken off. And a state
// is passed over where the least loads of all that follows would no longer fit beside it.
//
// Without memory and with exact tables the first descent is a best choice.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/plan/solve/instance.h"

namespace motley::tensor {

struct SearchTask {
  const Elimination* elimination = nullptr;  // after run()
  const MemoryTable* memory = nullptr;
  const std::vector<int32_t>* nodes = nullptr;  // of the memory table, for each of the elimination
  std::vector<int64_t> room;                    // at each time point, for these nodes
  const std::vector<double>* true_costs = nullptr;  // of nodes, without prices
  double bias = 0;                                  // bound() + bias bounds the true cost
  double cutoff = 0;                                // true costs must stay below
  double least_gain = 0;                            // by at least this much
  int64_t max_choices = 0;
  const Budget* budget = nullptr;  // ends the search when it is late
};

struct SearchResult {
  bool found = false;
  bool complete = false;  // nothing better than the result exists
  std::vector<int32_t> states;
  double cost = 0;
  int64_t choices = 0;  // states tried
};

SearchResult search(const SearchTask& task);

}  // namespace motley::tensor
